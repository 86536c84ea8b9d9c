//! Sampling a program with Linux's perf: what each processor is at, some thousand times a second of
//! its time.

use crate::allocator_names::is_inside;
use crate::error::ExperimentError;
use crate::measure;
use std::path::Path;
use std::process::Command;

/// A perf that can be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Perf {
    /// What it calls itself.
    pub(crate) version: String,
}

/// What the report says where there is none.
pub(crate) const MISSING: &str = "perf is not installed or not allowed, so nothing was sampled";

/// Samples for each second of processor time.
pub(crate) const FREQUENCY: u32 = 10_000;

/// How much of the stack goes with each sample, in bytes: from it callers are found without frame
/// pointers, and an allocator's entry is never far up.
const STACK: u32 = 4_096;

/// A moment of a thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Sample {
    pub(crate) process: u32,
    pub(crate) thread: u32,
    /// Of the monotonic clock.
    pub(crate) nanoseconds: u64,
    /// Whether it was in the kernel.
    pub(crate) in_kernel: bool,
    /// Whether it was within a call that allocates, changes or frees a block.
    pub(crate) in_allocator: bool,
    /// Whether the kernel was giving a page that the program touched.
    pub(crate) in_page_fault: bool,
}

impl Perf {
    /// The perf of this machine; `None` where it has none, or the system forbids it.
    pub(crate) fn find(scratch: &Path) -> Option<Self> {
        let output = Command::new("perf").arg("--version").output().ok()?;
        let version = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        let this = Self { version };
        let tried = this.sample(&Command::new("true"), &scratch.join("tried"), "true");
        tried.is_ok().then_some(this)
    }

    /// Runs a command and samples it, its threads and its children. The raw record goes to `record`.
    ///
    /// # Errors
    /// Where the command or perf fails.
    pub(crate) fn sample(
        &self,
        command: &Command,
        record: &Path,
        what: &str,
    ) -> Result<Vec<Sample>, ExperimentError> {
        let mut under = Command::new("perf");
        under
            .args(["record", "--quiet", "--event=cpu-clock"])
            .args([
                "--clockid=CLOCK_MONOTONIC",
                "--freq",
                &FREQUENCY.to_string(),
            ])
            .arg(format!("--call-graph=dwarf,{STACK}"))
            .arg("--output")
            .arg(record)
            .arg("--");
        measure::run(measure::within(under, command), what)?;
        let mut script = Command::new("perf");
        script
            .args(["script", "--no-inline", "--ns", "--fields"])
            .arg("pid,tid,time,ip,sym,dso")
            .arg("--input")
            .arg(record);
        let said = measure::run(script, &format!("perf script of {what}"))?;
        Ok(read(&said.stdout))
    }
}

/// Addresses from here on are the kernel's.
const KERNEL: u64 = 1 << 63;

/// Reads what `perf script` prints: a line for each sample, and below it, indented, one for each
/// frame of its stack, the innermost first.
fn read(script: &str) -> Vec<Sample> {
    let mut samples: Vec<Sample> = Vec::new();
    let mut innermost = false;
    for line in script.lines() {
        if line.starts_with('\t') {
            let Some(sample) = samples.last_mut() else {
                continue;
            };
            let frame = line.trim_start();
            let Some((address, function)) = frame.split_once(' ') else {
                continue;
            };
            let in_kernel = u64::from_str_radix(address, 16).is_ok_and(|address| address >= KERNEL);
            if innermost {
                sample.in_kernel = in_kernel;
                innermost = false;
            }
            let function = function
                .rsplit_once(" (")
                .map_or(function, |(name, _)| name);
            if in_kernel {
                sample.in_page_fault |= function.contains("page_fault");
            } else {
                sample.in_allocator |= is_inside(function);
            }
        } else if let Some(sample) = begin(line) {
            samples.push(sample);
            innermost = true;
        }
    }
    samples
}

/// `<process>/<thread> <seconds>.<nanoseconds>:`
fn begin(line: &str) -> Option<Sample> {
    let (ids, time) = line.trim().strip_suffix(':')?.split_once(' ')?;
    let (process, thread) = ids.split_once('/')?;
    let (seconds, fraction) = time.trim().split_once('.')?;
    let [seconds, fraction]: [u64; 2] = [seconds.parse().ok()?, fraction.parse().ok()?];
    Some(Sample {
        process: process.parse().ok()?,
        thread: thread.parse().ok()?,
        nanoseconds: seconds * 1_000_000_000 + fraction,
        in_kernel: false,
        in_allocator: false,
        in_page_fault: false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCRIPT: &str = "\
26337/26337  4475.242622786: \n\
\tffffffff813930f5 task_work_run ([kernel.kallsyms])\n\
\t           1ab70 _start (/usr/lib/ld-linux.so.2)\n\
\tffffffffffffffff [unknown] ([unknown])\n\
\n\
26337/26340  4475.000000042: \n\
\t           97c24 _int_malloc (/usr/lib/libc.so.6)\n\
\t           989c8 malloc (/usr/lib/libc.so.6)\n\
\t           10000 <T as core::ops::Fn<(A, B)>>::call (/target/shirabe (deleted))\n\
\n\
    7/8     1.5: \n\
\tffffffff82000000 clear_page_erms ([kernel.kallsyms])\n\
\tffffffff81000c82 asm_exc_page_fault ([kernel.kallsyms])\n\
\t           10000 shirabe_mixed::json::decode (/target/shirabe)\n\
\n";

    #[test]
    fn samples_are_told_apart() {
        let [kernel, allocator, fault] = read(SCRIPT).try_into().unwrap();
        assert_eq!((kernel.process, kernel.thread), (26337, 26337));
        assert_eq!(kernel.nanoseconds, 4_475_242_622_786);
        assert!(kernel.in_kernel && !kernel.in_allocator && !kernel.in_page_fault);
        assert_eq!(
            (allocator.thread, allocator.nanoseconds % 1_000),
            (26340, 42)
        );
        assert!(!allocator.in_kernel && allocator.in_allocator);
        assert!(fault.in_kernel && fault.in_page_fault && !fault.in_allocator);
    }

    #[test]
    fn a_busy_process_is_sampled() {
        let folder = tempfile::tempdir().unwrap();
        let Some(perf) = Perf::find(folder.path()) else {
            eprintln!("skipped: {MISSING}");
            return;
        };
        let mut command = Command::new("sh");
        command.args(["-c", "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done"]);
        let record = folder.path().join("record");
        let samples = perf.sample(&command, &record, "a loop").unwrap();
        assert!(samples.len() > 50, "{}", samples.len());
        let first = samples[0];
        assert_eq!(first.process, first.thread);
        let user = samples.iter().filter(|sample| !sample.in_kernel).count();
        assert!(user * 2 > samples.len(), "{user} of {}", samples.len());
    }
}
