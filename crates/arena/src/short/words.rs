//! A command line in one text, split into words.

/// The words of a command. Blanks separate them; quotes of either kind keep blanks. A backslash outside of single quotes
/// keeps a blank, a quote or a backslash that follows; before anything else it is a letter, as in paths of Windows. No
/// shell is involved.
///
/// # Errors
///
/// If a quote is not closed.
pub(crate) fn words(text: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match (letter, quote) {
            (letter, Some(open)) if letter == open => quote = None,
            ('\\', None | Some('"')) => {
                let kept = letters.next_if(|next| next.is_whitespace() || ['\'', '"', '\\'].contains(next));
                word.get_or_insert_default().push(kept.unwrap_or(letter));
            }
            (letter, Some(_)) => word.get_or_insert_default().push(letter),
            ('\'' | '"', None) => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (letter, None) if letter.is_whitespace() => words.extend(word.take()),
            (letter, None) => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    match quote {
        Some(open) => Err(format!("the quote {open} is not closed")),
        None => Ok(words),
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_as_a_shell_splits_them() {
        for (text, expected) in [
            ("gnugo --mode gtp", &["gnugo", "--mode", "gtp"][..]),
            ("  'my engine'  \"a b\"c '' d\\ e", &["my engine", "a bc", "", "d e"]),
            (r#"x "a\"b" 'c\d'"#, &["x", "a\"b", r"c\d"]),
            (r#"C:\go\gnugo.exe "D:\my games\x" \\host\"#, &[r"C:\go\gnugo.exe", r"D:\my games\x", r"\host\"]),
            ("", &[]),
        ] {
            assert_eq!(words(text).unwrap(), expected, "{text}");
        }
        assert_eq!(words("a 'b").unwrap_err(), "the quote ' is not closed");
    }
}
