//! `about`: what this program is.

use crate::failure::exit;
use crate::session::Session;
use crate::version;

pub(super) fn run(session: &Session) -> u8 {
    session.console.print(&format!(
        "{}\nA package manager for PHP: it reads composer.json, writes composer.lock and fills vendor/ as Composer does.\nComposer's documentation is the reference for both: https://getcomposer.org/doc/\n",
        version::line()
    ));
    exit::OK
}
