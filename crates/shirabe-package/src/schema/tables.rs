//! The tables of the schema, in the order in which deviations are listed.

use super::Kind::{Array, Boolean, Integer, Null, Object, Text};
use super::{Format, Kind, Shape};

const ANY: Shape = Shape {
    kinds: &[],
    values: &[],
    format: None,
    required: &[],
    fields: &[],
    items: None,
    others: None,
    any_of: &[],
};

const fn of(kinds: &'static [Kind]) -> Shape {
    Shape { kinds, ..ANY }
}

const TEXT: Shape = of(&[Text]);
const BOOLEAN: Shape = of(&[Boolean]);
const INTEGER: Shape = of(&[Integer]);
const ARRAY: Shape = of(&[Array]);
const OBJECT: Shape = of(&[Object]);
const TEXT_OR_ARRAY: Shape = of(&[Text, Array]);
const ARRAY_OR_TEXT: Shape = of(&[Array, Text]);
const TEXT_OR_BOOLEAN: Shape = of(&[Text, Boolean]);
const URL: Shape = formatted(Format::Url);

const fn formatted(format: Format) -> Shape {
    Shape {
        format: Some(format),
        ..TEXT
    }
}

const fn list_of(items: &'static Shape) -> Shape {
    Shape {
        items: Some(items),
        ..ARRAY
    }
}

const fn map_of(others: &'static Shape) -> Shape {
    Shape {
        others: Some(others),
        ..OBJECT
    }
}

const fn object(
    required: &'static [&'static str],
    fields: &'static [(&'static str, Shape)],
) -> Shape {
    Shape {
        required,
        fields,
        ..OBJECT
    }
}

const fn one_of(values: &'static [&'static str]) -> Shape {
    Shape { values, ..ANY }
}

const fn text_of(values: &'static [&'static str]) -> Shape {
    Shape { values, ..TEXT }
}

const TEXTS: Shape = list_of(&TEXT);
const LINKS: Shape = map_of(&TEXT);
const PATHS: Shape = Shape {
    items: Some(&TEXT),
    ..TEXT_OR_ARRAY
};
const PREFIXES: Shape = map_of(&PATHS);

/// The whole document.
pub(super) const ROOT: Shape = object(
    &[],
    &[
        ("name", formatted(Format::PackageName)),
        ("description", TEXT),
        ("license", TEXT_OR_ARRAY),
        ("type", formatted(Format::PackageType)),
        ("abandoned", of(&[Boolean, Text])),
        ("version", formatted(Format::Version)),
        ("default-branch", BOOLEAN),
        ("non-feature-branches", TEXTS),
        ("keywords", TEXTS),
        ("readme", TEXT),
        ("time", TEXT),
        ("authors", list_of(&AUTHOR)),
        ("homepage", URL),
        ("support", SUPPORT),
        ("funding", list_of(&FUNDING)),
        ("source", SOURCE),
        ("dist", DIST),
        ("_comment", ARRAY_OR_TEXT),
        ("require", LINKS),
        ("require-dev", LINKS),
        ("replace", LINKS),
        ("conflict", LINKS),
        ("provide", LINKS),
        ("suggest", LINKS),
        ("repositories", REPOSITORIES),
        (
            "minimum-stability",
            text_of(&[
                "\"dev\"",
                "\"alpha\"",
                "\"beta\"",
                "\"rc\"",
                "\"RC\"",
                "\"stable\"",
            ]),
        ),
        ("prefer-stable", BOOLEAN),
        ("autoload", AUTOLOAD),
        ("autoload-dev", AUTOLOAD_DEV),
        ("target-dir", TEXT),
        ("include-path", TEXTS),
        ("bin", PATHS),
        (
            "archive",
            object(&[], &[("name", TEXT), ("exclude", ARRAY)]),
        ),
        ("php-ext", PHP_EXT),
        ("config", CONFIG),
        ("extra", of(&[Object, Array])),
        ("scripts", SCRIPTS),
        ("scripts-descriptions", LINKS),
        ("scripts-aliases", map_of(&ARRAY)),
    ],
);

const AUTHOR: Shape = object(
    &["name"],
    &[
        ("name", TEXT),
        ("email", formatted(Format::Email)),
        ("homepage", URL),
        ("role", TEXT),
    ],
);

const SUPPORT: Shape = object(
    &[],
    &[
        ("email", formatted(Format::Email)),
        ("issues", URL),
        ("forum", URL),
        ("wiki", URL),
        ("irc", URL),
        ("chat", URL),
        ("source", URL),
        ("docs", URL),
        ("rss", URL),
        ("security", URL),
    ],
);

const FUNDING: Shape = object(&[], &[("type", TEXT), ("url", URL)]);

const SOURCE: Shape = object(
    &["type", "url", "reference"],
    &[
        ("type", TEXT),
        ("url", TEXT),
        ("reference", TEXT),
        ("mirrors", ARRAY),
    ],
);

const DIST: Shape = object(
    &["type", "url"],
    &[
        ("type", TEXT),
        ("url", TEXT),
        ("reference", TEXT),
        ("shasum", TEXT),
        ("mirrors", ARRAY),
    ],
);

const AUTOLOAD: Shape = object(
    &[],
    &[
        ("psr-0", PREFIXES),
        ("psr-4", PREFIXES),
        ("classmap", ARRAY),
        ("files", ARRAY),
        ("exclude-from-classmap", ARRAY),
    ],
);

const AUTOLOAD_DEV: Shape = object(
    &[],
    &[
        ("psr-0", PREFIXES),
        ("psr-4", PREFIXES),
        ("classmap", ARRAY),
        ("files", ARRAY),
    ],
);

const FALSE: Shape = Shape {
    values: &["false"],
    ..BOOLEAN
};

/// `{"packagist.org": false}` in a list.
const DISABLED: Shape = map_of(&FALSE);

const REPOSITORIES: Shape = Shape {
    items: Some(&Shape {
        any_of: &[REPOSITORY, DISABLED],
        ..ANY
    }),
    others: Some(&Shape {
        any_of: &[REPOSITORY, FALSE],
        ..ANY
    }),
    ..of(&[Object, Array])
};

const REPOSITORY: Shape = Shape {
    any_of: &[COMPOSER, VCS, PATH, ARTIFACT, PEAR, PACKAGE],
    ..OBJECT
};

const COMPOSER: Shape = object(
    &["type", "url"],
    &[
        ("name", TEXT),
        ("type", text_of(&["\"composer\""])),
        ("url", TEXT),
        ("canonical", BOOLEAN),
        ("only", TEXTS),
        ("exclude", TEXTS),
        ("options", OBJECT),
        ("allow_ssl_downgrade", BOOLEAN),
        ("force-lazy-providers", BOOLEAN),
    ],
);

const VCS: Shape = object(
    &["type", "url"],
    &[
        ("name", TEXT),
        (
            "type",
            text_of(&[
                "\"vcs\"",
                "\"github\"",
                "\"git\"",
                "\"gitlab\"",
                "\"bitbucket\"",
                "\"git-bitbucket\"",
                "\"hg\"",
                "\"fossil\"",
                "\"perforce\"",
                "\"svn\"",
                "\"forgejo\"",
            ]),
        ),
        ("url", TEXT),
        ("canonical", BOOLEAN),
        ("only", TEXTS),
        ("exclude", TEXTS),
        ("no-api", BOOLEAN),
        ("secure-http", BOOLEAN),
        ("svn-cache-credentials", BOOLEAN),
        ("trunk-path", TEXT_OR_BOOLEAN),
        ("branches-path", TEXT_OR_BOOLEAN),
        ("tags-path", TEXT_OR_BOOLEAN),
    ],
);

const PATH: Shape = object(
    &["type", "url"],
    &[
        ("name", TEXT),
        ("type", text_of(&["\"path\""])),
        ("url", TEXT),
        ("canonical", BOOLEAN),
        ("only", TEXTS),
        ("exclude", TEXTS),
        (
            "options",
            object(
                &[],
                &[
                    (
                        "reference",
                        text_of(&["\"none\"", "\"config\"", "\"auto\""]),
                    ),
                    ("symlink", of(&[Boolean, Null])),
                    ("relative", BOOLEAN),
                    ("versions", LINKS),
                ],
            ),
        ),
    ],
);

const ARTIFACT: Shape = archive_like(&[
    ("name", TEXT),
    ("type", text_of(&["\"artifact\""])),
    ("url", TEXT),
    ("canonical", BOOLEAN),
    ("only", TEXTS),
    ("exclude", TEXTS),
]);
const PEAR: Shape = archive_like(&[
    ("name", TEXT),
    ("type", text_of(&["\"pear\""])),
    ("url", TEXT),
    ("canonical", BOOLEAN),
    ("only", TEXTS),
    ("exclude", TEXTS),
]);

const fn archive_like(fields: &'static [(&'static str, Shape)]) -> Shape {
    object(&["type", "url"], fields)
}

const PACKAGE: Shape = object(
    &["type", "package"],
    &[
        ("name", TEXT),
        ("type", text_of(&["\"package\""])),
        ("canonical", BOOLEAN),
        ("only", TEXTS),
        ("exclude", TEXTS),
        ("package", of(&[Object, Array])),
    ],
);

const OS: Shape = text_of(&[
    "\"windows\"",
    "\"bsd\"",
    "\"darwin\"",
    "\"solaris\"",
    "\"linux\"",
    "\"unknown\"",
]);

const PHP_EXT: Shape = object(
    &[],
    &[
        ("extension-name", TEXT),
        ("priority", INTEGER),
        ("support-zts", BOOLEAN),
        ("support-nts", BOOLEAN),
        ("build-path", of(&[Text, Null])),
        ("download-url-method", TEXT_OR_ARRAY),
        ("os-families", list_of(&OS)),
        ("os-families-exclude", list_of(&OS)),
        ("configure-options", list_of(&object(&["name"], &[]))),
    ],
);

const CONFIG: Shape = object(
    &[],
    &[
        ("platform", map_of(&TEXT_OR_BOOLEAN)),
        (
            "allow-plugins",
            Shape {
                others: Some(&BOOLEAN),
                ..of(&[Object, Boolean])
            },
        ),
        ("process-timeout", INTEGER),
        ("use-include-path", BOOLEAN),
        ("use-parent-dir", TEXT_OR_BOOLEAN),
        (
            "preferred-install",
            Shape {
                others: Some(&TEXT),
                ..of(&[Text, Object])
            },
        ),
        ("audit", OBJECT),
        ("policy", of(&[Boolean, Object])),
        ("notify-on-install", BOOLEAN),
        ("source-fallback", BOOLEAN),
        ("github-protocols", TEXTS),
        ("github-oauth", LINKS),
        ("gitlab-oauth", map_of(&of(&[Text, Object]))),
        ("gitlab-token", map_of(&of(&[Text, Object]))),
        (
            "gitlab-protocol",
            one_of(&["\"git\"", "\"http\"", "\"https\""]),
        ),
        ("bearer", LINKS),
        ("custom-headers", map_of(&ARRAY)),
        (
            "forgejo-token",
            map_of(&object(&["username", "token"], &[])),
        ),
        ("disable-tls", BOOLEAN),
        ("secure-http", BOOLEAN),
        ("secure-svn-domains", TEXTS),
        ("cafile", TEXT),
        ("capath", TEXT),
        (
            "http-basic",
            map_of(&object(&["username", "password"], &[])),
        ),
        ("client-certificate", map_of(&object(&["local_cert"], &[]))),
        ("store-auths", TEXT_OR_BOOLEAN),
        ("vendor-dir", TEXT),
        ("bin-dir", TEXT),
        ("data-dir", TEXT),
        ("cache-dir", TEXT),
        ("cache-files-dir", TEXT),
        ("cache-repo-dir", TEXT),
        ("cache-vcs-dir", TEXT),
        ("cache-ttl", INTEGER),
        ("cache-files-ttl", INTEGER),
        ("cache-files-maxsize", of(&[Text, Integer])),
        ("cache-read-only", BOOLEAN),
        (
            "bin-compat",
            one_of(&["\"auto\"", "\"full\"", "\"proxy\"", "\"symlink\""]),
        ),
        ("discard-changes", TEXT_OR_BOOLEAN),
        ("autoloader-suffix", TEXT),
        ("optimize-autoloader", BOOLEAN),
        ("prepend-autoloader", BOOLEAN),
        ("classmap-authoritative", BOOLEAN),
        ("apcu-autoloader", BOOLEAN),
        ("github-domains", TEXTS),
        ("github-expose-hostname", BOOLEAN),
        ("gitlab-domains", TEXTS),
        ("forgejo-domains", TEXTS),
        (
            "bitbucket-oauth",
            map_of(&object(&["consumer-key", "consumer-secret"], &[])),
        ),
        ("use-github-api", BOOLEAN),
        ("archive-format", TEXT),
        ("archive-dir", TEXT),
        ("htaccess-protect", BOOLEAN),
        ("sort-packages", BOOLEAN),
        ("lock", BOOLEAN),
        (
            "platform-check",
            Shape {
                values: &["\"php-only\"", "true", "false"],
                ..of(&[Boolean, Text])
            },
        ),
        (
            "bump-after-update",
            Shape {
                values: &["\"dev\"", "\"no-dev\"", "true", "false"],
                ..TEXT_OR_BOOLEAN
            },
        ),
        ("allow-missing-requirements", BOOLEAN),
        ("update-with-minimal-changes", BOOLEAN),
    ],
);

const SCRIPTS: Shape = object(
    &[],
    &[
        ("pre-install-cmd", ARRAY_OR_TEXT),
        ("post-install-cmd", ARRAY_OR_TEXT),
        ("pre-update-cmd", ARRAY_OR_TEXT),
        ("post-update-cmd", ARRAY_OR_TEXT),
        ("pre-status-cmd", ARRAY_OR_TEXT),
        ("post-status-cmd", ARRAY_OR_TEXT),
        ("pre-package-install", ARRAY_OR_TEXT),
        ("post-package-install", ARRAY_OR_TEXT),
        ("pre-package-update", ARRAY_OR_TEXT),
        ("post-package-update", ARRAY_OR_TEXT),
        ("pre-package-uninstall", ARRAY_OR_TEXT),
        ("post-package-uninstall", ARRAY_OR_TEXT),
        ("pre-autoload-dump", ARRAY_OR_TEXT),
        ("post-autoload-dump", ARRAY_OR_TEXT),
        ("post-root-package-install", ARRAY_OR_TEXT),
        ("post-create-project-cmd", ARRAY_OR_TEXT),
    ],
);
