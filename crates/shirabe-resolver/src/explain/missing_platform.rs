//! Why a platform requirement is not satisfied, and what provides a name that nothing has.

use super::Explainer;
use super::missing::{Missing, constraint_text, missing};
use crate::pool::Origin;
use crate::source::{Provider, SourceError};
use shirabe_mixed::PhpMixed;
use shirabe_package::PackageName;
use shirabe_semver::Constraint;

const PROVIDERS_WARNING: &str = "<warning>Keep in mind that the suggestions are automated and may \
    not be valid or safe to use</warning>";

impl Explainer<'_, '_> {
    pub(super) fn providers_list(
        &mut self,
        name: &PackageName,
        max: usize,
    ) -> Result<Option<String>, SourceError> {
        let providers = self.repositories.providers(name)?;
        if providers.is_empty() {
            return Ok(None);
        }
        // One more is listed rather than counted.
        let shown = if providers.len() > max + 1 {
            max
        } else {
            providers.len()
        };
        let mut text: String = providers[..shown].iter().map(provider_line).collect();
        if shown < providers.len() {
            text.push_str(&format!(
                "      ... and {} more.\n",
                providers.len() - shown
            ));
        }
        Ok(Some(text))
    }
    fn alternatives(&mut self, name: &PackageName, what: &str) -> Result<String, SourceError> {
        Ok(self.providers_list(name, 5)?.map_or_else(String::new, |providers| {
            format!(
                "\n\n      Alternatively you can require one of these packages that provide the \
                 {what} (or parts of it):\n      {PROVIDERS_WARNING}\n{providers}"
            )
        }))
    }

    pub(super) fn missing_platform_package(
        &mut self,
        name: &PackageName,
        constraint: Option<&Constraint>,
    ) -> Result<Option<Missing>, SourceError> {
        let but = |what: &str| {
            format!(
                "- Root composer.json requires {what}{name}{} but ",
                constraint_text(constraint)
            )
        };
        if name.as_str() == "hhvm" {
            let explanation = if self.pool.named(name).is_empty() {
                "HHVM was not detected on this machine, make sure it is in your PATH."
            } else {
                "your HHVM version does not satisfy that requirement."
            };
            return Ok(Some(missing(but(""), explanation)));
        }
        if name.starts_with("php") {
            let explanation = match self.platform_version(name) {
                None => disabled(name),
                Some(version) => {
                    format!("your {name} version ({version}) does not satisfy that requirement.")
                }
            };
            return Ok(Some(missing(but(""), explanation)));
        }
        if let Some(extension) = name.strip_prefix("ext-") {
            if let Some(version) = self.platform_version(name) {
                return Ok(Some(missing(
                    but("PHP extension "),
                    format!("it has the wrong version installed ({version})."),
                )));
            }
            let alternatives = self.alternatives(name, "extension")?;
            let explanation = if self.php.has_extension(extension) {
                format!("{}{alternatives}", disabled(name))
            } else {
                format!(
                    "it is missing from your system. Install or enable PHP's {extension} \
                     extension.{alternatives}"
                )
            };
            return Ok(Some(missing(but("PHP extension "), explanation)));
        }
        if name.as_str() == "lib-icu" {
            let explanation = if self.php.has_extension("intl") {
                "it has the wrong version installed, try upgrading the intl extension."
            } else {
                "it is missing from your system, make sure the intl extension is loaded."
            };
            return Ok(Some(missing(but("linked library "), explanation)));
        }
        if name.starts_with("lib-") {
            let alternatives = self.alternatives(name, "library")?;
            return Ok(Some(missing(
                but("linked library "),
                format!(
                    "it has the wrong version installed or is missing from your system, make sure \
                     to load the extension providing it.{alternatives}"
                ),
            )));
        }
        Ok(None)
    }

    /// The version of a platform package, or what stands in for it; nothing if there is none.
    fn platform_version(&self, name: &PackageName) -> Option<String> {
        let available = self.pool.what_provides(name, None);
        let &selected = available
            .iter()
            .find(|&&id| self.pool.origin(id) == Origin::Platform)
            .or_else(|| available.first())?;
        let package = self.pool.package(selected);
        if package.name() != name {
            let links = package.provides().iter().chain(package.replaces());
            if let Some(link) = links.into_iter().find(|link| link.target == *name) {
                let verb = link.kind.verb();
                return Some(format!(
                    "{} {}d by {}",
                    link.pretty_constraint,
                    verb.strip_suffix('s').unwrap_or(verb),
                    package.pretty_string()
                ));
            }
        }
        let mut version = package.pretty_version().to_owned();
        let is_overridden = package
            .base()
            .extra()
            .and_then(|extra| extra.get("config.platform"))
            .is_some_and(|value| *value == PhpMixed::Bool(true));
        if is_overridden {
            let description = package.base().description().unwrap_or_default();
            version.push_str("; ");
            version.push_str(&description.replace("Package ", ""));
        }
        Some(version)
    }
}

fn disabled(name: &PackageName) -> String {
    format!(
        "the {name} package is disabled by your platform config. Enable it again with \"composer \
         config platform.{name} --unset\"."
    )
}

fn provider_line(provider: &Provider) -> String {
    let description = provider
        .description
        .as_deref()
        .filter(|text| !text.is_empty())
        .map_or_else(String::new, |text| {
            let end = (0..=100.min(text.len()))
                .rev()
                .find(|&end| text.is_char_boundary(end))
                .unwrap_or(0);
            format!(" {}", &text[..end])
        });
    format!("      - {}{description}\n", provider.name)
}
