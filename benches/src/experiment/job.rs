//! What the program is asked to do while it is measured.

use crate::answer::Answer;
use crate::build::{self, BENCH, Program, SHIRABE};
use crate::error::ExperimentError;
use crate::measure::{self, Run};
use crate::variant::Arm;
use shirabe_world::World;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A job on the offline world.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Job {
    /// `create-project laravel/laravel`: all that the program does.
    CreateProject,
    /// `update --no-install` of the same project: resolving alone, nothing unpacked.
    Update,
    /// Decoding every metadata document of the world, over and over.
    Decode,
    /// The same, and the whole data of every version made, as a program does that knows no better.
    Expand,
}

/// Options of every run: nothing but the program itself is measured.
const QUIET: [&str; 3] = ["--no-scripts", "--no-interaction", "--no-plugins"];

impl Job {
    /// Every job.
    pub const ALL: [Self; 4] = [
        Self::CreateProject,
        Self::Update,
        Self::Decode,
        Self::Expand,
    ];

    /// The name on the command line and in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::CreateProject => "create-project",
            Self::Update => "update",
            Self::Decode => "decode",
            Self::Expand => "expand",
        }
    }

    pub(crate) const fn program(self) -> Program {
        match self.benchmark() {
            Some(_) => BENCH,
            None => SHIRABE,
        }
    }

    /// The benchmark that does the job, where it is not for the program itself.
    const fn benchmark(self) -> Option<&'static str> {
        match self {
            Self::CreateProject | Self::Update => None,
            Self::Decode => Some("decode-world"),
            Self::Expand => Some("expand-world"),
        }
    }

    /// What is run, as a person would type it.
    pub(crate) fn shown(self, rounds: usize) -> String {
        let quiet = QUIET.join(" ");
        match (self, self.benchmark()) {
            (_, Some(benchmark)) => format!("bench {benchmark} {rounds} target/world"),
            (Self::Update, None) => format!("shirabe update --no-install {quiet}"),
            (_, None) => format!("shirabe create-project laravel/laravel {quiet}"),
        }
    }
}

/// A job with all that its runs need.
#[derive(Debug)]
pub(crate) struct Prepared<'w> {
    job: Job,
    world: &'w World,
    /// How often a run of a benchmark goes through the world.
    rounds: usize,
    /// The `composer.json` that `update` resolves.
    manifest: Option<PathBuf>,
}

impl<'w> Prepared<'w> {
    /// Makes ready what the runs share, in `scratch`, with an arm's build.
    ///
    /// # Errors
    /// Where the program fails.
    pub(crate) fn new(
        job: Job,
        rounds: usize,
        world: &'w World,
        scratch: &Path,
        arm: Arm,
    ) -> Result<Self, ExperimentError> {
        let mut this = Self {
            job,
            world,
            rounds,
            manifest: None,
        };
        if job == Job::Update {
            let folder = scratch.join("skeleton");
            let mut command = this.shirabe(arm, scratch);
            command
                .args(["create-project", "laravel/laravel", "--no-install"])
                .args(QUIET)
                .arg(&folder);
            measure::run(command, "create-project --no-install")?;
            this.manifest = Some(folder.join("composer.json"));
        }
        Ok(this)
    }

    /// The command of an arm that does the job in `folder`, which is not there yet.
    ///
    /// # Errors
    /// Where the folder cannot be made.
    pub(crate) fn command(&self, arm: Arm, folder: &Path) -> Result<Command, ExperimentError> {
        let parent = folder.parent().unwrap_or(folder);
        if let Some(benchmark) = self.job.benchmark() {
            return Ok(bench(benchmark, self.rounds, self.world, arm));
        }
        if self.job == Job::Update {
            fs::create_dir_all(folder).map_err(ExperimentError::io(folder))?;
            if let Some(manifest) = &self.manifest {
                let copy = folder.join("composer.json");
                fs::copy(manifest, &copy).map_err(ExperimentError::io(&copy))?;
            }
            let mut command = self.shirabe(arm, folder);
            command.args(["update", "--no-install"]).args(QUIET);
            return Ok(command);
        }
        let mut command = self.shirabe(arm, parent);
        command
            .args(["create-project", "laravel/laravel"])
            .args(QUIET)
            .arg(folder);
        Ok(command)
    }

    /// What a run came to, which must not depend on the arm.
    ///
    /// # Errors
    /// Where it left none.
    pub(crate) fn result(&self, run: &Run, folder: &Path) -> Result<Vec<u8>, ExperimentError> {
        match self.job.benchmark() {
            Some(benchmark) => Ok(Answer::read(&run.stdout, benchmark)?.checksum.into_bytes()),
            None => {
                let lock = folder.join("composer.lock");
                fs::read(&lock).map_err(ExperimentError::io(&lock))
            }
        }
    }

    fn shirabe(&self, arm: Arm, folder: &Path) -> Command {
        let mut command = clean(&build::binary(SHIRABE, arm), arm);
        command.envs(self.world.variables()).current_dir(folder);
        command
    }
}

/// Variables of whoever runs the experiment that would change what is measured.
const FOREIGN: [&str; 6] = [
    "COMPOSER",
    "MIMALLOC_",
    "MALLOC_",
    "_RJEM_",
    "RAYON_",
    "GLIBC_TUNABLES",
];

/// The command of a benchmark.
pub(crate) fn bench(benchmark: &str, rounds: usize, world: &World, arm: Arm) -> Command {
    let mut command = clean(&build::binary(BENCH, arm), arm);
    command
        .arg(benchmark)
        .arg(rounds.to_string())
        .arg(world.folder());
    command
}

/// A program in the environment of an arm.
pub(crate) fn clean(program: &Path, arm: Arm) -> Command {
    let mut command = Command::new(program);
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if FOREIGN.iter().any(|prefix| text.starts_with(prefix)) {
            command.env_remove(name);
        }
    }
    command.envs(arm.variant.environment.iter().copied());
    command
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::{Twin, Variant, plain};

    #[test]
    fn an_arm_brings_its_environment_and_foreign_variables_go() {
        let variant = Variant {
            environment: &[("MIMALLOC_X", "1")],
            ..plain("mimalloc")
        };
        let twin = Twin::B;
        let command = clean(Path::new("x"), Arm { variant, twin });
        let set: Vec<_> = command.get_envs().filter(|it| it.1.is_some()).collect();
        assert_eq!(set, [("MIMALLOC_X".as_ref(), Some("1".as_ref()))]);
    }

    #[test]
    fn jobs_have_names_of_their_own_and_say_what_they_run() {
        for job in Job::ALL {
            let same = Job::ALL.iter().filter(|other| other.name() == job.name());
            assert_eq!(same.count(), 1);
            assert!(job.shown(3).starts_with(job.program().binary));
        }
        assert_eq!(Job::Decode.shown(3), "bench decode-world 3 target/world");
    }
}
