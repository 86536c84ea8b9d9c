//! JSON as PHP reads and writes it: `json_decode` and `json_encode`
//! (<https://www.php.net/manual/en/book.json.php>, RFC 8259).

mod decode;
mod edit;
mod encode;
mod error;
mod indent;
mod strict;

pub use decode::{decode, decode_keeping_objects};
pub use edit::replace_string;
pub use encode::{EncodeOptions, encode};
pub use error::{JsonError, Place};
pub use indent::Indent;

/// How many arrays may lie one within another when decoding: PHP's default depth of 512, in which
/// the innermost scalar has a level of its own.
pub const MAX_DECODE_NESTING: usize = 511;

/// How many arrays may lie one within another when encoding.
pub const MAX_ENCODE_NESTING: usize = 512;
