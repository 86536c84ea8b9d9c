//! `file://` URLs: read in place, whatever the network setting.

use std::fs::File;
use std::io::Read;
use std::path::PathBuf;

use crate::saver::Saver;
use crate::{Download, Downloaded, HttpError, Progress, Response, shown_url};

/// The path of a `file://` URL. Nothing is percent-decoded, as PHP's stream wrapper does not.
pub(crate) fn path_of(url: &str) -> Option<PathBuf> {
    let prefix = url.get(..7)?;
    if !prefix.eq_ignore_ascii_case("file://") {
        return None;
    }
    let path = &url[7..];
    if cfg!(windows) {
        return Some(PathBuf::from(path.trim_start_matches('/')));
    }
    Some(PathBuf::from(path))
}

pub(crate) fn read(url: &str, path: &PathBuf) -> Result<Response, HttpError> {
    let body = std::fs::read(path).map_err(|source| HttpError::Local {
        url: shown_url(url),
        source,
    })?;
    Ok(Response {
        url: url.to_owned(),
        status: 200,
        headers: Vec::new(),
        body,
    })
}

pub(crate) fn copy(
    download: &Download,
    path: &PathBuf,
    mut progress: impl FnMut(Progress),
) -> Result<Downloaded, HttpError> {
    let failed = |source| HttpError::Local {
        url: shown_url(&download.request.url),
        source,
    };
    let mut file = File::open(path).map_err(failed)?;
    let total = file.metadata().map_err(failed)?.len();
    let mut saver = Saver::create(download)?;
    let mut chunk = vec![0; 64 * 1024];
    loop {
        let read = file.read(&mut chunk).map_err(failed)?;
        if read == 0 {
            return saver.finish();
        }
        let received = saver.write(&chunk[..read])?;
        progress(Progress {
            received,
            total: Some(total),
        });
    }
}
