//! What scripts are told about why they run.

use shirabe_mixed::PhpMap;

/// An event, for which a `composer.json` may have scripts.
#[derive(Clone, Debug)]
pub struct Event {
    /// Its name: `post-install-cmd`, or any script's.
    pub name: String,
    /// Whether development packages take part.
    pub dev_mode: bool,
    /// Arguments that a user or a calling script gives.
    pub arguments: Vec<String>,
    /// The words behind the script's name when a user ran it as a command of its own; its command
    /// lines are not shown then.
    pub alias_input: Option<String>,
    /// What kind of event it is.
    pub kind: EventKind,
    /// Names of the events that this one was called by, the nearest first.
    pub(super) called_by: Vec<String>,
}

/// Kinds of events by what callbacks can ask them.
#[derive(Clone, Debug, Default)]
pub enum EventKind {
    /// `…-cmd`, `…-autoload-dump` and scripts that a user runs.
    #[default]
    Script,
    /// `pre-package-…` and `post-package-…`.
    Package {
        /// All operations of the run.
        operations: Vec<Operation>,
        /// The one that is about to happen, or has.
        operation: Operation,
    },
    /// `pre-operations-exec`.
    Installer {
        /// Whether operations are carried out, and not only shown.
        executing: bool,
        /// All operations of the run.
        operations: Vec<Operation>,
    },
}

/// An operation on a package, each package as its entry in a lock file.
#[derive(Clone, Debug)]
pub enum Operation {
    /// A package is installed.
    Install(PhpMap),
    /// A package takes the place of another version of it.
    Update {
        /// The package before.
        from: PhpMap,
        /// The package afterwards.
        to: PhpMap,
    },
    /// A package is removed.
    Uninstall(PhpMap),
}

impl Event {
    /// A script event without arguments.
    #[must_use]
    pub fn script(name: &str, dev_mode: bool) -> Self {
        Self {
            name: name.to_owned(),
            dev_mode,
            arguments: Vec::new(),
            alias_input: None,
            kind: EventKind::Script,
            called_by: Vec::new(),
        }
    }

    /// An event about one operation: `pre-package-install` and its like.
    #[must_use]
    pub fn package(name: &str, dev_mode: bool, operations: Vec<Operation>, of: Operation) -> Self {
        Self {
            kind: EventKind::Package {
                operations,
                operation: of,
            },
            ..Self::script(name, dev_mode)
        }
    }

    /// An event about all operations: `pre-operations-exec`.
    #[must_use]
    pub fn installer(
        name: &str,
        dev_mode: bool,
        executing: bool,
        operations: Vec<Operation>,
    ) -> Self {
        Self {
            kind: EventKind::Installer {
                executing,
                operations,
            },
            ..Self::script(name, dev_mode)
        }
    }

    /// The same event with arguments.
    #[must_use]
    pub fn with_arguments(mut self, arguments: Vec<String>) -> Self {
        self.arguments = arguments;
        self
    }

    /// The same event as raised by a script that a user ran as a command of its own: `input` is
    /// what stood behind its name. Command lines are not shown then.
    #[must_use]
    pub fn with_alias_input(mut self, input: &str) -> Self {
        self.alias_input = Some(input.to_owned());
        self
    }
}
