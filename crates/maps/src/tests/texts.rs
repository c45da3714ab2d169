use super::*;
use crate::{MAX_NODES, ParseMapError, named};

#[test]
fn spellings_and_precedence() {
    for (text, expected) in [
        ("B", "B"),
        (" ( ( W ) ) ", "W"),
        ("B&W|V", "B & W | V"),
        ("B|W&V", "B | W & V"),
        ("(B|W)&V", "(B | W) & V"),
        ("B\\W\\V", "B \\ W \\ V"),
        ("B\\(W\\V)", "B \\ (W \\ V)"),
        ("B | W - V", "B | W \\ V"),
        ("(B | W) \\ V", "B | W \\ V"),
        ("B & (W & V)", "B & (W & V)"),
        ("~B & W", "~B & W"),
        ("~(B & W)", "~(B & W)"),
        ("!¬~B", "~~~B"),
        ("P4(B) n V u H", "P4(B) & V | H"),
        ("P₁₂(B) ∩ V ∪ H ∖ W − B", "P12(B) & V | H \\ W \\ B"),
        ("P_3(F0(F_0(F₀(F(B)))))", "P3(F0(F0(F0(F(B)))))"),
        ("A_B(W) | AW(W) | D_B(V) | DW(V)", "A_B(W) | A_W(W) | D_B(V) | D_W(V)"),
        ("W\u{305} & P1(V)ᶜ", "~W & ~P1(V)"),
        ("B & (W | V)\u{304}", "B & ~(W | V)"),
    ] {
        assert_eq!(text.parse::<Map>().unwrap_or_else(|error| panic!("{text}: {error}")).to_string(), expected);
    }
    assert_eq!(map("~P10(F0(B)) & V | H \\ W").unicode().to_string(), "¬P₁₀(F₀(B)) ∩ V ∪ H ∖ W");
}

#[test]
fn errors_name_the_place_and_what_was_expected() {
    for (text, column, expected, found) in [
        ("", 1, "B, W, V, H", "the end"),
        ("B &", 4, "B, W, V, H", "the end"),
        ("B W", 3, "&, |, \\ or the end", "'W'"),
        ("(B W)", 4, "a closing parenthesis", "'W'"),
        ("B)", 2, "or the end", "')'"),
        ("F B", 3, "an opening parenthesis", "'B'"),
        ("P(B)", 2, "a number", "'('"),
        ("P9999(B)", 5, "a number, at most", "'9'"),
        ("A_V(B)", 3, "B or W", "'V'"),
        ("x", 1, "B, W, V, H", "'x'"),
    ] {
        match text.parse::<Map>() {
            Err(ParseMapError::Expected { column: at, expected: what, found: had }) => {
                assert_eq!((at, had.as_str()), (column, found), "{text}");
                assert!(what.contains(expected), "{text}: {what}");
            }
            other => panic!("{text}: {other:?}"),
        }
    }
    assert_eq!("B & (W | (V)".parse::<Map>(), Err(ParseMapError::Unclosed { column: 5 }));
}

#[test]
fn long_and_deep_texts_are_refused_without_a_crash() {
    let deep = |n: usize| format!("{}B{}", "(".repeat(n), ")".repeat(n));
    assert_eq!(deep(MAX_NODES).parse(), Ok(map("B")));
    assert!(matches!(deep(MAX_NODES + 1).parse::<Map>(), Err(ParseMapError::TooLong { column: 1001 })));
    let tall = |n: usize| format!("{}B", "~".repeat(n));
    assert_eq!(tall(MAX_NODES - 1).parse::<Map>().unwrap().depth(), MAX_NODES);
    assert!(matches!(tall(1_000_000).parse::<Map>(), Err(ParseMapError::TooLong { .. })));
    assert!(matches!("B|".repeat(1_000_000).parse::<Map>(), Err(ParseMapError::TooLong { .. })));
    let nested = format!("{}B{}", "F(".repeat(MAX_NODES - 1), ")".repeat(MAX_NODES - 1));
    assert_eq!(nested.parse::<Map>().unwrap().to_string(), nested);
}

#[test]
fn names_lead_to_maps() {
    for named in named::NAMED {
        let map = named::read(named.name).unwrap();
        assert_eq!(map, super::map(named.text), "{}", named.name);
    }
    assert_eq!(named::read("V & H").unwrap(), map("V & H"));
    assert!(named::read("sato-6").is_err());
}

proptest! {
    #[test]
    fn text_leads_back_to_the_same_tree(map in any_map()) {
        prop_assert_eq!(map.to_string().parse::<Map>(), Ok(map.clone()));
        prop_assert_eq!(map.unicode().to_string().parse::<Map>(), Ok(map));
    }

    #[test]
    fn any_text_gives_a_map_or_an_error(text in any::<Vec<u8>>(), signs in "[BWVHFADPQ_0-9()~&|\\\\un ]{0,40}") {
        for text in [String::from_utf8_lossy(&text).into_owned(), signs] {
            if let Ok(map) = text.parse::<Map>() {
                prop_assert_eq!(map.to_string().parse::<Map>(), Ok(map));
            }
        }
    }
}
