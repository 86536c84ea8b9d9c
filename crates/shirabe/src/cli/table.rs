//! The table of commands, arguments and flags.
//!
//! Names, shortcuts and which flag takes a value follow Composer's command line
//! (<https://getcomposer.org/doc/03-cli.md>); the wording is our own.

/// Whether a flag is followed by a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Takes {
    /// A switch.
    Nothing,
    /// `--flag=value`, required.
    Value(&'static str),
    /// `--flag` or `--flag=value`.
    OptionalValue(&'static str),
    /// `--flag` or `--flag=value`, but never a value in a word of its own.
    AttachedValue(&'static str),
    /// Several `--flag=value`.
    Values(&'static str),
}

/// One option.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flag {
    /// Name without the dashes.
    pub(crate) long: &'static str,
    /// One-letter shortcut.
    pub(crate) short: Option<char>,
    /// Value shape.
    pub(crate) takes: Takes,
    /// One line for the help page.
    pub(crate) help: &'static str,
}

/// How many values a positional argument takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arity {
    /// Zero or one.
    Optional,
    /// Any number.
    Many,
    /// Everything that follows, flags included.
    Rest,
}

/// One positional argument.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Argument {
    /// Name as the usage line shows it.
    pub(crate) name: &'static str,
    /// How many values it takes.
    pub(crate) arity: Arity,
    /// One line for the help page.
    pub(crate) help: &'static str,
}

/// Which command a row of the table describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CommandName {
    About,
    ClearCache,
    Complete,
    Completion,
    CreateProject,
    DumpAutoload,
    Help,
    Install,
    List,
    RunScript,
    Update,
}

/// One command.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CommandSpec {
    /// Which one.
    pub(crate) id: CommandName,
    /// Its name on the command line.
    pub(crate) name: &'static str,
    /// Other names for it.
    pub(crate) aliases: &'static [&'static str],
    /// One line for `list`.
    pub(crate) summary: &'static str,
    /// The paragraph of its help page.
    pub(crate) about: &'static str,
    /// Positional arguments in order.
    pub(crate) arguments: &'static [Argument],
    /// Its flags, in groups that commands share.
    pub(crate) flags: &'static [&'static [Flag]],
    /// Left out of `list`.
    pub(crate) hidden: bool,
}

impl CommandSpec {
    /// All flags of the command, the global ones left out.
    pub(crate) fn own_flags(&self) -> impl Iterator<Item = &'static Flag> {
        self.flags.iter().flat_map(|group| group.iter())
    }
}

const fn switch(long: &'static str, help: &'static str) -> Flag {
    Flag {
        long,
        short: None,
        takes: Takes::Nothing,
        help,
    }
}

const fn short(letter: char, flag: Flag) -> Flag {
    Flag {
        short: Some(letter),
        ..flag
    }
}

const fn value(long: &'static str, name: &'static str, help: &'static str) -> Flag {
    Flag {
        long,
        short: None,
        takes: Takes::Value(name),
        help,
    }
}

const fn values(long: &'static str, name: &'static str, help: &'static str) -> Flag {
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

const PREFER: &[Flag] = &[
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

const AUTOLOADER: &[Flag] = &[
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

const STRICT_PSR_AUTOLOADER: &[Flag] = &[switch(
    "strict-psr-autoloader",
    "Exit with 6 where a class breaks its PSR-0 or PSR-4 rule; needs an optimised autoloader",
)];

const PLATFORM: &[Flag] = &[
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

const BLOCKING: &[Flag] = &[
    switch("no-security-blocking", "Old name of --no-blocking"),
    switch(
        "no-blocking",
        "Let versions pass that a policy (advisories, malware, abandoned) would block",
    ),
];

const NO_PROGRESS: &[Flag] = &[switch("no-progress", "Draw no progress bars")];

const AUDIT_FORMAT: &[Flag] = &[value(
    "audit-format",
    "FORMAT",
    "Shape of the audit report: table, plain, json or summary",
)];

const NO_AUDIT: &[Flag] = &[switch("no-audit", "Skip the audit after the update")];

const DEPRECATED_DEV: &[Flag] = &[
    switch("dev", "Deprecated: dev packages are installed by default"),
    switch(
        "no-suggest",
        "Deprecated: suggestions are no longer printed one by one",
    ),
];

const DRY_RUN: &[Flag] = &[switch("dry-run", "Show what would be done, change nothing")];

const NO_DEV: &[Flag] = &[switch("no-dev", "Leave out the packages of require-dev")];

/// Every command, by name.
pub(crate) const COMMANDS: &[CommandSpec] = &[
    CommandSpec {
        id: CommandName::About,
        name: "about",
        aliases: &[],
        summary: "Say in a few words what this program is",
        about: "Says in a few words what Shirabe is.",
        arguments: &[],
        flags: &[],
        hidden: false,
    },
    CommandSpec {
        id: CommandName::ClearCache,
        name: "clear-cache",
        aliases: &["clearcache", "cc"],
        summary: "Empty the cache folder",
        about: "Removes everything in the cache folder, or with --gc only what is too old or too much.",
        arguments: &[],
        flags: &[&[switch(
            "gc",
            "Remove only entries that are too old or beyond the size limit",
        )]],
        hidden: false,
    },
    CommandSpec {
        id: CommandName::Complete,
        name: "_complete",
        aliases: &[],
        summary: "Answer the shell's completion request",
        about: "Answers the completion request of a shell; the script that `completion` prints calls it.",
        arguments: &[],
        flags: &[&[
            short(
                's',
                value("shell", "SHELL", "The shell that asks: bash, fish or zsh"),
            ),
            short('i', values("input", "WORD", "The words typed so far")),
            short(
                'c',
                value("current", "INDEX", "Which of the words the cursor is on"),
            ),
            short(
                'a',
                value("api-version", "VERSION", "Version of the protocol"),
            ),
            short(
                'S',
                value("symfony", "VERSION", "Older name of --api-version"),
            ),
        ]],
        hidden: true,
    },
    CommandSpec {
        id: CommandName::Completion,
        name: "completion",
        aliases: &[],
        summary: "Print the shell's completion script",
        about: "Prints a script that teaches bash, fish or zsh to complete commands and options. Source it from the shell's start-up file.",
        arguments: &[Argument {
            name: "shell",
            arity: Arity::Optional,
            help: "bash, fish or zsh; taken from $SHELL where left out",
        }],
        flags: &[&[switch(
            "debug",
            "Print nothing but what the completion would log",
        )]],
        hidden: false,
    },
    CommandSpec {
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
    },
    CommandSpec {
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
    },
    CommandSpec {
        id: CommandName::Help,
        name: "help",
        aliases: &[],
        summary: "Show the help page of a command",
        about: "Shows arguments and flags of a command.",
        arguments: &[Argument {
            name: "command_name",
            arity: Arity::Optional,
            help: "The command",
        }],
        flags: &[&[
            value("format", "FORMAT", "txt or json"),
            switch("raw", "Plain text"),
        ]],
        hidden: false,
    },
    CommandSpec {
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
    },
    CommandSpec {
        id: CommandName::List,
        name: "list",
        aliases: &[],
        summary: "List the commands",
        about: "Lists the commands, or those of one namespace.",
        arguments: &[Argument {
            name: "namespace",
            arity: Arity::Optional,
            help: "Only the commands that start with this and a colon",
        }],
        flags: &[&[
            switch("raw", "Plain text, one command a line"),
            value("format", "FORMAT", "txt or json"),
            switch("short", "Leave out arguments and flags in json"),
        ]],
        hidden: false,
    },
    CommandSpec {
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
    },
    CommandSpec {
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
    },
];

/// The row of a command.
pub(crate) fn spec(id: CommandName) -> &'static CommandSpec {
    COMMANDS
        .iter()
        .find(|spec| spec.id == id)
        .expect("every command has a row in the table")
}
