//! The checksum of a file.

use shirabe_callgraph::{centre, enter};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use sha1::{Digest, Sha1};

/// The SHA-1 of the file at `path` as 40 lower-case hexadecimal digits, as in the `shasum` of a `dist`
/// (<https://getcomposer.org/doc/05-repositories.md#package>).
///
/// # Errors
/// What opening or reading the file answers.
pub fn sha1_file(path: &Path) -> io::Result<String> {
    let _span = enter(centre!("sha1"));
    let mut file = File::open(path)?;
    let mut hasher = Sha1::new();
    let mut buffer = vec![0; 64 * 1024];
    loop {
        match file.read(&mut buffer) {
            Ok(0) => return Ok(hex(&hasher.finalize())),
            Ok(count) => hasher.update(&buffer[..count]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// The SHA-1 of `bytes` as 40 lower-case hexadecimal digits.
#[must_use]
pub fn sha1_hex(bytes: &[u8]) -> String {
    hex(&Sha1::digest(bytes))
}

fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        text.push(char::from(DIGITS[usize::from(byte >> 4)]));
        text.push(char::from(DIGITS[usize::from(byte & 15)]));
    }
    text
}
