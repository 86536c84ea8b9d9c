//! Over all jobs: how much of the work is malloc and free, against what another allocator gains.

use super::published::MALLOC_SHARE;
use super::report::JobReport;
use crate::report::table;

/// The variant whose gains are held against the share.
const VARIANT: &str = "mimalloc";

/// A table with a row for each job; empty where nothing was counted.
pub(super) fn markdown(jobs: &[JobReport]) -> String {
    let rows: Vec<Vec<String>> = jobs.iter().filter_map(row).collect();
    if rows.is_empty() {
        return String::new();
    }
    let head = [
        "job",
        "malloc and free, of the system's instructions",
        "gain of mimalloc: instructions",
        "user",
        "wall",
    ];
    format!(
        "\n## Share against gain\n\nPublished: {MALLOC_SHARE:.0} % of samples, and a gain of 14.8 % wall.\n{}",
        table(&head.map(str::to_owned), &rows)
    )
}

fn row(job: &JobReport) -> Option<Vec<String>> {
    let share = job.malloc_share?;
    let gain = |metric: &str| {
        let compared = job.compared.iter().find(|it| it.metric == metric);
        compared
            .and_then(|it| it.gain_of(VARIANT))
            .map_or_else(|| "–".to_owned(), |judged| judged.cell(1))
    };
    Some(vec![
        job.job.to_owned(),
        format!("{share:.1} %"),
        gain("instructions"),
        gain("user"),
        gain("wall"),
    ])
}
