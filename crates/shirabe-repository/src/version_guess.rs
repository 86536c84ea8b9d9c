//! The version of a package that does not say it, out of the git checkout that it lies in.

mod natural;

use std::path::Path;
use std::process::{Command, Stdio};

use regex::Regex;
use shirabe_mixed::{PhpMap, PhpMixed, json};
use shirabe_package::{Environment, root};
use shirabe_semver::Version;

/// Branches that are no features of others, beside numbered ones.
const MAIN_BRANCHES: &str =
    "master|main|latest|next|current|support|tip|trunk|default|develop|\\d+\\..+";

/// Looks into checkouts. Only git is looked at.
#[derive(Debug, Clone, Copy)]
pub struct VersionGuesser<'a> {
    environment: &'a Environment,
}

/// What a checkout tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GuessedVersion {
    /// Normalised.
    pub version: Version,
    /// As a person writes it.
    pub pretty_version: String,
    /// The commit that is checked out.
    pub commit: Option<String>,
    /// On a feature branch, which goes by the version of the branch that it came from: its own version.
    pub feature_version: Option<Version>,
    /// That version as a person writes it.
    pub feature_pretty_version: Option<String>,
}

/// One line of `git branch -v`.
#[derive(Debug, PartialEq, Eq)]
struct Branch<'a> {
    is_current: bool,
    name: &'a str,
    commit: &'a str,
}

impl<'a> VersionGuesser<'a> {
    /// A guesser that gives `environment` to the programs that it runs.
    #[must_use]
    pub fn new(environment: &'a Environment) -> Self {
        Self { environment }
    }

    /// What `COMPOSER_ROOT_VERSION` says.
    #[must_use]
    pub fn root_version_from_environment(&self) -> Option<String> {
        root::GuessedVersion::from_environment(self.environment)
            .map(|guessed| guessed.pretty_version)
    }

    /// The commit of the checkout whose top folder is `folder`.
    #[must_use]
    pub fn checked_out_commit(&self, folder: &Path) -> Option<String> {
        if !folder.join(".git").is_dir() {
            return None;
        }
        self.head(folder)
    }

    /// Whether both folders are in checkouts of the same commit.
    #[must_use]
    pub fn is_same_checkout(&self, one: &Path, other: &Path) -> bool {
        let head = self.head(one);
        head.is_some() && head == self.head(other)
    }

    /// The version of the package in `folder`, which `data`, its manifest, does not say. `None` if the
    /// folder is in no checkout or that has no commit yet.
    #[must_use]
    pub fn guess(&self, data: &PhpMap, folder: &Path) -> Option<GuessedVersion> {
        let listing = self.git(folder, &["branch", "-a", "--no-color", "--no-abbrev", "-v"]);
        let listing = listing.unwrap_or_default();
        let mut found: Option<(Version, String)> = None;
        let mut feature = None;
        let mut commit = None;
        let mut is_detached = false;
        let mut is_feature = false;
        let main = main_branches(data);
        for branch in listing.lines().filter_map(current) {
            commit = Some(branch.commit.to_owned());
            is_detached = branch.name.starts_with('(');
            if is_detached {
                let pretty = format!("dev-{}", branch.commit);
                found = Some((Version::from_normalized(&pretty), pretty));
                is_feature = true;
            } else {
                let version = Version::normalize_branch(branch.name);
                found = Some((version, format!("dev-{}", branch.name)));
                is_feature = !main.is_match(branch.name);
            }
        }
        if let (true, Some((version, pretty))) = (is_feature, found.clone()) {
            let branches = listing.lines().filter_map(candidate).collect();
            found = Some(self.origin_of(data, &version, branches, &main, folder));
            feature = Some((version, pretty));
        }
        if found.is_none() || is_detached {
            let tag = self.git(folder, &["describe", "--exact-match", "--tags"]);
            let tag = tag.as_deref().map(str::trim);
            if let Some((tag, version)) = tag.and_then(|tag| Some((tag, Version::parse(tag).ok()?)))
            {
                found = Some((version, tag.to_owned()));
                feature = None;
            }
        }
        let (version, pretty_version) = found?;
        let feature =
            feature.filter(|(other, pretty)| (other, pretty) != (&version, &pretty_version));
        let (feature_version, feature_pretty_version) = match feature {
            Some((version, pretty)) => (Some(version.clone()), Some(shown(&version, pretty))),
            None => (None, None),
        };
        Some(GuessedVersion {
            pretty_version: shown(&version, pretty_version),
            version,
            commit: commit.or_else(|| self.head(folder)),
            feature_version,
            feature_pretty_version,
        })
    }

    /// The branch that a feature branch has the fewest commits of its own over, or itself.
    fn origin_of(
        &self,
        data: &PhpMap,
        version: &Version,
        mut branches: Vec<&str>,
        main: &Regex,
        folder: &Path,
    ) -> (Version, String) {
        let text = version.as_str();
        let own = (version.clone(), text.to_owned());
        let aliases = data
            .get("extra")
            .and_then(|extra| extra.get("branch-alias"));
        let has_alias = aliases.is_some_and(|aliases| aliases.get(text).is_some());
        let uses_self_version = || {
            let all = PhpMixed::Map(data.clone());
            json::encode(&all, &json::EncodeOptions::compact())
                .is_ok_and(|text| text.contains("\"self.version\""))
        };
        if has_alias && !uses_self_version() {
            return own;
        }
        let branch = text.strip_prefix("dev-").unwrap_or(text);
        if main.is_match(branch) {
            return own;
        }
        branches.sort_by(|a, b| {
            let is_remote = |name: &str| name.starts_with("remotes/");
            is_remote(a)
                .cmp(&is_remote(b))
                .then_with(|| natural::compare(b, a))
        });
        let mut best: Option<(usize, &str)> = None;
        for name in branches {
            let local = match name.strip_prefix("remotes/") {
                Some(rest) => rest.rsplit_once('/').map_or(rest, |(_, local)| local),
                None => name,
            };
            if name == branch || !main.is_match(local) {
                continue;
            }
            let range = format!("{name}..{branch}");
            let Some(commits) = self.git(folder, &["rev-list", &range]) else {
                continue;
            };
            // Of equally near ones the later is the older release.
            if best.is_none_or(|(length, _)| commits.len() <= length) {
                best = Some((commits.len(), local));
            }
            if commits.is_empty() {
                break;
            }
        }
        best.map_or(own, |(_, local)| {
            (Version::normalize_branch(local), format!("dev-{local}"))
        })
    }

    fn head(&self, folder: &Path) -> Option<String> {
        let commit = self.git(folder, &["rev-parse", "--verify", "HEAD"])?;
        Some(commit.trim().to_owned()).filter(|commit| !commit.is_empty())
    }

    /// What git prints, if it succeeds.
    fn git(&self, folder: &Path, arguments: &[&str]) -> Option<String> {
        let mut command = Command::new("git");
        command
            .args(arguments)
            .current_dir(folder)
            .stdin(Stdio::null())
            .env_clear()
            .envs(self.environment.iter())
            // A hook's variables would point git at the wrong checkout.
            .env_remove("GIT_DIR")
            .env_remove("GIT_WORK_TREE")
            .env("GIT_TERMINAL_PROMPT", "0")
            .env("LANGUAGE", "C")
            .env("LC_ALL", "C");
        let output = command.output().ok()?;
        output
            .status
            .success()
            .then(|| String::from_utf8_lossy(&output.stdout).into_owned())
    }
}

impl From<GuessedVersion> for root::GuessedVersion {
    fn from(guessed: GuessedVersion) -> Self {
        Self {
            pretty_version: guessed.pretty_version,
            version: Some(guessed.version.as_str().to_owned()),
            commit: guessed.commit,
        }
    }
}

/// Numbered branches are shown by their number: `1.2.x-dev`.
fn shown(version: &Version, pretty: String) -> String {
    const WILD: &str = ".9999999";
    let text = version.as_str();
    if !text.ends_with("-dev") || !text.contains(WILD) {
        return pretty;
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(WILD) {
        out.push_str(&rest[..at]);
        out.push_str(".x");
        rest = rest[at..].trim_start_matches(WILD);
    }
    out.push_str(rest);
    out
}

/// Branches that are no features: the usual ones, and `non-feature-branches` of the manifest, which
/// are regular expressions.
fn main_branches(data: &PhpMap) -> Regex {
    let own: Vec<&str> = data
        .get("non-feature-branches")
        .into_iter()
        .flat_map(PhpMixed::values)
        .filter_map(PhpMixed::as_str)
        .collect();
    let own = own.join("|");
    Regex::new(&format!("^({own}|{MAIN_BRANCHES})$"))
        .or_else(|_| Regex::new(&format!("^({MAIN_BRANCHES})$")))
        .unwrap_or_else(|_| unreachable!("the pattern is a constant"))
}

/// The line of the branch that is checked out.
fn current(line: &str) -> Option<Branch<'_>> {
    parse(line).filter(|branch| branch.is_current)
}

/// The name of a branch without slashes, of this checkout or of `origin` or `upstream`.
fn candidate(line: &str) -> Option<&str> {
    let name = parse(line)?.name;
    let local = name
        .strip_prefix("remotes/origin/")
        .or_else(|| name.strip_prefix("remotes/upstream/"))
        .unwrap_or(name);
    (!local.contains('/') && !name.ends_with("/HEAD") && !name.starts_with('(')).then_some(name)
}

fn parse(line: &str) -> Option<Branch<'_>> {
    let (is_current, rest) = match line.strip_prefix("* ") {
        Some(rest) => (true, rest),
        None => (false, line),
    };
    let rest = rest.trim_start_matches(' ');
    let length = if rest.starts_with('(') {
        let length = rest.find(')')? + 1;
        let name = &rest[..length];
        let known = name == "(no branch)"
            || name.starts_with("(detached from ")
            || name.starts_with("(HEAD detached at ");
        known.then_some(length)?
    } else {
        rest.find(' ')?
    };
    let (name, rest) = rest.split_at(length);
    let (commit, _) = rest.trim_start_matches(' ').split_once(' ')?;
    let is_hash = !commit.is_empty()
        && commit
            .bytes()
            .all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
    is_hash.then_some(Branch {
        is_current,
        name,
        commit,
    })
}

#[cfg(test)]
mod tests {
    use super::{candidate, current, shown};
    use shirabe_semver::Version;

    #[test]
    fn lines_of_git_branch_are_read() {
        let branch = current("* main    0123abc say (something)").unwrap();
        assert_eq!((branch.name, branch.commit), ("main", "0123abc"));
        let detached = current("* (HEAD detached at 0123abc) 0123abc x").unwrap();
        assert_eq!(detached.name, "(HEAD detached at 0123abc)");
        assert_eq!(current("* (HEAD detached from v1) 0123abc x"), None);
        assert_eq!(current("  main 0123abc x"), None);
        assert_eq!(candidate("  main 0123abc x"), Some("main"));
        assert_eq!(
            candidate("  remotes/origin/1.x 0123abc x"),
            Some("remotes/origin/1.x")
        );
        assert_eq!(candidate("  remotes/origin/HEAD -> origin/main"), None);
        assert_eq!(candidate("  feature/a 0123abc x"), None);
    }

    #[test]
    fn numbered_branches_are_shown_by_number() {
        let show =
            |branch: &str| shown(&Version::normalize_branch(branch), format!("dev-{branch}"));
        assert_eq!(show("1.2"), "1.2.x-dev");
        assert_eq!(show("2.x"), "2.x-dev");
        assert_eq!(show("main"), "dev-main");
    }
}
