//! Questions about `shirabe-semver`.

use super::Answer;
use serde_json::Value;

pub(super) fn answer(_file: &str, _input: &Value) -> Option<Answer> {
    None
}
