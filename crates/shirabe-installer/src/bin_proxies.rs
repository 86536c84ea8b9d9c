//! `vendor/bin`: small programs that start the programs of packages
//! (<https://getcomposer.org/doc/articles/vendor-binaries.md>).

mod php;
mod shell;
mod windows;

use shirabe_callgraph::{centre, enter};
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use shirabe_package::Package;

use crate::error::InstallError;
use crate::files;
use crate::report::{Reporter, Say as _};

/// `bin-compat` (<https://getcomposer.org/doc/06-config.md#bin-compat>).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum BinCompat {
    /// Batch files beside the proxies on Windows and in its Linux subsystem.
    #[default]
    Auto,
    /// Batch files beside the proxies, everywhere.
    Full,
    /// Proxies alone. What used to be `symlink` is the same today.
    Proxy,
}

/// Makes and removes the proxies of one project.
#[derive(Debug)]
pub(crate) struct BinProxies<'a> {
    /// `bin-dir`
    pub(crate) folder: PathBuf,
    /// `vendor-dir`
    pub(crate) vendor: &'a Path,
    pub(crate) compat: BinCompat,
}

impl BinProxies<'_> {
    /// Makes a proxy for each program of `package`, which lies at `home`. A file of another owner stays, with a word
    /// about it where `quiet` is not asked for.
    pub(crate) fn install(
        &self,
        package: &Package,
        home: &Path,
        quiet: bool,
        reporter: &dyn Reporter,
    ) -> Result<(), InstallError> {
        let _span = enter(centre!("bin-proxy"));
        for bin in package.binaries() {
            let target = home.join(bin);
            let skipped = |why: &str| {
                format!(
                    "    Skipped installation of bin {bin} for package {}: {why}",
                    package.name
                )
            };
            if !target.exists() {
                reporter.warn(skipped("file not found in package"));
                continue;
            }
            if target.is_dir() {
                reporter.warn(skipped("found a directory at that path"));
                continue;
            }
            files::create_folder(&self.folder)?;
            let folder =
                fs::canonicalize(&self.folder).map_err(InstallError::file("find", &self.folder))?;
            let proxy = folder.join(base_name(bin));
            let text = self.text(&target, &proxy)?;
            if files::is_link(&proxy) {
                files::remove(&proxy)?;
            } else if proxy.exists() && !has_content(&proxy, &text) {
                if !quiet {
                    reporter.say(skipped("name conflicts with an existing file"));
                }
                continue;
            }
            if self.has_batch_files() {
                self.install_batch_file(package, bin, &target, &proxy, reporter)?;
            }
            if !(self.has_batch_files() && is_batch_file(bin)) {
                files::replace(&proxy, text.as_bytes(), true)?;
                // A program that its package forgot to make executable is one all the same.
                let _ = files::copy_permissions(&proxy, &target);
            }
        }
        Ok(())
    }

    /// Removes the proxies of `package`, and the folder when it is empty then.
    pub(crate) fn remove(&self, package: &Package) -> Result<(), InstallError> {
        let binaries = package.binaries();
        if binaries.is_empty() {
            return Ok(());
        }
        for bin in binaries {
            let proxy = self.folder.join(base_name(bin));
            if !proxy.is_dir() || files::is_link(&proxy) {
                files::remove(&proxy)?;
            }
            let batch = batch_file(&proxy);
            if batch.is_file() {
                files::remove(&batch)?;
            }
        }
        files::remove_if_empty(&self.folder);
        Ok(())
    }

    fn install_batch_file(
        &self,
        package: &Package,
        bin: &str,
        target: &Path,
        proxy: &Path,
        reporter: &dyn Reporter,
    ) -> Result<(), InstallError> {
        let batch = if is_batch_file(bin) {
            proxy.to_path_buf()
        } else {
            batch_file(proxy)
        };
        let text = windows::proxy(target, proxy)?;
        if batch.exists() && !has_content(&batch, &text) {
            reporter.say(format!(
                "    Skipped installation of bin {bin}.bat proxy for package {}: a .bat proxy was already installed",
                package.name
            ));
            return Ok(());
        }
        files::replace(&batch, text.as_bytes(), true)
    }

    fn text(&self, target: &Path, proxy: &Path) -> Result<String, InstallError> {
        let start = beginning(target)?;
        match php::Opening::find(&start) {
            Some(opening) => php::proxy(&opening, target, proxy, self.vendor),
            None => shell::proxy(target, proxy),
        }
    }

    fn has_batch_files(&self) -> bool {
        match self.compat {
            BinCompat::Full => true,
            BinCompat::Proxy => false,
            BinCompat::Auto => cfg!(windows) || in_windows_subsystem(),
        }
    }
}

/// The part of the file that tells what it is.
fn beginning(path: &Path) -> Result<Vec<u8>, InstallError> {
    const ENOUGH: u64 = 500;
    let mut start = Vec::new();
    fs::File::open(path)
        .and_then(|file| file.take(ENOUGH).read_to_end(&mut start))
        .map_err(InstallError::file("read", path))?;
    Ok(start)
}

fn has_content(path: &Path, text: &str) -> bool {
    fs::read(path).is_ok_and(|bytes| bytes == text.as_bytes())
}

fn base_name(bin: &str) -> &str {
    bin.trim_end_matches('/').rsplit('/').next().unwrap_or(bin)
}

fn is_batch_file(bin: &str) -> bool {
    bin.ends_with(".bat")
}

fn batch_file(proxy: &Path) -> PathBuf {
    let mut name = proxy.file_name().unwrap_or_default().to_os_string();
    name.push(".bat");
    proxy.with_file_name(name)
}

/// Linux on Windows, outside of containers.
fn in_windows_subsystem() -> bool {
    let version = fs::read_to_string("/proc/version")
        .unwrap_or_default()
        .to_lowercase();
    version.contains("microsoft")
        && !Path::new("/.dockerenv").exists()
        && !Path::new("/run/.containerenv").exists()
}
