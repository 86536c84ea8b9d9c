//! Flags that commands share, and how a flag is written down.

use super::{Flag, Takes};

pub(super) const fn switch(long: &'static str, help: &'static str) -> Flag {
    Flag {
        long,
        short: None,
        takes: Takes::Nothing,
        help,
    }
}

pub(super) const fn short(letter: char, flag: Flag) -> Flag {
    Flag {
        short: Some(letter),
        ..flag
    }
}

pub(super) const fn value(long: &'static str, name: &'static str, help: &'static str) -> Flag {
    Flag {
        long,
        short: None,
        takes: Takes::Value(name),
        help,
    }
}

pub(super) const fn values(long: &'static str, name: &'static str, help: &'static str) -> Flag {
    Flag {
        long,
        short: None,
        takes: Takes::Values(name),
        help,
    }
}

/// Flags that every command takes.
pub(crate) const GLOBAL: &[Flag] = &[
    short('h', switch("help", "Show the help page of the command")),
    short('q', switch("quiet", "Print nothing but errors")),
    short('V', switch("version", "Show the version")),
    switch("ansi", "Colour the output even in a pipe"),
    switch("no-ansi", "Never colour the output"),
    short(
        'n',
        switch("no-interaction", "Ask no question: take every default"),
    ),
    Flag {
        long: "profile",
        short: None,
        takes: Takes::AttachedValue("FILE"),
        help: "Show time and memory before each line; with a file, write there what was spent where: a flame graph if its name ends with .svg, else a callgrind profile",
    },
    switch("no-plugins", "Switch plugins off"),
    switch("no-scripts", "Run none of the scripts in composer.json"),
    short(
        'd',
        value(
            "working-dir",
            "DIR",
            "Work in this folder instead of the current one",
        ),
    ),
    switch("no-cache", "Neither read nor write the cache"),
    short(
        'v',
        switch(
            "verbose",
            "Say more: -v notes, -vv details, -vvv everything",
        ),
    ),
];

pub(super) const PREFER: &[Flag] = &[
    switch(
        "prefer-source",
        "Install packages from their repositories where they have one",
    ),
    switch(
        "prefer-dist",
        "Install packages from their archives (the default)",
    ),
    value(
        "prefer-install",
        "dist|source|auto",
        "Which of the two to prefer; auto takes source for dev versions",
    ),
];

pub(super) const AUTOLOADER: &[Flag] = &[
    short(
        'o',
        switch(
            "optimize-autoloader",
            "Write a class map for PSR-0 and PSR-4 too: slower to write, faster to run",
        ),
    ),
    short(
        'a',
        switch(
            "classmap-authoritative",
            "Load classes from the class map only; implies --optimize-autoloader",
        ),
    ),
    switch("apcu-autoloader", "Cache found and missing classes in APCu"),
    value(
        "apcu-autoloader-prefix",
        "PREFIX",
        "Key prefix in APCu; implies --apcu-autoloader",
    ),
];

pub(super) const STRICT_PSR_AUTOLOADER: &[Flag] = &[switch(
    "strict-psr-autoloader",
    "Exit with 6 where a class breaks its PSR-0 or PSR-4 rule; needs an optimised autoloader",
)];

pub(super) const PLATFORM: &[Flag] = &[
    values(
        "ignore-platform-req",
        "NAME",
        "Pass over one platform requirement (php, ext-*, lib-*); a trailing + drops only its upper bound",
    ),
    switch(
        "ignore-platform-reqs",
        "Pass over every platform requirement",
    ),
];

pub(super) const BLOCKING: &[Flag] = &[
    switch("no-security-blocking", "Old name of --no-blocking"),
    switch(
        "no-blocking",
        "Let versions pass that a policy (advisories, malware, abandoned) would block",
    ),
];

pub(super) const NO_PROGRESS: &[Flag] = &[switch("no-progress", "Draw no progress bars")];

pub(super) const AUDIT_FORMAT: &[Flag] = &[value(
    "audit-format",
    "FORMAT",
    "Shape of the audit report: table, plain, json or summary",
)];

pub(super) const NO_AUDIT: &[Flag] = &[switch("no-audit", "Skip the audit after the update")];

pub(super) const DEPRECATED_DEV: &[Flag] = &[
    switch("dev", "Deprecated: dev packages are installed by default"),
    switch(
        "no-suggest",
        "Deprecated: suggestions are no longer printed one by one",
    ),
];

pub(super) const DRY_RUN: &[Flag] = &[switch("dry-run", "Show what would be done, change nothing")];

pub(super) const NO_DEV: &[Flag] = &[switch("no-dev", "Leave out the packages of require-dev")];
