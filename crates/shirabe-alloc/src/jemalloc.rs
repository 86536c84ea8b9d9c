//! jemalloc.

use crate::Statistics;
use tikv_jemalloc_ctl::{epoch, stats, version};

/// From `mallctl`: `stats.allocated` and `stats.mapped`.
pub(crate) fn statistics() -> Option<Statistics> {
    // The numbers stand still until the epoch moves on.
    epoch::advance().ok()?;
    Some(Statistics {
        library: format!("jemalloc {}", version::read().ok()?),
        handed_out: stats::allocated::read().ok()? as u64,
        held: stats::mapped::read().ok()? as u64,
    })
}
