//! Packages written out in `composer.json`.

use shirabe_mixed::json;
use shirabe_repository::PackageRepository;
use shirabe_resolver::PackageSource;
use shirabe_semver::Stability;

use crate::support::{load, wanted};

#[test]
fn packages_and_their_aliases_are_found() {
    let definition = json::decode(
        br#"{"package":[{"name":"acme/a","version":"dev-main","extra":{"branch-alias":{"dev-main":"1.x-dev"}},
             "transport-options":{"symlink":false}},
            {"name":"acme/b","version":"2.0-beta1","provide":{"acme/virtual":"1.0"}}]}"#,
    )
    .unwrap();
    let mut repository = PackageRepository::new(definition.as_map().unwrap()).unwrap();
    let both = [wanted("acme/a", "^1.0@dev"), wanted("acme/b", "*")];
    let (names, found) = load(&mut repository, &both, Stability::Stable);
    assert_eq!((names.len(), found.len()), (2, 0));
    let (_, found) = load(&mut repository, &both, Stability::Dev);
    assert_eq!(
        found,
        [
            "acme/a 1.9999999.9999999.9999999-dev (alias of dev-main)",
            "acme/a dev-main",
            "acme/b 2.0.0.0-beta1"
        ]
    );
    let packages = repository.find_packages(&"acme/a".into(), None).unwrap();
    assert_eq!(packages.len(), 2);
    assert!(packages[0].base().transport_options().is_some());
    let providers = repository.providers(&"acme/virtual".into()).unwrap();
    assert_eq!(providers.len(), 1);
}
