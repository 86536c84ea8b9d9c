//! What an allocator says of itself.

use crate::Allocator;

/// Numbers from an allocator's own books: proof of which one runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statistics {
    /// The library and its version, as it reports them.
    pub library: String,
    /// Bytes handed out, as far as the allocator counts them: taking a block of some megabytes
    /// raises this by at least its size at once. mimalloc counts only blocks beyond its largest
    /// size class (16 MiB in version 2), and never takes back.
    pub handed_out: u64,
    /// Bytes that the allocator holds from the operating system.
    pub held: u64,
}

/// The chosen allocator's statistics; `None` where the platform has none to give.
#[must_use]
pub fn statistics() -> Option<Statistics> {
    Allocator::CHOSEN.statistics()
}

impl Allocator {
    /// The statistics of one of the [`LINKED`](Self::LINKED) allocators; `None` for another, and
    /// where the platform has none to give.
    #[must_use]
    pub fn statistics(self) -> Option<Statistics> {
        match self {
            Self::System => crate::system::statistics(),
            #[cfg(feature = "alloc-arena-bitmap")]
            Self::ArenaBitmap => Some(of_arenas::<crate::arena::BitmapDesign>()),
            #[cfg(feature = "alloc-arena-scan")]
            Self::ArenaScan => Some(of_arenas::<crate::arena::ScanDesign>()),
            #[cfg(feature = "alloc-jemalloc")]
            Self::Jemalloc => crate::jemalloc::statistics(),
            #[cfg(feature = "alloc-mimalloc")]
            Self::MimallocV2 | Self::Mimalloc if Self::LINKED.contains(&self) => {
                crate::mimalloc::statistics()
            }
            _ => None,
        }
    }
}

#[cfg(any(feature = "alloc-arena-bitmap", feature = "alloc-arena-scan"))]
fn of_arenas<D: crate::arena::Process>() -> Statistics {
    let counted = crate::arena::ArenaAllocator::<D>::statistics();
    Statistics {
        library: format!(
            "arena {}, {}",
            env!("CARGO_PKG_VERSION"),
            crate::arena::Arena::<D>::search()
        ),
        handed_out: counted.bytes_on_loan,
        held: counted.bytes_mapped,
    }
}
