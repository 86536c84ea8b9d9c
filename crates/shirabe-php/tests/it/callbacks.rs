//! Callbacks into PHP.

use crate::support::{Project, php};
use shirabe_mixed::{PhpMap, json};
use shirabe_php::{Event, Operation, ScriptError};

/// A project with a class of callbacks; nothing where PHP is missing.
fn project(scripts: &str, class: &str) -> Option<Project> {
    let php = php()?;
    let manifest = format!(
        r#"{{"name": "acme/app", "extra": {{"answer": 42}}, "require": {{"php": ">=7.2"}}, "autoload": {{"psr-4": {{"App\\": "src/"}}}}, "scripts": {scripts}}}"#
    );
    let mut project = Project::new(&manifest);
    project.settings.php = Some(php);
    project.write("src/Hooks.php", &format!("<?php\nnamespace App;\n{class}"));
    Some(project)
}

#[test]
fn the_event_answers_what_frameworks_ask() {
    let class = r#"
        use Composer\Script\Event;
        class Hooks {
            public static function run(Event $event) {
                $composer = $event->getComposer();
                file_put_contents('out', json_encode([
                    $event->getName(), $event->isDevMode(), $event->getArguments(), $event->getFlags(),
                    $composer->getPackage()->getName(), $composer->getPackage()->getExtra(),
                    array_keys($composer->getPackage()->getRequires()),
                    basename($composer->getConfig()->get('vendor-dir')), $composer->getConfig()->get('process-timeout'),
                    $composer->getConfig()->get('none'), $composer::VERSION,
                    $event->getIO()->isInteractive(), $event->getIO()->askConfirmation('Sure? ', false),
                    $event->getIO()->ask('Name? ', 'nobody'),
                    array_map(function ($p) { return $p->getPrettyString(); }, $composer->getRepositoryManager()->getLocalRepository()->getPackages()),
                    getenv('COMPOSER_DEV_MODE'),
                ], JSON_UNESCAPED_SLASHES));
            }
        }"#;
    let Some(project) = project(r#"{"go": "App\\Hooks::run"}"#, class) else {
        return;
    };
    project.write(
        "vendor/composer/installed.json",
        r#"{"packages": [{"name": "acme/lib", "version": "1.2", "version_normalized": "1.2.0.0"}]}"#,
    );
    let event = Event::script("go", true).with_arguments(vec!["é \"x\"".to_owned()]);
    assert_eq!(project.run(&event).0.expect("success"), 0);
    assert_eq!(
        project.read("out"),
        r#"["go",true,["\u00e9 \"x\""],[],"acme/app",{"answer":42},["php"],"vendor",300,null,"2.10.2",false,false,"nobody",["acme/lib 1.2"],"1"]"#
    );
}

#[test]
fn the_projects_own_autoloader_is_used() {
    let Some(project) = project(r#"{"go": "Other\\Place::run"}"#, "") else {
        return;
    };
    project.write(
        "vendor/autoload.php",
        "<?php class_alias('Real', 'Other\\Place'); class Real { static function run() { touch('out'); } }",
    );
    assert_eq!(project.run_named("go").0.expect("success"), 0);
    assert!(project.path("out").exists());
}

#[test]
fn false_is_a_failure_and_propagation_can_stop() {
    let class = r#"class Hooks {
        static function no() { return false; }
        static function last($event) { $event->stopPropagation(); }
    }"#;
    let scripts = r#"{"no": ["App\\Hooks::no", "touch after-no"], "last": ["App\\Hooks::last", "touch never"]}"#;
    let Some(project) = project(scripts, class) else {
        return;
    };
    assert_eq!(project.run_named("no").0.expect("an end"), 1);
    assert!(project.path("after-no").exists());
    assert_eq!(project.run_named("last").0.expect("an end"), 0);
    assert!(!project.path("never").exists());
}

#[test]
fn exceptions_and_exits_are_told() {
    let class = r#"class Hooks {
        static function boom() { throw new \RuntimeException('no luck', 5); }
        static function fatal() { undefined_function(); }
        static function leave() { exit(3); }
    }"#;
    let scripts = r#"{"boom": "App\\Hooks::boom", "fatal": "App\\Hooks::fatal", "leave": "App\\Hooks::leave"}"#;
    let Some(project) = project(scripts, class) else {
        return;
    };
    let (result, said) = project.run_named("boom");
    let error = result.expect_err("an exception");
    assert_eq!(error.to_string(), "no luck");
    assert_eq!(error.exit_code(), 5);
    let line = "<error>Script App\\Hooks::boom handling the boom event terminated with an exception</error>";
    assert_eq!(said, [line]);
    let error = project.run_named("fatal").0.expect_err("an error");
    assert!(error.to_string().contains("undefined_function"), "{error}");
    assert_eq!(error.exit_code(), 1);
    let error = project.run_named("leave").0.expect_err("an exit");
    assert!(
        matches!(error, ScriptError::Exited { code: 3, .. }),
        "{error}"
    );
}

#[test]
fn what_cannot_be_called_is_a_warning() {
    let class = "class Hooks { private static function hidden() {} }";
    let scripts = r#"{"a": "Nope::run", "b": "App\\Hooks::hidden", "c": "App\\Hooks::none"}"#;
    let Some(project) = project(scripts, class) else {
        return;
    };
    let said = |name: &str| {
        let (result, said) = project.run_named(name);
        assert_eq!(result.expect("success"), 0);
        said.join("\n")
    };
    assert_eq!(
        said("a"),
        "<warning>Class Nope is not autoloadable, can not call a script</warning>"
    );
    assert_eq!(
        said("b"),
        "<warning>Method App\\Hooks::hidden is not callable, can not call b script</warning>"
    );
    assert_eq!(
        said("c"),
        "<warning>Method App\\Hooks::none is not callable, can not call c script</warning>"
    );
}

#[test]
fn changes_to_the_environment_stay() {
    let class = r#"class Hooks {
        static function set() { putenv('SHIRABE_SET=by php'); \Composer\Util\Platform::clearEnv('SHIRABE_GONE'); }
    }"#;
    let scripts = r#"{"go": ["App\\Hooks::set", "printf '%s %s' \"$SHIRABE_SET\" \"${SHIRABE_GONE-gone}\" > out"]}"#;
    let Some(mut project) = project(scripts, class) else {
        return;
    };
    project.environment.set("SHIRABE_GONE", "here");
    assert_eq!(project.run_named("go").0.expect("success"), 0);
    assert_eq!(project.read("out"), "by php gone");
}

#[test]
fn package_events_carry_their_operation() {
    let class = r#"
        use Composer\Installer\PackageEvent;
        use Composer\DependencyResolver\Operation\{InstallOperation, UpdateOperation};
        class Hooks {
            static function package(PackageEvent $event) {
                $operation = $event->getOperation();
                $text = $operation instanceof InstallOperation
                    ? $operation->getPackage()->getName()
                    : $operation->getInitialPackage()->getVersion() . '>' . $operation->getTargetPackage()->getVersion();
                file_put_contents('out', $operation->getOperationType() . ' ' . $text . ' ' . count($event->getOperations()) . "\n", FILE_APPEND);
            }
        }"#;
    let Some(project) = project(r#"{"post-package-install": "App\\Hooks::package"}"#, class) else {
        return;
    };
    let package = |version: &str| -> PhpMap {
        let text = format!(r#"{{"name": "Acme/Lib", "version": "{version}"}}"#);
        let decoded = json::decode(text.as_bytes()).expect("an object");
        decoded.as_map().expect("an object").clone()
    };
    let update = Operation::Update {
        from: package("1.0"),
        to: package("2.0"),
    };
    let install = Operation::Install(package("1.0"));
    for operation in [install.clone(), update.clone()] {
        let all = vec![install.clone(), update.clone()];
        let event = Event::package("post-package-install", false, all, operation);
        assert_eq!(project.run(&event).0.expect("success"), 0);
    }
    assert_eq!(
        project.read("out"),
        "install acme/lib 2\nupdate 1.0>2.0 2\n"
    );
}

#[test]
fn console_commands_run_as_an_application() {
    let class = r"class RunCommand extends \Symfony\Component\Console\Command\Command {}";
    let scripts = r#"{"go": "App\\RunCommand", "post-install-cmd": "App\\RunCommand", "no": "App\\PlainCommand"}"#;
    let Some(project) = project(scripts, "") else {
        return;
    };
    project.write(
        "src/RunCommand.php",
        &format!("<?php namespace App;\n{class}"),
    );
    project.write(
        "src/PlainCommand.php",
        "<?php namespace App; class PlainCommand {}",
    );
    // Stands in for symfony/console.
    project.write(
        "vendor/autoload.php",
        r"<?php
        namespace Symfony\Component\Console\Command { class Command { public $name; function __construct($name) { $this->name = $name; } function getName() { return $this->name; } } }
        namespace Symfony\Component\Console\Input { class StringInput { public $text; function __construct($text) { $this->text = $text; } } }
        namespace Symfony\Component\Console { class Application {
            private $command;
            function setCatchExceptions($on) {} function setAutoExit($on) {} function setDefaultCommand($name, $single) {}
            function add($command) { $this->command = $command; }
            function run($input) { file_put_contents('out', $this->command->getName() . ' ' . $input->text); return 4; }
        } }",
    );
    let event = Event::script("go", true).with_arguments(vec!["a b".to_owned()]);
    assert_eq!(project.run(&event).0.expect("an end"), 4);
    assert_eq!(project.read("out"), "go 'a b'");
    let (_, said) = project.run_named("post-install-cmd");
    assert!(
        said[0].contains("You cannot bind post-install-cmd to a Command class"),
        "{said:?}"
    );
    let (_, said) = project.run_named("no");
    assert!(
        said[0].contains("does not extend Symfony\\Component\\Console\\Command\\Command"),
        "{said:?}"
    );
}
