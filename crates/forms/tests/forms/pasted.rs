//! Pasted texts: each kind of text around games, and games in the forms of other programs.

use proptest::prelude::*;
use tesuji_board::Player;
use tesuji_engine::{AnyRecord, GameKind};
use tesuji_forms::{Form, Hints, Reading, TextKind, find, read_games, tidied, write};
use tesuji_hex::{Action, GameResult, Record, WinReason};

fn games(text: &str) -> Vec<Reading> {
    read_games(text, &Hints::default()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn game(text: &str) -> Reading {
    let mut games = games(text);
    assert_eq!(games.len(), 1, "{text}");
    games.swap_remove(0)
}

fn hex(text: &str) -> Record {
    match game(text).record {
        AnyRecord::Hex(record) => record,
        other => panic!("{text}: {:?}", other.kind()),
    }
}

/// The moves with the letters of their players.
fn moves(text: &str) -> String {
    let record = hex(text);
    let (columns, _) = record.size();
    let word = |action| match action {
        Action::Place(cell) => {
            let index = tesuji_board::Cell::index(cell);
            format!("{}{}", tesuji_board::column_name(index % columns), index / columns + 1)
        }
        Action::SwapPieces => "swap-pieces".to_owned(),
        Action::SwapSides => "swap-sides".to_owned(),
        Action::Pass => "pass".to_owned(),
        Action::Resign => "resign".to_owned(),
        Action::Forfeit => "forfeit".to_owned(),
    };
    let letter = |player| if player == Player::Black { "b" } else { "w" };
    let all: Vec<String> = record.moves.iter().map(|mv| format!("{} {}", letter(mv.player), word(mv.action))).collect();
    all.join(", ")
}

fn notices(text: &str) -> String {
    games(text).iter().flat_map(|game| &game.notices).cloned().collect::<Vec<_>>().join("; ")
}

#[test]
fn words_follow_their_numbers_as_cells_do() {
    for (text, expected) in [
        ("1.f6 2.swap 3.d4", "b f6, w swap-pieces, b d4"),
        ("1.f6 2.swap-pieces 3.d4", "b f6, w swap-pieces, b d4"),
        ("1. f6 2. swap sides 3.d4", "b f6, w swap-sides, w d4"),
        ("1.f6 2.pass 3.d4", "b f6, w pass, b d4"),
        ("1.f6 2.e5 3.resign", "b f6, w e5, b resign"),
        ("1.f6 e5 2.d4 Resign", "b f6, w e5, b d4, w resign"),
        ("1) f6 2) S 3) forfeit", "b f6, w swap-pieces, b forfeit"),
        ("1...f6 2: SWAP 3:d4", "b f6, w swap-pieces, b d4"),
    ] {
        assert_eq!(moves(text), expected, "{text}");
    }
}

#[test]
fn moves_may_name_their_players() {
    for (text, expected) in [
        ("b a1,w a2,b f4,w e6,b b9,w resign,B", "b a1, w a2, b f4, w e6, b b9, w resign"),
        ("play b e5\nplay w d6\nplay b f4\n", "b e5, w d6, b f4"),
        (";B[e5];W[d6];B[f4]", "b e5, w d6, b f4"),
        ("B[e5];W[d6];B[f4]", "b e5, w d6, b f4"),
        ("black: e5 white: d6", "b e5, w d6"),
        ("Red e5, Blue d6", "b e5, w d6"),
        ("w e5 b d6", "w e5, b d6"),
        ("b e5, b d6, w c7", "b e5, b d6, w c7"),
        ("b e5, w swap, w c7", "b e5, w swap-sides, w c7"),
        ("1 boardsize 11\n=1\n\n2 play b e5\n=2\n\n3 genmove w\n=3 d6\n", "b e5, w d6"),
    ] {
        assert_eq!(moves(text), expected, "{text}");
    }
    let wolve = hex("b a1,w a2,w resign,B");
    assert_eq!(wolve.result, Some(GameResult::Win(Player::Black, Some(WinReason::Resignation))));
    assert_eq!(hex("boardsize 9\nplay b e5\n").size(), (9, 9));
    let AnyRecord::Go(go) = game("B D4, W Q16, B C3").record else { panic!("no game of Go") };
    assert_eq!((go.moves.len(), go.moves[1].0), (3, Player::White));
    let AnyRecord::Go(go) = game("boardsize 9\nkomi 6.5\nplay b D4\nplay w pass\n").record else { panic!() };
    assert_eq!((go.board().to_string(), go.komi.unwrap().to_string(), go.moves.len()), ("9x9".into(), "6.5".into(), 2));
    let AnyRecord::Amazons(amazons) = game("play b d1-d7/g7\nplay w d10-d8/a8\n").record else { panic!() };
    assert_eq!(amazons.main.moves.len(), 2);
    assert_eq!(game("b d1-d7/g7, w d10-d8/a8").record.n_moves(), 2);
}

#[test]
fn lists_may_be_wrapped() {
    for text in ["f6\ne5\nd4", "f6 e5\nd4\n", "1. f6 2.\ne5 3. d4", "1.f6\n2.e5\n3.d4", "b f6,w e5,\nb d4"] {
        assert_eq!(moves(text), "b f6, w e5, b d4", "{text}");
    }
    assert_eq!(games("f6 e5 d4\nf6 d4 e5\n").len(), 2);
    assert!(notices("f6\ne5\nd4").contains("3 lines are taken for one game"));
}

#[test]
fn games_without_names_have_numbers_and_other_names() {
    let text = "(;FF[4]EV[hex.x.1]PB[p]PW[q]SZ[13]RE[B]GC[ game #111]SO[https://www.littlegolem.net];W[am];B[ii];B[resign])\n\
                (;FF[4]EV[hex.x.1]PB[q]PW[p]SZ[13]RE[W]GC[ game #112]SO[https://www.littlegolem.net];W[bl];B[gg];W[resign])";
    let both = games(text);
    assert_eq!(
        both.iter().map(|game| (game.id.as_str(), game.number)).collect::<Vec<_>>(),
        [("game #111", 1), ("game #112", 2)]
    );
    let called = |wanted: &str| both.iter().filter(|game| game.is_called(|name| name == wanted)).count();
    assert_eq!([called("2"), called("game #112"), called("hex.x.1"), called("3")], [1, 1, 2, 0]);
    let nameless = games("(;GM[1]SZ[9];B[aa])(;GM[1]SZ[9];B[bb])");
    assert_eq!(nameless.iter().map(|game| (game.id.as_str(), game.number)).collect::<Vec<_>>(), [("", 1), ("", 2)]);
    let go = games("(;GM[1]SZ[9]GN[one];B[aa])(;GM[1]SZ[9]GN[two];B[bb];W[cc])");
    assert_eq!(go.iter().map(|game| game.id.as_str()).collect::<Vec<_>>(), ["one", "two"]);
    assert_eq!(games(include_str!("../../../../testdata/pasted/problems.sgf")).len(), 2);
}

#[test]
fn what_stands_around_is_left_out() {
    let link = "b a1, w b2";
    for (text, expected, notice) in [
        ("> f6 e5\n> d4", "b f6, w e5, b d4", ""),
        ("On Monday Ann wrote:\n>> f6 e5\n>> d4\nNice!", "b f6, w e5, b d4", "only the quoted lines"),
        ("ｆ６　ｅ５", "b f6, w e5", ""),
        ("１．ｆ６　２．ｓｗａｐ、ｄ４", "b f6, w swap-pieces, b d4", ""),
        ("\u{feff}f6\u{a0}e5", "b f6, w e5", ""),
        ("```\nf6 e5\n```", "b f6, w e5", ""),
        ("“f6 e5”", "b f6, w e5", ""),
        ("I lost: (;GM[11]SZ[11];B[f6];W[e5])", "b f6, w e5", "before the record"),
        ("(;GM[11]SZ[11];B[f6];W[e5])\n-- \nAnn", "b f6, w e5", "behind the record"),
        ("(;GM[11]SZ[11];B[f6];W[e5];B[d", "b f6, w e5", "breaks off at line 1, column 31"),
        ("see https://hexworld.org/board/#11c1,a1b2, please", link, "only the link"),
        ("HTTPS://HEXWORLD.ORG/BOARD/#11C1,A1B2", link, ""),
        ("(<https://hexworld.org/board/#11c1,a1b2>)", link, ""),
        ("#11C1,A1B2", link, ""),
        ("https://hexworld.org/board/#11c1,a1b2.", link, ""),
        ("Look: http://www.trmph.com/hex/board#11,a1b2.", link, "only the link"),
        ("[my game](https://hexworld.org/board/#11c1,a1b2)", link, "only the link"),
        ("&lt;hexboard size=\"3x3\" contents=\"R 1:a1 B 2:b2\" /&gt;", link, ""),
    ] {
        assert_eq!(moves(text), expected, "{text}");
        assert!(notices(text).contains(notice), "{text}: {}", notices(text));
    }
    // What has a form of its own stays as it is.
    for text in [
        "{\"a\": \"（;B[aa])\"}",
        "#[AM][一][二][先手胜]；",
        "[[problem]]\nid = '１'",
        "f6 e5",
        ". B\n W .",
        "1Q2Q1/Q4Q/6/6/q4q/1q2q1",
    ] {
        assert_eq!(tidied(text).text, text);
    }
}

#[test]
fn records_of_little_golem_are_hex_without_their_headings() {
    for text in [
        "(;FF[4]EV[hex.mc.2020]PB[p]PW[q];W[am];B[ii];W[de])",
        "(;W[am];B[ii];W[de])",
        "(;FF[4]PB[p]PW[q];W[am];B[swap];W[de])",
    ] {
        let record = hex(text);
        assert_eq!((record.size(), record.moves.len()), ((13, 13), 3), "{text}");
        assert!(notices(text).contains("13x13"), "{text}: {}", notices(text));
    }
    assert!(notices("(;W[am];B[ii])").contains("White begins"));
    assert_eq!(hex("(;GM[11];B[k11];W[p2])").size(), (19, 19));
    assert_eq!(hex("(;GM[11]SZ[];B[a20];W[w2])").size(), (23, 23));
    for go in ["(;AB[aa];W[bb])", "(;HA[2]AB[aa][bb];W[cc])", "(;SZ[9];B[aa];W[bb])", "(;GM[];B[aa])"] {
        assert_eq!(find(go, &Hints::default()).kind, TextKind::Game(GameKind::Go), "{go}");
    }
}

#[test]
fn large_boards_are_read_and_written() {
    let texts = [
        "https://hexworld.org/board/#23c1,a1b2w23",
        "#29,a1b2ac29",
        "(;GM[11]SZ[29];B[a1];W[b2];B[ac29])",
        "<hexboard size=\"25x25\" contents=\"R 1:a1 B 2:b2 R 3:y25\" />",
        "a1 b2 z26",
    ];
    for text in texts {
        let reading = game(text);
        assert_eq!(reading.record.n_moves(), 3, "{text}");
        for form in [Form::Sgf, Form::HexWorld, Form::HexWiki, Form::Moves, Form::Diagram] {
            let written = write(&reading, form, None).unwrap_or_else(|error| panic!("{text}: {error}")).text;
            let again = game(&written);
            let size = |reading: &Reading| match &reading.record {
                AnyRecord::Hex(record) => record.size(),
                _ => panic!("{written}"),
            };
            let is_list = form == Form::Moves && text.contains("#23");
            assert!(size(&again) == size(&reading) || is_list, "{written}");
        }
    }
    let error = read_games("#33,a1", &Hints::default()).unwrap_err().to_string();
    assert!(error.contains("1 to 32 columns and rows"), "{error}");
}

#[test]
fn games_of_abstract_play_are_read() {
    let hex_state = "{\"game\":\"hex\",\"numplayers\":2,\"variants\":[\"size-11\"],\"gameover\":true,\"winner\":[1],\"stack\":[\
                     {\"_version\":\"1\",\"currplayer\":1,\"board\":{}},{\"lastmove\":\"a2\",\"currplayer\":2},\
                     {\"lastmove\":\"f6\",\"currplayer\":1},{\"lastmove\":\"resign\",\"currplayer\":1}]}";
    assert_eq!(moves(hex_state), "b a2, w f6, w resign");
    assert_eq!((hex(hex_state).size(), hex(hex_state).winner().unwrap()), ((11, 11), Some(Player::Black)));
    let condensed =
        "{\"V\":2,\"game\":\"hex\",\"numplayers\":2,\"variants\":[],\"stack\":[[0,null],[1,\"a2\"],[2,\"f6\"]]}";
    assert_eq!(moves(condensed), "b a2, w f6");
    let archive = include_str!("../../../../testdata/pasted/abstract-play.json");
    let all = games(archive);
    let kinds: Vec<_> =
        all.iter().map(|game| (game.record.kind(), game.record.n_moves(), game.record.result())).collect();
    let expected = [(GameKind::Hex, 5, "W+Resign"), (GameKind::Amazons, 2, "B+T"), (GameKind::Go, 3, "B+")];
    assert_eq!(kinds, expected.map(|(kind, n, result)| (kind, n, result.to_owned())));
    assert_eq!((all[0].record.players(), all[0].id.as_str()), (["Ann".into(), "Bob".into()], "g1"));
    let AnyRecord::Go(go) = &all[2].record else { panic!() };
    assert_eq!((go.board().to_string(), go.komi.unwrap().to_string()), ("9x9".into(), "6.5".into()));
    // Columns have the letter i: i1 is J1.
    let position = go.position(tesuji_go::Rules::CHINESE, tesuji_go::Komi::default(), 1).unwrap();
    assert_eq!(position.stones(Player::Black).iter().map(|cell| go.topology().name(cell)).collect::<Vec<_>>(), ["J1"]);
    let other = read_games("{\"game\":\"chess\",\"variants\":[],\"stack\":[{}]}", &Hints::default()).unwrap_err();
    assert_eq!(other.to_string(), "a game of Abstract Play: the game is `chess`: expected hex, amazons or go");
}

#[test]
fn older_boards_of_hexwiki_are_read() {
    let win = include_str!("../../../../testdata/pasted/hexwiki-win.txt");
    let reading = game(win);
    let AnyRecord::Hex(record) = &reading.record else { panic!() };
    assert_eq!((record.size(), record.moves.len(), record.winner().unwrap()), ((7, 7), 35, Some(Player::Black)));
    let picture = reading.picture.unwrap();
    assert_eq!(picture.labels.len(), 13);
    let rows = game("<hex> C3 R3\n1:SSR\n2:SBB\n3:RBR\n</hex>");
    let AnyRecord::Hex(record) = &rows.record else { panic!() };
    assert_eq!(record.setup.each_ref().map(tesuji_board::CellSet::len), [3, 3]);
    for text in [
        "<hex>R5 C5 Q1 B:on Vc3</hex>",
        "<hex>R5 C5 border labels red a1 b2 blue c3</hex>",
        "<hex>R3 C3 play numbered a1 b2</hex>",
    ] {
        assert!(game(text).record.n_moves() < 3, "{text}");
    }
    assert!(read_games("<hex>R3 C3 play a1 z9</hex>", &Hints::default()).is_err());
}

#[test]
fn records_of_other_programs_are_known_by_their_moves() {
    let steps = "(;GM[1]SZ[10];B[dj];B[dd];B[gd];W[da];W[dc];W[ac])";
    let reading = game(steps);
    assert!(reading.record.kind() == GameKind::Amazons && reading.notices[0].contains("board for Go"));
    assert_eq!(find("(;GM[1]SZ[10];B[cc];W[gg])", &Hints::default()).kind, TextKind::Game(GameKind::Go));
    let AnyRecord::Go(torus) = game("(;GM[q5go-1]SZ[9]TO[3];B[aa])").record else { panic!() };
    assert_eq!(torus.board().to_string(), "torus:9x9");
}

#[test]
fn headings_that_are_wrong_are_notices() {
    for (text, notice) in [
        ("(;GM[1]SZ[9]KM[];B[aa])", "KM[]"),
        ("(;GM[1]SZ[9]KM[?]DT[??]HA[x];B[aa])", "HA[x]"),
        ("(;GM[11]SZ[5]RE[odd];B[a1])", "RE[odd] is no result"),
        ("(;GM[11]KM[]DT[x];B[a1])", "states no size"),
        ("(;GM[18]PL[x]SZ[];B[djddgd])", ""),
    ] {
        let reading = game(text);
        assert_eq!(reading.record.n_moves(), 1, "{text}");
        assert!(reading.notices.join("; ").contains(notice), "{text}: {:?}", reading.notices);
    }
}

#[test]
fn addresses_say_what_to_paste_instead() {
    for (text, site) in [
        ("https://littlegolem.net/jsp/game/game.jsp?gid=1512976", "Little Golem"),
        ("playhex.org/games/0d1f8e8c-3000-49ff-831a-84c20e514528", "PlayHex"),
        ("Is https://online-go.com/game/1 good?", "OGS"),
        ("https://example.org/x", "the web"),
        ("https://hexworld.org/board", "HexWorld"),
    ] {
        let error = read_games(text, &Hints::default()).unwrap_err().to_string();
        assert!(
            error.starts_with(&format!("an address of {site}: nothing is fetched")) && error.contains("paste")
                || site == "HexWorld",
            "{text}: {error}"
        );
    }
}

#[test]
fn what_fits_nothing_is_told_in_plain_words() {
    for (text, expected) in [
        ("hello there, how are you?", "no game, position or claim is found in this text"),
        ("penrose:0", "`0` is not a size for `penrose`: expected one number, at least 1"),
        ("<!DOCTYPE html><html><body>x</body></html>", "the source of a page of the web"),
        ("[Event \"x\"]\n[Site \"y\"]\n1. e4 e5 2. Nf3", "chess"),
        ("f6 e5 ?? d4 c3", "move list, line 1, column 7: expected a cell such as `a1`"),
        (". . B\n. Z .\nW . .", "as a drawing of Hex"),
        ("{\"tesuji-record\": 1, \"board\": \"9x9\"", ": the text breaks off"),
        ("{\"links\": [[0,1]", ": the text breaks off"),
    ] {
        let error = read_games(text, &Hints::default()).unwrap_err().to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    /// Either games that can be written, or an error that says something.
    #[test]
    fn any_text_is_games_or_an_error(
        pieces in prop::collection::vec(prop::sample::select(vec![
            "(;", ";", "B[aa]", "W[b2]", "GM[11]", "GM[1]", "GM[18]", "SZ[9]", ")", "f6", " ", "\n", "1.", "swap", "b ", "w ",
            "play b e5\n", "= d6\n", "genmove w\n", "boardsize 5\n", "https://hexworld.org/board/#", "11c1,", "a1b2", ":s",
            "<hex>", "</hex>", "R3 C3 ", "play ", "1:RBS ", "numbered ", "{\"game\":\"hex\",\"stack\":[", "]}", "\"", ">", "ｆ６",
            "d1-d7/g7", "AB[aa]", "AE[aa]", "KM[]", "[", "\\", "é", ",", "resign", "TO[3]", "GM[q5go-1]", "```\n", "&lt;hex&gt;",
        ]), 0..24),
        game in prop::sample::select(vec![None, Some(GameKind::Hex), Some(GameKind::Go), Some(GameKind::Amazons)]),
    ) {
        let text = pieces.concat();
        match read_games(&text, &Hints { game, ..Hints::default() }) {
            Ok(games) => for game in games {
                _ = write(&game, Form::Sgf, None);
            },
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }

    #[test]
    fn any_bytes_are_games_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..120)) {
        _ = read_games(&tesuji_game::decode(&bytes).text, &Hints::default());
    }
}
