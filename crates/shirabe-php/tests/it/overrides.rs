//! `config.platform`.

use shirabe_mixed::PhpMixed;
use shirabe_php::platform::{Override, apply_overrides};
use shirabe_php::{Platform, PlatformPackage};
use shirabe_semver::Version;

fn package(name: &str, version: &str) -> PlatformPackage {
    PlatformPackage {
        name: name.to_owned(),
        pretty_name: name.to_owned(),
        version: Version::parse(version).expect("a version"),
        pretty_version: version.to_owned(),
        description: format!("The {name}"),
        package_type: None,
        replaces: Vec::new(),
        provides: Vec::new(),
        from_config: false,
    }
}

fn machine() -> Platform {
    Platform {
        packages: vec![
            package("composer", "2.10.2"),
            package("php", "8.2.30"),
            package("php-64bit", "8.2.30"),
            package("ext-json", "8.2.30"),
            package("ext-mbstring", "8.2.30"),
        ],
        ..Platform::default()
    }
}

fn entry(name: &str, version: Option<&str>) -> Override {
    let value = version.map_or(PhpMixed::Bool(false), PhpMixed::from);
    Override::read(name, &value).expect("an override")
}

#[test]
fn versions_are_replaced_invented_and_hidden() {
    let overrides = [
        entry("php", Some("8.1.5")),
        entry("Ext-Fake", Some("2.3")),
        entry("ext-json", Some("8.2.30")),
        entry("ext-mbstring", None),
    ];
    let laid = apply_overrides(machine(), &overrides).expect("a platform");
    let lines: Vec<String> = laid
        .packages
        .iter()
        .map(|p| {
            format!(
                "{} {} {} {}",
                p.name, p.version, p.from_config, p.description
            )
        })
        .collect();
    assert_eq!(
        lines,
        [
            "php 8.1.5.0 true Package overridden via config.platform, actual: 8.2.30",
            "ext-fake 2.3.0.0 true Package overridden via config.platform",
            "ext-json 8.2.30.0 true Package overridden via config.platform, same as actual",
            "composer 2.10.2.0 false The composer",
            "php-64bit 8.1.5.0 true Package overridden via config.platform, actual: 8.2.30",
        ]
    );
    assert_eq!(laid.disabled.len(), 1);
    assert_eq!(laid.disabled[0].name, "ext-mbstring");
    assert_eq!(
        laid.disabled[0].description,
        "The ext-mbstring. <warning>Package disabled via config.platform</warning>"
    );
}

#[test]
fn without_php_the_configuration_serves() {
    let overrides = [
        entry("php", Some("8.3.0")),
        entry("ext-intl", Some("8.3.0")),
    ];
    let laid = apply_overrides(Platform::without_php(), &overrides).expect("a platform");
    let names: Vec<&str> = laid.packages.iter().map(|p| p.name.as_str()).collect();
    let ours = ["composer", "composer-plugin-api", "composer-runtime-api"];
    assert_eq!(names[..2], ["php", "ext-intl"]);
    assert_eq!(names[2..], ours);
}

#[test]
fn what_is_of_no_use_says_so() {
    let read = |name: &str, value: PhpMixed| match Override::read(name, &value) {
        Ok(entry) => apply_overrides(machine(), &[entry])
            .map(|_| ())
            .map_err(|e| e.to_string()),
        Err(error) => Err(error.to_string()),
    };
    let error = |name, value| read(name, value).expect_err("no use");
    assert_eq!(
        error("php", PhpMixed::Bool(false)),
        "config.platform.php cannot be set to false as you cannot disable php entirely."
    );
    assert_eq!(
        error("ext-x", PhpMixed::Int(8)),
        "config.platform.ext-x should be a string or false, but got int 8"
    );
    assert_eq!(
        error("vendor/x", PhpMixed::from("1.0")),
        "Invalid platform package name in config.platform: vendor/x"
    );
    assert_eq!(
        error("ext-x", PhpMixed::from("new")),
        "config.platform.ext-x: Invalid version string \"new\""
    );
}
