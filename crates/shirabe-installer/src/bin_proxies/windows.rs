//! Batch files that start a proxy or a program on Windows.

use std::path::Path;

use shirabe_autoload::filesystem::{Shortest, find_shortest_path};

use crate::error::InstallError;
use crate::layout::text;

/// The batch file beside `proxy` for the program at `target`.
pub(crate) fn proxy(target: &Path, proxy: &Path) -> Result<String, InstallError> {
    let start = super::beginning(target)?;
    let caller = caller(text(target)?, &start);
    // PHP goes through the proxy, which tells the program where the autoloader is.
    let program = if caller == "php" {
        proxy
            .file_name()
            .map(|name| name.to_string_lossy().trim_end_matches(".bat").to_owned())
            .unwrap_or_default()
    } else {
        find_shortest_path(text(proxy)?, text(target)?, Shortest::default()).map_err(|_| {
            InstallError::NotUtf8 {
                path: target.to_path_buf(),
            }
        })?
    };
    Ok([
        "@ECHO OFF",
        "setlocal DISABLEDELAYEDEXPANSION",
        &format!("SET BIN_TARGET=%~dp0/{}", program.replace('%', "%%")),
        "SET COMPOSER_RUNTIME_BIN_DIR=%~dp0",
        &format!("{caller} \"%BIN_TARGET%\" %*"),
        "",
    ]
    .join("\r\n"))
}

/// What runs the program: what its first line says.
fn caller(target: &str, start: &[u8]) -> String {
    if target.ends_with(".bat") || target.ends_with(".exe") {
        return "call".into();
    }
    let line = start
        .split(|byte| *byte == b'\n')
        .next()
        .unwrap_or_default();
    let line = String::from_utf8_lossy(line);
    let Some(interpreter) = line.trim().strip_prefix("#!/") else {
        return "php".into();
    };
    let interpreter = interpreter
        .strip_prefix("usr/bin/env ")
        .unwrap_or(interpreter);
    // Folders end where the arguments begin.
    let program_end = interpreter.find(' ').unwrap_or(interpreter.len());
    let name_start = interpreter[..program_end]
        .rfind('/')
        .map_or(0, |slash| slash + 1);
    let name = interpreter[name_start..].trim();
    if name.is_empty() {
        "php".into()
    } else {
        name.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::caller;

    #[test]
    fn callers() {
        assert_eq!(caller("x", b"#!/usr/bin/env php\r\n<?php"), "php");
        assert_eq!(caller("x", b"#!/bin/sh\n"), "sh");
        assert_eq!(
            caller("x", b"#!/usr/bin/php -d memory_limit=-1\n"),
            "php -d memory_limit=-1"
        );
        assert_eq!(caller("x", b"<?php"), "php");
        assert_eq!(caller("x.bat", b"whatever"), "call");
        assert_eq!(caller("x", b""), "php");
    }
}
