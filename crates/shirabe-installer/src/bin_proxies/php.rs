//! Proxies for programs in PHP. They are PHP themselves, so that `php vendor/bin/x` works with any options of PHP.

use std::path::Path;
use std::sync::LazyLock;

use regex::bytes::Regex;
use shirabe_autoload::filesystem::{
    Shortest, find_shortest_path, find_shortest_path_code, normalize_path,
};

use crate::error::InstallError;
use crate::layout::text;

/// How a PHP program begins.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Opening {
    /// The line with `#!`, without its end.
    shebang: Option<String>,
}

impl Opening {
    /// `None` if the file is no PHP.
    pub(crate) fn find(start: &[u8]) -> Option<Self> {
        static OPENING: LazyLock<Option<Regex>> =
            LazyLock::new(|| Regex::new(r"(?-u)^(#![^\n]*\n)?[\r\n\t ]*<\?php").ok());
        let found = OPENING.as_ref()?.captures(start)?;
        let shebang = found
            .get(1)
            .map(|line| String::from_utf8_lossy(line.as_bytes()).trim().to_owned());
        Some(Self { shebang })
    }
}

const STATIC: Shortest = Shortest {
    directories: false,
    static_code: true,
    prefer_relative: false,
};

/// The proxy at `proxy` for the program at `target`.
pub(crate) fn proxy(
    opening: &Opening,
    target: &Path,
    proxy: &Path,
    vendor: &Path,
) -> Result<String, InstallError> {
    let not_utf8 = |path: &Path| InstallError::NotUtf8 {
        path: path.to_path_buf(),
    };
    let here = text(proxy)?;
    let program = text(target)?;
    let shown =
        find_shortest_path(here, program, Shortest::default()).map_err(|_| not_utf8(target))?;
    let program_code =
        find_shortest_path_code(here, program, STATIC).map_err(|_| not_utf8(target))?;
    let autoload = vendor.join("autoload.php");
    let autoload_code =
        find_shortest_path_code(here, text(&autoload)?, STATIC).map_err(|_| not_utf8(&autoload))?;
    let phpunit =
        normalize_path(program) == normalize_path(text(&vendor.join("phpunit/phpunit/phpunit"))?);

    let mut code = opening
        .shebang
        .as_deref()
        .unwrap_or("#!/usr/bin/env php")
        .to_owned();
    code.push_str("\n<?php\n\n");
    code.push_str(&format!(
        "// Starts {}. Made by the package manager: changes are lost.\n\n",
        comment(&shown)
    ));
    code.push_str("namespace Composer;\n\n");
    code.push_str("$GLOBALS['_composer_bin_dir'] = __DIR__;\n");
    code.push_str(&format!(
        "$GLOBALS['_composer_autoload_path'] = {autoload_code};\n"
    ));
    if phpunit {
        // PHPUnit must not include its own starter in isolated processes. It knows the list by two names.
        code.push_str(&format!(
            "$GLOBALS['__PHPUNIT_ISOLATION_BLACKLIST'] = array(realpath({program_code}));\n\
             $GLOBALS['__PHPUNIT_ISOLATION_EXCLUDE_LIST'] = $GLOBALS['__PHPUNIT_ISOLATION_BLACKLIST'];\n"
        ));
    }
    if opening.shebang.is_some() {
        code.push_str(&without_shebang(&program_code, phpunit));
    }
    code.push_str(&format!("\nreturn include {program_code};\n"));
    Ok(code)
}

/// A path in a comment of one line must not end the comment or the PHP.
fn comment(path: &str) -> String {
    path.replace(['\n', '\r'], " ").replace("?>", "? >")
}

/// PHP before 8.0 prints the `#!` line of a file that another includes. There, the program is read through a stream
/// that leaves the line out.
fn without_shebang(program_code: &str, phpunit: bool) -> String {
    let (opened_path, adapted) = if phpunit {
        (
            "'phpvfscomposer://' . $this->file",
            "\n            $this->code = str_replace(\n                \
             array('__DIR__', '__FILE__'),\n                \
             array(var_export(dirname($this->file), true), var_export($this->file, true)),\n                \
             $this->code\n            );",
        )
    } else {
        ("$this->file", "")
    };
    format!(
        r#"
if (PHP_VERSION_ID < 80000) {{
    if (!class_exists('Composer\BinProxyWrapper', false)) {{
        /** Reads a program without its first line. */
        final class BinProxyWrapper
        {{
            public $context;
            private $file;
            private $code = '';
            private $offset = 0;

            private static function fileOf($url)
            {{
                return substr($url, strlen('phpvfscomposer://'));
            }}

            public function stream_open($url, $mode, $options, &$opened)
            {{
                $file = self::fileOf($url);
                $this->file = realpath($file) ?: $file;
                $code = file_get_contents($this->file);
                if ($code === false) {{
                    return false;
                }}
                $this->code = preg_replace('{{\A#![^\n]*\n}}', '', $code);{adapted}
                $opened = {opened_path};

                return true;
            }}

            public function stream_read($length)
            {{
                $piece = (string) substr($this->code, $this->offset, $length);
                $this->offset += strlen($piece);

                return $piece;
            }}

            public function stream_eof()
            {{
                return $this->offset >= strlen($this->code);
            }}

            public function stream_tell()
            {{
                return $this->offset;
            }}

            public function stream_seek($offset, $whence)
            {{
                if ($whence === SEEK_CUR) {{
                    $offset += $this->offset;
                }} elseif ($whence === SEEK_END) {{
                    $offset += strlen($this->code);
                }}
                if ($offset < 0) {{
                    return false;
                }}
                $this->offset = $offset;

                return true;
            }}

            public function stream_stat()
            {{
                return array('size' => strlen($this->code));
            }}

            public function stream_set_option($option, $first, $second)
            {{
                return false;
            }}

            public function stream_lock($operation)
            {{
                return true;
            }}

            public function stream_close()
            {{
            }}

            public function url_stat($url, $flags)
            {{
                $file = self::fileOf($url);

                return file_exists($file) ? stat($file) : false;
            }}
        }}
    }}

    if (in_array('phpvfscomposer', stream_get_wrappers(), true) || stream_wrapper_register('phpvfscomposer', 'Composer\BinProxyWrapper')) {{
        return include 'phpvfscomposer://' . {program_code};
    }}
}}
"#
    )
}

#[cfg(test)]
mod tests {
    use super::Opening;

    fn opening(start: &str) -> Option<Option<String>> {
        Opening::find(start.as_bytes()).map(|opening| opening.shebang)
    }

    #[test]
    fn what_is_php() {
        assert_eq!(opening("<?php echo 1;"), Some(None));
        assert_eq!(opening("\r\n\t <?php"), Some(None));
        assert_eq!(
            opening("#!/usr/bin/env php\r\n<?php"),
            Some(Some("#!/usr/bin/env php".into()))
        );
        assert_eq!(
            opening("#!/usr/bin/php -d x=1\n\n<?php"),
            Some(Some("#!/usr/bin/php -d x=1".into()))
        );
        assert_eq!(opening("#!/bin/sh\necho 1"), None);
        assert_eq!(opening("text <?php"), None);
        assert_eq!(opening("<?= 1"), None);
        assert_eq!(opening(""), None);
    }
}
