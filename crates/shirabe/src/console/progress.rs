//! Progress bars on a terminal.

use super::Console;
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};

/// One bar that is gone when dropped. In a pipe it draws nothing.
pub(crate) struct Progress<'a> {
    console: &'a Console,
    bar: ProgressBar,
}

impl<'a> Progress<'a> {
    /// A bar of `total` steps.
    pub(crate) fn start(console: &'a Console, label: &'static str, total: u64) -> Self {
        let bar = if console.draws_progress() {
            let bars = MultiProgress::with_draw_target(ProgressDrawTarget::stderr());
            let bar = bars.add(ProgressBar::new(total).with_message(label));
            if let Ok(style) =
                ProgressStyle::with_template(" {pos:>4}/{len} [{bar:28}] {percent:>3}% {msg}")
            {
                bar.set_style(style.progress_chars("=> "));
            }
            if let Ok(mut slot) = console.bars.lock() {
                *slot = Some(bars);
            }
            bar
        } else {
            ProgressBar::hidden()
        };
        Self { console, bar }
    }

    /// One step further.
    pub(crate) fn step(&self) {
        self.bar.inc(1);
    }
}

impl Drop for Progress<'_> {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
        if let Ok(mut slot) = self.console.bars.lock() {
            *slot = None;
        }
    }
}
