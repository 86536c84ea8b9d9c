//! `--version`.

use crate::allocator;
use crate::console::{Console, Verbosity};
use crate::failure::exit;
use crate::version;

pub(crate) fn print(console: &Console) -> u8 {
    let mut text = version::line();
    if console.verbosity() >= Verbosity::Verbose {
        text.push_str(&format!(
            "\nallocator {}\nmetadata decoder {}",
            allocator::ALLOCATOR,
            shirabe_repository::DECODER
        ));
    }
    console.print(&text);
    exit::OK
}
