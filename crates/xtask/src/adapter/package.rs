//! Questions about `shirabe-package`.

use super::Answer;
use serde_json::Value;

pub(super) fn answer(_file: &str, _input: &Value) -> Option<Answer> {
    None
}
