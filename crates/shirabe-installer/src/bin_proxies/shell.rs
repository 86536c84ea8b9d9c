//! Proxies for programs in anything but PHP: a shell script that becomes the program.

use std::path::Path;

use shirabe_autoload::filesystem::{Shortest, find_shortest_path};

use crate::error::InstallError;
use crate::layout::text;

/// The proxy at `proxy` for the program at `target`.
pub(crate) fn proxy(target: &Path, proxy: &Path) -> Result<String, InstallError> {
    let path =
        find_shortest_path(text(proxy)?, text(target)?, Shortest::default()).map_err(|_| {
            InstallError::NotUtf8 {
                path: target.to_path_buf(),
            }
        })?;
    let (folder, name) = path.rsplit_once('/').unwrap_or((".", &path));
    Ok(format!(
        r#"#!/usr/bin/env sh

# Starts the program of a package. Made by the package manager: changes are lost.

# Bash can read this file with `source`, and then $0 is another script.
proxy="${{BASH_SOURCE:-$0}}"
real="$(realpath "$proxy" 2> /dev/null)"
bin_dir="$(CDPATH= cd "$(dirname "${{real:-$proxy}}")" > /dev/null && pwd)"
program_dir="$(CDPATH= cd "$bin_dir" > /dev/null && CDPATH= cd {folder} > /dev/null && pwd)"

# A PHP of Windows that is called from Cygwin understands paths of Windows only.
if [ -d /proc/cygdrive ]; then
    case "$(command -v php)" in
        "$(readlink -n /proc/cygdrive)"/*) program_dir="$(cygpath -m "$program_dir")" ;;
    esac
fi

export COMPOSER_RUNTIME_BIN_DIR="$bin_dir"

if [ -n "$BASH_SOURCE" ] && [ "$BASH_SOURCE" != "$0" ]; then
    . "$program_dir"/{name} "$@"
    return
fi

exec "$program_dir"/{name} "$@"
"#,
        folder = quoted(folder),
        name = quoted(name),
    ))
}

/// As one word of the shell, whatever is in it.
pub(crate) fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}
