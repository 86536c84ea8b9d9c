//! From a metadata document to the data of the versions that are wanted.

mod dynamic;

pub use dynamic::DynamicDecoder;

use shirabe_mixed::{JsonError, PhpMap};
use shirabe_package::{LoadError, PackageName, loader};
use shirabe_resolver::{KnownVersions, StabilityFilter};
use shirabe_semver::{Constraint, Version};

/// The decoder that is used unless another is chosen.
pub const DECODER: &str = "dynamic";

/// The keys of [`Decoded::remarks`].
pub const REMARK_KEYS: [&str; 2] = ["security-advisories", "filter"];

/// Which versions of one package are wanted.
#[derive(Clone, Copy)]
pub struct Wish<'a> {
    /// The package.
    pub name: &'a PackageName,
    /// The versions; all of them if there is none.
    pub constraint: Option<&'a Constraint>,
    /// Acceptable stabilities; all of them if there is none.
    pub filter: Option<&'a StabilityFilter>,
    /// Versions that were handed out before and are not wanted again.
    pub known: Option<&'a KnownVersions>,
}

/// What a document has of the wished versions.
#[derive(Debug, Default)]
pub struct Decoded {
    /// Whether the document knows the package, in whatever versions.
    pub is_found: bool,
    /// The data of the wanted versions, whole, in the document's order.
    pub versions: Vec<PhpMap>,
    /// What the server has to tell, under the keys `warning`, `info`, `warnings`, `infos` …
    pub messages: PhpMap,
    /// What the document says of the package beside its versions: [`REMARK_KEYS`].
    pub remarks: PhpMap,
}

/// Why a document could not be decoded.
#[derive(Debug, thiserror::Error)]
pub enum DecodeError {
    /// It is no JSON.
    #[error(transparent)]
    Json(#[from] JsonError),
    /// It has another shape than it must.
    #[error("{0}")]
    Shape(String),
    /// The data of a version is not usable.
    #[error(transparent)]
    Load(#[from] LoadError),
}

/// Decodes metadata documents. Called from several threads at once, one document each.
pub trait MetadataDecoder: Send + Sync {
    /// The name that `--version -v` shows.
    fn name(&self) -> &'static str;

    /// Decodes one document as far as `wish` asks.
    ///
    /// # Errors
    /// When the document is not usable.
    fn decode(&self, text: &[u8], wish: &Wish<'_>) -> Result<Decoded, DecodeError>;
}

impl Wish<'_> {
    /// Whether a version is wanted: it or its branch alias must be of an acceptable stability and
    /// within the constraint.
    ///
    /// # Errors
    /// When the data has no version or a wrong one.
    pub fn admits(&self, data: &PhpMap) -> Result<bool, LoadError> {
        let version = loader::normalized_version(data)?;
        if self
            .known
            .is_some_and(|known| known.contains(self.name, &version))
        {
            return Ok(false);
        }
        if self.admits_version(&version) {
            return Ok(true);
        }
        let alias = loader::branch_alias(data)?;
        Ok(alias.is_some_and(|alias| self.admits_version(&alias)))
    }

    fn admits_version(&self, version: &Version) -> bool {
        self.filter
            .is_none_or(|filter| filter.accepts([self.name], version.stability()))
            && self
                .constraint
                .is_none_or(|constraint| constraint.admits(version))
    }
}
