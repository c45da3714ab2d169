//! Stores: kept games, refused games, and matching terms.

use std::fs;
use std::path::PathBuf;

use tempfile::TempDir;
use tesuji_board::Player;

use super::*;
use crate::audit::{ProofPolicy, audit_store};
use crate::executor::Workshop;
use crate::testing::control;

struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(TempDir::new().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn store(&self, name: &str, shard: Shard) -> MatchStore {
        MatchStore::open_or_create(&self.path(name), &control(""), shard).unwrap().0
    }
}

fn play(control: &Control, number: u64) -> GameRecord {
    let mut workshop = Workshop::new(&control.terms, std::path::Path::new(""), std::sync::Arc::default());
    workshop.play(&Schedule::new(control).task(number)).unwrap()
}

fn fill(store: &MatchStore, numbers: impl IntoIterator<Item = u64>) {
    for number in numbers {
        store.keep(&play(store.control(), number)).unwrap();
    }
}

fn shard(index: u64, count: u64) -> Shard {
    Shard::new(index, count).unwrap()
}

#[test]
fn a_file_just_made_is_no_match_yet() {
    let folder = Folder::new();
    drop(database::open(&folder.path("new"), &KIND, Absent::Create).unwrap());
    assert!(MatchStore::open_begun(&folder.path("new")).unwrap().is_none());
    assert!(MatchStore::open(&folder.path("new")).unwrap_err().to_string().contains("of which match"));
    folder.store("new", Shard::WHOLE);
    assert!(MatchStore::open_begun(&folder.path("new")).unwrap().is_some());
}

#[test]
fn what_is_kept_is_read_again() {
    let folder = Folder::new();
    let game = play(&control(""), 5);
    let kept = folder.store("a", Shard::WHOLE).keep(&game).unwrap();
    assert_eq!((kept.moves.as_str(), kept.n_moves()), (game.moves_text().as_str(), game.moves.len() as u64));
    let store = MatchStore::open(&folder.path("a")).unwrap();
    assert_eq!(store.control(), &control(""));
    assert_eq!(store.games().unwrap(), std::slice::from_ref(&kept));
    assert_eq!(store.game(5).unwrap(), Some(kept));
    assert_eq!(store.game(6).unwrap(), None);
    let sgf = store.sgf(5).unwrap().unwrap();
    for part in ["GM[11]SZ[3]", "PB[one]PW[two]", "RO[5]", &game.task.seeds[1].to_string(), "tesuji 0."] {
        assert!(sgf.contains(part), "{part}: {sgf}");
    }
    let tree = tesuji_sgf::Tree::read(&sgf, tesuji_sgf::Dialect::standard(usize::MAX)).unwrap();
    assert_eq!(tree.nodes[0].value("GM"), Some("11"), "{sgf}");
    assert_eq!(tree.main_line(tree.roots[0]).count(), 1 + game.moves.len());
}

#[test]
fn moves_alone_are_enough_to_go_on_with() {
    let folder = Folder::new();
    let first = folder.store("a", Shard::WHOLE);
    fill(&first, 1..=3);
    let text = first.moves_text().unwrap();
    let second = folder.store("b", Shard::WHOLE);
    fill(&second, [2]);
    second.take_moves(&text).unwrap();
    let games = second.games().unwrap();
    assert!(games.iter().zip(first.games().unwrap()).all(|(game, other)| game.is_same_game(&other)));
    assert_eq!(games.len(), 3);
    assert!(audit_store(&second, ProofPolicy::Again, &std::sync::Arc::default()).unwrap().is_empty());
    // Who is said to have won is looked at, as is every move.
    let line = text.lines().next().unwrap();
    let forged = if line.contains("black") { line.replace("black", "white") } else { line.replace("white", "black") };
    let short = line.rsplit_once(' ').unwrap().0;
    for bad in [&forged, short, "x black a1", "0 black a1", "9", "9 black a1 a1"] {
        let error = folder.store("c", Shard::WHOLE).take_moves(bad).unwrap_err().to_string();
        assert!(error.contains("the line `"), "{error}");
    }
}

#[test]
fn the_time_of_every_move_is_kept() {
    let folder = Folder::new();
    let control = control("openings = { random-plies = 1 }");
    let store = MatchStore::open_or_create(&folder.path("a"), &control, Shard::WHOLE).unwrap().0;
    let game = play(&control, 1);
    let kept = store.keep(&game).unwrap();
    assert_eq!(store.games().unwrap(), std::slice::from_ref(&kept), "what is read is what was kept");
    assert_eq!(kept.times.len(), game.moves.len());
    assert_eq!(kept.times[0], MoveTime { seconds: 0.0, cpu: None }, "of the opening");
    assert!(kept.times[1..].iter().all(|time| time.seconds > 0.0 && time.cpu.is_some()), "{:?}", kept.times);
    let n_chosen = kept.n_chosen(Player::Black);
    assert_eq!(n_chosen.iter().sum::<u64>() + 1, kept.n_moves());
    for colour in Player::BOTH {
        let cpu: Vec<f64> =
            game.moves[1..].iter().filter(|ply| ply.player == colour).filter_map(|ply| ply.cpu).collect();
        assert_eq!(cpu.len() as u64, n_chosen[colour.index()]);
        assert_eq!(game.sides[colour.index()].cpu, Some(cpu.iter().sum()));
    }
    let other = rusqlite::Connection::open(folder.path("a")).unwrap();
    other.execute("UPDATE game SET move_cpu = '- 0.5'", []).unwrap();
    assert!(store.games().unwrap_err().to_string().contains("there are times of 2 moves, not of "));
}

#[test]
fn stores_of_earlier_versions_are_read_and_brought_up_to_date() {
    let folder = Folder::new();
    let old = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/stores/v1.match");
    fs::copy(old, folder.path("old")).unwrap();
    for _ in 0..2 {
        let store = MatchStore::open(&folder.path("old")).unwrap();
        assert_eq!(store.control().plan.title, "a match of version 1");
        let games = store.games().unwrap();
        assert_eq!(games.iter().map(StoredGame::n_moves).collect::<Vec<_>>(), [5, 6, 9, 6]);
        assert!(games.iter().all(|game| game.times.is_empty() && game.handicap.is_empty()));
        let tally = crate::Tally::of(store.control(), store.shard(), &games).unwrap();
        assert_eq!([tally.n_chosen(0), tally.n_chosen(1)], [12, 10]);
        let cpu = tally.cpu_of_a_move(0).unwrap();
        assert!(cpu > 0.0 && cpu < 1e-3, "{cpu}");
        assert_eq!(tally.cpu_of_a_move(1), None, "of the program it was not known");
    }
    // It continues where it was: the terms are those of the file that was played then.
    let store = MatchStore::open(&folder.path("old")).unwrap();
    let mut longer = store.control().clone();
    longer.plan.games = 6;
    assert!(MatchStore::open_or_create(&folder.path("old"), &longer, Shard::WHOLE).is_ok());
    // Version 2 has the time of each move.
    fs::copy(old.replace("v1", "v2"), folder.path("newer")).unwrap();
    let games = MatchStore::open(&folder.path("newer")).unwrap().games().unwrap();
    assert_eq!(games.iter().map(|game| game.times.len()).collect::<Vec<_>>(), [5, 6, 7, 6]);
}

#[test]
fn games_with_handicap_are_records_that_can_be_loaded() {
    let folder = Folder::new();
    let control = crate::testing::read(
        "format = 'match'\ngames = 2\nseed = 3\nhandicap = { stones = 3, placed = 'free' }\n\
         [game]\ngame = 'go'\ncolumns = 5\nrows = 5\nkomi = 0.5\nrules = 'chinese'\n\
         [[player]]\nname = 'one'\nkind = 'random'\n[[player]]\nname = 'two'\nkind = 'random'\n",
    );
    let game = play(&control, 1);
    assert_eq!((game.handicap.len(), game.moves[0].player), (3, Player::White));
    let store = MatchStore::open_or_create(&folder.path("a"), &control, Shard::WHOLE).unwrap().0;
    let kept = store.keep(&game).unwrap();
    assert_eq!((store.games().unwrap(), &kept.handicap), (vec![kept.clone()], &game.handicap.join(" ")));
    let sgf = crate::sgf::record(&control, &game).unwrap();
    assert!(sgf.contains("HA[3]AB[") && sgf.contains("PL[W]"), "{sgf}");
    let loaded = tesuji_engine::Session::from_record(&control.terms.game, &sgf, usize::MAX).unwrap();
    assert_eq!(loaded.position().hash(), game.position, "{sgf}");
    assert_eq!(loaded.record().result(), Some(game.ending.detail), "what the rules make up for handicap is in it");
}

#[test]
fn games_of_go_on_any_board_are_records_that_can_be_loaded() {
    for board in ["'torus:4x3'", "'hexagon:2'", r#"'{"tesuji-board":1,"names":["x","y","z"],"links":[[0,1],[1,2]]}'"#] {
        let control = crate::testing::read(&format!(
            "format = 'match'\ngames = 2\nseed = 3\n[game]\ngame = 'go'\nboard = {board}\nkomi = 0.5\n\
             rules = 'chinese,ko=positional,suicide=allowed'\n\
             [[player]]\nname = 'a]\\'\nkind = 'random'\n[[player]]\nname = 'two'\nkind = 'random'\n"
        ));
        let game = play(&control, 1);
        let sgf = crate::sgf::record(&control, &game).unwrap();
        let other = control.terms.game.clone().with_komi("7".parse().unwrap()).unwrap();
        let loaded = tesuji_engine::Session::from_record(&other, &sgf, usize::MAX).unwrap();
        assert_eq!(loaded.spec(), &control.terms.game, "{sgf}");
        assert_eq!(loaded.position().hash(), game.position, "{sgf}");
        assert_eq!(loaded.moves().len(), game.moves.len());
    }
}

#[test]
fn a_game_is_kept_once() {
    let folder = Folder::new();
    let store = folder.store("a", Shard::WHOLE);
    fill(&store, [1]);
    assert!(store.keep(&play(store.control(), 1)).is_err());
    assert_eq!(store.games().unwrap().len(), 1);
}

#[test]
fn another_match_is_refused_and_a_longer_one_goes_on() {
    let folder = Folder::new();
    fill(&folder.store("a", Shard::WHOLE), 1..=4);
    let path = folder.path("a");
    let mut other = control("");
    other.terms.seed = 4;
    let error = MatchStore::open_or_create(&path, &other, Shard::WHOLE).unwrap_err().to_string();
    assert!(error.contains("a holds a match on other terms: seed was 3, is 4; put the control file back"), "{error}");
    let mut longer = control("");
    longer.plan.games = 60;
    let (store, changes) = MatchStore::open_or_create(&path, &longer, Shard::WHOLE).unwrap();
    assert_eq!(changes.iter().map(ToString::to_string).collect::<Vec<_>>(), ["games was 40, is 60"]);
    assert_eq!(store.games().unwrap().len(), 4);
    let (_, changes) = MatchStore::open_or_create(&path, &longer, Shard::WHOLE).unwrap();
    assert_eq!(changes, []);
    let error = MatchStore::open_or_create(&path, &longer, shard(1, 2)).unwrap_err().to_string();
    assert!(error.contains("holds part 1/1 of the match, not 1/2"), "{error}");
}

#[test]
fn what_is_no_store_of_a_match_is_left_alone() {
    let folder = Folder::new();
    let open = |name: &str| MatchStore::open_or_create(&folder.path(name), &control(""), Shard::WHOLE).map(drop);
    fs::write(folder.path("text"), "a diary").unwrap();
    assert!(open("text").unwrap_err().to_string().contains("is not a store of a match; it is left as it is"));
    assert_eq!(fs::read(folder.path("text")).unwrap(), b"a diary");
    drop(tesuji_archive::store::Store::open_or_create(&folder.path("positions")).unwrap());
    let before = fs::read(folder.path("positions")).unwrap();
    assert!(open("positions").unwrap_err().to_string().contains("is not a store of a match"));
    assert_eq!(fs::read(folder.path("positions")).unwrap(), before);
    open("later").unwrap();
    let later = rusqlite::Connection::open(folder.path("later")).unwrap();
    later.pragma_update(None, "user_version", 9).unwrap();
    drop(later);
    assert!(open("later").unwrap_err().to_string().contains("of version 9, but this program reads only up to 2"));
    assert!(MatchStore::open(&folder.path("none")).unwrap_err().to_string().contains("there is no store of a match"));
    assert!(!folder.path("none").exists());
}

#[test]
fn a_row_that_is_none_of_the_match_is_found() {
    let folder = Folder::new();
    let store = folder.store("a", Shard::WHOLE);
    fill(&store, 1..=2);
    let other = rusqlite::Connection::open(folder.path("a")).unwrap();
    other.execute("UPDATE game SET number = 7 WHERE number = 2", []).unwrap();
    let error = store.games().unwrap_err().to_string();
    assert!(error.contains("damaged: game 7 is not the game with this number"), "{error}");
    other.execute("UPDATE game SET number = 2 WHERE number = 7", []).unwrap();
    other.execute("UPDATE game SET reason = 'luck' WHERE number = 2", []).unwrap();
    assert!(store.games().unwrap_err().to_string().contains("`luck` is no way to end a game"));
}

#[test]
fn one_process_plays_at_a_time() {
    let folder = Folder::new();
    let store = folder.store("a", Shard::WHOLE);
    let lock = store.lock().unwrap();
    let error = folder.store("a", Shard::WHOLE).lock().unwrap_err().to_string();
    assert!(error.contains("another process is playing this match"), "{error}");
    drop(lock);
    assert!(!folder.path("a.lock").exists());
    drop(store.lock().unwrap());
}

#[test]
fn voids_are_counted() {
    let folder = Folder::new();
    let store = folder.store("a", Shard::WHOLE);
    for (number, why) in [(3, "first"), (1, "only"), (3, "last")] {
        store.keep_void(number, why).unwrap();
    }
    let voids: Vec<_> = store.voids().unwrap().into_iter().collect();
    assert_eq!(voids, [(1, (1, "only".to_owned())), (3, (2, "last".to_owned()))]);
}

#[test]
fn parts_make_a_whole() {
    let folder = Folder::new();
    let parts: Vec<MatchStore> = (1..=3).map(|index| folder.store(&format!("part {index}"), shard(index, 3))).collect();
    for part in &parts {
        fill(part, (1..=40).filter(|&number| part.shard().has(number)));
    }
    let whole = folder.store("whole at once", Shard::WHOLE);
    fill(&whole, 1..=40);
    let mut merged = MatchStore::whole_of(&folder.path("merged"), &parts[0]).unwrap();
    let counts = merged.merge(&parts).unwrap();
    assert_eq!(counts.iter().map(|counts| counts.n_new).collect::<Vec<_>>(), [14, 14, 12]);
    let same = |(one, other): (&StoredGame, &StoredGame)| one.is_same_game(other);
    assert!(merged.games().unwrap().iter().zip(&whole.games().unwrap()).all(same));
    assert_eq!(merged.games().unwrap().len(), 40);
    assert!(merged.sgf(40).unwrap().unwrap().contains("RO[40]"));
    // A second time, nothing is new.
    let counts = merged.merge(&parts[1..2]).unwrap();
    assert_eq!(counts, [MatchMerge { n_new: 0, n_known: 14 }]);
    assert_eq!(merged.games().unwrap().len(), 40);
}

#[test]
fn what_does_not_add_up_is_refused_whole() {
    let folder = Folder::new();
    let good = folder.store("good", shard(1, 2));
    fill(&good, [1, 2]);
    let mut merged = MatchStore::whole_of(&folder.path("merged"), &good).unwrap();
    let mut refused = |parts: &[MatchStore], message: &str| {
        let error = merged.merge(parts).unwrap_err().to_string();
        assert!(error.contains(message) && error.contains("nothing has been taken"), "{error}");
        assert_eq!(merged.games().unwrap(), []);
    };

    let mut other = control("");
    other.terms.seed = 4;
    let other = MatchStore::open_or_create(&folder.path("other"), &other, shard(2, 2)).unwrap().0;
    refused(&[good, other], "other: it is a match on other terms: seed was 3, is 4");

    let good = MatchStore::open(&folder.path("good")).unwrap();
    let mut longer = control("");
    longer.plan.games = 60;
    let longer = MatchStore::open_or_create(&folder.path("longer"), &longer, shard(2, 2)).unwrap().0;
    refused(&[good, longer], "it has another plan: games was 40, is 60");

    // The same game with two results.
    fs::copy(folder.path("good"), folder.path("liar")).unwrap();
    let liar = rusqlite::Connection::open(folder.path("liar")).unwrap();
    liar.execute(
        "UPDATE game SET winner = CASE winner WHEN 'black' THEN 'white' ELSE 'black' END WHERE number = 2",
        [],
    )
    .unwrap();
    drop(liar);
    let open = |name: &str| MatchStore::open(&folder.path(name)).unwrap();
    refused(&[open("good"), open("liar")], "game 2 has two results");
    // And by itself: that game did not end so.
    refused(&[open("liar")], "game 2: `rules`");

    let mut part = open("good");
    let error = part.merge(&[open("liar")]).unwrap_err().to_string();
    assert!(error.contains("is part 1/2, no store of the whole"), "{error}");
}

/// A game is changed in the file: it is found, taken out, and the rest stays. What a merge refuses is the same.
#[test]
fn games_that_cannot_have_been_played_are_found_in_place() {
    let folder = Folder::new();
    let control = control("openings = { random-plies = 1 }");
    let whole = |name: &str| MatchStore::open_or_create(&folder.path(name), &control, Shard::WHOLE).unwrap().0;
    let honest = whole("honest");
    fill(&honest, 1..=4);
    let faults = |store: &MatchStore| audit_store(store, ProofPolicy::Believed, &std::sync::Arc::default()).unwrap();
    assert_eq!(faults(&honest), []);
    let other = honest.sgf(4).unwrap().unwrap();
    // A remark of a player is its own affair.
    let changes = rusqlite::Connection::open(folder.path("honest")).unwrap();
    let with_remark = honest.sgf(2).unwrap().unwrap().replacen(" s]\n", " s\nI will win \\:-\\]]\n", 1);
    changes.execute("UPDATE game SET sgf = ?1 WHERE number = 2", [&with_remark]).unwrap();
    assert!(with_remark.contains("I will win"), "{with_remark}");
    assert_eq!(faults(&honest), []);
    for (idx, (column, value, fault)) in [
        ("winner", "CASE winner WHEN 'black' THEN 'white' ELSE 'black' END", "wins, not"),
        ("winner", "NULL", "wins, not nobody"),
        ("moves", "moves || ' a1'", "move"),
        ("position", "'0123456789abcdef'", "last position"),
        ("reason", "'resignation'", "does not do that"),
        ("reason", "'luck'", "no way to end a game"),
        ("task", "(SELECT task FROM game WHERE number = 1)", "not the game with this number"),
        ("seconds", "1e300", "no number of seconds"),
        ("seconds", "-5.0", "no number of seconds"),
        ("black_seconds", "9e9", "no number of seconds"),
        ("move_seconds", "replace(move_seconds, ' ', ' 1')", ""),
        ("started", "253370764800", "9999-01-01"),
        ("opening", "0", "opening"),
        ("handicap", "'a1'", "handicap"),
        ("sgf", "''", "SGF"),
        ("sgf", "substr(sgf, 1, 200)", "SGF"),
        ("sgf", "?1", "SGF"),
        ("sgf", "replace(sgf, ';W[', ';B[')", "SGF"),
        ("sgf", "replace(sgf, 'RE[', 'RE[W+9 ')", "another game"),
        ("sgf", "replace(sgf, 'PB[', 'PB[Nobody ')", "another game"),
        ("sgf", "replace(sgf, ' s]', ' s](;C[a variation])')", "SGF"),
    ]
    .into_iter()
    .enumerate()
    {
        let name = format!("forged {idx}");
        // What is still in the log of the database comes along.
        changes.execute("VACUUM INTO ?1", [folder.path(&name).to_str().unwrap()]).unwrap();
        let change = rusqlite::Connection::open(folder.path(&name)).unwrap();
        let sql = format!("UPDATE game SET {column} = {value} WHERE number = 3");
        let n = if value == "?1" { change.execute(&sql, [&other]) } else { change.execute(&sql, []) };
        assert_eq!(n.unwrap(), 1);
        drop(change);
        let forged = MatchStore::open(&folder.path(&name)).unwrap();
        let found = faults(&forged);
        let [(3, what)] = found.as_slice() else { panic!("{column} = {value}: {found:?}") };
        assert!(what.contains(fault), "{column} = {value}: {what}");
        assert!(whole(&format!("merged {idx}")).merge(std::slice::from_ref(&forged)).is_err(), "{column} = {value}");
        forged.set_aside(3, what).unwrap();
        assert_eq!(forged.games().unwrap().iter().map(|game| game.number).collect::<Vec<_>>(), [1, 2, 4]);
        assert!(forged.voids().unwrap()[&3].1.starts_with("set aside: "));
        fill(&forged, [3]);
        assert_eq!(faults(&forged), []);
    }
}
