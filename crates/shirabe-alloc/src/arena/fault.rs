//! Ending the program where memory has been used wrongly.

use std::ptr;

/// Whether blocks are checked: in debug builds.
pub(super) const CHECKED: bool = cfg!(debug_assertions);

/// Says what is wrong with a block and aborts. Nothing here allocates.
#[cold]
#[inline(never)]
pub(super) fn abort(what: &str, block: *const u8) -> ! {
    let mut hexadecimal = [0_u8; 2 * size_of::<usize>()];
    let mut rest = block.addr();
    for digit in hexadecimal.iter_mut().rev() {
        *digit = b"0123456789abcdef"[rest & 15];
        rest >>= 4;
    }
    for part in [
        b"shirabe-alloc: block 0x".as_slice(),
        &hexadecimal,
        b": ",
        what.as_bytes(),
        b"\n",
    ] {
        // SAFETY: the buffer is valid for its length. That a message is cut short is no matter.
        unsafe { libc::write(libc::STDERR_FILENO, ptr::from_ref(part).cast(), part.len()) };
    }
    std::process::abort()
}
