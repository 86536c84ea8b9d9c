//! Commands that resolve and install.

use super::flags::*;
use super::{Argument, Arity, CommandName, CommandSpec, Flag, Takes};

pub(super) const CREATE_PROJECT: CommandSpec = CommandSpec {
    id: CommandName::CreateProject,
    name: "create-project",
    aliases: &[],
    summary: "Make a new project from a package",
    about: "Unpacks a package into a new folder and installs what it requires. Without a package, in a folder with a composer.json, it installs that project.\n\nThe version may be given as third argument, or with the name: vendor/project:^2.0",
    arguments: &[
        Argument {
            name: "package",
            arity: Arity::Optional,
            help: "Package to start from, with a version after a colon if wanted",
        },
        Argument {
            name: "directory",
            arity: Arity::Optional,
            help: "Folder to create; by default the second half of the name",
        },
        Argument {
            name: "version",
            arity: Arity::Optional,
            help: "Version or constraint; by default the newest",
        },
    ],
    flags: &[
        &[short(
            's',
            value(
                "stability",
                "STABILITY",
                "Lowest stability to accept: stable, RC, beta, alpha or dev",
            ),
        )],
        PREFER,
        &[
            values(
                "repository",
                "REPOSITORY",
                "Look the package up there instead: a URL, a packages.json or a JSON object",
            ),
            value("repository-url", "REPOSITORY", "Old name of --repository"),
            switch(
                "add-repository",
                "Write the repository into the new composer.json; a lock file is dropped and made anew",
            ),
            values(
                "require",
                "PACKAGE",
                "Require this package too; a lock file is dropped and made anew",
            ),
            switch("dev", "Deprecated: dev packages are installed by default"),
        ],
        NO_DEV,
        &[switch("no-custom-installers", "Old name of --no-plugins")],
        NO_PROGRESS,
        &[
            switch(
                "no-secure-http",
                "Allow plain http for the project package, against all advice",
            ),
            switch("keep-vcs", "Keep the version-control folder"),
            switch(
                "remove-vcs",
                "Remove the version-control folder without asking",
            ),
            switch(
                "no-install",
                "Stop after unpacking: install no dependencies",
            ),
        ],
        NO_AUDIT,
        AUDIT_FORMAT,
        BLOCKING,
        PLATFORM,
        &[switch("ask", "Ask for the folder")],
    ],
    hidden: false,
};

pub(super) const INSTALL: CommandSpec = CommandSpec {
    id: CommandName::Install,
    name: "install",
    aliases: &["i"],
    summary: "Install what composer.lock says; without a lock, resolve first",
    about: "Reads composer.lock and makes vendor/ hold just those packages. Without a lock file it resolves composer.json and writes one.",
    arguments: &[Argument {
        name: "packages",
        arity: Arity::Many,
        help: "Not accepted: use require to add packages",
    }],
    flags: &[
        PREFER,
        DRY_RUN,
        &[switch("download-only", "Fill the cache, install nothing")],
        DEPRECATED_DEV,
        NO_DEV,
        BLOCKING,
        &[switch("no-autoloader", "Leave the autoloader as it is")],
        NO_PROGRESS,
        &[
            switch("no-install", "Not accepted: use update --no-install"),
            switch("audit", "Audit the packages after installing"),
        ],
        AUDIT_FORMAT,
        AUTOLOADER,
        STRICT_PSR_AUTOLOADER,
        PLATFORM,
    ],
    hidden: false,
};

pub(super) const UPDATE: CommandSpec = CommandSpec {
    id: CommandName::Update,
    name: "update",
    aliases: &["u", "upgrade"],
    summary: "Resolve anew, write composer.lock, install",
    about: "Resolves composer.json anew, writes composer.lock and installs. With packages it updates only those; a name may carry a * or, after a colon, a constraint for this run.",
    arguments: &[Argument {
        name: "packages",
        arity: Arity::Many,
        help: "Packages to update; all where left out. `lock`, `nothing` and `mirrors` refresh the lock file's metadata",
    }],
    flags: &[
        &[values(
            "with",
            "PACKAGE:CONSTRAINT",
            "One more constraint for this run",
        )],
        PREFER,
        DRY_RUN,
        DEPRECATED_DEV,
        NO_DEV,
        &[
            switch(
                "lock",
                "Refresh hash and metadata of the lock file, keep every version",
            ),
            switch("no-install", "Write the lock file, install nothing"),
        ],
        NO_AUDIT,
        AUDIT_FORMAT,
        BLOCKING,
        &[switch("no-autoloader", "Leave the autoloader as it is")],
        NO_PROGRESS,
        &[
            short(
                'w',
                switch(
                    "with-dependencies",
                    "Update what the named packages require too, root requirements left out",
                ),
            ),
            short(
                'W',
                switch(
                    "with-all-dependencies",
                    "Update what the named packages require too, root requirements as well",
                ),
            ),
        ],
        AUTOLOADER,
        STRICT_PSR_AUTOLOADER,
        PLATFORM,
        &[
            switch(
                "prefer-stable",
                "Take stable versions where there is a choice",
            ),
            switch("prefer-lowest", "Take the lowest versions that fit"),
            short(
                'm',
                switch("minimal-changes", "Change only what must change"),
            ),
            switch("patch-only", "Allow patch releases only"),
            short(
                'i',
                switch("interactive", "Choose the packages at the prompt"),
            ),
            switch("root-reqs", "Update only what composer.json names itself"),
            Flag {
                long: "bump-after-update",
                short: None,
                takes: Takes::OptionalValue("dev|no-dev|all"),
                help: "Raise the lower bounds in composer.json to what was installed",
            },
        ],
    ],
    hidden: false,
};
