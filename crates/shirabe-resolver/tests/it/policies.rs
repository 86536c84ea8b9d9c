//! Advisories, malware and abandoned packages.

use crate::project::{Project, packages};
use shirabe_mixed::{PhpMixed, json};
use shirabe_package::{AnyPackage, PackageName};
use shirabe_resolver::{
    Advisory, BlockOverrides, BlockScope, DependencyPolicies, Explainer, KnownVersions,
    ListedPackage, Loaded, MemorySource, PackageSource, PhpRuntime, PlatformRequirementFilter,
    Policy, PoolOptions, RepositorySet, Request, SetOptions, SolveError, SourceError, SourceKind,
    StabilityFilter, Wanted, solve,
};
use shirabe_semver::{Constraint, Stability};

fn data(text: &str) -> PhpMixed {
    json::decode(text.as_bytes()).expect("JSON")
}

fn policies(policy: &str, audit: &str) -> DependencyPolicies {
    DependencyPolicies::from_config(Some(&data(policy)), &data(audit), BlockOverrides::default())
        .expect("policies")
}

struct Warned {
    packages: MemorySource,
    advisories: Vec<Advisory>,
    listed: Vec<ListedPackage>,
}

impl PackageSource for Warned {
    fn name(&self) -> String {
        self.packages.name()
    }

    fn load_packages(
        &mut self,
        wanted: &[Wanted],
        filter: &StabilityFilter,
        known: &KnownVersions,
    ) -> Result<Loaded, SourceError> {
        self.packages.load_packages(wanted, filter, known)
    }

    fn find_packages(
        &mut self,
        name: &PackageName,
        constraint: Option<&Constraint>,
    ) -> Result<Vec<AnyPackage>, SourceError> {
        self.packages.find_packages(name, constraint)
    }

    fn packages(&mut self) -> Result<Vec<AnyPackage>, SourceError> {
        self.packages.packages()
    }

    fn advisories(
        &mut self,
        wanted: &[Wanted],
        _allow_partial: bool,
    ) -> Result<Vec<Advisory>, SourceError> {
        let is_wanted =
            |advisory: &&Advisory| wanted.iter().any(|wanted| wanted.name == advisory.package);
        Ok(self.advisories.iter().filter(is_wanted).cloned().collect())
    }

    fn filter_lists(
        &mut self,
        _wanted: &[Wanted],
        lists: &[String],
    ) -> Result<Vec<ListedPackage>, SourceError> {
        let is_wanted = |listed: &&ListedPackage| lists.contains(&listed.entry.list);
        Ok(self.listed.iter().filter(is_wanted).cloned().collect())
    }
}

const ADVISORY: &str = r#"{
    "advisoryId": "PKSA-aaaa-bbbb-cccc", "affectedVersions": "<1.1", "title": "Bad", "cve": "CVE-2024-1",
    "sources": [{"name": "GitHub", "remoteId": "GHSA-1"}], "reportedAt": "2024-01-01 00:00:00", "severity": "low"
}"#;

const LISTED: &str = r#"{"package": "acme/a", "constraint": "1.1.0", "reason": "steals keys", "url": "https://example.org/m"}"#;

const VERSIONS: &str = r#"[
    {"name": "acme/a", "version": "1.0.0"},
    {"name": "acme/a", "version": "1.1.0"},
    {"name": "acme/a", "version": "1.2.0", "abandoned": "acme/b"}
]"#;

fn chosen(constraint: &str, policies: &DependencyPolicies) -> Result<String, String> {
    let mut set = RepositorySet::new(SetOptions::new(StabilityFilter::new(Stability::Stable)));
    let a = PackageName::new("acme/a");
    set.add(Warned {
        packages: MemorySource::new("repo", SourceKind::Repository, packages(VERSIONS)),
        advisories: Advisory::from_data(a.clone(), &data(ADVISORY))
            .into_iter()
            .collect(),
        listed: ListedPackage::from_data("malware", &data(LISTED))
            .expect("a constraint")
            .into_iter()
            .collect(),
    });
    let mut request = Request::new(None);
    let parsed = Constraint::parse(constraint).expect("a constraint");
    request.require(a, Some(parsed)).expect("once");
    let policy = Policy::default();
    let mut advisories = policies.advisory_filter();
    let mut lists = policies.filter_list_filter(BlockScope::Update);
    let mut options = PoolOptions {
        optimize_for: Some(&policy),
        ..PoolOptions::default()
    };
    if let Some(filter) = &mut advisories {
        options.filters.push(filter);
    }
    if let Some(filter) = &mut lists {
        options.filters.push(filter);
    }
    let built = set.build_pool(&mut request, options).expect("a pool");
    let platform = PlatformRequirementFilter::IgnoreNothing;
    match solve(&built.pool, &request, &policy, &platform) {
        Ok(solution) => Ok(solution.transaction.operations()[0].to_string()),
        Err(SolveError::Unsolvable(unsolvable)) => Err(Explainer {
            repositories: &mut set,
            request: &request,
            pool: &built.pool,
            php: &PhpRuntime::default(),
            verbose: false,
            dev_extraction: false,
        }
        .explain(&unsolvable)
        .expect("repositories in memory")),
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn versions_with_advisories_are_kept_out_and_explained() {
    let on = policies("{}", "{}");
    assert_eq!(chosen("*", &on).as_deref(), Ok("Installing acme/a (1.2.0)"));
    insta::assert_snapshot!(chosen("1.0.*", &on).expect_err("no solution"), @r#"

      Problem 1
        - Root composer.json requires acme/a 1.0.*, found acme/a[1.0.0] but these were not loaded, because they are affected by security advisories ("<href=https://packagist.org/security-advisories/PKSA-aaaa-bbbb-cccc>PKSA-aaaa-bbbb-cccc</>"). Go to https://packagist.org/security-advisories/ to find advisory details. To ignore the advisories, add their IDs to the "policy.advisories.ignore-id" config or add the package to "policy.advisories.ignore". To turn the feature off entirely, you can set "policy.advisories.block" to false.
    "#);
}

#[test]
fn advisories_can_be_ignored_in_every_way() {
    let ignoring = [
        (r#"{"advisories": {"ignore": ["acme/a"]}}"#, "{}"),
        (
            r#"{"advisories": {"ignore-id": {"CVE-2024-1": "not us"}}}"#,
            "{}",
        ),
        (r#"{"advisories": {"ignore-id": ["GHSA-1"]}}"#, "{}"),
        (r#"{"advisories": {"ignore-severity": ["low"]}}"#, "{}"),
        (r#"{"advisories": {"block": false}}"#, "{}"),
        (r#"{"advisories": false}"#, "{}"),
        (
            "{}",
            r#"{"ignore": {"PKSA-aaaa-bbbb-cccc": {"apply": "block"}}}"#,
        ),
        ("{}", r#"{"block-insecure": false}"#),
    ];
    for (policy, audit) in ignoring {
        let found = chosen("1.0.*", &policies(policy, audit));
        assert_eq!(
            found.as_deref(),
            Ok("Installing acme/a (1.0.0)"),
            "{policy} {audit}"
        );
    }
    let still_counting = [
        (
            r#"{"advisories": {"ignore": {"acme/a": {"on-block": false}}}}"#,
            "{}",
        ),
        (
            "{}",
            r#"{"ignore": {"PKSA-aaaa-bbbb-cccc": {"apply": "audit"}}}"#,
        ),
    ];
    for (policy, audit) in still_counting {
        assert!(
            chosen("1.0.*", &policies(policy, audit)).is_err(),
            "{policy} {audit}"
        );
    }
}

#[test]
fn abandoned_packages_are_kept_out_if_asked() {
    let on = policies(r#"{"abandoned": {"block": true}}"#, "{}");
    assert!(
        chosen("1.2.*", &on)
            .expect_err("no solution")
            .contains("because they are abandoned")
    );
    let ignored = policies(
        r#"{"abandoned": {"block": true, "ignore": ["acme/*"]}}"#,
        "{}",
    );
    assert!(chosen("1.2.*", &ignored).is_ok());
}

#[test]
fn malware_is_kept_out_and_explained() {
    insta::assert_snapshot!(chosen("1.1.*", &policies("{}", "{}")).expect_err("no solution"), @r#"

      Problem 1
        - Root composer.json requires acme/a 1.1.*, found acme/a[1.1.0] but these were not loaded, because they were flagged as malware (see https://example.org/m) reason: steals keys. To ignore filters for this package, add the package to the "policy.malware.ignore" config. To turn the feature off entirely, you can set "policy.malware.block" to false.
    "#);
    for policy in [
        r#"{"malware": false}"#,
        r#"{"malware": {"ignore": {"acme/a": {"constraint": "^1.1"}}}}"#,
        r#"{"malware": {"block-scope": "install"}}"#,
    ] {
        assert!(chosen("1.1.*", &policies(policy, "{}")).is_ok(), "{policy}");
    }
}

#[test]
fn a_locked_package_that_turns_out_to_be_malware_is_a_problem() {
    struct Malware;
    impl shirabe_resolver::PoolFilter for Malware {
        fn removals(
            &mut self,
            pool: &shirabe_resolver::Pool,
            _request: &Request,
            _repositories: &mut RepositorySet<'_>,
        ) -> Result<Vec<(shirabe_resolver::PackageId, shirabe_resolver::Removal)>, SourceError>
        {
            let listed = ListedPackage::from_data("malware", &data(LISTED)).expect("a constraint");
            let entry = listed.expect("an entry").entry;
            Ok(pool
                .named(&PackageName::new("acme/a"))
                .iter()
                .map(|&id| {
                    (
                        id,
                        shirabe_resolver::Removal::FilterLists(vec![entry.clone()]),
                    )
                })
                .collect())
        }
    }
    let project = Project::new("[]")
        .require("acme/b", "*")
        .locked(
            r#"[{"name": "acme/a", "version": "1.1.0"},
                {"name": "acme/b", "version": "1.0.0", "require": {"acme/a": "*"}}]"#,
        )
        .update(&["acme/none"], shirabe_resolver::UpdateScope::OnlyListed);
    let (_, result) = project.solve_filtered(vec![&mut Malware], false);
    let text = result.expect_err("no solution");
    assert!(
        text.contains("- Package acme/a 1.1.0 (in the lock file) was not loaded, because it was flagged as malware"),
        "{text}"
    );
}

#[test]
fn bad_configurations_are_refused() {
    for (policy, message) in [
        (r#"{"ignore-all": true}"#, "starts with reserved prefix"),
        (r#"{"license": true}"#, "is reserved for future use"),
        (
            r#"{"malware": {"ignore": {"acme/a": 1}}}"#,
            "not a supported shape",
        ),
        (
            r#"{"malware": {"ignore": {"acme/a": {"constraint": "a b c"}}}}"#,
            "Invalid ignore rule",
        ),
        (
            r#"{"own": {"audit": "loud"}}"#,
            "expected ignore, report or fail",
        ),
    ] {
        let error = DependencyPolicies::from_config(
            Some(&data(policy)),
            &PhpMixed::Null,
            BlockOverrides::default(),
        )
        .expect_err(policy);
        assert!(error.to_string().contains(message), "{error}");
    }
}
