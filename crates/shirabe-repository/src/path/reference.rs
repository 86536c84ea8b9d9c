use sha1::{Digest, Sha1};
use shirabe_mixed::{PhpMap, PhpMixed, json};

/// The SHA-1 in hex by which a change of the manifest or of the repository's options is seen: over the
/// manifest's text and the options as PHP's `serialize` writes them.
pub(super) fn of(manifest: &[u8], options: &PhpMap) -> String {
    let mut hash = Sha1::new();
    hash.update(manifest);
    let mut text = Vec::new();
    serialize_map(options, &mut text);
    hash.update(&text);
    hash.finalize()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// <https://www.php.net/manual/en/function.serialize.php>
fn serialize(value: &PhpMixed, out: &mut Vec<u8>) {
    match value {
        PhpMixed::Null => out.extend_from_slice(b"N;"),
        PhpMixed::Bool(value) => {
            out.extend_from_slice(format!("b:{};", u8::from(*value)).as_bytes());
        }
        PhpMixed::Int(value) => out.extend_from_slice(format!("i:{value};").as_bytes()),
        PhpMixed::Float(_) => {
            // As JSON has it, but for the trailing `.0` and the big `E`.
            let text = json::encode(value, &json::EncodeOptions::compact()).unwrap_or_default();
            let text = text
                .strip_suffix(".0")
                .unwrap_or(&text)
                .to_ascii_uppercase();
            out.extend_from_slice(format!("d:{text};").as_bytes());
        }
        PhpMixed::String(text) => serialize_text(text, out),
        PhpMixed::List(items) => {
            out.extend_from_slice(format!("a:{}:{{", items.len()).as_bytes());
            for (index, item) in items.iter().enumerate() {
                out.extend_from_slice(format!("i:{index};").as_bytes());
                serialize(item, out);
            }
            out.push(b'}');
        }
        PhpMixed::Map(map) => serialize_map(map, out),
    }
}

fn serialize_map(map: &PhpMap, out: &mut Vec<u8>) {
    out.extend_from_slice(format!("a:{}:{{", map.len()).as_bytes());
    for (key, value) in map {
        // PHP keeps keys that are plain integers as integers.
        match key.parse::<i64>() {
            Ok(number) if number.to_string() == *key => {
                out.extend_from_slice(format!("i:{number};").as_bytes());
            }
            _ => serialize_text(key, out),
        }
        serialize(value, out);
    }
    out.push(b'}');
}

fn serialize_text(text: &str, out: &mut Vec<u8>) {
    out.extend_from_slice(format!("s:{}:\"{text}\";", text.len()).as_bytes());
}

#[cfg(test)]
mod tests {
    use super::serialize;
    use shirabe_mixed::{PhpMixed, json};

    #[test]
    fn values_are_written_as_php_does() {
        // What `php -r 'echo serialize(json_decode(…, true));'` prints.
        let text = r#"{"symlink":false,"n":null,"i":-3,"d":1.5,"s":"é","7":["a",{}],"07":1,"versions":{"acme/a":"1"}}"#;
        let mut out = Vec::new();
        serialize(&json::decode(text.as_bytes()).unwrap(), &mut out);
        assert_eq!(
            String::from_utf8(out).unwrap(),
            "a:8:{s:7:\"symlink\";b:0;s:1:\"n\";N;s:1:\"i\";i:-3;s:1:\"d\";d:1.5;s:1:\"s\";s:2:\"é\";i:7;a:2:{i:0;s:1:\"a\";i:1;a:0:{}}s:2:\"07\";i:1;s:8:\"versions\";a:1:{s:6:\"acme/a\";s:1:\"1\";}}"
        );
    }

    #[test]
    fn floats_are_written_as_php_does() {
        let floats = PhpMixed::from(vec![1e25, 0.1, 100_000.0, -0.0, 1e15]);
        let mut out = Vec::new();
        serialize(&floats, &mut out);
        assert_eq!(
            String::from_utf8(out).unwrap(),
            "a:5:{i:0;d:1.0E+25;i:1;d:0.1;i:2;d:100000;i:3;d:-0;i:4;d:1000000000000000;}"
        );
    }
}
