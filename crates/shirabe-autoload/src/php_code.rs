//! Values written as PHP source.

/// A string literal as PHP's `var_export` writes it.
pub(crate) fn var_export(text: &[u8]) -> Vec<u8> {
    let mut code = Vec::with_capacity(text.len() + 2);
    push_var_export(&mut code, text);
    code
}

/// Appends [`var_export`] of `text` to `code`.
pub(crate) fn push_var_export(code: &mut Vec<u8>, text: &[u8]) {
    code.push(b'\'');
    for &byte in text {
        match byte {
            b'\\' | b'\'' => code.extend_from_slice(&[b'\\', byte]),
            0 => code.extend_from_slice(b"' . \"\\0\" . '"),
            _ => code.push(byte),
        }
    }
    code.push(b'\'');
}
