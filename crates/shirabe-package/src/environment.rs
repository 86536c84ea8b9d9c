//! The environment variables, as a value.

use crate::error::PackageError;
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

/// A snapshot of the environment variables. The program takes one at its start and hands it on;
/// nothing else looks at the process's own.
#[derive(Clone, Debug, Default)]
pub struct Environment {
    variables: BTreeMap<OsString, OsString>,
}

impl Environment {
    /// The variables of this process. For the program alone.
    #[must_use]
    pub fn from_process() -> Self {
        std::env::vars_os().collect()
    }

    /// The variable as it is.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&OsStr> {
        self.variables
            .get(OsStr::new(name))
            .map(OsString::as_os_str)
    }

    /// The variable as text. What is no UTF-8 has its odd bytes replaced.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<String> {
        self.get(name)
            .map(|value| value.to_string_lossy().into_owned())
    }

    /// The variable as text, unless it is one of the texts that PHP takes for nothing: empty or `0`.
    #[must_use]
    pub fn filled(&self, name: &str) -> Option<String> {
        self.text(name)
            .filter(|value| !value.is_empty() && value != "0")
    }

    /// The variable as a path, unless it is empty.
    #[must_use]
    pub fn path(&self, name: &str) -> Option<PathBuf> {
        self.get(name)
            .filter(|value| !value.is_empty())
            .map(PathBuf::from)
    }

    /// A switch: `1`, `true`, `on`, or `0`, `false`, `off`; unset or empty is `None`.
    ///
    /// # Errors
    /// When it is set to anything else.
    pub fn switch(&self, name: &str) -> Result<Option<bool>, PackageError> {
        match self.text(name).as_deref() {
            None | Some("") => Ok(None),
            Some("1" | "true" | "on") => Ok(Some(true)),
            Some("0" | "false" | "off") => Ok(Some(false)),
            Some(other) => Err(PackageError::Config(format!(
                "Invalid value for {name}: {other}. Expected 0, 1, false, true, off, or on."
            ))),
        }
    }

    /// Whether the variable is set to anything but an empty text or `0`.
    #[must_use]
    pub fn flag(&self, name: &str) -> bool {
        self.filled(name).is_some()
    }

    /// The variable as a whole number, if it is one.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<i64> {
        self.text(name)?.trim().parse().ok()
    }

    /// The user's home folder.
    #[must_use]
    pub fn home(&self) -> Option<PathBuf> {
        let windows = || cfg!(windows).then(|| self.get("USERPROFILE")).flatten();
        self.get("HOME").or_else(windows).map(PathBuf::from)
    }

    /// A snapshot with one variable set anew, for a child process.
    #[must_use]
    pub fn with(mut self, name: impl Into<OsString>, value: impl Into<OsString>) -> Self {
        self.set(name, value);
        self
    }

    /// Sets a variable in this snapshot.
    pub fn set(&mut self, name: impl Into<OsString>, value: impl Into<OsString>) {
        self.variables.insert(name.into(), value.into());
    }

    /// Takes a variable out of this snapshot.
    pub fn unset(&mut self, name: &str) {
        self.variables.remove(OsStr::new(name));
    }

    /// All variables, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&OsStr, &OsStr)> {
        self.variables
            .iter()
            .map(|(name, value)| (name.as_os_str(), value.as_os_str()))
    }
}

impl<K: Into<OsString>, V: Into<OsString>> FromIterator<(K, V)> for Environment {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(variables: I) -> Self {
        Self {
            variables: variables
                .into_iter()
                .map(|(name, value)| (name.into(), value.into()))
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Environment;

    #[test]
    fn switches() {
        let environment: Environment = [("A", "1"), ("B", "off"), ("C", ""), ("D", "maybe")]
            .into_iter()
            .collect();
        assert_eq!(environment.switch("A").ok(), Some(Some(true)));
        assert_eq!(environment.switch("B").ok(), Some(Some(false)));
        assert_eq!(environment.switch("C").ok(), Some(None));
        assert_eq!(environment.switch("E").ok(), Some(None));
        assert!(environment.switch("D").is_err());
    }
}
