//! Running the `scripts` of a `composer.json`.
//!
//! See <https://getcomposer.org/doc/articles/scripts.md>.

mod arguments;
mod callback;
mod event;
mod events;
mod listener;
mod messages;
mod own_binary;
mod php_command;
mod process;
mod runner;
mod settings;
mod worker;

pub use arguments::escape;
pub use event::{Event, EventKind, Operation};
pub use events::{is_event, may_be_run_by_hand};
pub use messages::{Messages, Verbosity};
pub use runner::ScriptRunner;
pub use settings::{ScriptProject, ScriptSettings};
