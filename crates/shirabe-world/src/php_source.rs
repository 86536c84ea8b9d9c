//! PHP files of a given size: classes, functions and tables, all valid, none of it anybody's code.

use std::collections::HashSet;
use std::fmt::Write;

use crate::class_name::ClassName;
use crate::filler::{Filler, capitalised};

/// A file that declares `class`, with methods until `size` bytes are reached. It is larger only where
/// the bare declaration already is.
pub(crate) fn class(class: &ClassName, size: usize, filler: &mut Filler) -> String {
    let kind = Kind::of(&class.name, filler);
    let mut text = String::with_capacity(size + 1024);
    text.push_str("<?php\n\n");
    if !class.namespace.is_empty() {
        if size > 400 && filler.chance(50) {
            text.push_str("declare(strict_types=1);\n\n");
        }
        let _ = write!(text, "namespace {};\n\n", class.namespace);
    }
    let mut end = "}\n";
    if class.guarded {
        let name = &class.name;
        let _ = writeln!(
            text,
            "if (! class_exists('{name}', false) && ! interface_exists('{name}', false)) {{"
        );
        end = "}\n}\n";
    } else if size > text.len() + 300 {
        let _ = write!(text, "/**\n * {}\n */\n", filler.sentence(9));
    }
    let _ = write!(
        text,
        "{}{}\n{{\n",
        kind.declaration(&class.name),
        kind.parent()
    );

    let mut used = HashSet::new();
    let mut cases = HashSet::new();
    loop {
        let member = kind.member(&mut used, &mut cases, filler);
        if text.len() + member.len() + end.len() > size {
            break;
        }
        text.push_str(&member);
    }
    pad(&mut text, end.len(), size, "    ", filler);
    text.push_str(end);
    text
}

/// A file of functions, each declared only once whatever loads it, named after `namespace` and the file.
pub(crate) fn functions(namespace: &str, path: &str, size: usize, filler: &mut Filler) -> String {
    let stem: String = path
        .trim_end_matches(".php")
        .chars()
        .map(|letter| {
            if letter.is_ascii_alphanumeric() {
                letter.to_ascii_lowercase()
            } else {
                '_'
            }
        })
        .collect();
    let mut text = format!("<?php\n\nnamespace {namespace};\n\n");
    for number in 0.. {
        let name = format!(
            "{}_{}_{}{number}",
            stem.trim_matches('_'),
            filler.verb(),
            filler.word()
        );
        let quoted = namespace.replace('\\', "\\\\");
        let function = format!(
            "if (! function_exists('{quoted}\\\\{name}')) {{\n    function {name}(array $items = []): array\n    {{\n        return array_filter($items, fn ($item) => $item !== '{}');\n    }}\n}}\n\n",
            filler.word()
        );
        if text.len() + function.len() > size {
            break;
        }
        text.push_str(&function);
    }
    pad(&mut text, 0, size, "", filler);
    text
}

/// A file of many small exception classes.
pub(crate) fn exceptions(namespace: &str, size: usize, filler: &mut Filler) -> String {
    let mut text = format!("<?php\n\nnamespace {namespace};\n\n");
    let mut used = HashSet::new();
    loop {
        let name = format!("{}{}Exception", filler.capital(), filler.capital());
        let class = format!(
            "/**\n * {}\n */\nclass {name} extends \\RuntimeException\n{{\n}}\n\n",
            filler.sentence(4)
        );
        if text.len() + class.len() > size {
            break;
        }
        if used.insert(name) {
            text.push_str(&class);
        }
    }
    pad(&mut text, 0, size, "", filler);
    text
}

/// A file that returns a table: configuration, language lines, character data.
pub(crate) fn table(size: usize, filler: &mut Filler) -> String {
    let (start, end) = ("<?php\n\nreturn [\n", "];\n");
    if size < start.len() + end.len() {
        return "<?php\n".chars().take(size).collect();
    }
    let mut text = start.to_owned();
    loop {
        let (key, words) = (filler.word(), 1 + filler.below(9));
        let row = match filler.below(4) {
            0 => format!("    '{key}' => {},\n", filler.below(100_000)),
            1 => format!(
                "    '{key}.{}' => ['{}', '{}'],\n",
                filler.word(),
                filler.word(),
                filler.word()
            ),
            _ => format!(
                "    '{key}_{}' => '{}',\n",
                filler.word(),
                filler.sentence(words)
            ),
        };
        if text.len() + row.len() + end.len() > size {
            break;
        }
        text.push_str(&row);
    }
    pad(&mut text, end.len(), size, "    ", filler);
    text.push_str(end);
    text
}

/// Brings a hand-made PHP text to `size` bytes with comments at its end; longer texts stay as they are.
pub(crate) fn padded(text: &str, size: usize, filler: &mut Filler) -> String {
    let mut text = text.to_owned();
    pad(&mut text, 0, size, "", filler);
    text
}

/// Comment lines until only `end` bytes are missing to `size`.
fn pad(text: &mut String, end: usize, size: usize, indent: &str, filler: &mut Filler) {
    let mark = indent.len() + "// \n".len();
    while text.len() + end < size {
        let missing = size - end - text.len();
        if missing < mark + 3 {
            text.extend(std::iter::repeat_n('\n', missing));
        } else {
            let room = missing - mark;
            let words = if room > 120 {
                60 + filler.below(30)
            } else {
                room
            };
            let _ = writeln!(text, "{indent}// {}", filler.words_of_size(words));
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Abstract,
    Class,
    Enum,
    Exception,
    Final,
    Interface,
    Trait,
}

impl Kind {
    fn of(name: &str, filler: &mut Filler) -> Kind {
        if name.ends_with("Interface") {
            Kind::Interface
        } else if name.ends_with("Trait") {
            Kind::Trait
        } else if name.ends_with("Exception") || name.ends_with("Error") {
            Kind::Exception
        } else if name.starts_with("Abstract") || name == "Controller" || name == "TestCase" {
            Kind::Abstract
        } else {
            match filler.below(20) {
                0 => Kind::Enum,
                1..5 => Kind::Final,
                5 => Kind::Abstract,
                _ => Kind::Class,
            }
        }
    }

    fn declaration(self, name: &str) -> String {
        let word = match self {
            Kind::Abstract => "abstract class",
            Kind::Class | Kind::Exception => "class",
            Kind::Enum => return format!("enum {name}: string"),
            Kind::Final => "final class",
            Kind::Interface => "interface",
            Kind::Trait => "trait",
        };
        format!("{word} {name}")
    }

    fn parent(self) -> &'static str {
        if self == Kind::Exception {
            " extends \\RuntimeException"
        } else {
            ""
        }
    }

    fn member(
        self,
        used: &mut HashSet<String>,
        cases: &mut HashSet<String>,
        filler: &mut Filler,
    ) -> String {
        if self == Kind::Enum && filler.chance(40) {
            let name = format!("{}{}", filler.capital(), filler.capital());
            if cases.insert(name.clone()) {
                return format!("    case {name} = '{name}';\n\n");
            }
        }
        let (verb, noun) = (filler.verb(), filler.capital());
        let mut name = format!("{verb}{noun}{}", filler.capital());
        while !used.insert(name.clone()) {
            name.push_str(&filler.capital());
        }
        let subject = filler.word();
        let other = filler.word();
        let limit = filler.below(5000);
        let words = 4 + filler.below(8);
        let comment = format!(
            "    /**\n     * {}\n     *\n     * @param  array<string, mixed>  ${subject}\n     * @return array<string, mixed>\n     */\n",
            filler.sentence(words)
        );
        let signature =
            format!("    public function {name}(array ${subject}, int $maximum = {limit}): array");
        if self == Kind::Interface {
            return format!("{comment}{signature};\n\n");
        }
        let body = match filler.below(4) {
            0 => format!(
                "        if (isset(${subject}['{other}']) && ${subject}['{other}'] > $maximum) {{\n            ${subject}['{}'] = {};\n        }}\n\n        return ${subject};\n",
                filler.word(),
                filler.below(10_000),
            ),
            1 => format!(
                "        foreach (${subject} as $key => $value) {{\n            if ($value === null || $key === '{}.{other}') {{\n                unset(${subject}[$key]);\n\n                continue;\n            }}\n\n            ${subject}[$key] = [$value, $maximum];\n        }}\n\n        return ${subject};\n",
                filler.word(),
            ),
            2 => format!(
                "        ${} = array_slice(${subject}, 0, $maximum);\n\n        return array_merge(${subject}, [\n            '{}' => '{} {}',\n            '{}{}' => $maximum + {},\n        ]);\n",
                filler.word(),
                filler.word(),
                filler.word(),
                filler.word(),
                filler.word(),
                capitalised(other),
                filler.below(1000),
            ),
            _ => format!(
                "        // {}\n        return array_map(fn ($item) => [$item, '{}' => {}], ${subject});\n",
                filler.sentence(words),
                filler.word(),
                filler.below(100_000),
            ),
        };
        format!("{comment}{signature}\n    {{\n{body}    }}\n\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_have_the_size_that_was_asked_for() {
        let name = ClassName {
            namespace: "A\\B".into(),
            name: "C".into(),
            guarded: false,
        };
        for size in (60..4000).step_by(7) {
            let mut filler = Filler::new(&["size", &size.to_string()]);
            assert_eq!(class(&name, size, &mut filler).len(), size);
            assert_eq!(table(size, &mut filler).len(), size);
            assert_eq!(
                functions("A\\B", "src/help.php", size, &mut filler).len(),
                size
            );
            assert_eq!(exceptions("A\\B", size, &mut filler).len(), size);
        }
        assert_eq!(table(6, &mut Filler::new(&[])), "<?php\n");
    }
}
