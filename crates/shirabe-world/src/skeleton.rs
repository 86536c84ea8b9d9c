//! The few files with a meaning: the skeleton's own and the framework classes that its scripts run.

use crate::facts::VersionFacts;

/// The hand-made text of a file, where there is one.
pub(crate) fn hand_made(package: &str, version: &VersionFacts, path: &str) -> Option<String> {
    let text = match (package, path) {
        ("laravel/laravel", ".env.example") => {
            include_str!("../../../fixtures/php/skeleton/env.example")
        }
        ("laravel/laravel", "artisan") => include_str!("../../../fixtures/php/skeleton/artisan"),
        ("laravel/laravel", "bootstrap/app.php") => {
            include_str!("../../../fixtures/php/skeleton/bootstrap-app.php")
        }
        ("laravel/laravel", "composer.json") => {
            include_str!("../../../fixtures/php/skeleton/composer.json")
        }
        ("laravel/framework", "src/Illuminate/Foundation/Application.php") => {
            include_str!("../../../fixtures/php/framework/Application.php")
        }
        ("laravel/framework", "src/Illuminate/Foundation/ComposerScripts.php") => {
            include_str!("../../../fixtures/php/framework/ComposerScripts.php")
        }
        ("laravel/framework", "src/Illuminate/Foundation/Console/Kernel.php") => {
            include_str!("../../../fixtures/php/framework/ConsoleKernel.php")
        }
        ("laravel/framework", "src/Illuminate/Foundation/PackageManifest.php") => {
            include_str!("../../../fixtures/php/framework/PackageManifest.php")
        }
        _ => return None,
    };
    Some(text.replace("{{ version }}", version.version.trim_start_matches('v')))
}
