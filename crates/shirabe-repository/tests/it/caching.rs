//! The cache folder itself.

use std::fs::{self, File, FileTimes};
use std::path::Path;
use std::time::{Duration, SystemTime};

use shirabe_repository::{Cache, FilesCache};

#[test]
fn archives_are_found_by_the_hash_of_their_url() {
    let folder = tempfile::tempdir().unwrap();
    let cache = FilesCache::new(folder.path(), false);
    let url =
        "https://api.github.com/repos/php-fig/log/zipball/f16e1d5863e37f8d8c2a01719f5b34baa2b714d3";
    let key = FilesCache::key("psr/log", url, "zip");
    // As `sha1sum` has it.
    assert!(key.starts_with("psr/log/") && key.ends_with(".zip") && key.len() == 8 + 40 + 4);
    assert_eq!(
        FilesCache::key("a/b", "abc", "tar"),
        "a/b/a9993e364706816aba3e25717850c26c9cd0d89d.tar"
    );
    assert_eq!(cache.find(&key), None);
    let place = cache.place(&key).unwrap().unwrap();
    fs::write(&place, "abc").unwrap();
    assert_eq!(cache.find(&key), Some(place));
    assert_eq!(
        cache.sha1(&key).unwrap().as_deref(),
        Some("a9993e364706816aba3e25717850c26c9cd0d89d")
    );
    assert_eq!(cache.sha1("a/b/none.zip").unwrap(), None);

    let read_only = FilesCache::new(folder.path(), true);
    assert_eq!(read_only.place(&key).unwrap(), None);
    assert!(read_only.find(&key).is_some());
}

fn archive(folder: &Path, name: &str, size: usize, modified: u64, accessed: u64) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, vec![0; size]).unwrap();
    let ago = |hours: u64| SystemTime::now() - Duration::from_secs(hours * 3600);
    let times = FileTimes::new()
        .set_modified(ago(modified))
        .set_accessed(ago(accessed));
    File::options()
        .write(true)
        .open(path)
        .unwrap()
        .set_times(times)
        .unwrap();
}

#[test]
fn collecting_removes_what_is_old_then_what_is_used_least() {
    let folder = tempfile::tempdir().unwrap();
    for (name, modified, accessed) in [
        ("a/old", 100, 1),
        ("a/idle", 10, 9),
        ("b/used", 10, 2),
        ("b/new", 1, 1),
    ] {
        archive(folder.path(), name, 100, modified, accessed);
    }
    let cache = FilesCache::new(folder.path(), false);
    FilesCache::new(folder.path(), true)
        .collect(Duration::ZERO, 0)
        .unwrap();
    cache.collect(Duration::from_secs(50 * 3600), 1000).unwrap();
    assert!(!folder.path().join("a/old").exists());
    assert!(folder.path().join("a/idle").exists());
    cache.collect(Duration::from_secs(50 * 3600), 250).unwrap();
    assert!(!folder.path().join("a/idle").exists());
    assert!(folder.path().join("b/used").exists());
    cache.cache().clear().unwrap();
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    FilesCache::new(&folder.path().join("none"), false)
        .collect(Duration::ZERO, 0)
        .unwrap();
}

#[test]
fn readers_see_old_or_new_but_never_half() {
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::new(folder.path(), b".", false);
    let texts: Vec<Vec<u8>> = (b'a'..b'e').map(|letter| vec![letter; 200_000]).collect();
    cache.write("x.json", &texts[0]).unwrap();
    std::thread::scope(|scope| {
        for text in &texts {
            scope.spawn(|| {
                for _ in 0..20 {
                    cache.write("x.json", text).unwrap();
                }
            });
        }
        for _ in 0..100 {
            let read = cache.read("x.json").unwrap().unwrap();
            assert!(texts.contains(&read));
        }
    });
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(left.len(), 1);
    cache.remove("x.json").unwrap();
    cache.remove("x.json").unwrap();
    assert_eq!(cache.read("x.json").unwrap(), None);
}

#[test]
fn the_null_device_caches_nothing() {
    let cache = Cache::new("/dev/null/repo", b".", false);
    cache.write("x", b"y").unwrap();
    assert_eq!(cache.read("x").unwrap(), None);
    assert!(!cache.is_enabled());
}
