//! Tests of `shirabe-php`. Those that need PHP are skipped, with a note, where it is missing,
//! unless `SHIRABE_REQUIRE_PHP=1` says that it must be there.

mod binary;
mod callbacks;
mod overrides;
mod platform;
mod scripts;
mod support;
