use std::cmp::Ordering;

/// Natural order without regard to case, as PHP's `strnatcasecmp`: `1.9` comes before `1.10`.
pub(super) fn compare(a: &str, b: &str) -> Ordering {
    let (mut a, mut b) = (a.as_bytes(), b.as_bytes());
    loop {
        let (&[x, ..], &[y, ..]) = (&a, &b) else {
            return a.len().cmp(&b.len());
        };
        let order = if x.is_ascii_digit() && y.is_ascii_digit() {
            let (number_a, rest_a) = number(a);
            let (number_b, rest_b) = number(b);
            (a, b) = (rest_a, rest_b);
            number_a
                .len()
                .cmp(&number_b.len())
                .then_with(|| number_a.cmp(number_b))
        } else {
            (a, b) = (&a[1..], &b[1..]);
            x.to_ascii_lowercase().cmp(&y.to_ascii_lowercase())
        };
        if order != Ordering::Equal {
            return order;
        }
    }
}

/// The number at the beginning, without leading zeros, and what follows it.
fn number(text: &[u8]) -> (&[u8], &[u8]) {
    let end = text
        .iter()
        .position(|byte| !byte.is_ascii_digit())
        .unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    let zeros = digits.iter().take_while(|digit| **digit == b'0').count();
    (&digits[zeros..], rest)
}

#[cfg(test)]
mod tests {
    use super::compare;

    #[test]
    fn numbers_count_as_numbers() {
        let mut names = ["1.10", "main", "1.9", "Main2", "1.x", "2"];
        names.sort_by(|a, b| compare(a, b));
        assert_eq!(names, ["1.9", "1.10", "1.x", "2", "main", "Main2"]);
    }
}
