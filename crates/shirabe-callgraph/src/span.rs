//! Spans: from entering a centre to leaving it.

use crate::Centre;
use std::marker::PhantomData;

/// An open span; dropping it leaves the centre. Spans of a thread end in the opposite order to
/// that in which they began, so keep one in a variable of its own block: `let _span = enter(…)`.
#[must_use = "a span that is not kept ends at once"]
#[derive(Debug)]
pub struct Span {
    #[cfg(feature = "record")]
    recorded: bool,
    /// A span belongs to the thread that opened it.
    thread: PhantomData<*const ()>,
}

/// Enters a cost centre.
#[cfg(feature = "record")]
#[inline]
pub fn enter(centre: &'static Centre) -> Span {
    Span {
        recorded: crate::session::is_recording() && crate::thread::enter(centre),
        thread: PhantomData,
    }
}

/// Enters a cost centre: nothing, in this build.
#[cfg(not(feature = "record"))]
#[inline(always)]
pub fn enter(_: &'static Centre) -> Span {
    Span {
        thread: PhantomData,
    }
}

#[cfg(feature = "record")]
impl Drop for Span {
    #[inline]
    fn drop(&mut self) {
        if self.recorded {
            crate::thread::leave();
        }
    }
}
