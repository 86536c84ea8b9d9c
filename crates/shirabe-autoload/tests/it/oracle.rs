//! The same project with real Composer's autoload files and with ours: what PHP loads is equal,
//! but for the order of folders within one prefix, which differs between versions of Composer.

use crate::php;
use crate::project::{Project, options};
use shirabe_autoload::AutoloadOptions;
use shirabe_package::PackageName;
use shirabe_package::config::PlatformCheck;

const ROOT: &str = r#"{
    "name": "demo/app", "version": "1.0.0",
    "require": {"php": ">=7.0", "acme/mid": "1.0.0", "acme/old": "1.0.0", "acme/meta": "1.0.0"},
    "require-dev": {"acme/dev": "1.0.0"},
    "repositories": [{"type": "path", "url": "pkgs/*", "options": {"symlink": false}}, {"packagist.org": false}],
    "autoload": {
        "psr-4": {"Demo\\": ["src", "more/"], "": "any/", "Lead\\": "src/Sub"},
        "psr-0": {"Acme_": "psr0", "Acme\\Under": ["psr0/", "./src"], "Zed": ""},
        "classmap": ["classes/", "inc/../inc", "cl*s/one"],
        "files": ["inc/functions.php", "inc/it's.php"],
        "exclude-from-classmap": ["classes/skip", "**/Hidden/*", "../project/pkgs"]
    },
    "autoload-dev": {"psr-4": {"Demo\\": "tests/", "Demo\\Tests\\": "tests"}, "files": ["tests/boot.php"]},
    "include-path": ["inc/"]
}"#;

fn demo() -> Project {
    Project::new(ROOT)
        .write("pkgs/base/composer.json", r#"{"name": "acme/base", "version": "1.0.0", "autoload": {"psr-4": {"Acme\\Base\\": "src/", "Shared\\": ["src"]}, "files": ["src/functions.php"], "classmap": ["legacy"], "exclude-from-classmap": ["/legacy/tests/"]}}"#)
        .write("pkgs/base/src/X.php", "<?php namespace Acme\\Base; class X {}")
        .write("pkgs/base/src/functions.php", "<?php function base_f() {}")
        .write("pkgs/base/legacy/L.php", "<?php class Legacy {}")
        .write("pkgs/base/legacy/tests/T.php", "<?php class LegacyT {}")
        .write("pkgs/mid/composer.json", r#"{"name": "acme/mid", "version": "1.0.0", "require": {"acme/base": "1.0.0"}, "autoload": {"psr-4": {"Shared\\": "lib/"}, "psr-0": {"": "lib"}, "files": ["lib/a.php"]}, "include-path": ["lib"]}"#)
        .write("pkgs/mid/lib/S.php", "<?php namespace Shared; class S {}")
        .write("pkgs/mid/lib/a.php", "<?php function mid_f() { return function_exists('base_f'); } mid_f() || exit(3);")
        .write("pkgs/old/composer.json", r#"{"name": "acme/old", "version": "1.0.0", "target-dir": "Old/Thing", "autoload": {"psr-0": {"Old\\Thing": ""}, "classmap": ["Cm.php"], "files": ["Old/Thing/f.php"]}}"#)
        .write("pkgs/old/O.php", "<?php namespace Old\\Thing; class O {}")
        .write("pkgs/old/Cm.php", "<?php class Cm {}")
        .write("pkgs/old/f.php", "<?php function old_f() {}")
        .write("pkgs/dev/composer.json", r#"{"name": "acme/dev", "version": "1.0.0", "autoload": {"psr-4": {"Acme\\Dev\\": "src"}, "files": ["f.php"]}}"#)
        .write("pkgs/dev/src/D.php", "<?php namespace Acme\\Dev; class D {}")
        .write("pkgs/dev/f.php", "<?php function dev_f() {}")
        .write("pkgs/meta/composer.json", r#"{"name": "acme/meta", "version": "1.0.0", "type": "metapackage"}"#)
        .write("src/A.php", "<?php namespace Demo; class A {}")
        .write("src/Wrong.php", "<?php namespace Demo; class Misnamed {}")
        .write("src/Sub/L.php", "<?php namespace Lead; class L {}")
        .write("src/Hidden/H.php", "<?php namespace Demo\\Hidden; class H {}")
        .write("more/B.php", "<?php namespace Demo; class B {}")
        .write("any/Fall/F.php", "<?php namespace Fall; class F {}")
        .write("psr0/Acme/Score.php", "<?php class Acme_Score {}")
        .write("tests/T.php", "<?php namespace Demo\\Tests; class T {}")
        .write("tests/boot.php", "<?php function boot_f() {}")
        .write("classes/one/One.php", "<?php class One {} interface OneI {}")
        .write("classes/Two.php", "<?php class Two {} trait TwoT {}")
        .write("classes/skip/Skip.php", "<?php class Skip {}")
        .write("inc/functions.php", "<?php function demo_f() {}")
        .write("inc/it's.php", "<?php class InInc {}")
}

/// The maps as PHP sees them, the loader's state after loading, and what has been loaded.
const STATE: &str = r#"
    $sorted = function ($map) { return array_map(function ($dirs) { if (is_array($dirs)) sort($dirs); return $dirs; }, $map); };
    $state = [];
    foreach (['autoload_classmap', 'autoload_psr4', 'autoload_namespaces', 'autoload_files', 'include_paths'] as $name) {
        $file = "vendor/composer/$name.php";
        $state[$name] = is_file($file) ? $sorted(require $file) : null;
    }
    $loader = require 'vendor/autoload.php';
    $state['loader'] = [$sorted($loader->getPrefixes()), $sorted($loader->getPrefixesPsr4()), $loader->getFallbackDirs(), $loader->getFallbackDirsPsr4(), $loader->getClassMap(), $loader->isClassMapAuthoritative()];
    $state['include path'] = get_include_path();
    foreach (['base_f', 'mid_f', 'old_f', 'dev_f', 'boot_f', 'demo_f'] as $name) $state['functions'][$name] = function_exists($name);
    foreach (['Demo\A', 'Demo\B', 'Demo\Misnamed', 'Demo\Hidden\H', 'Lead\L', 'Fall\F', 'Acme_Score', 'Demo\Tests\T', 'One', 'Two', 'Skip', 'InInc', 'Acme\Base\X', 'Shared\S', 'Legacy', 'LegacyT', 'Old\Thing\O', 'Cm', 'Acme\Dev\D', 'Composer\InstalledVersions'] as $name) $state['classes'][$name] = class_exists($name);
    $state['loaded'] = array_map(fn ($file) => $file === getcwd() . '/vendor/composer/platform_check.php' ? 'check' : $file, get_included_files());
    $state['loaded'] = array_values(array_filter($state['loaded'], fn ($file) => strpos($file, 'autoload_') === false));
    sort($state['loaded']);
    echo json_encode($state, JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES);
"#;

#[test]
fn php_loads_the_same_as_with_composer() {
    if !php::has("php") || !php::has("composer") {
        return;
    }
    let mut project = demo();
    project.composer(&["install"]);
    project.read_installed();
    for (arguments, options) in [
        (&["dump-autoload"][..], options()),
        (
            &["dump-autoload", "-o"],
            AutoloadOptions {
                optimize: true,
                ..options()
            },
        ),
        (
            &["dump-autoload", "-a", "--no-dev"],
            AutoloadOptions {
                class_map_authoritative: true,
                dev: false,
                ..options()
            },
        ),
    ] {
        let options = AutoloadOptions {
            platform_check: PlatformCheck::PhpOnly,
            dev_packages: vec![PackageName::new("acme/dev")],
            ..options
        };
        project.composer(arguments);
        let theirs = php::run(&project.dir, STATE);
        project.remove_generated();
        project.dump(&options);
        let ours = php::run(&project.dir, STATE);
        assert_eq!(ours, theirs, "{arguments:?}");
        assert!(ours.contains("\"Demo\\\\A\": true"), "{ours}");
    }
}
