//! When a version was made.

use std::fmt;

/// A moment in UTC seconds with the offset that it was given in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReleaseDate {
    /// Seconds since 1970 in UTC.
    pub seconds: i64,
    /// Offset of the writer's clock from UTC, in seconds.
    pub offset: i32,
}

impl fmt::Display for ReleaseDate {
    /// RFC 3339 with seconds and a numeric offset, as lock files have it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let local = self.seconds + i64::from(self.offset);
        let (days, second) = (local.div_euclid(86_400), local.rem_euclid(86_400));
        let (year, month, day) = civil(days);
        let (sign, offset) = if self.offset < 0 {
            ('-', -self.offset)
        } else {
            ('+', self.offset)
        };
        write!(
            f,
            "{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}{sign}{:02}:{:02}",
            second / 3600,
            second / 60 % 60,
            second % 60,
            offset / 3600,
            offset / 60 % 60,
        )
    }
}

/// Reads a date: ISO 8601 with or without time, fraction and zone, or seconds since 1970. A time
/// without a zone is UTC. What is no such date gives `None`.
#[must_use]
pub fn parse(text: &str) -> Option<ReleaseDate> {
    let text = text.trim_matches(super::loader::PHP_SPACE);
    let digits = text.strip_prefix('@').unwrap_or(text);
    let number = digits
        .strip_prefix('-')
        .filter(|_| text.starts_with('@'))
        .unwrap_or(digits);
    if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) {
        let seconds = digits.parse().ok()?;
        return Some(ReleaseDate { seconds, offset: 0 });
    }
    let mut reader = Reader { rest: text };
    let year: i64 = reader.number(4, 4)?;
    let separator = reader.one_of(&['-', '/']);
    let month = reader.number(if separator.is_some() { 1 } else { 2 }, 2)?;
    if let Some(separator) = separator {
        reader.one_of(&[separator])?;
    }
    let day = reader.number(if separator.is_some() { 1 } else { 2 }, 2)?;
    if !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    let mut second_of_day = 0;
    let mut offset = 0;
    if !reader.rest.is_empty() {
        let before = reader.rest;
        let marker = reader.one_of(&['T', 't']);
        if marker.is_none() {
            reader.skip_spaces();
        }
        if reader.rest.starts_with(|c: char| c.is_ascii_digit()) && reader.rest != before {
            second_of_day = reader.time()?;
        } else if marker.is_some() {
            return None;
        }
        offset = reader.zone()?;
    }
    let days = days_from_civil(year, month, day);
    Some(ReleaseDate {
        seconds: days * 86_400 + second_of_day - i64::from(offset),
        offset,
    })
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn number(&mut self, least: usize, most: usize) -> Option<i64> {
        let length = self
            .rest
            .bytes()
            .take(most)
            .take_while(u8::is_ascii_digit)
            .count();
        if length < least {
            return None;
        }
        let value = self.rest[..length].parse().ok()?;
        self.rest = &self.rest[length..];
        Some(value)
    }

    fn one_of(&mut self, wanted: &[char]) -> Option<char> {
        let found = self.rest.chars().next().filter(|c| wanted.contains(c))?;
        self.rest = &self.rest[found.len_utf8()..];
        Some(found)
    }

    fn skip_spaces(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t']);
    }

    /// `hh:mm`, `hh:mm:ss`, `hhmmss`, with a fraction that is dropped, as seconds of the day.
    fn time(&mut self) -> Option<i64> {
        let hour = self.number(1, 2)?;
        let colon = self.one_of(&[':']);
        let minute = self.number(2, 2)?;
        let has_seconds = match colon {
            Some(_) => self.one_of(&[':']).is_some(),
            None => self.rest.starts_with(|c: char| c.is_ascii_digit()),
        };
        let second = if has_seconds { self.number(1, 2)? } else { 0 };
        if hour > 24 || minute > 59 || second > 60 {
            return None;
        }
        if self.one_of(&['.', ',']).is_some() {
            self.number(1, 9)?;
        }
        Some(hour * 3600 + minute * 60 + second)
    }

    /// `Z`, `UTC`, `GMT`, `+02:00`, `+0200`, `+2`, or nothing.
    fn zone(&mut self) -> Option<i32> {
        self.skip_spaces();
        for name in ["UTC", "GMT", "Z"] {
            let head = self.rest.get(..name.len());
            if head.is_some_and(|head| head.eq_ignore_ascii_case(name)) {
                self.rest = &self.rest[name.len()..];
                break;
            }
        }
        let offset = match self.one_of(&['+', '-']) {
            None => 0,
            Some(sign) => {
                let hours = self.number(1, 2)?;
                self.one_of(&[':']);
                let minutes = self.number(2, 2).unwrap_or(0);
                let seconds = i32::try_from(hours * 3600 + minutes * 60).ok()?;
                if sign == '-' { -seconds } else { seconds }
            }
        };
        self.rest.is_empty().then_some(offset)
    }
}

/// Days since 1970-01-01 of a date in the Gregorian calendar; days beyond a month's end roll over.
fn days_from_civil(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468
}

/// Year, month and day of the days since 1970-01-01.
fn civil(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 {
        shifted + 3
    } else {
        shifted - 9
    };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (year, month, day)
}

#[cfg(test)]
mod tests {
    use super::parse;

    fn shown(text: &str) -> Option<String> {
        parse(text).map(|date| date.to_string())
    }

    #[test]
    fn dates_are_read() {
        let cases = [
            ("2020-01-02", "2020-01-02T00:00:00+00:00"),
            ("2020-01-02 03:04:05", "2020-01-02T03:04:05+00:00"),
            ("2020-01-02T03:04:05.123Z", "2020-01-02T03:04:05+00:00"),
            ("2020-01-02T03:04:05+02:00", "2020-01-02T03:04:05+02:00"),
            ("2020-01-02T03:04:05-0330", "2020-01-02T03:04:05-03:30"),
            ("1577934245", "2020-01-02T03:04:05+00:00"),
            ("2016-02-30", "2016-03-01T00:00:00+00:00"),
        ];
        for (text, expected) in cases {
            assert_eq!(shown(text).as_deref(), Some(expected), "{text}");
        }
        assert_eq!(shown("nonsense"), None);
        assert_eq!(shown("2020-13-02"), None);
    }
}
