//! Catalogue of games, boards, players, overlays and forms. The page makes its menus from it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tesuji_engine::{GameKind, PlayerSpec, SolverKinds};
use tesuji_forms::Form;
use tesuji_go::Rules;

use crate::types::GameName;
use crate::{Desk, Trouble, overlay};

/// Asks what there is.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct CatalogueOf {}

/// Catalogue of everything that the workbench has.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Catalogue {
    /// The version of the program.
    pub version: String,
    /// The games, Hex first.
    pub games: Vec<GameEntry>,
    /// Engines of other people that analyse positions here, with the kind `guest` and no place in a ladder. Whether one
    /// plays a game shows when it is asked.
    pub guests: Vec<PlayerEntry>,
    /// Forms in which a game, a claim or a picture can be written.
    pub forms: Vec<FormEntry>,
    /// Ready boards for Go that are no rectangles, with a name for people.
    pub boards: Vec<BoardEntry>,
    /// Real examples to try.
    pub examples: Vec<Example>,
}

/// A game and what can be asked about it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct GameEntry {
    /// Its name in questions.
    pub name: GameName,
    /// Its name in sentences.
    pub title: String,
    /// Usual columns and rows.
    pub usual_size: [usize; 2],
    /// Sizes for a menu, the smallest first.
    pub sizes: Vec<[usize; 2]>,
    /// Whether White may swap.
    pub has_swap: bool,
    /// Whether it has komi, rule sets and passes.
    pub has_table: bool,
    /// Rule sets by name.
    pub rules: Vec<String>,
    /// Whether it is played on boards of any shape.
    pub has_any_board: bool,
    /// Whether positions can be solved.
    pub has_solver: bool,
    /// Whether it has claims about connections.
    pub has_connections: bool,
    /// The players, the strongest first.
    pub players: Vec<PlayerEntry>,
    /// The overlays, in the order of a menu.
    pub overlays: Vec<OverlayEntry>,
}

/// A player with settings.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PlayerEntry {
    /// Its name in menus and in the ladder: `strong, 1,000 playouts`.
    pub title: String,
    /// The settings as in control files, to be sent back as they are: `{ "kind": "uct", "playouts": 1000 }`.
    pub player: serde_json::Value,
    /// Its place in the ladder of this game from 1, the weakest, if it is in it.
    pub rung: Option<usize>,
    /// Its rating in the ladder, in Elo, and the 95 % interval.
    pub rating: Option<[f64; 3]>,
}

/// An overlay of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct OverlayEntry {
    /// Its name in questions.
    pub name: String,
    /// Its title in a menu.
    pub title: String,
    /// Description in one sentence.
    pub about: String,
    /// Whether it is about one cell that has to be named.
    pub takes_cell: bool,
    /// The key that shows it.
    pub key: Option<String>,
    /// Whether it is certain.
    pub certainty: crate::types::Certainty,
}

/// A form of texts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct FormEntry {
    /// Its name in questions: `sgf`, `hexworld`.
    pub name: String,
    /// Its title.
    pub title: String,
    /// The ending of files.
    pub ending: String,
    /// The games that it can hold; empty if it is for claims.
    pub games: Vec<GameName>,
}

/// A board with a name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BoardEntry {
    /// For people.
    pub title: String,
    /// The board as text.
    pub board: String,
}

/// An example to try.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Example {
    /// Its name: `ziggurat`.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Description of the task and its result.
    pub about: String,
    /// The text, as `open` reads it.
    pub text: String,
}

pub(crate) fn catalogue(_asked: &CatalogueOf, desk: &impl Desk) -> Result<Catalogue, Trouble> {
    let players = players()?;
    Ok(Catalogue {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        games: GameKind::ALL.into_iter().map(|kind| game(kind, &players)).collect(),
        guests: desk.guests().iter().map(|guest| guest_entry(guest.name())).collect(),
        forms: Form::ALL.into_iter().map(form).collect(),
        boards: BOARDS
            .iter()
            .map(|(title, board)| BoardEntry { title: (*title).into(), board: (*board).into() })
            .collect(),
        examples: examples(),
    })
}

/// A guest as the page lists it, and as questions name it.
fn guest_entry(name: &str) -> PlayerEntry {
    let player = serde_json::json!({ "kind": GUEST, "name": name });
    PlayerEntry { title: name.to_owned(), player, rung: None, rating: None }
}

/// The kind of players that are engines of other people.
const GUEST: &str = "guest";

/// The name of the guest that a player is; `None` if it is one of ours.
pub(crate) fn guest_name(player: &serde_json::Value) -> Option<&str> {
    (player.get("kind")? == GUEST).then(|| player.get("name")?.as_str())?
}

/// Boards for Go that are no rectangles, with names for people.
const BOARDS: [(&str, &str); 16] = [
    ("Hexagon of 61 points", "hexagon:5"),
    ("Triangle of 55 points", "triangle:10"),
    ("Torus 9x9", "torus:9x9"),
    ("Cylinder 9x9", "cylinder:9x9"),
    ("Honeycomb", "honeycomb:4"),
    ("Kagome", "kagome:3"),
    ("Octagons and squares", "4.8.8:4"),
    ("Squares and triangles", "3.3.4.3.4:4x4"),
    ("Hexagons, squares and triangles", "3.4.6.4:3"),
    ("Penrose's rhombs", "penrose:4"),
    ("Surface of a cube", "cube:5"),
    ("Cubic lattice", "cubic:4"),
    ("Diamond lattice", "diamond:4"),
    ("Rings", "rings:4x12"),
    ("9x9 without its centre", "holes:9x9:E5"),
    ("A wheel, from a file", WHEEL),
];

const WHEEL: &str = include_str!("../../../examples/wheel.board.json");

/// The players of each game, as the file has them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Players {
    hex: Vec<PlayerData>,
    go: Vec<PlayerData>,
    amazons: Vec<PlayerData>,
}

/// A player with its place in the ladder.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlayerData {
    pub(crate) title: String,
    pub(crate) player: PlayerSpec,
    /// Elo and its interval of 95 %, if the player has played in the ladder.
    pub(crate) rating: Option<[f64; 3]>,
}

impl Players {
    pub(crate) fn of(&self, kind: GameKind) -> &[PlayerData] {
        match kind {
            GameKind::Hex => &self.hex,
            GameKind::Go => &self.go,
            GameKind::Amazons => &self.amazons,
        }
    }
}

/// All players, the weakest first.
pub(crate) fn players() -> Result<Players, Trouble> {
    toml::from_str(include_str!("../data/players.toml"))
        .map_err(|error| Trouble { is_ours: true, ..Trouble::new(format!("the list of players: {error}")) })
}

/// The player that thinks where no other is named: the last of the list.
pub(crate) fn strongest(kind: GameKind) -> Result<PlayerSpec, Trouble> {
    let players = players()?;
    let last = players.of(kind).last().map(|data| data.player.clone());
    last.ok_or_else(|| Trouble { is_ours: true, ..Trouble::new("the list of players is empty") })
}

/// The most memory of a player, in MiB: that of the strong one as it comes, which has as much for its solver as for its
/// trees.
const MOST_MIB: usize = 2_048;

/// A player as plain data.
pub(crate) fn player(value: &serde_json::Value) -> Result<PlayerSpec, Trouble> {
    let player: PlayerSpec = serde_json::from_value(value.clone()).map_err(|error| {
        Trouble::of_json(&error, "a player")
            .with_advice("Send the settings as the catalogue has them, or as in a control file of a match.")
    })?;
    match player.memory_mib() {
        0..=MOST_MIB => Ok(player),
        mib => Err(Trouble::new(format!("the player may take {mib} MiB of memory, more than {MOST_MIB}"))
            .with_advice("Set a smaller `memory_mib`.")),
    }
}

fn game(kind: GameKind, players: &Players) -> GameEntry {
    let about = kind.description();
    let sizes: &[usize] = match kind {
        GameKind::Hex => &[3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 17, 19],
        GameKind::Go => &[5, 6, 7, 9, 13, 19],
        GameKind::Amazons => &[4, 5, 6, 7, 8, 9, 10, 12],
    };
    let mut rung = 0;
    let entry = |data: &PlayerData| {
        rung += usize::from(data.rating.is_some());
        PlayerEntry {
            title: data.title.clone(),
            player: serde_json::to_value(&data.player).unwrap_or_default(),
            rung: data.rating.map(|_| rung),
            rating: data.rating,
        }
    };
    let mut entries: Vec<PlayerEntry> = players.of(kind).iter().map(entry).collect();
    entries.reverse();
    GameEntry {
        name: kind.into(),
        title: about.title.to_owned(),
        usual_size: [about.usual_size.0, about.usual_size.1],
        sizes: sizes.iter().map(|&side| [side, side]).collect(),
        has_swap: about.has_swap,
        has_table: about.has_table,
        rules: if about.has_table {
            Rules::NAMED.iter().map(|(name, _)| (*name).to_owned()).collect()
        } else {
            Vec::new()
        },
        has_any_board: about.has_any_board,
        has_solver: about.solver != SolverKinds::None,
        has_connections: about.has_connections,
        players: entries,
        overlays: overlay::entries(kind),
    }
}

pub(crate) fn form(form: Form) -> FormEntry {
    use GameName::{Amazons, Go, Hex};
    let (title, ending, games): (&str, &str, &[GameName]) = match form {
        Form::Sgf => ("SGF, with variations", "sgf", &[Hex, Go, Amazons]),
        Form::LittleGolem => ("SGF as Little Golem writes it", "sgf", &[Hex]),
        Form::HexWorld => ("Link to HexWorld", "txt", &[Hex]),
        Form::HexWiki => ("HexWiki board", "wiki", &[Hex]),
        Form::Hdg => ("HexProver picture", "hdg", &[]),
        Form::Diagram => ("Drawing in letters", "txt", &[Hex, Go, Amazons]),
        Form::Moves => ("List of moves", "txt", &[Hex, Go, Amazons]),
        Form::Json => ("JSON", "json", &[Go]),
        Form::Toml => ("Problem file (TOML)", "toml", &[]),
        Form::Headers => ("Problem file (drawing)", "txt", &[]),
        Form::Fen => ("FEN", "fen", &[Amazons]),
        Form::String => ("Position for game-theory programs", "txt", &[Amazons]),
        Form::Botzone => ("Botzone request", "txt", &[Amazons]),
        Form::Answer => ("Botzone answer", "txt", &[Amazons]),
        // Forms that are added to `forms` get a title here; until then their name stands for it.
        other => (other.name(), "txt", &[]),
    };
    FormEntry {
        name: form.name().to_owned(),
        title: title.to_owned(),
        ending: ending.to_owned(),
        games: games.to_vec(),
    }
}

fn examples() -> Vec<Example> {
    let example = |id: &str, title: &str, about: &str, text: &str| Example {
        id: id.to_owned(),
        title: title.to_owned(),
        about: about.to_owned(),
        text: text.to_owned(),
    };
    vec![
        example(
            "ziggurat",
            "The ziggurat",
            "The edge template that Hex players learn first. Press prove, then try to cut: the proof answers.",
            include_str!("../../../examples/ziggurat.toml"),
        ),
        example(
            "yang7",
            "The whole 7x7 board",
            "Black opens in the centre and wins, whatever White does. Prove it, and look at the answers.",
            include_str!("../../../examples/yang7.toml"),
        ),
        example(
            "miai",
            "Miai in Go",
            "White needs two points, and either is enough for Black. Show the miai pairs and joint criticality.",
            include_str!("../data/miai.sgf"),
        ),
        example(
            "lost-hex-game",
            "A lost game of Hex",
            "White had won this game and lost it again. The review finds the move.",
            "https://hexworld.org/board/#7,c5c4b5c6e3d4b4c3b3b6a7a6d5d6e5e6g6f5g4g5",
        ),
        example(
            "amazons",
            "A game of Amazons",
            "Two regions are left at the end. The regions have values, and the solver finds the winner.",
            include_str!("../../../examples/amazons.sgf"),
        ),
    ]
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;
    use crate::Quiet;
    use tesuji_engine::{GameSpec, Session};

    fn shown() -> Catalogue {
        catalogue(&CatalogueOf {}, &Quiet).unwrap()
    }

    #[test]
    fn every_player_is_one_of_its_game_and_comes_back() {
        for (kind, entry) in GameKind::ALL.into_iter().zip(shown().games) {
            let session = Session::new(&GameSpec::usual(kind)).unwrap();
            for listed in &entry.players {
                session.accepts(&player(&listed.player).unwrap()).unwrap();
            }
            assert_eq!(player(&entry.players[0].player).unwrap(), strongest(kind).unwrap());
        }
        for greedy in ["uct", "strong"] {
            let fault = player(&serde_json::json!({ "kind": greedy, "memory_mib": 20_000 })).unwrap_err();
            assert!(fault.what.contains("MiB of memory"), "{fault:?}");
        }
    }

    #[test]
    fn rungs_go_up_with_ratings() {
        for entry in shown().games {
            let mut rungs: Vec<(usize, f64)> =
                entry.players.iter().filter_map(|player| Some((player.rung?, player.rating?[0]))).collect();
            rungs.sort_by_key(|(rung, _)| *rung);
            assert!(rungs.is_sorted_by(|one, other| one.1 <= other.1), "{}: {rungs:?}", entry.title);
        }
    }

    #[test]
    fn every_form_opens_by_its_name_and_every_board_is_one() {
        let shown = shown();
        for entry in shown.boards {
            crate::board::board(&crate::board::BoardOf::Text(entry.board), &Quiet).unwrap();
        }
        for entry in shown.forms {
            assert!(Form::ALL.iter().any(|form| form.name() == entry.name));
        }
    }

    #[test]
    fn every_overlay_has_a_small_letter_or_a_digit_of_its_own() {
        for entry in shown().games {
            let keys: Vec<&String> = entry.overlays.iter().filter_map(|overlay| overlay.key.as_ref()).collect();
            assert_eq!(keys.len(), entry.overlays.len(), "{}", entry.title);
            for key in &keys {
                assert!(key.len() == 1 && !"abcjlmnopst,.?".contains(key.as_str()), "{key}");
                assert_eq!(keys.iter().filter(|other| other == &key).count(), 1, "{}: {key}", entry.title);
            }
        }
    }

    #[test]
    fn the_lost_game_is_as_long_as_its_text() {
        let shown = shown();
        let lost = shown.examples.iter().find(|example| example.id == "lost-hex-game").unwrap();
        let asked = crate::texts::Open { text: lost.text.clone(), ..crate::texts::Open::default() };
        let crate::texts::Content::Games { games } = crate::texts::open(&asked, &Quiet).unwrap().content else {
            panic!()
        };
        assert_eq!((games[0].start.game.clone(), games[0].nodes.len()), (GameSpec::hex(7, 7), 21));
    }
}
