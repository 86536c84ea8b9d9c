//! The command line: one table of commands and flags feeds the parser, the help and completion.

pub(crate) mod completion;
pub(crate) mod help;
pub(crate) mod parser;
pub(crate) mod table;

pub(crate) use parser::{Input, Invocation, read};
pub(crate) use table::CommandName;
