//! Terms that mean a range: `~1.2`, `^1.2`, `1.2.*`, `1.0 - 2.0`.

mod operand;

use super::ConstraintError;
use crate::constraint::{Constraint, Op, bound};
use crate::version::normalize;
use crate::{Version, scan};
use operand::{Numbers, Operand};

/// One or two comparisons.
type Range = (Constraint, Option<Constraint>);

/// Reads a range; nothing when the text has the form of none.
pub(super) fn parse(text: &str) -> Option<Result<Range, ConstraintError>> {
    match text.as_bytes().first()? {
        b'~' => tilde(text),
        b'^' => caret(text),
        b'v' | b'V' | b'0'..=b'9' => wildcard(text).map(Ok).or_else(|| hyphen(text)),
        _ => None,
    }
}

/// `~1.2`: at least this, and below the next of the last number but one.
fn tilde(text: &str) -> Option<Result<Range, ConstraintError>> {
    let bytes = text.as_bytes();
    let arrow = bytes.get(1) == Some(&b'>');
    let operand = Operand::read(text, 1 + usize::from(arrow), |at| scan::is_end(bytes, at))?;
    if arrow {
        return Some(Err(ConstraintError::TildeArrow(text.to_owned())));
    }
    let position = operand.numbers.len() + usize::from(operand.is_branch);
    let high = next(&operand.numbers, (position - 1).max(1));
    Some(up_to(&text[1..], &operand, high))
}

/// `^1.2`: at least this, and below the next of the first number that is not zero.
fn caret(text: &str) -> Option<Result<Range, ConstraintError>> {
    let bytes = text.as_bytes();
    let operand = Operand::read(text, 1, |at| scan::is_end(bytes, at))?;
    let position = match operand.numbers.as_slice() {
        ["0", "0", _, ..] => 3,
        ["0", _, ..] => 2,
        _ => 1,
    };
    let high = next(&operand.numbers, position);
    Some(up_to(&text[1..], &operand, high))
}

/// From a version as written to below `high`.
fn up_to(written: &str, operand: &Operand<'_>, high: String) -> Result<Range, ConstraintError> {
    let low = if operand.has_stability {
        normalize(written, None)?
    } else {
        normalize(&format!("{written}-dev"), None)?
    };
    Ok((single(Op::Ge, low), Some(single(Op::Lt, high))))
}

/// `1.2.*`: everything that begins so.
fn wildcard(text: &str) -> Option<Range> {
    let bytes = text.as_bytes();
    let prefix = usize::from(bytes.first() == Some(&b'v'));
    let (numbers, mut end) = Numbers::read(text, prefix, 3)?;
    let start = end;
    while bytes.get(end) == Some(&b'.') && matches!(bytes.get(end + 1), Some(b'x' | b'X' | b'*')) {
        end += 2;
    }
    if end == start || !scan::is_end(bytes, end) {
        return None;
    }
    let low = numbers.to_development_version();
    let high = single(Op::Lt, next(&numbers, numbers.len()));
    Some(if low == bound::LOWEST.as_str() {
        (high, None)
    } else {
        (single(Op::Ge, low), Some(high))
    })
}

/// `1.0 - 2.0`: both ends included; an end with one or two numbers covers all that begins so.
fn hyphen(text: &str) -> Option<Result<Range, ConstraintError>> {
    let bytes = text.as_bytes();
    let from = Operand::read(text, 0, |at| bytes.get(at) == Some(&b' '))?;
    let dash = scan::run(bytes, from.end, |b| b == b' ');
    if bytes.get(dash) != Some(&b'-') {
        return None;
    }
    let start = scan::run(bytes, dash + 1, |b| b == b' ');
    if start == dash + 1 {
        return None;
    }
    let to = Operand::read(text, start, |at| scan::is_end(bytes, at))?;
    Some(between(&text[..from.end], &from, &text[start..to.end], &to))
}

fn between(
    from_text: &str,
    from: &Operand<'_>,
    to_text: &str,
    to: &Operand<'_>,
) -> Result<Range, ConstraintError> {
    let mut low = normalize(from_text, None)?;
    if !from.has_stability {
        low.push_str("-dev");
    }
    let high = normalize(to_text, None)?;
    let upper = if to.numbers.len() > 2 || to.has_stability {
        single(Op::Le, high)
    } else {
        single(Op::Lt, next(&to.numbers, to.numbers.len()))
    };
    Ok((single(Op::Ge, low), Some(upper)))
}

fn single(op: Op, version: String) -> Constraint {
    Constraint::single(op, Version::from(version))
}

/// The first version behind all that begin with the first `position` numbers.
fn next(numbers: &Numbers<'_>, position: usize) -> String {
    let (last, first) = numbers.as_slice()[..position]
        .split_last()
        .unwrap_or((&"0", &[]));
    let raised = increment(last);
    let mut parts = first.to_vec();
    parts.push(&raised);
    Numbers::from(&*parts).to_development_version()
}

/// The number one higher; beyond 64 bits as PHP prints a float.
fn increment(number: &str) -> String {
    if let Some(next) = number.parse::<i64>().ok().and_then(|n| n.checked_add(1)) {
        return next.to_string();
    }
    let float = number.parse::<f64>().unwrap_or(f64::INFINITY);
    match format!("{float:.13E}").split_once('E') {
        Some((mantissa, exponent)) => {
            let digits = mantissa.trim_end_matches('0');
            let zero = if digits.ends_with('.') { "0" } else { "" };
            format!("{digits}{zero}E+{exponent}")
        }
        None => "INF".to_owned(),
    }
}
