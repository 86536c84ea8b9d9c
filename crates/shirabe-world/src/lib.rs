//! The offline world: repository metadata, archives and a warmed cache made from recorded facts.
//!
//! `fixtures/facts.json.zst` says which packages and versions there are, what they require and which
//! files they hold; where real documents and files carry prose or code, this crate writes filler of the
//! same size. The same facts always give the same bytes.
//!
//! ```text
//! <dir>/stamp                                          what the world was made from
//! <dir>/repository/packages.json, p2/<name>.json, p2/<name>~dev.json
//! <dir>/dists/<vendor>/<name>/<reference>.zip, .tar.gz
//! <dir>/home/config.json                               COMPOSER_HOME: pins the platform
//! <dir>/cache/repo/https---repo.packagist.org/*        COMPOSER_CACHE_DIR, as Composer itself fills it
//! <dir>/cache/files/<vendor>/<name>/<sha1 of the dist URL>.zip
//! ```

mod cache;
mod class_name;
mod dist;
mod document;
mod error;
mod facts;
mod filler;
mod home;
mod php_source;
mod record;
pub mod server;
mod skeleton;
mod source_file;
mod text_source;
mod world;

pub use error::WorldError;
pub use server::{Options, Server, serve};
pub use world::{Solved, World};
