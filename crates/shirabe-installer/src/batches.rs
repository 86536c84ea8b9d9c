//! Operations that run together.

use std::ops::Range;

use shirabe_resolver::Operation;

/// Splits operations at plugins, each of which is complete, with its scripts, before what comes after it begins.
pub(crate) fn batches(operations: &[Operation]) -> Vec<Range<usize>> {
    let mut batches = Vec::new();
    let mut start = 0;
    for (index, operation) in operations.iter().enumerate() {
        if is_plugin(operation) {
            if start < index {
                batches.push(start..index);
            }
            batches.push(index..index + 1);
            start = index + 1;
        }
    }
    if start < operations.len() {
        batches.push(start..operations.len());
    }
    batches
}

fn is_plugin(operation: &Operation) -> bool {
    match operation {
        Operation::Install(package) | Operation::Update { to: package, .. } => {
            matches!(
                package.package_type(),
                "composer-plugin" | "composer-installer"
            )
        }
        _ => false,
    }
}
