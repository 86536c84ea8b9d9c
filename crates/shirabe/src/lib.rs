//! The program: commands, options, console, errors as a user reads them.
