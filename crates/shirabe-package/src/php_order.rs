//! The order in which PHP sorts texts and keys.

use std::cmp::Ordering;

/// PHP's `<=>` of two strings: as numbers if both are numeric, else byte by byte.
pub(crate) fn compare(one: &str, two: &str) -> Ordering {
    match (numeric(one), numeric(two)) {
        (Some(one), Some(two)) => one.compare(&two),
        _ => one.as_bytes().cmp(two.as_bytes()),
    }
}

enum Number {
    Int(i64),
    Float(f64),
}

impl Number {
    fn compare(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Int(one), Self::Int(two)) => one.cmp(two),
            _ => self
                .float()
                .partial_cmp(&other.float())
                .unwrap_or(Ordering::Equal),
        }
    }

    #[expect(
        clippy::cast_precision_loss,
        reason = "PHP compares an int with a float so"
    )]
    fn float(&self) -> f64 {
        match self {
            Self::Int(value) => *value as f64,
            Self::Float(value) => *value,
        }
    }
}

/// A numeric string in PHP's sense: white space around, sign, digits, fraction, exponent.
fn numeric(text: &str) -> Option<Number> {
    let is_space = |c: char| matches!(c, ' ' | '\t' | '\n' | '\r' | '\x0b' | '\x0c');
    let body = text.trim_matches(is_space);
    let unsigned = body.strip_prefix(['+', '-']).unwrap_or(body);
    let first = unsigned.bytes().next()?;
    let second = unsigned.as_bytes().get(1);
    if !(first.is_ascii_digit() || first == b'.' && second.is_some_and(u8::is_ascii_digit)) {
        return None;
    }
    if unsigned.bytes().all(|byte| byte.is_ascii_digit()) {
        let parsed = body.parse().map(Number::Int);
        return parsed.or_else(|_| body.parse().map(Number::Float)).ok();
    }
    let plain = unsigned
        .bytes()
        .all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'e' | b'E' | b'+' | b'-'));
    plain.then(|| body.parse().ok().map(Number::Float))?
}

/// Sorts as PHP's `sort` and `ksort` do. The order of PHP is not total (`9 < 10 < 1a < 9`), so this
/// is an insertion sort, which no order can confuse; lists here are short.
pub(crate) fn sort_by<T>(items: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    for end in 1..items.len() {
        let mut at = end;
        while at > 0 && compare(&items[at - 1], &items[at]) == Ordering::Greater {
            items.swap(at - 1, at);
            at -= 1;
        }
    }
}

/// `strnatcasecmp`: runs of digits by their value, letters without regard to case.
pub(crate) fn natural_ignoring_case(one: &str, two: &str) -> Ordering {
    natural(&one.to_ascii_lowercase(), &two.to_ascii_lowercase())
}

/// `strnatcmp`: runs of digits by their value, the rest byte by byte.
pub(crate) fn natural(one: &str, two: &str) -> Ordering {
    let (one, two) = (one.as_bytes(), two.as_bytes());
    if one.is_empty() || two.is_empty() {
        return one.len().min(1).cmp(&two.len().min(1));
    }
    let (mut a, mut b) = (leading_zeros(one), leading_zeros(two));
    loop {
        a = skip_space(one, a);
        b = skip_space(two, b);
        let (mut at_a, mut at_b) = (one.get(a).copied(), two.get(b).copied());
        let both_digits =
            at_a.is_some_and(|c| c.is_ascii_digit()) && at_b.is_some_and(|c| c.is_ascii_digit());
        if both_digits {
            let fractional = at_a == Some(b'0') || at_b == Some(b'0');
            let (run_a, run_b) = (digits(one, a), digits(two, b));
            let order = if fractional {
                compare_left(run_a, run_b)
            } else {
                run_a.len().cmp(&run_b.len()).then_with(|| run_a.cmp(run_b))
            };
            if order != Ordering::Equal {
                return order;
            }
            a += run_a.len();
            b += run_b.len();
            match (a == one.len(), b == two.len()) {
                (true, true) => return Ordering::Equal,
                (true, false) => return Ordering::Less,
                (false, true) => return Ordering::Greater,
                // What follows equal numbers is compared as it is, spaces included.
                (false, false) => (at_a, at_b) = (Some(one[a]), Some(two[b])),
            }
        }
        match (at_a, at_b) {
            (None, None) => return Ordering::Equal,
            (at_a, at_b) if at_a != at_b => return at_a.unwrap_or(0).cmp(&at_b.unwrap_or(0)),
            _ => {}
        }
        a += 1;
        b += 1;
        match (a >= one.len(), b >= two.len()) {
            (true, true) => return Ordering::Equal,
            (true, false) => return Ordering::Less,
            (false, true) => return Ordering::Greater,
            (false, false) => {}
        }
    }
}

/// Zeros at the very start that another digit follows do not count.
fn leading_zeros(text: &[u8]) -> usize {
    let mut at = 0;
    while text.get(at) == Some(&b'0') && text.get(at + 1).is_some_and(u8::is_ascii_digit) {
        at += 1;
    }
    at
}

fn skip_space(text: &[u8], mut at: usize) -> usize {
    while text
        .get(at)
        .is_some_and(|byte| byte.is_ascii_whitespace() || *byte == 0x0b)
    {
        at += 1;
    }
    at
}

fn digits(text: &[u8], from: usize) -> &[u8] {
    let length = text[from..]
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    &text[from..from + length]
}

/// Runs that begin with a zero compare like fractions: digit by digit from the left.
fn compare_left(one: &[u8], two: &[u8]) -> Ordering {
    one.cmp(two)
}

#[cfg(test)]
mod tests {
    use super::{compare, natural, natural_ignoring_case, sort_by};
    use std::cmp::Ordering;

    #[test]
    fn numeric_texts_compare_as_numbers() {
        assert_eq!(compare("9", "10"), Ordering::Less);
        assert_eq!(compare("1e1", "9"), Ordering::Greater);
        assert_eq!(compare("10", "9a"), Ordering::Less);
        assert_eq!(compare("1.0", "1"), Ordering::Equal);
        assert_eq!(compare("a", "B"), Ordering::Greater);
    }

    #[test]
    fn natural_order() {
        use Ordering::{Equal, Greater, Less};
        // The answers are PHP's.
        let cases = [
            ("1.10", "1.9", Greater),
            ("a2", "a10", Less),
            ("dev-main", "1.0", Greater),
            ("1.0", "1.00", Less),
            ("01", "1", Equal),
            ("1.01", "1.1", Less),
            ("1.001", "1.01", Less),
            ("a01", "a1", Less),
            ("a 1", "a1", Equal),
            ("0.1", "0.01", Greater),
            ("1.x-dev", "1.10", Greater),
            ("1.2", "1.2.x-dev", Less),
            ("", "a", Less),
            ("0", "00", Equal),
            ("2.0.0", "v2.0.0", Less),
            ("^1 || ^2", "^1", Greater),
            ("1.0.10", "1.0.9", Greater),
            ("a0", "a00", Less),
            ("1 .0", "1.0", Less),
            ("1-2", "1.2", Less),
            ("1.05", "1.5", Less),
        ];
        for (one, two, expected) in cases {
            assert_eq!(natural(one, two), expected, "{one} {two}");
        }
        assert_eq!(natural_ignoring_case("A/b", "a/B"), Equal);
    }

    #[test]
    fn an_order_that_is_no_order_does_not_hurt() {
        let mut texts = ["1a", "10", "9", "8", "2b"];
        sort_by(&mut texts, |one, two| compare(one, two));
        assert_eq!(texts.len(), 5);
    }
}
