//! What one entry of `scripts` asks for.

/// The kinds of listeners.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Listener<'a> {
    /// `@composer …`: this program, with words behind it.
    Composer(&'a str),
    /// `@name …`: another script, with words behind its name.
    Script(&'a str),
    /// `@putenv NAME=VALUE`, or `@putenv NAME`.
    PutEnv(&'a str),
    /// `Class::method`.
    Callback { class: &'a str, method: &'a str },
    /// A class that is a Symfony console command.
    Command(&'a str),
    /// A command line, `@php …` included.
    Shell(&'a str),
}

impl<'a> Listener<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        if let Some(rest) = text.strip_prefix("@putenv ") {
            return Self::PutEnv(rest);
        }
        if let Some(rest) = text.strip_prefix("@composer ") {
            return Self::Composer(rest);
        }
        if !text.starts_with("@php ")
            && let Some(rest) = text.strip_prefix('@')
        {
            return Self::Script(rest);
        }
        if !text.contains(' ') {
            if let Some((class, method)) = text.split_once("::") {
                return Self::Callback { class, method };
            }
            if text.contains('\\') && text.ends_with("Command") {
                return Self::Command(text);
            }
        }
        Self::Shell(text)
    }
}

impl std::fmt::Display for Listener<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Composer(rest) => write!(f, "@composer {rest}"),
            Self::Script(rest) => write!(f, "@{rest}"),
            Self::PutEnv(rest) => write!(f, "@putenv {rest}"),
            Self::Callback { class, method } => write!(f, "{class}::{method}"),
            Self::Command(text) | Self::Shell(text) => f.write_str(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Listener;

    #[test]
    fn kinds() {
        let kinds = [
            (
                "@composer dump-autoload",
                Listener::Composer("dump-autoload"),
            ),
            ("@composer", Listener::Script("composer")),
            ("@test --fast", Listener::Script("test --fast")),
            ("@php a.php", Listener::Shell("@php a.php")),
            ("@putenv A=b", Listener::PutEnv("A=b")),
            ("php -r 'A::b();'", Listener::Shell("php -r 'A::b();'")),
            ("App\\RunCommand", Listener::Command("App\\RunCommand")),
            ("RunCommand", Listener::Shell("RunCommand")),
        ];
        for (text, kind) in kinds {
            assert_eq!(Listener::of(text), kind, "{text}");
        }
        let callback = Listener::Callback {
            class: "App\\Hooks",
            method: "run",
        };
        assert_eq!(Listener::of("App\\Hooks::run"), callback);
    }
}
