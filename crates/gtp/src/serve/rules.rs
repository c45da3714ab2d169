//! The rules of Go as KataGo's commands give them: by name, by our text, or as a JSON object.
//!
//! Everything is counted by area here, and the answer says so: a controller that asks for Japanese rules gets an
//! approximation.

use std::fmt::Display;

use serde::{Deserialize, Serialize};
use tesuji_board::syntax::plain;
use tesuji_go::{Compensation, Ko, Rules, RulesError, Suicide};

use super::arguments::Reply;
use super::board::Board;

/// The commands of games with rule sets.
pub(super) const COMMANDS: &[&str] = &["kata-get-rules", "kata-set-rules"];

/// KataGo's names for rules that have a different name here or differ in one point. All others have the same name.
const NAMES: [(&str, &str); 8] = [
    ("tromptaylor", "tromp-taylor"),
    ("chinese-ogs", "chinese,ko=positional"),
    ("chinese-kgs", "chinese,ko=positional"),
    ("newzealand", "new-zealand"),
    ("bga", "aga"),
    ("french", "aga"),
    ("japanese", "japanese-approximation"),
    ("korean", "japanese-approximation"),
];

const NO_RULES: &str = "this game has no rule sets";

/// Rules as KataGo writes them.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Kata {
    #[serde(default)]
    has_button: bool,
    ko: KataKo,
    #[serde(default = "area")]
    scoring: String,
    suicide: bool,
    #[serde(default = "none")]
    tax: String,
    #[serde(default)]
    white_handicap_bonus: Bonus,
    /// Interpreting passes is not our task: stones count as alive until somebody removes them.
    #[serde(default, skip_serializing)]
    #[expect(dead_code, reason = "it may be there")]
    friendly_pass_ok: bool,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
enum KataKo {
    Simple,
    Positional,
    Situational,
}

#[derive(Clone, Copy, Default, Serialize, Deserialize)]
enum Bonus {
    #[default]
    #[serde(rename = "0")]
    Zero,
    #[serde(rename = "N")]
    EachStone,
    #[serde(rename = "N-1")]
    EachStoneButOne,
}

fn area() -> String {
    "AREA".to_owned()
}

fn none() -> String {
    "NONE".to_owned()
}

/// `kata-get-rules`: a JSON object.
pub(super) fn get_rules(board: &mut Board, _: &[String]) -> Reply {
    let rules = board.session.table().ok_or(NO_RULES)?.rules();
    let kata = Kata {
        has_button: false,
        ko: match rules.ko {
            Ko::Simple => KataKo::Simple,
            Ko::Positional => KataKo::Positional,
            Ko::Situational => KataKo::Situational,
        },
        scoring: area(),
        suicide: rules.suicide.is_allowed(),
        tax: none(),
        white_handicap_bonus: match rules.compensation {
            Compensation::None => Bonus::Zero,
            Compensation::EachStone => Bonus::EachStone,
            Compensation::EachStoneButOne => Bonus::EachStoneButOne,
        },
        friendly_pass_ok: false,
    };
    serde_json::to_string(&kata).map_err(|error| error.to_string())
}

/// `kata-set-rules RULES`: the moves of the game stay.
pub(super) fn set_rules(board: &mut Board, arguments: &[String]) -> Reply {
    let text = arguments.join(" ");
    let rules = match text.trim_start().starts_with('{') {
        true => object(&text)?.to_string(),
        false => {
            let name = text.to_ascii_lowercase();
            NAMES.iter().find(|(kata, _)| *kata == name).map_or(name, |(_, ours)| (*ours).to_owned())
        }
    };
    let cannot = |error: &dyn Display| format!("cannot set rules: {error}");
    let mut table = board.session.table_mut().ok_or_else(|| cannot(&NO_RULES))?;
    let rules = rules.parse().map_err(|error: RulesError| cannot(&error))?;
    table.set_rules(rules).map_err(|error| cannot(&error))?;
    board.settings.game = board.session.spec().clone();
    board.forget_thoughts();
    Ok(String::new())
}

fn object(text: &str) -> Result<Rules, String> {
    let kata: Kata =
        serde_json::from_str(text).map_err(|error| format!("cannot set rules: {}", plain(&error.to_string())))?;
    if kata.scoring != area() || kata.tax != none() || kata.has_button {
        return Err("cannot set rules: expected scoring AREA, tax NONE and no button, others are not played".to_owned());
    }
    Ok(Rules {
        ko: match kata.ko {
            KataKo::Simple => Ko::Simple,
            KataKo::Positional => Ko::Positional,
            KataKo::Situational => Ko::Situational,
        },
        suicide: if kata.suicide { Suicide::Allowed } else { Suicide::Forbidden },
        compensation: match kata.white_handicap_bonus {
            Bonus::Zero => Compensation::None,
            Bonus::EachStone => Compensation::EachStone,
            Bonus::EachStoneButOne => Compensation::EachStoneButOne,
        },
    })
}
