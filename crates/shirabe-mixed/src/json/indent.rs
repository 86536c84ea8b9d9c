//! The indentation of a JSON text.

use std::fmt;

/// What one level of a pretty-printed JSON text is indented by: spaces, tabs or both.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Indent(String);

impl Indent {
    /// `count` spaces a level.
    #[must_use]
    pub fn spaces(count: usize) -> Self {
        Self(" ".repeat(count))
    }

    /// One tab a level.
    #[must_use]
    pub fn tab() -> Self {
        Self("\t".to_owned())
    }

    /// The indentation of a text: that of its first indented line that begins with a quote; four
    /// spaces where there is none. Lines end with `\n`.
    #[must_use]
    pub fn detect(text: &str) -> Self {
        text.split('\n')
            .find_map(|line| {
                let rest = line.trim_start_matches([' ', '\t']);
                let width = line.len() - rest.len();
                (width > 0 && rest.starts_with('"')).then(|| Self(line[..width].to_owned()))
            })
            .unwrap_or_default()
    }

    /// The indentation of one level.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Default for Indent {
    /// Four spaces, as PHP prints.
    fn default() -> Self {
        Self::spaces(4)
    }
}

impl fmt::Display for Indent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_indented_quote_decides() {
        for (text, indent) in [
            ("", "    "),
            ("{\"a\":1}", "    "),
            ("{\n  \"a\": 1\n}", "  "),
            ("{\r\n\t\"a\": 1\r\n}", "\t"),
            ("{\n\t \"a\":1}", "\t "),
            ("\n      {\n   \"a\": 1}", "   "),
            ("{\n  1,\n     \"x\"}", "     "),
            ("   \"x\"", "   "),
        ] {
            assert_eq!(Indent::detect(text).as_str(), indent, "{text:?}");
        }
    }
}
