//! Why there is no solution, in words.

mod missing;
mod missing_platform;
mod package_list;
mod removed;
mod rule_text;

use crate::php_sort::usort;
use crate::pool::Pool;
use crate::problem::Problem;
use crate::repository_set::RepositorySet;
use crate::request::Request;
use crate::rule::{Reason, RuleId, RuleSet};
use crate::source::SourceError;
use indexmap::{IndexMap, IndexSet};
use package_list::{VersionList, condense};
use rustc_hash::FxBuildHasher;
use shirabe_package::PackageName;
use shirabe_semver::{Constraint, Version};
use std::cmp::Ordering;
use std::fmt::Write as _;

/// The problems of a request that cannot be satisfied, with the rules they are made of.
#[derive(Clone, Debug)]
pub struct Unsolvable {
    /// All rules.
    pub rules: RuleSet,
    /// The problems in the order in which they were found.
    pub problems: Vec<Problem>,
}

/// What of PHP itself counts in an explanation.
#[derive(Clone, Debug, Default)]
pub struct PhpRuntime {
    /// The extensions that PHP has loaded, whatever the platform configuration says of them.
    pub extensions: Vec<String>,
    /// PHP's configuration files; the first is the main one, and empty if there is none.
    pub ini_paths: Vec<String>,
}

impl PhpRuntime {
    fn has_extension(&self, name: &str) -> bool {
        self.extensions
            .iter()
            .any(|known| known.eq_ignore_ascii_case(name))
    }
}

/// Puts problems into words. Repositories are asked again for what the pool does not hold, to say
/// why it does not.
pub struct Explainer<'e, 'a> {
    /// The repositories that the pool was built from.
    pub repositories: &'e mut RepositorySet<'a>,
    /// What was requested, as the pool builder left it.
    pub request: &'e Request,
    /// The pool.
    pub pool: &'e Pool,
    /// PHP.
    pub php: &'e PhpRuntime,
    /// Whether all versions are listed.
    pub verbose: bool,
    /// Whether this is about the split into what is needed always and for development only.
    pub dev_extraction: bool,
}

impl Explainer<'_, '_> {
    /// All problems as text with console tags, in the form that Composer prints under its headline;
    /// hints follow them.
    ///
    /// # Errors
    ///
    /// If a repository cannot be read.
    pub fn explain(&mut self, unsolvable: &Unsolvable) -> Result<String, SourceError> {
        let rules = &unsolvable.rules;
        let mut problems: IndexSet<String, FxBuildHasher> = IndexSet::default();
        for problem in &unsolvable.problems {
            problems.insert(self.problem(rules, problem)?);
        }
        let mut text = String::from("\n");
        for (index, problem) in problems.iter().enumerate() {
            let _ = writeln!(text, "  Problem {}{problem}", index + 1);
        }
        let hints = self.hints(unsolvable, &text);
        if !hints.is_empty() {
            text.push('\n');
            text.push_str(&hints.join("\n\n"));
        }
        Ok(text)
    }

    fn hints(&self, unsolvable: &Unsolvable, text: &str) -> Vec<String> {
        let mut hints = Vec::new();
        if !self.dev_extraction
            && (text.contains("could not be found") || text.contains("no matching package found"))
        {
            hints.push(NOT_FOUND_HINT.to_owned());
        }
        let all = || unsolvable.problems.iter().flat_map(Problem::rules_as_found);
        let extensions: IndexSet<&str, FxBuildHasher> = all()
            .filter_map(|rule| self.required_name(&unsolvable.rules, rule))
            .map(PackageName::as_str)
            .filter(|name| name.starts_with("ext-"))
            .collect();
        if !extensions.is_empty() {
            hints.push(self.extension_hint(&extensions));
        }
        if !self.dev_extraction
            && !self.request.updates_root_dependencies()
            && all().any(|rule| self.is_caused_by_lock(&unsolvable.rules, rule))
        {
            hints.push(
                "Use the option --with-all-dependencies (-W) to allow upgrades, downgrades and \
                 removals for packages currently locked to specific versions."
                    .to_owned(),
            );
        }
        if text.contains("found composer-plugin-api[2.0.0] but it does not match") {
            if text.contains("- ocramius/package-versions") {
                hints.push(PACKAGE_VERSIONS_HINT.to_owned());
            }
            hints.push(PLUGIN_API_HINT.to_owned());
        }
        hints
    }

    fn extension_hint(&self, extensions: &IndexSet<&str, FxBuildHasher>) -> String {
        let paths = match self.php.ini_paths.split_first() {
            Some((first, rest)) if first.is_empty() => rest,
            _ => &self.php.ini_paths[..],
        };
        let options: Vec<String> = extensions
            .iter()
            .map(|name| format!("--ignore-platform-req={name}"))
            .collect();
        let way_around = format!(
            "Alternatively, you can run Composer with `{}` to temporarily ignore these required \
             extensions.",
            options.join(" ")
        );
        if paths.is_empty() {
            return way_around;
        }
        format!(
            "To enable extensions, verify that they are enabled in your .ini files:\n    - {}\nYou \
             can also run `php --ini` in a terminal to see which files are used by PHP in CLI \
             mode.\n{way_around}",
            paths.join("\n    - "),
        )
    }

    /// One problem as text: a line for each rule, those that differ in the version alone in one.
    fn problem(&mut self, rules: &RuleSet, problem: &Problem) -> Result<String, SourceError> {
        let involved: Vec<RuleId> = problem.rules().collect();
        if let [only] = involved[..] {
            match rules.reason(only) {
                Reason::RootRequire { name, constraint }
                    if self.pool.what_provides(name, Some(constraint)).is_empty() =>
                {
                    let reason = self.missing_package(name, Some(constraint))?;
                    return Ok(format!("\n    {reason}"));
                }
                Reason::LockedPackageRemoved(package) => {
                    return Ok(format!("\n    {}", self.missing_locked_package(package)));
                }
                _ => {}
            }
        }
        let keys: Vec<(u8, String)> = involved
            .iter()
            .map(|&rule| (priority(rules.reason(rule)), self.sort_text(rules, rule)))
            .collect();
        let mut order: Vec<usize> = (0..involved.len()).collect();
        usort(&mut order, |&one, &two| {
            let (one, two) = (&keys[one], &keys[two]);
            two.0
                .cmp(&one.0)
                .then_with(|| compare_texts(&one.1, &two.1))
        });
        let sorted: Vec<RuleId> = order.into_iter().map(|index| involved[index]).collect();
        let lines = self.lines(rules, &sorted)?;
        Ok(format!("\n    - {}", lines.join("\n    - ")))
    }

    fn lines(&mut self, rules: &RuleSet, sorted: &[RuleId]) -> Result<Vec<String>, SourceError> {
        let mut lines: IndexMap<Line, IndexMap<String, VersionList>, FxBuildHasher> =
            IndexMap::default();
        for &rule in sorted {
            let text = self.rule(rules, rule)?;
            if text.is_empty() {
                continue;
            }
            let source = match rules.reason(rule) {
                Reason::Conflict { .. } | Reason::Requires { .. } => {
                    self.source_package(rules, rule)
                }
                _ => None,
            };
            let (Some(source), Some((package, version, rest))) = (source, split_subject(&text))
            else {
                lines.entry(Line::Whole(text)).or_default();
                continue;
            };
            let versions = lines
                .entry(Line::About(rest.to_owned()))
                .or_default()
                .entry(package.to_owned())
                .or_default();
            let normalized =
                Version::parse(version).unwrap_or_else(|_| Version::from_normalized(version));
            versions.insert(normalized, version.into());
            versions.extend(self.pool.represented().versions_of(source));
        }
        let mut result = Vec::new();
        for (line, packages) in lines {
            let mut rest = match line {
                Line::Whole(text) => {
                    result.push(text);
                    continue;
                }
                Line::About(rest) => rest,
            };
            for (package, mut versions) in packages {
                package_list::sort(&mut versions);
                let shown = if self.verbose {
                    versions.values().map(ToString::to_string).collect()
                } else {
                    condense(&versions, 1)
                };
                if shown.len() > 1 {
                    // One subject, one verb: the plural stays for the packages after it.
                    for verb in ["require", "conflict"] {
                        if let Some(object) = rest
                            .strip_prefix(verb)
                            .and_then(|object| object.strip_prefix('s'))
                        {
                            rest = format!("{verb}{object}");
                            break;
                        }
                    }
                    result.push(format!("{package}[{}] {rest}", shown.join(", ")));
                } else {
                    let version = shown.first().map_or("", String::as_str);
                    result.push(format!("{package} {version} {rest}"));
                }
            }
        }
        Ok(result)
    }

    fn sort_text(&self, rules: &RuleSet, rule: RuleId) -> String {
        match rules.reason(rule) {
            Reason::RootRequire { name, .. } | Reason::SameName(name) => name.to_string(),
            Reason::Fixed(package) | Reason::LockedPackageRemoved(package) => package.to_string(),
            Reason::Conflict { .. } | Reason::Requires { .. } => {
                match (self.source_package(rules, rule), self.link(rules, rule)) {
                    (Some(source), Some(link)) => {
                        format!("{source}//{}", rule_text::link_text(source, link))
                    }
                    _ => String::new(),
                }
            }
            Reason::Alias(id) | Reason::InverseAlias(id) => self.pool.package(*id).to_string(),
            Reason::Learned(_) => {
                let literals: Vec<String> = rules
                    .literals(rule)
                    .iter()
                    .map(ToString::to_string)
                    .collect();
                literals.join("-")
            }
        }
    }

    /// The name that a rule wants something for.
    fn required_name<'r>(&'r self, rules: &'r RuleSet, rule: RuleId) -> Option<&'r PackageName> {
        match rules.reason(rule) {
            Reason::RootRequire { name, .. } => Some(name),
            Reason::Fixed(package) | Reason::LockedPackageRemoved(package) => Some(package.name()),
            Reason::Requires { .. } => self.link(rules, rule).map(|link| &link.target),
            _ => None,
        }
    }

    /// Whether the lock file is why the rule cannot be satisfied.
    fn is_caused_by_lock(&self, rules: &RuleSet, rule: RuleId) -> bool {
        let (name, constraint, is_link): (&PackageName, &Constraint, bool) =
            match rules.reason(rule) {
                Reason::RootRequire { name, constraint } => (name, constraint, false),
                Reason::Requires { .. } => match self.link(rules, rule) {
                    Some(link) => (&link.target, &link.constraint, true),
                    None => return false,
                },
                _ => return false,
            };
        if name.is_platform() {
            return false;
        }
        let locked = self.request.locked_repository().unwrap_or_default();
        locked
            .iter()
            .find(|package| package.name() == name)
            .is_some_and(|package| {
                self.pool.is_unacceptable(package)
                    || !constraint.admits(package.version())
                    || is_link && !self.request.is_locked(package)
            })
    }
}

#[derive(PartialEq, Eq, Hash)]
enum Line {
    /// A message of its own.
    Whole(String),
    /// What is said of a package in some version.
    About(String),
}

/// `acme/a 1.0.0 requires acme/b ^2` in three: name, version and the rest.
fn split_subject(text: &str) -> Option<(&str, &str, &str)> {
    let (package, rest) = text.split_once(' ')?;
    let (version, rest) = rest.split_once(' ')?;
    let is_word = |word: &str| !word.is_empty() && !word.contains(char::is_whitespace);
    (is_word(package)
        && is_word(version)
        && (rest.starts_with("requires") || rest.starts_with("conflicts")))
    .then_some((package, version, rest))
}

const fn priority(reason: &Reason) -> u8 {
    match reason {
        Reason::Fixed(_) | Reason::LockedPackageRemoved(_) => 3,
        Reason::RootRequire { .. } => 2,
        Reason::Conflict { .. } | Reason::Requires { .. } => 1,
        Reason::SameName(_) | Reason::Learned(_) | Reason::Alias(_) | Reason::InverseAlias(_) => 0,
    }
}

/// PHP's `<=>` of two texts: as numbers if both are.
fn compare_texts(one: &str, two: &str) -> Ordering {
    match (one.parse::<i64>(), two.parse::<i64>()) {
        (Ok(one), Ok(two)) => one.cmp(&two),
        _ => one.cmp(two),
    }
}

const NOT_FOUND_HINT: &str = "Potential causes:\n - A typo in the package name\n - The package is \
    not available in a stable-enough version according to your minimum-stability setting\n   see \
    <https://getcomposer.org/doc/04-schema.md#minimum-stability> for more details.\n - It's a \
    private package and you forgot to add a custom repository to find it\n\nRead \
    <https://getcomposer.org/doc/articles/troubleshooting.md> for further common problems.";

const PACKAGE_VERSIONS_HINT: &str = "<warning>ocramius/package-versions only provides support for \
    Composer 2 in 1.8+, which requires PHP 7.4.</warning>\nIf you can not upgrade PHP you can \
    require <info>composer/package-versions-deprecated</info> to resolve this with PHP 7.0+.";

const PLUGIN_API_HINT: &str = "You are using Composer 2, which some of your plugins seem to be \
    incompatible with. Make sure you update your plugins or report a plugin-issue to ask them to \
    support Composer 2.";
