//! Small texts: numbers with separators, durations, name patterns, and lines for standard error.

use std::time::Duration;

use tesuji_engine::machine;

/// Writes a line to standard error.
pub(crate) fn complain(message: &str) {
    anstream::eprintln!("{message}");
}

/// `1234567` as `1,234,567`.
pub(crate) fn with_separators(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1 node`, `2 nodes`, `1,234 nodes`.
pub(crate) fn count(number: u64, noun: &str) -> String {
    format!("{} {noun}{}", with_separators(number), if number == 1 { "" } else { "s" })
}

/// A time such as `60s`, `500ms`, `1.5m` or `2h`; `90` is 90 seconds.
pub(crate) fn parse_duration(text: &str) -> Result<Duration, String> {
    let n_digits = text.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'.').count();
    let (number, unit) = text.split_at(n_digits);
    let seconds = match unit {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err("expected a time such as `60s`, `500ms`, `5m` or `2h`".to_owned()),
    };
    let number: f64 = number.parse().map_err(|_| "expected a number before the unit, as in `60s`".to_owned())?;
    Duration::try_from_secs_f64(number * seconds).map_err(|_| "the time is too long".to_owned())
}

/// `7` or `7x6`, columns first.
pub(crate) fn parse_board(text: &str) -> Result<(usize, usize), String> {
    let (columns, rows) = text.split_once('x').unwrap_or((text, text));
    let side = |side: &str| side.parse().ok().filter(|side| (1..=tesuji_hex::MAX_SIDE).contains(side));
    side(columns)
        .zip(side(rows))
        .ok_or_else(|| format!("expected a board such as `7` or `7x6`, its sides from 1 to {}", tesuji_hex::MAX_SIDE))
}

/// A board with as many rows as columns, by its side or in full.
pub(crate) fn parse_side(text: &str) -> Result<u8, String> {
    match parse_board(text)? {
        (columns, rows) if columns == rows => Ok(u8::try_from(columns).unwrap_or(u8::MAX)),
        _ => Err("expected a board with as many rows as columns".to_owned()),
    }
}

/// A size such as `512M`, `4G` or `64k`; `1000000` is in bytes.
pub(crate) fn parse_size(text: &str) -> Result<usize, String> {
    const EXPECTED: &str = "expected a size such as `512M`, `4G` or `64k`";
    let n_digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, unit) = text.split_at(n_digits);
    let shift = match unit.to_ascii_lowercase().as_str() {
        "" => 0,
        "k" => 10,
        "m" => 20,
        "g" => 30,
        _ => return Err(EXPECTED.to_owned()),
    };
    let number: usize = number.parse().map_err(|_| EXPECTED.to_owned())?;
    number.checked_mul(1 << shift).ok_or_else(|| "the size is too large".to_owned())
}

/// A size as [`parse_size`] reads it, but no more than the memory of the machine.
pub(crate) fn parse_memory(text: &str) -> Result<usize, String> {
    let (size, most) = (parse_size(text)?, machine::memory());
    if size as u64 <= most {
        Ok(size)
    } else {
        Err(format!("expected no more than the memory of this machine, {}M", most >> 20))
    }
}

/// Whether `name` matches `pattern`, in which `*` stands for any text and `?` for any one character.
pub(crate) fn matches_glob(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    let (mut p, mut n) = (0, 0);
    // The last `*` and how much of the name it has matched: only this one ever needs to match more.
    let mut star = None;
    while n < name.len() {
        if p < pattern.len() && pattern[p] == '*' {
            star = Some((p, n));
            p += 1;
        } else if p < pattern.len() && (pattern[p] == '?' || pattern[p] == name[n]) {
            p += 1;
            n += 1;
        } else if let Some((star_p, star_n)) = star {
            star = Some((star_p, star_n + 1));
            p = star_p + 1;
            n = star_n + 1;
        } else {
            return false;
        }
    }
    pattern[p..].iter().all(|&c| c == '*')
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        assert_eq!(with_separators(0), "0");
        assert_eq!(with_separators(999), "999");
        assert_eq!(with_separators(1_234_567), "1,234,567");
        assert_eq!(count(1, "node"), "1 node");
        assert_eq!(count(1000, "node"), "1,000 nodes");
    }

    #[test]
    fn durations() {
        assert_eq!(parse_duration("60s"), Ok(Duration::from_secs(60)));
        assert_eq!(parse_duration("90"), Ok(Duration::from_secs(90)));
        assert_eq!(parse_duration("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(parse_duration("250ms"), Ok(Duration::from_millis(250)));
        for bad in ["", "s", "-1s", "1d", "1.2.3s", "99999999999999999999999999h"] {
            assert!(parse_duration(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn sizes() {
        assert_eq!(parse_size("1000"), Ok(1000));
        assert_eq!(parse_size("64k"), Ok(65_536));
        assert_eq!(parse_size("2G"), Ok(2 << 30));
        for bad in ["", "M", "1T", "-1", "1.5G", "99999999999G"] {
            assert!(parse_size(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn globs() {
        for (pattern, name) in
            [("*", ""), ("yang7-*", "yang7-33"), ("?2*ab", "p2xxab"), ("a*b*c", "a-b-b-c"), ("é?", "éx")]
        {
            assert!(matches_glob(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in [("", "a"), ("?", ""), ("a*b", "abc"), ("yang", "yang7"), ("a*b*c", "a-c-b")] {
            assert!(!matches_glob(pattern, name), "{pattern} {name}");
        }
    }
}
