//! Where an experiment ran, for whoever reads its report.

use crate::build;
use serde::Serialize;
use std::fs;
use std::process::Command;

/// The machine, and what the program was built of and with. Empty where it cannot be told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Machine {
    /// The processor's name.
    pub(crate) processor: String,
    /// How many of them a program may use.
    pub(crate) processors: usize,
    /// The memory, in MiB.
    pub(crate) memory: u64,
    /// The kernel's name and release.
    pub(crate) kernel: String,
    /// Whether the kernel backs memory with huge pages, as it says itself.
    pub(crate) huge_pages: String,
    /// What `rustc --version` says.
    pub(crate) compiler: String,
    /// The commit, with `+` where files have changed since.
    pub(crate) commit: String,
}

impl Machine {
    /// This one.
    pub(crate) fn this() -> Self {
        let commit = said("git", &["rev-parse", "--short", "HEAD"]);
        let changed = !said("git", &["status", "--porcelain", "--untracked-files=no"]).is_empty();
        Self {
            processor: field("/proc/cpuinfo", "model name"),
            processors: std::thread::available_parallelism().map_or(1, usize::from),
            memory: field("/proc/meminfo", "MemTotal")
                .trim_end_matches(" kB")
                .parse()
                .map_or(0, |kib: u64| kib / 1024),
            kernel: said("uname", &["-sr"]),
            huge_pages: fs::read_to_string("/sys/kernel/mm/transparent_hugepage/enabled")
                .map(|text| chosen(&text).to_owned())
                .unwrap_or_default(),
            compiler: said("rustc", &["--version"]),
            commit: format!("{commit}{}", if changed { "+" } else { "" }),
        }
    }

    /// One line.
    pub(crate) fn line(&self) -> String {
        format!(
            "{} × {}, {} MiB, {}, transparent huge pages: {}; {}; commit {}",
            self.processors,
            self.processor,
            self.memory,
            self.kernel,
            self.huge_pages,
            self.compiler,
            self.commit
        )
    }
}

/// What a program says, in the workspace's folder.
fn said(program: &str, arguments: &[&str]) -> String {
    Command::new(program)
        .args(arguments)
        .current_dir(build::workspace())
        .output()
        .map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned())
        .unwrap_or_default()
}

/// The first value under a name, in a file of lines `name : value`.
fn field(file: &str, name: &str) -> String {
    fs::read_to_string(file)
        .ok()
        .and_then(|text| {
            text.lines()
                .filter_map(|line| line.split_once(':'))
                .find(|(key, _)| key.trim() == name)
                .map(|(_, value)| value.trim().to_owned())
        })
        .unwrap_or_default()
}

/// The word in brackets, as the kernel marks the one of several that holds.
fn chosen(text: &str) -> &str {
    text.split_once('[')
        .and_then(|(_, rest)| rest.split_once(']'))
        .map_or("", |(word, _)| word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_word_in_brackets_is_the_one_that_holds() {
        assert_eq!(chosen("always [madvise] never\n"), "madvise");
        assert_eq!(chosen("always"), "");
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn this_machine_is_described() {
        let machine = Machine::this();
        assert!(
            machine.processors > 0 && machine.memory > 100,
            "{machine:?}"
        );
        assert!(machine.kernel.starts_with("Linux "), "{machine:?}");
        assert!(machine.compiler.starts_with("rustc 1."), "{machine:?}");
    }
}
