//! One version as the repository's metadata describes it: the facts, with filler where prose stands.

use serde_json::{Map, Value, json};

use crate::facts::{PackageFacts, VersionFacts};
use crate::filler::{Filler, capitalised};

/// Where code hosts keep what a record points to.
const SOURCE_HOST: &str = "https://github.com";
pub(crate) const DIST_HOST: &str = "https://api.github.com/repos";

/// The service providers that frameworks discover; the facts leave `extra.laravel` out.
const DISCOVERED: &[(&str, &str)] = &[
    ("laravel/pail", "Laravel\\Pail\\PailServiceProvider"),
    ("laravel/sail", "Laravel\\Sail\\SailServiceProvider"),
    ("laravel/tinker", "Laravel\\Tinker\\TinkerServiceProvider"),
    ("nesbot/carbon", "Carbon\\Laravel\\ServiceProvider"),
    (
        "nunomaduro/collision",
        "NunoMaduro\\Collision\\Adapters\\Laravel\\CollisionServiceProvider",
    ),
    (
        "nunomaduro/termwind",
        "Termwind\\Laravel\\TermwindServiceProvider",
    ),
];

/// The URL of a version's archive as the metadata gives it, with `reference` a commit hash.
pub(crate) fn dist_url(name: &str, reference: &str) -> String {
    format!("{DIST_HOST}/{name}/zipball/{reference}")
}

/// What people would have written about a package. It stays the same over its versions, as in real life,
/// so that minified documents weigh what real ones weigh.
pub(crate) struct Prose {
    description: String,
    keywords: Vec<String>,
    homepage: Option<String>,
    authors: Value,
    funding: Option<Value>,
    has_issues: bool,
}

impl Prose {
    pub(crate) fn new(name: &str) -> Prose {
        let mut filler = Filler::new(&["prose", name]);
        let vendor = name.split('/').next().unwrap_or(name);
        let authors = (0..1 + filler.below(3))
            .map(|_| {
                let (first, last) = (filler.capital(), filler.capital());
                let mail = format!("{first}.{last}@example.org").to_lowercase();
                json!({"name": format!("{first} {last}"), "email": mail})
            })
            .collect();
        let words = 6 + filler.below(8);
        Prose {
            description: filler.sentence(words),
            keywords: (0..3 + filler.below(5))
                .map(|_| filler.word().to_owned())
                .collect(),
            homepage: filler
                .chance(60)
                .then(|| format!("https://{vendor}.example.org/{}", filler.word())),
            authors,
            funding: filler
                .chance(60)
                .then(|| json!([{"url": format!("{SOURCE_HOST}/{vendor}"), "type": "github"}])),
            has_issues: filler.chance(ISSUES_PERCENT),
        }
    }

    pub(crate) fn description(&self) -> &str {
        &self.description
    }
}

/// How many packages name their issue tracker in `support`; tuned so that the documents together weigh
/// the 13.4 MB of the real ones.
const ISSUES_PERCENT: usize = 84;

/// The record of one version, keys in the order of the real documents.
pub(crate) fn record(
    name: &str,
    package: &PackageFacts,
    version: &VersionFacts,
    prose: &Prose,
) -> Map<String, Value> {
    let mut record = Map::new();
    let mut put = |key: &str, value: Value| {
        record.insert(key.to_owned(), value);
    };

    put("name", json!(name));
    put("description", json!(prose.description));
    put("keywords", json!(prose.keywords));
    put("homepage", json!(prose.homepage.as_deref().unwrap_or("")));
    put("version", json!(version.version));
    put("version_normalized", json!(version.version_normalized));
    put(
        "license",
        json!(version.license.as_deref().unwrap_or_default()),
    );
    put("authors", prose.authors.clone());
    put(
        "source",
        json!({
            "url": format!("{SOURCE_HOST}/{name}.git"),
            "type": "git",
            "reference": version.reference,
        }),
    );
    put(
        "dist",
        json!({
            "url": dist_url(name, &version.reference),
            "type": "zip",
            "shasum": "",
            "reference": version.reference,
        }),
    );
    put(
        "type",
        json!(
            version
                .package_type
                .as_ref()
                .unwrap_or(&package.package_type)
        ),
    );
    let source = format!("{SOURCE_HOST}/{name}/tree/{}", version.version);
    if prose.has_issues {
        put(
            "support",
            json!({"issues": format!("{SOURCE_HOST}/{name}/issues"), "source": source}),
        );
    } else {
        put("support", json!({ "source": source }));
    }
    if let Some(funding) = &prose.funding {
        put("funding", funding.clone());
    }
    put(
        "time",
        json!(version.time.strftime("%Y-%m-%dT%H:%M:%S+00:00").to_string()),
    );
    if let Some(autoload) = &version.autoload {
        put("autoload", Value::Object(autoload.clone()));
    }
    if let Some(extra) = extra(name, version) {
        put("extra", Value::Object(extra));
    }
    if let Some(bin) = &version.bin {
        put("bin", json!(bin));
    }
    if let Some(target_dir) = &version.target_dir {
        put("target-dir", json!(target_dir));
    }
    if let Some(include_path) = &version.include_path {
        put("include-path", json!(include_path));
    }
    if let Some(default_branch) = version.default_branch {
        put("default-branch", json!(default_branch));
    }
    for (key, links) in [
        ("require", &version.require),
        ("require-dev", &version.require_dev),
        ("conflict", &version.conflict),
        ("provide", &version.provide),
        ("replace", &version.replace),
    ] {
        if let Some(links) = links {
            put(key, Value::Object(links.clone()));
        }
    }
    if let Some(suggested) = &version.suggest {
        let reasons: Map<String, Value> = suggested
            .iter()
            .map(|other| (other.clone(), json!(reason(name, other))))
            .collect();
        put("suggest", Value::Object(reasons));
    }
    record
}

fn extra(name: &str, version: &VersionFacts) -> Option<Map<String, Value>> {
    let mut extra = version.extra.clone();
    if version.files.is_some()
        && let Some((_, provider)) = DISCOVERED.iter().find(|(package, _)| *package == name)
    {
        let discovery = json!({"providers": [provider]});
        extra
            .get_or_insert_default()
            .insert("laravel".to_owned(), discovery);
    }
    extra
}

fn reason(name: &str, suggested: &str) -> String {
    let mut filler = Filler::new(&["suggest", name, suggested]);
    format!(
        "{} the {} {}",
        capitalised(filler.verb()),
        filler.word(),
        filler.word()
    )
}
