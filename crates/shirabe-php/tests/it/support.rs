//! A project in a temporary folder, and what its scripts said.

use shirabe_mixed::{PhpMap, PhpMixed, json};
use shirabe_package::Environment;
use shirabe_php::{
    Event, Messages, PhpBinary, ScriptError, ScriptProject, ScriptRunner, ScriptSettings, Verbosity,
};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// The variables of the test process.
pub(crate) fn environment() -> Environment {
    Environment::from_process()
}

/// The interpreter; without one the test notes that it is skipped.
pub(crate) fn php() -> Option<PhpBinary> {
    let environment = environment();
    let php = PhpBinary::find(&environment);
    if php.is_none() {
        assert!(
            !environment.flag("SHIRABE_REQUIRE_PHP"),
            "PHP is missing, and SHIRABE_REQUIRE_PHP is set"
        );
        println!("skipped: PHP is missing");
    }
    php
}

/// What the runner said.
#[derive(Default)]
pub(crate) struct Said(pub(crate) Vec<String>);

impl Messages for Said {
    fn line(&mut self, from: Verbosity, text: &str) {
        if from <= Verbosity::Normal {
            self.0.push(text.to_owned());
        }
    }
}

/// A project whose scripts may run.
pub(crate) struct Project {
    folder: TempDir,
    manifest: PhpMap,
    pub(crate) settings: ScriptSettings,
    pub(crate) environment: Environment,
}

impl Project {
    /// A project with this `composer.json`.
    pub(crate) fn new(manifest: &str) -> Self {
        let decoded = json::decode(manifest.as_bytes()).expect("a manifest");
        Self {
            folder: tempfile::tempdir().expect("a folder"),
            manifest: decoded.as_map().cloned().unwrap_or_default(),
            settings: ScriptSettings {
                enabled: true,
                executable: "/nowhere/shirabe".into(),
                ..ScriptSettings::default()
            },
            environment: environment(),
        }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }

    /// Writes an executable. Another process does, since a file that this one has open while it
    /// starts a third cannot be run.
    pub(crate) fn write_program(&self, name: &str, text: &str) {
        self.write(name, "");
        std::fs::remove_file(self.path(name)).expect("removed");
        let mut child = Command::new("sh")
            .args(["-c", "cat > \"$0\" && chmod 755 \"$0\""])
            .arg(self.path(name))
            .stdin(Stdio::piped())
            .spawn()
            .expect("a shell");
        let mut input = child.stdin.take().expect("an input");
        input.write_all(text.as_bytes()).expect("written");
        drop(input);
        assert!(child.wait().expect("an end").success());
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap_or_default()
    }

    pub(crate) fn runner(&self) -> ScriptRunner {
        let folder: &Path = self.folder.path();
        let vendor = folder.join("vendor");
        let config = json::decode(b"{\"process-timeout\": 300, \"sort-packages\": true}");
        let mut config = config
            .expect("an object")
            .as_map()
            .expect("an object")
            .clone();
        let vendor_text = vendor.to_string_lossy().into_owned();
        config.insert("vendor-dir".to_owned(), PhpMixed::from(vendor_text));
        let scripts = self
            .manifest
            .get("scripts")
            .cloned()
            .unwrap_or(PhpMixed::Null);
        let project = ScriptProject {
            directory: folder.to_owned(),
            bin_dir: vendor.join("bin"),
            vendor_dir: vendor,
            scripts: ScriptProject::read_scripts(&scripts),
            binaries: vec!["bin/own-tool".to_owned()],
            manifest: self.manifest.clone(),
            config,
        };
        ScriptRunner::new(project, self.settings.clone(), &self.environment)
    }

    /// Runs a script, and gives its result and what was said.
    pub(crate) fn run(&self, event: &Event) -> (Result<i32, ScriptError>, Vec<String>) {
        let mut said = Said::default();
        let result = self.runner().run(event, &mut said);
        (result, said.0)
    }

    /// Runs a script by its name.
    pub(crate) fn run_named(&self, name: &str) -> (Result<i32, ScriptError>, Vec<String>) {
        self.run(&Event::script(name, true))
    }
}
