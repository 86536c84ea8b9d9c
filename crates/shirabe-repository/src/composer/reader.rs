use shirabe_callgraph::{centre, enter};
use shirabe_package::AnyPackage;
use shirabe_resolver::{KnownVersions, StabilityFilter};

use super::File;
use super::load::PackageLoader;
use crate::decoder::DecodeError;
use crate::{Decoded, MetadataDecoder, Wish};

/// Makes packages of documents, as far as they are wanted. Several threads use it at once, one document
/// each.
#[derive(Clone, Copy)]
pub(crate) struct Reader<'a> {
    pub(crate) decoder: &'a dyn MetadataDecoder,
    pub(crate) loader: &'a PackageLoader,
    pub(crate) filter: Option<&'a StabilityFilter>,
    pub(crate) known: Option<&'a KnownVersions>,
}

/// A document as far as it was wanted.
pub(crate) struct Document {
    /// Without its versions, of which the packages were made.
    pub(crate) decoded: Decoded,
    /// One package or alias for each version.
    pub(crate) packages: Vec<AnyPackage>,
}

impl Reader<'_> {
    pub(crate) fn read(&self, text: &[u8], file: &File<'_>) -> Result<Document, DecodeError> {
        let _span = enter(centre!("document"));
        let wish = Wish {
            name: &file.wanted.name,
            constraint: file.wanted.constraint.as_ref(),
            filter: self.filter,
            known: self.known,
        };
        let mut decoded = self.decoder.decode(text, &wish)?;
        let versions = std::mem::take(&mut decoded.versions);
        Ok(Document {
            packages: self.loader.load_all(versions)?,
            decoded,
        })
    }
}
