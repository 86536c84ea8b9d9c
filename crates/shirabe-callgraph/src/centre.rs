//! Cost centres: names for stretches of the program.

#[cfg(feature = "record")]
use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicU32, Ordering},
};

/// A stretch of the program with a name. Made by [`centre!`](crate::centre), one for each place
/// in the sources.
#[derive(Debug)]
pub struct Centre {
    #[cfg(feature = "record")]
    pub(crate) place: Place,
    #[cfg(feature = "record")]
    pub(crate) fine: bool,
    /// Its number among the centres met so far, from 1; 0 until it is met.
    #[cfg(feature = "record")]
    id: AtomicU32,
}

/// What a profile says of a centre.
#[cfg(feature = "record")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Place {
    pub(crate) file: &'static str,
    pub(crate) line: u32,
    pub(crate) name: &'static str,
}

/// A centre's number, from 0.
#[cfg(feature = "record")]
pub(crate) type CentreId = u32;

#[cfg(feature = "record")]
static MET: Mutex<Vec<&'static Centre>> = Mutex::new(Vec::new());

impl Centre {
    /// A centre with the place in the sources where it is named, as `file!()` and `line!()` give it.
    #[must_use]
    pub const fn new(name: &'static str, file: &'static str, line: u32) -> Self {
        Self::with_clock(name, file, line, false)
    }

    /// A centre that is entered so often that reading the clock would swamp what it measures. Its
    /// time is charged to the innermost span around it that is not fine; calls and allocations are
    /// charged to itself.
    #[must_use]
    pub const fn fine(name: &'static str, file: &'static str, line: u32) -> Self {
        Self::with_clock(name, file, line, true)
    }

    #[cfg(feature = "record")]
    const fn with_clock(name: &'static str, file: &'static str, line: u32, fine: bool) -> Self {
        Self {
            place: Place { file, line, name },
            fine,
            id: AtomicU32::new(0),
        }
    }

    #[cfg(not(feature = "record"))]
    const fn with_clock(_: &'static str, _: &'static str, _: u32, _: bool) -> Self {
        Self {}
    }

    /// Its number, if it was met before.
    #[cfg(feature = "record")]
    #[inline]
    pub(crate) fn known_id(&self) -> Option<CentreId> {
        self.id.load(Ordering::Relaxed).checked_sub(1)
    }

    /// Its number.
    #[cfg(feature = "record")]
    pub(crate) fn id(&'static self) -> CentreId {
        self.known_id().unwrap_or_else(|| self.register())
    }

    #[cfg(feature = "record")]
    #[cold]
    fn register(&'static self) -> CentreId {
        let mut met = MET.lock().unwrap_or_else(PoisonError::into_inner);
        // Another thread may have been here first.
        if self.id.load(Ordering::Relaxed) == 0 {
            met.push(self);
            self.id.store(met.len() as u32, Ordering::Relaxed);
        }
        self.id.load(Ordering::Relaxed) - 1
    }

    /// Where each centre is named, by number.
    #[cfg(feature = "record")]
    pub(crate) fn places() -> Vec<Place> {
        let met = MET.lock().unwrap_or_else(PoisonError::into_inner);
        met.iter().map(|centre| centre.place).collect()
    }
}

/// A static [`Centre`] of this name and this place in the sources: `centre!("decode")`, or
/// `centre!(fine "value")` for one entered so often that the clock must not be read
/// ([`Centre::fine`]).
#[macro_export]
macro_rules! centre {
    (fine $name:literal) => {{
        static CENTRE: $crate::Centre = $crate::Centre::fine($name, file!(), line!());
        &CENTRE
    }};
    ($name:literal) => {{
        static CENTRE: $crate::Centre = $crate::Centre::new($name, file!(), line!());
        &CENTRE
    }};
}
