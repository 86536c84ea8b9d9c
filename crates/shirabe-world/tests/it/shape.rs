//! Counts and sizes, determinism, and two builders at once.

use std::collections::BTreeMap;
use std::fs;

use serde_json::Value;
use shirabe_world::World;

use crate::tools::{WORLD, digest, files, total_size, unzip};

fn json(path: &std::path::Path) -> Value {
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

#[test]
fn the_metadata_weighs_what_the_real_one_weighs() {
    let documents = files(&WORLD.repository());
    assert_eq!(documents.len(), 355);
    let size = total_size(&documents);
    assert!((13_300_000..13_500_000).contains(&size), "{size} bytes");

    let framework = json(&WORLD.repository().join("p2/laravel/framework.json"));
    assert_eq!(framework["minified"], "composer/2.0");
    let versions = framework["packages"]["laravel/framework"]
        .as_array()
        .unwrap();
    assert_eq!(versions.len(), 1281);
    assert_eq!(versions[0]["name"], "laravel/framework");
    assert!(
        versions[1].get("name").is_none(),
        "the second record is a difference"
    );
    let nothing = json(&WORLD.repository().join("p2/psr/cache~dev.json"));
    assert_eq!(nothing["packages"]["psr/cache"], Value::Array(vec![]));
}

#[test]
fn the_archives_hold_the_real_paths_and_sizes() {
    let solved = World::solved().unwrap();
    assert_eq!(solved.len(), 112);
    assert_eq!(
        solved.iter().map(|version| version.files).sum::<usize>(),
        8655
    );

    let mut size = 0;
    let mut packed = 0;
    for version in &solved {
        let zip = WORLD.zip(&version.name, &version.reference);
        let entries = unzip(&zip);
        assert_eq!(entries.len(), version.files, "{}", version.name);
        let top = format!(
            "{}-{}/",
            version.name.replace('/', "-"),
            &version.reference[..7]
        );
        assert!(
            entries.iter().all(|(name, ..)| name.starts_with(&top)),
            "{}",
            version.name
        );
        size += entries
            .iter()
            .map(|(_, _, content)| content.len())
            .sum::<usize>();
        packed += fs::metadata(&zip).unwrap().len();
        let cached = WORLD.cached_zip(&version.name, &version.reference);
        assert!(
            fs::read(&zip).unwrap() == fs::read(cached).unwrap(),
            "{}",
            version.name
        );
    }
    assert!((39_900_000..40_200_000).contains(&size), "{size} bytes");
    assert!((9_000_000..14_000_000).contains(&packed), "{packed} bytes");
}

#[test]
fn both_flavours_hold_the_same() {
    for version in World::solved()
        .unwrap()
        .iter()
        .filter(|version| version.name.starts_with("symfony/"))
    {
        let zipped: BTreeMap<_, _> = unzip(&WORLD.zip(&version.name, &version.reference))
            .into_iter()
            .map(|(name, mode, content)| (name, (mode, content)))
            .collect();
        let tar = fs::File::open(WORLD.tar_gz(&version.name, &version.reference)).unwrap();
        let mut tar = tar::Archive::new(flate2::read::GzDecoder::new(tar));
        let mut count = 0;
        for entry in tar.entries().unwrap() {
            let mut entry = entry.unwrap();
            if entry.header().entry_type().is_file() {
                let name = entry.path().unwrap().to_str().unwrap().to_owned();
                let mode = entry.header().mode().unwrap();
                let mut content = Vec::new();
                std::io::Read::read_to_end(&mut entry, &mut content).unwrap();
                assert!(zipped[&name] == (mode, content), "{name}");
                count += 1;
            }
        }
        assert_eq!(count, zipped.len());
    }
}

#[test]
fn programs_are_executable_and_nothing_else() {
    let solved = World::solved().unwrap();
    let yaml = solved
        .iter()
        .find(|version| version.name == "symfony/yaml")
        .unwrap();
    for (name, mode, _) in unzip(&WORLD.zip(&yaml.name, &yaml.reference)) {
        let expected = if name.ends_with("/Resources/bin/yaml-lint") {
            0o755
        } else {
            0o644
        };
        assert_eq!(mode, expected, "{name}");
    }
}

#[test]
fn a_world_is_always_the_same() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("world");
    let copies = std::thread::scope(|scope| {
        let builders = [(); 2].map(|()| scope.spawn(|| World::build(&folder)));
        builders.map(|builder| builder.join().unwrap().unwrap())
    });
    let left: Vec<_> = fs::read_dir(scratch.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert_eq!(
        left,
        ["world"],
        "two builders at once leave one world and nothing beside it"
    );
    for part in ["repository", "dists"] {
        assert_eq!(
            digest(&copies[0].folder().join(part)),
            digest(&WORLD.folder().join(part)),
            "{part}"
        );
    }
}

#[test]
fn a_world_made_from_something_else_is_made_anew() {
    let scratch = tempfile::tempdir().unwrap();
    let world = WORLD.copy(&scratch.path().join("world")).unwrap();
    let lost = world.repository().join("packages.json");

    fs::remove_file(&lost).unwrap();
    World::build(world.folder()).unwrap();
    assert!(
        !lost.exists(),
        "a world with the right stamp is taken as it is"
    );

    fs::write(world.folder().join("stamp"), "old\n").unwrap();
    World::build(world.folder()).unwrap();
    assert!(lost.exists());
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let scratch = tempfile::tempdir().unwrap();
    let file = scratch.path().join("file");
    fs::write(&file, "").unwrap();
    let error = World::build(&file.join("world")).unwrap_err().to_string();
    assert!(error.contains(file.to_str().unwrap()), "{error}");
}

#[test]
fn cached_documents_carry_their_time() {
    let folder = WORLD.cache().join("repo/https---repo.packagist.org");
    let documents = files(&folder);
    assert_eq!(documents.len(), 355);
    for document in documents {
        let text = fs::read_to_string(&document).unwrap();
        let value: Value = serde_json::from_str(&text).unwrap();
        let time = value["last-modified"].as_str().unwrap();
        assert!(
            httpdate::parse_http_date(time).is_ok(),
            "{}",
            document.display()
        );
    }
    let root = fs::read_to_string(folder.join("packages.json")).unwrap();
    assert!(
        root.contains(r#""metadata-url":"https:\/\/repo.packagist.org\/p2\/%package%.json""#),
        "{root}"
    );
}
