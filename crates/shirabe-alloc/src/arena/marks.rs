//! Telling checkers what they cannot see.
//!
//! Helgrind knows the locks of the C library but not atomic words. With the feature `helgrind`, on x86-64 Linux, these are the client requests that valgrind
//! documents (manual, "Helgrind client requests" and "The Client Request mechanism"); outside of
//! valgrind those instructions change nothing. The address sanitizer knows the C library's
//! allocator but not this one: with `--cfg shirabe_asan` it is told which bytes are on loan. Without
//! these there is nothing.

/// What this thread has done so far comes before what another does after [`after`] of the same
/// object.
#[inline(always)]
pub(super) fn before<T: ?Sized>(object: *const T) {
    request::<{ request::SEND }>(object.cast::<u8>().addr(), 0);
}

/// See [`before`].
#[inline(always)]
pub(super) fn after<T: ?Sized>(object: *const T) {
    request::<{ request::RECEIVE }>(object.cast::<u8>().addr(), 0);
}

/// An object that is all atomic words, or is as good as that.
#[inline(always)]
pub(super) fn atomic<T>(object: *const T) {
    request::<{ request::UNTRACK }>(object.addr(), size_of::<T>());
}

cfg_select! {
    all(feature = "helgrind", target_arch = "x86_64", target_os = "linux") => {
        use request::request;

        mod request {
            /// The first of helgrind's requests of the kind that annotates.
            const BASE: usize = ((b'H' as usize) << 24 | (b'G' as usize) << 16) + 256;
            pub(super) const SEND: usize = BASE + 33;
            pub(super) const RECEIVE: usize = BASE + 34;
            pub(super) const UNTRACK: usize = BASE + 39;

            pub(super) fn request<const REQUEST: usize>(first: usize, second: usize) {
                let words = [REQUEST, first, second, 0, 0, 0];
                // SAFETY: the rotations add up to two whole turns and the exchange is of a register
                // with itself, so that a processor does nothing; valgrind reads the words and
                // leaves a result in rdx.
                unsafe {
                    std::arch::asm!(
                        "rol rdi, 3",
                        "rol rdi, 13",
                        "rol rdi, 61",
                        "rol rdi, 51",
                        "xchg rbx, rbx",
                        in("rax") words.as_ptr(),
                        inout("rdx") 0_usize => _,
                        options(nostack),
                    );
                }
            }
        }
    }
    _ => {
        use request::request;

        mod request {
            pub(super) const SEND: usize = 0;
            pub(super) const RECEIVE: usize = 1;
            pub(super) const UNTRACK: usize = 2;

            #[inline(always)]
            pub(super) fn request<const REQUEST: usize>(_first: usize, _second: usize) {}
        }
    }
}

/// Bytes that may be touched from now on.
#[inline(always)]
pub(super) fn usable(start: *const u8, length: usize) {
    #[cfg(shirabe_asan)]
    // SAFETY: changes only what the sanitizer knows.
    unsafe {
        __asan_unpoison_memory_region(start.cast(), length);
    }
    let _ = (start, length);
}

/// Bytes that nobody touches until they are [`usable`] again.
#[inline(always)]
pub(super) fn unusable(start: *const u8, length: usize) {
    #[cfg(shirabe_asan)]
    // SAFETY: the same.
    unsafe {
        __asan_poison_memory_region(start.cast(), length);
    }
    let _ = (start, length);
}

#[cfg(shirabe_asan)]
unsafe extern "C" {
    fn __asan_poison_memory_region(start: *const std::ffi::c_void, length: usize);
    fn __asan_unpoison_memory_region(start: *const std::ffi::c_void, length: usize);
}
