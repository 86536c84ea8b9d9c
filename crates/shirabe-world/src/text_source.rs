//! Everything that is not PHP: prose, markup, styles, settings, of a given size.

use std::fmt::Write;

use crate::filler::Filler;

/// Filler for the file `path`, exactly `size` bytes.
pub(crate) fn text(path: &str, size: usize, filler: &mut Filler) -> Vec<u8> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    let (start, end, line): (&str, &str, fn(&mut Filler) -> String) = match extension {
        "ico" | "exe" => return filler.bytes(size),
        "json" | "lock" => ("{\n", "    \"end\": true\n}\n", json_line),
        "xml" | "xsd" | "dist" | "svg" => {
            ("<?xml version=\"1.0\"?>\n<root>\n", "</root>\n", xml_line)
        }
        "js" | "cjs" => ("", "", script_line),
        "css" => ("", "", style_line),
        "php" => ("", "", html_line),
        "md" | "rst" | "txt" => ("", "", prose_line),
        _ if name.starts_with("LICENSE") => ("", "", prose_line),
        _ => ("", "", comment_line),
    };
    let mut text = String::with_capacity(size);
    if size >= start.len() + end.len() {
        text.push_str(start);
    }
    let end = if text.len() + end.len() <= size {
        end
    } else {
        ""
    };
    loop {
        let line = line(filler);
        if text.len() + line.len() + end.len() > size {
            break;
        }
        text.push_str(&line);
    }
    let missing = size - text.len() - end.len();
    match extension {
        "md" | "rst" | "txt" if missing > 1 => {
            let _ = writeln!(text, "{}", filler.words_of_size(missing - 1));
        }
        _ => text.extend(std::iter::repeat_n('\n', missing)),
    }
    text.push_str(end);
    text.into_bytes()
}

fn json_line(filler: &mut Filler) -> String {
    format!(
        "    \"{}_{}_{}\": \"{}\",\n",
        filler.word(),
        filler.word(),
        filler.below(1_000_000),
        filler.word()
    )
}

fn xml_line(filler: &mut Filler) -> String {
    let words = 3 + filler.below(8);
    format!(
        "  <{0} name=\"{1}\">{2}</{0}>\n",
        filler.word(),
        filler.word(),
        filler.sentence(words)
    )
}

fn script_line(filler: &mut Filler) -> String {
    format!(
        "function {}{}(t){{return t.{}+{}}};\n",
        filler.verb(),
        filler.capital(),
        filler.word(),
        filler.below(99_999)
    )
}

fn style_line(filler: &mut Filler) -> String {
    format!(
        ".{}-{} {{ margin: {}px; }}\n",
        filler.word(),
        filler.word(),
        filler.below(400)
    )
}

fn html_line(filler: &mut Filler) -> String {
    let words = 2 + filler.below(9);
    format!(
        "<div class=\"{}-{}\">{}</div>\n",
        filler.word(),
        filler.word(),
        filler.sentence(words)
    )
}

fn prose_line(filler: &mut Filler) -> String {
    let words = 5 + filler.below(9);
    filler.sentence(words) + if filler.chance(12) { "\n\n" } else { "\n" }
}

fn comment_line(filler: &mut Filler) -> String {
    let words = 3 + filler.below(7);
    format!("# {}\n", filler.sentence(words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_have_the_size_that_was_asked_for() {
        for path in [
            "LICENSE",
            "a.md",
            "a.json",
            "a.xsd",
            "a.js",
            "a.css",
            "v/a.blade.php",
            ".gitignore",
            "a.exe",
        ] {
            for size in (0..3000).step_by(13) {
                assert_eq!(
                    text(path, size, &mut Filler::new(&[path])).len(),
                    size,
                    "{path}"
                );
            }
        }
    }

    #[test]
    fn json_is_json() {
        let text = text("package.json", 414, &mut Filler::new(&["json"]));
        serde_json::from_slice::<serde_json::Value>(&text).unwrap();
    }
}
