//! A composer repository: <https://getcomposer.org/doc/05-repositories.md#composer>.

mod advisories;
mod documents;
mod load;
mod location;
mod reader;
mod root;

use std::sync::Arc;

use shirabe_http::shown_url;
use shirabe_mixed::{PhpMap, PhpMixed};
use shirabe_package::{AnyPackage, LoadError, PackageName};
use shirabe_resolver::{
    Advisory, KnownVersions, ListedPackage, Loaded, MemorySource, PackageSource, Provider,
    SourceError, SourceKind, StabilityFilter, Wanted, memory::select,
};
use shirabe_semver::Constraint;

use crate::{Context, RepositoryError, Wish};
pub(crate) use advisories::is_affected;
use documents::Documents;
use load::PackageLoader;
use location::Location;
use reader::Reader;
use root::{Content, Root};

/// Where packages come from unless a project says otherwise.
pub const DEFAULT_URL: &str = "https://repo.packagist.org";

/// A repository that a `packages.json` describes, on a server or in a folder. It is read when first
/// asked, and of its metadata only the documents of the packages that are asked for.
pub struct ComposerRepository {
    context: Context,
    location: Location,
    state: Option<State>,
    options: PhpMixed,
}

struct State {
    loader: PackageLoader,
    offer: Offer,
}

/// What the root document offers.
enum Offer {
    /// One document a package, and some packages in the root document itself.
    Lazy {
        root: Box<Root>,
        documents: Box<Documents>,
    },
    /// Everything at once.
    Whole(MemorySource),
}

impl ComposerRepository {
    /// The repository at `url`: a URL, or a folder or file of this machine.
    ///
    /// # Errors
    /// When it is no URL.
    pub fn new(context: Context, url: &str) -> Result<Self, RepositoryError> {
        Self::with_options(context, url, PhpMixed::List(Vec::new()))
    }

    /// The same with `options` of the definition, which also go to packages whose archives the
    /// repository has.
    ///
    /// # Errors
    /// When it is no URL.
    pub fn with_options(
        context: Context,
        url: &str,
        options: PhpMixed,
    ) -> Result<Self, RepositoryError> {
        Ok(Self {
            location: Location::new(url, &context.working_dir)?,
            context,
            state: None,
            options,
        })
    }

    /// The URL, as it identifies the repository and its cache.
    #[must_use]
    pub fn url(&self) -> &str {
        self.location.url()
    }

    fn state(&mut self) -> Result<&mut State, RepositoryError> {
        let state = match self.state.take() {
            Some(state) => state,
            None => self.open()?,
        };
        Ok(self.state.insert(state))
    }

    fn open(&self) -> Result<State, RepositoryError> {
        let mut documents = Documents::new(&self.context, &self.location, &self.options);
        let url = self.location.packages_json();
        let document = documents.root(&url)?;
        let mut root = Root::read(document, &url, &self.location, &self.context.notices)?;
        let loader = PackageLoader::new(&root, &self.location, &self.options);
        let offer = match &root.content {
            Content::Lazy { metadata_url } => {
                documents.set_metadata_url(metadata_url);
                Offer::Lazy {
                    root: Box::new(root),
                    documents: Box::new(documents),
                }
            }
            Content::Whole => {
                let data = root.take_everything(&mut documents, &self.context.notices)?;
                let packages = loader
                    .load_all(data)
                    .map_err(|cause| unusable(&url, cause))?;
                Offer::Whole(MemorySource::new(
                    self.name(),
                    SourceKind::Repository,
                    packages,
                ))
            }
        };
        Ok(State { loader, offer })
    }

    fn find(
        &mut self,
        wanted: &[Wanted],
        filter: Option<&StabilityFilter>,
        known: Option<&KnownVersions>,
    ) -> Result<Loaded, RepositoryError> {
        let any = StabilityFilter::any();
        let none = KnownVersions::default();
        let decoder = Arc::clone(&self.context.decoder);
        let State { loader, offer } = self.state()?;
        let (root, documents) = match offer {
            Offer::Lazy { root, documents } => (root, documents),
            Offer::Whole(memory) => {
                let packages = memory.as_slice();
                return Ok(select(
                    packages,
                    wanted,
                    filter.unwrap_or(&any),
                    known.unwrap_or(&none),
                ));
            }
        };
        let mut loaded = Loaded::default();
        let mut asked = Vec::with_capacity(wanted.len());
        for wanted in wanted {
            match root.inline.get(wanted.name.as_str()) {
                Some(versions) => {
                    find_inline(versions, wanted, filter, known, loader, root, &mut loaded)?;
                }
                None if root.may_have(&wanted.name) => asked.push(wanted),
                None => {}
            }
        }
        let files = documents_for(&asked, filter);
        let reader = Reader {
            decoder: &*decoder,
            loader,
            filter,
            known,
        };
        for (file, document) in documents.read_all(&files, reader)? {
            if !document.decoded.is_found {
                continue;
            }
            if !loaded.names_found.contains(&file.wanted.name) {
                loaded.names_found.push(file.wanted.name.clone());
            }
            for package in document.packages {
                push_with_base(&mut loaded.packages, package);
            }
        }
        Ok(loaded)
    }

    /// Whether the root document holds the packages of this name itself.
    fn has_at_hand(&self, name: &PackageName) -> bool {
        match &self.state {
            Some(State {
                offer: Offer::Lazy { root, .. },
                ..
            }) => root.inline.contains_key(name.as_str()),
            _ => true,
        }
    }

    fn fail(&self, error: RepositoryError) -> SourceError {
        SourceError {
            repository: self.name(),
            cause: Box::new(error),
        }
    }
}

/// One document that may hold versions of a wanted package.
#[derive(Clone)]
pub(crate) struct File<'a> {
    /// `acme/lib` or `acme/lib~dev`
    pub(crate) name: String,
    pub(crate) wanted: &'a Wanted,
}

/// The documents to ask for: that of the releases of every package, then those of the branches where
/// development versions may be accepted.
fn documents_for<'a>(wanted: &[&'a Wanted], filter: Option<&StabilityFilter>) -> Vec<File<'a>> {
    let real = |wanted: &&&Wanted| !wanted.name.is_platform() && wanted.name != "__root__";
    let file = |wanted: &&'a Wanted, suffix: &str| File {
        name: format!("{}{suffix}", wanted.name),
        wanted,
    };
    let releases = wanted.iter().filter(real).map(|wanted| file(wanted, ""));
    let branches = wanted.iter().filter(real).filter(|wanted| {
        filter.is_none_or(|filter| filter.accepts([&wanted.name], shirabe_semver::Stability::Dev))
    });
    releases
        .chain(branches.map(|wanted| file(wanted, "~dev")))
        .collect()
}

/// Packages in the root document take the place of all metadata of the same name.
fn find_inline(
    versions: &[PhpMap],
    wanted: &Wanted,
    filter: Option<&StabilityFilter>,
    known: Option<&KnownVersions>,
    loader: &PackageLoader,
    root: &Root,
    loaded: &mut Loaded,
) -> Result<(), RepositoryError> {
    let wish = Wish {
        name: &wanted.name,
        constraint: None,
        filter,
        known,
    };
    let mut admitted = Vec::new();
    for version in versions {
        let is_admitted = wish
            .admits(version)
            .map_err(|cause| unusable(&root.url, cause))?;
        if is_admitted {
            admitted.push(version.clone());
        }
    }
    let mut candidates = Vec::new();
    let packages = loader
        .load_all(admitted)
        .map_err(|cause| unusable(&root.url, cause))?;
    for package in packages {
        if package.is_alias() {
            candidates.push(AnyPackage::Real(package.base().clone()));
        }
        candidates.push(package);
    }
    let selected = select(
        &candidates,
        std::slice::from_ref(wanted),
        &StabilityFilter::any(),
        &KnownVersions::default(),
    );
    loaded.names_found.extend(selected.names_found);
    loaded.packages.extend(selected.packages);
    Ok(())
}

fn unusable(url: &str, cause: LoadError) -> RepositoryError {
    RepositoryError::Load {
        place: shown_url(url),
        cause: cause.into(),
    }
}

fn push_with_base(packages: &mut Vec<AnyPackage>, package: AnyPackage) {
    let base = package
        .is_alias()
        .then(|| AnyPackage::Real(package.base().clone()));
    packages.push(package);
    packages.extend(base);
}

impl PackageSource for ComposerRepository {
    fn name(&self) -> String {
        format!("composer repo ({})", shown_url(self.location.url()))
    }

    fn prefetch(&mut self, wanted: &[Wanted], filter: &StabilityFilter) {
        // What goes wrong here goes wrong again when the names are asked for.
        let Ok(State {
            offer: Offer::Lazy { root, documents },
            ..
        }) = self.state()
        else {
            return;
        };
        let asked: Vec<&Wanted> = wanted
            .iter()
            .filter(|wanted| !root.inline.contains_key(wanted.name.as_str()))
            .filter(|wanted| root.may_have(&wanted.name))
            .collect();
        documents.prefetch(&documents_for(&asked, Some(filter)));
    }

    fn load_packages(
        &mut self,
        wanted: &[Wanted],
        filter: &StabilityFilter,
        known: &KnownVersions,
    ) -> Result<Loaded, SourceError> {
        self.find(wanted, Some(filter), Some(known))
            .map_err(|error| self.fail(error))
    }

    fn find_packages(
        &mut self,
        name: &PackageName,
        constraint: Option<&Constraint>,
    ) -> Result<Vec<AnyPackage>, SourceError> {
        let wanted = Wanted {
            name: name.clone(),
            constraint: constraint.cloned(),
        };
        let mut packages = match self.find(&[wanted], None, None) {
            Ok(loaded) => loaded.packages,
            Err(error) => return Err(self.fail(error)),
        };
        // Documents give a branch and its alias together; what is at hand is told apart.
        if let Some(constraint) = constraint.filter(|_| self.has_at_hand(name)) {
            packages.retain(|package| constraint.admits(package.version()));
        }
        Ok(packages)
    }

    fn advisories(
        &mut self,
        wanted: &[Wanted],
        _allow_partial: bool,
    ) -> Result<Vec<Advisory>, SourceError> {
        self.find_advisories(wanted)
            .map_err(|error| self.fail(error))
    }

    fn filter_lists(
        &mut self,
        wanted: &[Wanted],
        lists: &[String],
    ) -> Result<Vec<ListedPackage>, SourceError> {
        self.find_listed(wanted, lists)
            .map_err(|error| self.fail(error))
    }

    fn packages(&mut self) -> Result<Vec<AnyPackage>, SourceError> {
        let names = match self.state() {
            Err(error) => return Err(self.fail(error)),
            Ok(State {
                offer: Offer::Whole(memory),
                ..
            }) => return Ok(memory.as_slice().to_vec()),
            Ok(State {
                offer: Offer::Lazy { root, .. },
                ..
            }) => root.all_names(),
        };
        let Some(names) = names else {
            return Err(self.fail(RepositoryError::Unsupported(
                "The repository does not list its packages, so it cannot be read as a whole"
                    .to_owned(),
            )));
        };
        let wanted: Vec<Wanted> = names
            .into_iter()
            .map(|name| Wanted {
                name,
                constraint: None,
            })
            .collect();
        self.find(&wanted, None, None)
            .map(|loaded| loaded.packages)
            .map_err(|error| self.fail(error))
    }

    fn providers(&mut self, name: &PackageName) -> Result<Vec<Provider>, SourceError> {
        let providers = match self.state() {
            Err(error) => Err(error),
            Ok(State {
                offer: Offer::Whole(memory),
                ..
            }) => return memory.providers(name),
            Ok(State {
                offer: Offer::Lazy { root, .. },
                ..
            }) => Ok(root.inline_providers(name)),
        };
        providers.map_err(|error| self.fail(error))
    }
}
