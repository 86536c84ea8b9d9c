//! Commands on an installed project.

use super::flags::*;
use super::{Argument, Arity, CommandName, CommandSpec};

pub(super) const DUMP_AUTOLOAD: CommandSpec = CommandSpec {
    id: CommandName::DumpAutoload,
    name: "dump-autoload",
    aliases: &["dumpautoload"],
    summary: "Write the autoloader anew",
    about: "Writes vendor/autoload.php and the maps it loads anew, without touching any package.",
    arguments: &[],
    flags: &[
        &[
            short(
                'o',
                switch(
                    "optimize",
                    "Write a class map for PSR-0 and PSR-4 too: slower to write, faster to run",
                ),
            ),
            short(
                'a',
                switch(
                    "classmap-authoritative",
                    "Load classes from the class map only; implies --optimize",
                ),
            ),
            switch("apcu", "Cache found and missing classes in APCu"),
            value(
                "apcu-prefix",
                "PREFIX",
                "Key prefix in APCu; implies --apcu",
            ),
        ],
        DRY_RUN,
        &[switch(
            "dev",
            "Write the rules of autoload-dev; by default as the last install did",
        )],
        NO_DEV,
        PLATFORM,
        &[
            switch(
                "strict-psr",
                "Exit with 1 where a class breaks its PSR-0 or PSR-4 rule; needs --optimize",
            ),
            switch(
                "strict-ambiguous",
                "Exit with 2 where a class is found in more than one file; needs --optimize",
            ),
        ],
    ],
    hidden: false,
};

pub(super) const RUN_SCRIPT: CommandSpec = CommandSpec {
    id: CommandName::RunScript,
    name: "run-script",
    aliases: &["run"],
    summary: "Run a script of composer.json",
    about: "Runs a script that composer.json defines. What follows -- goes to the script.",
    arguments: &[
        Argument {
            name: "script",
            arity: Arity::Optional,
            help: "Name of the script",
        },
        Argument {
            name: "args",
            arity: Arity::Rest,
            help: "Arguments for the script",
        },
    ],
    flags: &[
        &[
            value(
                "timeout",
                "SECONDS",
                "Time limit for each command; 0 for none",
            ),
            switch("dev", "Run in dev mode (the default)"),
        ],
        NO_DEV,
        &[short('l', switch("list", "List the scripts"))],
    ],
    hidden: false,
};
