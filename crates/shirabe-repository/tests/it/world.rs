//! The offline world: documents of real size and shape.

use std::time::Instant;

use shirabe_http::{Client, ClientOptions, Network};
use shirabe_package::AnyPackage;
use shirabe_repository::{ComposerRepository, Context, DEFAULT_URL, FilesCache};
use shirabe_resolver::{KnownVersions, PackageSource, StabilityFilter, Wanted};
use shirabe_semver::{Constraint, Stability};
use shirabe_world::World;

fn offline(world: &World) -> ComposerRepository {
    let http = Client::new(ClientOptions {
        network: Network::Disabled,
        ..ClientOptions::default()
    });
    let mut context = Context::new(http, world.folder());
    context.cache_dir = Some(world.cache().join("repo"));
    context.cache_read_only = true;
    ComposerRepository::new(context, DEFAULT_URL).unwrap()
}

#[test]
fn solved_versions_are_found_with_their_archives() {
    let world = World::shared().unwrap();
    let mut repository = offline(&world);
    let files = FilesCache::new(&world.cache().join("files"), true);
    let solved = World::solved().unwrap();
    assert!(solved.len() > 100);
    let wanted: Vec<Wanted> = solved
        .iter()
        .map(|solved| Wanted {
            name: solved.name.as_str().into(),
            constraint: Some(Constraint::parse(&solved.version).unwrap()),
        })
        .collect();
    let started = Instant::now();
    let filter = StabilityFilter::new(Stability::Stable);
    let mut packages: Vec<AnyPackage> = Vec::new();
    for batch in wanted.chunks(50) {
        let loaded = repository
            .load_packages(batch, &filter, &KnownVersions::default())
            .unwrap();
        assert_eq!(loaded.names_found.len(), batch.len());
        packages.extend(loaded.packages);
    }
    eprintln!("{} documents in {:?}", solved.len(), started.elapsed());
    assert_eq!(packages.len(), solved.len());
    for solved in &solved {
        let package = packages
            .iter()
            .find(|package| *package.name() == *solved.name.as_str())
            .unwrap();
        let package = package.base();
        assert_eq!(package.dist_reference(), Some(solved.reference.as_str()));
        let key = FilesCache::key(&solved.name, package.dist_url().unwrap(), "zip");
        assert_eq!(
            files.find(&key),
            Some(world.cached_zip(&solved.name, &solved.reference))
        );
    }
}

/// What the resolver asks for at most: all versions of every package, branches too.
#[test]
fn every_version_of_every_package_loads() {
    let world = World::shared().unwrap();
    let mut repository = offline(&world);
    let solved = World::solved().unwrap();
    let wanted: Vec<Wanted> = solved
        .iter()
        .map(|solved| Wanted {
            name: solved.name.as_str().into(),
            constraint: None,
        })
        .collect();
    let started = Instant::now();
    let any = StabilityFilter::any();
    let mut count = 0;
    for batch in wanted.chunks(50) {
        let loaded = repository
            .load_packages(batch, &any, &KnownVersions::default())
            .unwrap();
        count += loaded.packages.len();
    }
    eprintln!("{count} packages in {:?}", started.elapsed());
    assert!(count > 10_000, "{count}");
}
