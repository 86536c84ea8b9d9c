//! The names of Composer's own events (<https://getcomposer.org/doc/articles/scripts.md#event-names>).

/// The events of commands.
const SCRIPT_EVENTS: [&str; 12] = [
    "pre-install-cmd",
    "post-install-cmd",
    "pre-update-cmd",
    "post-update-cmd",
    "pre-status-cmd",
    "post-status-cmd",
    "pre-autoload-dump",
    "post-autoload-dump",
    "post-root-package-install",
    "post-create-project-cmd",
    "pre-archive-cmd",
    "post-archive-cmd",
];

/// The events of operations.
const OPERATION_EVENTS: [&str; 7] = [
    "pre-operations-exec",
    "pre-package-install",
    "post-package-install",
    "pre-package-update",
    "post-package-update",
    "pre-package-uninstall",
    "post-package-uninstall",
];

/// Whether a script of this name, however spelled (`POST_INSTALL_CMD`), listens to an event of a
/// command, and is no command of its own.
#[must_use]
pub fn is_event(name: &str) -> bool {
    let name = name.to_ascii_lowercase().replace('_', "-");
    SCRIPT_EVENTS.contains(&name.as_str())
}

/// Whether `run-script` runs the scripts of this event of a command: only when it is spelled right.
#[must_use]
pub fn may_be_run_by_hand(name: &str) -> bool {
    SCRIPT_EVENTS.contains(&name)
}

/// Whether the program raises this event by itself.
pub(super) fn is_raised(name: &str) -> bool {
    is_event(name) || OPERATION_EVENTS.contains(&name)
}
