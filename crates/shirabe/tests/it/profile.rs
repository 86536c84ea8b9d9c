//! `--profile=FILE`.

#[cfg(not(feature = "profile"))]
use crate::support::Place;

#[cfg(not(feature = "profile"))]
#[test]
fn without_the_feature_it_is_refused_with_how_to_build_it() {
    let place = Place::cold();
    let run = place.run(place.folder(), &["about", "--profile=out"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""), "{run:#?}");
    assert!(run.stderr.contains("out cannot be made"), "{run:#?}");
    assert!(run.stderr.contains("--features profile"), "{run:#?}");
    assert!(!place.at("out").exists());
    place
        .run(place.folder(), &["about", "--profile"])
        .succeeded();
}

#[cfg(feature = "profile")]
mod recorded {
    use crate::main_job::recorded::{LOCK, PACKAGES};
    use crate::support::{Place, packages_sum};
    use shirabe_archive::sha1_file;
    use shirabe_callgraph::{Config, Counters, Events, LookUp, Profile, start_stream};
    use shirabe_package::environment::Environment;
    use std::fs;
    use std::path::Path;
    use std::process::{Command, Stdio};

    /// The numbers of the line that begins with `key`.
    fn numbers(profile: &str, key: &str) -> Vec<u64> {
        let line = profile.lines().find_map(|line| line.strip_prefix(key));
        let line = line.unwrap_or_else(|| panic!("no {key} in\n{profile}"));
        line.split(' ')
            .filter_map(|word| word.parse().ok())
            .collect()
    }

    /// What callgrind_annotate says of a profile; nothing where it is missing, which a full run
    /// (`SHIRABE_REQUIRE_PHP=1`) does not allow.
    fn annotated(file: &Path) -> Option<String> {
        let output = Command::new("callgrind_annotate")
            .args(["--auto=no", "--show-percs=no"])
            .arg(file)
            .stdin(Stdio::null())
            .output();
        let required = std::env::var_os("SHIRABE_REQUIRE_PHP").is_some_and(|value| value == "1");
        assert!(
            output.is_ok() || !required,
            "there is no callgrind_annotate"
        );
        let Ok(output) = output else {
            eprintln!("skipped: there is no callgrind_annotate here");
            return None;
        };
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && errors.is_empty(), "{errors}");
        Some(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    #[test]
    fn the_main_job_spends_what_its_threads_spend_and_makes_the_same() {
        let place = Place::new();
        let job = [
            "create-project",
            "laravel/laravel",
            "app",
            "--no-scripts",
            "--profile=out",
        ];
        let run = place.run(place.folder(), &job).succeeded();
        assert!(run.stderr.contains("Profile written to out"), "{run:#?}");
        let app = place.at("app");
        assert_eq!(sha1_file(&app.join("composer.lock")).expect("a lock"), LOCK);
        assert_eq!(packages_sum(&app), PACKAGES);

        let profile = fs::read_to_string(place.at("out")).expect("a profile");
        let total = numbers(&profile, "summary: ");
        assert_eq!(total, numbers(&profile, "totals: "));
        let process = numbers(&profile, "desc: Process: ")[0];
        let off = process.abs_diff(total[0]) as f64 / process as f64;
        assert!(off < 0.05, "{} of {process} ns: {off}", total[0]);

        for name in [
            "command",
            "decode",
            "value",
            "value'2",
            "expand",
            "load",
            "documents",
            "read-cache",
            "pool",
            "optimise-pool",
            "rules",
            "search",
            "transaction",
            "fetch",
            "extract",
            "inflate",
            "write-file",
            "install",
            "scan",
            "walk",
            "walk'2",
            "dump-autoload",
            "write-lock",
        ] {
            assert!(
                profile.contains(&format!("\nfn={name}\n")),
                "{name}\n{profile}"
            );
        }
        if let Some(text) = annotated(&place.at("out")) {
            let line = text.lines().find(|line| line.contains("PROGRAM TOTALS"));
            let shown: Vec<u64> = line
                .expect("totals")
                .split_whitespace()
                .filter_map(|word| word.replace(',', "").parse().ok())
                .collect();
            assert_eq!(shown, total);
        }
    }

    #[test]
    fn a_name_that_ends_with_svg_gets_a_flame_graph() {
        let place = Place::cold();
        let run = place
            .run(place.folder(), &["list", "--profile=out.svg"])
            .succeeded();
        assert!(run.stdout.contains("create-project"), "{run:#?}");
        let svg = fs::read_to_string(place.at("out.svg")).expect("a flame graph");
        assert!(
            svg.starts_with("<?xml") && svg.contains("shirabe list"),
            "{svg}"
        );
        assert!(svg.contains("command"), "{svg}");
    }

    #[test]
    fn a_file_that_cannot_be_made_ends_the_command_before_it_begins() {
        let place = Place::cold();
        let app = place.project("app", "{}");
        let run = place.run(&app, &["update", "--profile=no/such/folder/out"]);
        assert_eq!(run.code, Some(1), "{run:#?}");
        let message = "The profile no/such/folder/out cannot be written: No such file";
        assert!(run.stderr.contains(message), "{run:#?}");
        assert!(!app.join("composer.lock").exists());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_that_takes_nothing_is_an_error_after_the_command() {
        let place = Place::cold();
        let run = place.run(place.folder(), &["list", "--profile=/dev/full"]);
        assert_eq!(run.code, Some(1), "{run:#?}");
        assert!(run.stdout.contains("create-project"), "{run:#?}");
        let message = "The profile /dev/full cannot be written: No space left";
        assert!(run.stderr.contains(message), "{run:#?}");
    }

    #[test]
    fn the_commands_own_exit_code_is_kept() {
        let place = Place::cold();
        let app = place.project(
            "app",
            r#"{"require": {"acme/none": "1"}, "repositories": [{"packagist.org": false}]}"#,
        );
        for file in ["out", "/dev/full"] {
            let run = place.run(&app, &["update", &format!("--profile={file}")]);
            assert_eq!(run.code, Some(2), "{run:#?}");
        }
        let profile = fs::read_to_string(app.join("out")).expect("a profile");
        assert!(profile.contains("\nfn=solve\n"), "{profile}");
    }

    fn count() -> Counters {
        let counters = shirabe_alloc::counters::of_this_thread();
        Counters {
            allocations: counters.allocations,
            bytes: counters.bytes,
            frees: counters.frees,
        }
    }

    fn written(profile: &Profile) -> String {
        let mut bytes = Vec::new();
        profile
            .write_callgrind("a test", &mut bytes)
            .expect("memory to write to");
        String::from_utf8(bytes).expect("UTF-8")
    }

    /// In one test, for there is one recording at a time in a process.
    #[test]
    fn both_look_ups_write_the_same_of_a_large_and_a_trivial_command() {
        let place = Place::new();
        let environment = || {
            let cache = place.cache();
            Environment::default()
                .with("COMPOSER_HOME", place.home())
                .with("COMPOSER_CACHE_DIR", cache)
                .with("COMPOSER_ALLOW_SUPERUSER", "1")
                .with("COMPOSER_DISABLE_NETWORK", "1")
        };
        let app = place.at("app").display().to_string();
        let large = [
            "create-project",
            "laravel/laravel",
            &app,
            "--no-scripts",
            "--no-plugins",
            "-n",
            "-q",
        ];
        for (command, least) in [(&large[..], 100_000), (&["list", "-q"][..], 2)] {
            shirabe_alloc::counters::switch(true);
            let recording = start_stream(Some(count)).expect("no other recording");
            let words = command.iter().map(|word| (*word).into());
            shirabe::run(words, environment());
            let stream = recording.finish();
            shirabe_alloc::counters::switch(false);
            assert!(stream.len() >= least, "{command:?}: {}", stream.len());

            let default = Config::default();
            for config in [
                default,
                Config {
                    separate_recs: 1,
                    ..default
                },
                Config {
                    separate_recs: 3,
                    ..default
                },
                Config {
                    separate_recs: 10,
                    ..default
                },
                Config {
                    skip_direct_rec: true,
                    ..default
                },
                Config {
                    separate_callers: 3,
                    ..default
                },
                Config {
                    events: Events::CALLS_AND_ALLOCATIONS,
                    ..default
                },
            ] {
                let [always, skip_noop] = [LookUp::Always, LookUp::SkipNoop]
                    .map(|lookup| written(&stream.profile(Config { lookup, ..config })));
                assert!(always.contains("\nfn=command\n"), "{always}");
                assert_eq!(always, skip_noop, "{config:?}");
            }
        }
        assert_eq!(
            sha1_file(&place.at("app/composer.lock")).expect("a lock"),
            LOCK
        );
    }
}
