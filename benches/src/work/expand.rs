//! Minified version lists, made whole and minified again.

use super::decode::shown;
use super::{Inputs, Work, WorkError, digest};
use shirabe_mixed::{PhpMap, PhpMixed, json, metadata};
use std::hint::black_box;

/// What is done with the lists.
#[derive(Debug, Clone, Copy)]
enum Way {
    Expand,
    Minify,
}

struct Lists {
    lists: Vec<Vec<PhpMap>>,
    way: Way,
}

/// Documents, decoded and expanded.
struct Documents(Vec<Vec<u8>>);

const MANY: usize = 3;
const FEW: usize = 100;

/// The package whose list is minified.
const MINIFIED: &str = "symfony/console";

/// The packages with the most versions.
pub(super) fn many(inputs: &Inputs) -> Result<Box<dyn Work>, WorkError> {
    let mut lists = inputs.version_lists()?;
    let lists = lists.split_off(lists.len().saturating_sub(MANY));
    let way = Way::Expand;
    Ok(Box::new(Lists { lists, way }))
}

/// The packages with the fewest.
pub(super) fn few(inputs: &Inputs) -> Result<Box<dyn Work>, WorkError> {
    let mut lists = inputs.version_lists()?;
    lists.truncate(FEW);
    let way = Way::Expand;
    Ok(Box::new(Lists { lists, way }))
}

/// The way back.
pub(super) fn minify(inputs: &Inputs) -> Result<Box<dyn Work>, WorkError> {
    let lists = vec![metadata::expand(inputs.package(MINIFIED)?)];
    let way = Way::Minify;
    Ok(Box::new(Lists { lists, way }))
}

/// Every document, from its text.
pub(super) fn world(inputs: &Inputs) -> Result<Box<dyn Work>, WorkError> {
    Ok(Box::new(Documents(inputs.documents()?)))
}

impl Lists {
    fn each(&self) -> impl Iterator<Item = Vec<PhpMap>> {
        self.lists.iter().map(|list| match self.way {
            Way::Expand => metadata::expand(list.clone()),
            Way::Minify => metadata::minify(list.clone()),
        })
    }
}

impl Work for Lists {
    fn run(&mut self) -> Result<(), WorkError> {
        for list in self.each() {
            black_box(list);
        }
        Ok(())
    }

    fn digest(&mut self) -> Result<u64, WorkError> {
        digest_of(self.each())
    }
}

impl Documents {
    fn each(&self, mut take: impl FnMut(Vec<PhpMap>)) -> Result<(), WorkError> {
        for text in &self.0 {
            let Some(mut document) = json::decode(text)?.into_map() else {
                continue;
            };
            let packages = document.swap_remove("packages");
            for list in packages.and_then(PhpMixed::into_map).unwrap_or_default() {
                let versions = list.1.into_map().unwrap_or_default();
                take(metadata::expand(
                    versions
                        .into_values()
                        .filter_map(PhpMixed::into_map)
                        .collect(),
                ));
            }
        }
        Ok(())
    }
}

impl Work for Documents {
    fn run(&mut self) -> Result<(), WorkError> {
        self.each(|list| {
            black_box(list);
        })
    }

    fn digest(&mut self) -> Result<u64, WorkError> {
        let mut digests = Vec::new();
        let mut error = None;
        self.each(|list| match digest_of(std::iter::once(list)) {
            Ok(digest) => digests.push(digest),
            Err(failure) => error = Some(failure),
        })?;
        error.map_or_else(|| Ok(digest(digests)), Err)
    }
}

fn digest_of(lists: impl Iterator<Item = Vec<PhpMap>>) -> Result<u64, WorkError> {
    let mut texts = Vec::new();
    for version in lists.flatten() {
        texts.push(digest(shown(&PhpMixed::Map(version))?));
    }
    Ok(digest(texts))
}
