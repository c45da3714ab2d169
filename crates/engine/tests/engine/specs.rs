//! Settings as text: what is written is read back, what makes no sense is refused.

use serde::{Deserialize, Serialize};
use tesuji_board::BoardSpec;
use tesuji_engine::{
    AlphaBetaSpec, GameSpec, GoSettings, PlayerSpec, Session, SessionError, StrongGame, StrongSection, StrongSpec,
    ThroughEdge, Ties, TreeSettings, UctSpec,
};
use tesuji_go::{Komi, Rules};

/// As a control file holds them.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct File {
    game: GameSpec,
    player: PlayerSpec,
}

fn game(text: &str) -> Result<GameSpec, String> {
    let file: Result<File, _> = toml::from_str(&format!("game = {{ {text} }}\nplayer = {{ kind = \"random\" }}"));
    file.map(|file| file.game).map_err(|error| error.message().to_owned())
}

fn player(text: &str) -> Result<PlayerSpec, String> {
    let text = format!("game = {{ game = \"hex\", columns = 5, rows = 5 }}\nplayer = {{ {text} }}");
    toml::from_str(&text).map(|file: File| file.player).map_err(|error| error.message().to_owned())
}

#[test]
fn games_are_read() {
    let hex = |columns, rows, swap| Ok(GameSpec::Hex { columns, rows, swap });
    assert_eq!(game(r#"game = "hex", columns = 11, rows = 9"#), hex(11, 9, false));
    assert_eq!(game(r#"game = "hex", columns = 11, rows = 11, swap = true"#), hex(11, 11, true));
    for (text, half_points) in [("7.5", 15), ("7", 14), ("-0.5", -1), ("0.0", 0)] {
        let komi = Komi::from_half_points(half_points);
        let read = game(&format!(r#"game = "go", columns = 9, rows = 9, komi = {text}, rules = "chinese""#));
        assert_eq!(read, Ok(GameSpec::Go { board: BoardSpec::square(9, 9), komi, rules: Rules::CHINESE }));
    }
}

#[test]
fn go_is_read_on_boards_of_any_shape() {
    let go = |board: &str| GameSpec::Go {
        board: board.parse().unwrap(),
        komi: Komi::from_half_points(1),
        rules: Rules::CHINESE,
    };
    let graph = BoardSpec::of_graph(&"ring:3".parse::<BoardSpec>().unwrap().topology().unwrap()).to_string();
    for board in ["9x7", "torus:9x9", "hexagon:5", "4.8.8:3x2", "holes:9x9:E5", &graph] {
        let read = game(&format!(r#"game = "go", board = '{board}', komi = 0.5, rules = "chinese""#));
        assert_eq!(read, Ok(go(board)));
        let written = toml::to_string(&go(board)).unwrap();
        assert_eq!(toml::from_str::<GameSpec>(&written), Ok(go(board)), "{written}");
        let json = serde_json::to_string(&go(board)).unwrap();
        assert_eq!(serde_json::from_str::<GameSpec>(&json).unwrap(), go(board), "{json}");
    }
    // As it always was: what names a match does not change.
    let json = serde_json::to_string(&go("9x7")).unwrap();
    assert_eq!(json, r#"{"game":"go","columns":9,"rows":7,"komi":0.5,"rules":"chinese"}"#);
    assert_eq!(go("torus:5x5").with_size(7, 6), Ok(go("torus:7x6")));
    assert_eq!(go("hexagon:5").with_size(9, 9), Err(SessionError::FixedBoard("hexagon:5".to_owned())));
    assert_eq!(go("9x9").with_board("ring:6".parse().unwrap()), Ok(go("ring:6")));
    assert_eq!(go("9x9").gtp_setup()[0], "boardsize 9");
    assert_eq!(go("torus:9x9").gtp_setup()[0], "tesuji-board torus:9x9");
}

#[test]
fn players_are_read() {
    assert_eq!(player(r#"kind = "random""#), Ok(PlayerSpec::Random));
    assert_eq!(player(r#"kind = "uct""#), Ok(PlayerSpec::Uct(UctSpec::default())));
    let spec = UctSpec { playouts: 50, exploration: 1.0, ..UctSpec::default() };
    assert_eq!(player(r#"kind = "uct", playouts = 50, exploration = 1.0"#), Ok(PlayerSpec::Uct(spec)));
    let spec =
        UctSpec { playouts: 1_000_000, exploration: 0.38, all_playouts: false, expand_after: 5_000, memory_mib: 256 };
    assert_eq!(player(r#"kind = "uct", preset = "takada2014""#), Ok(PlayerSpec::Uct(spec)));
    let spec = UctSpec { playouts: 20_000, ..spec };
    assert_eq!(player(r#"kind = "uct", preset = "takada2014", playouts = 20000"#), Ok(PlayerSpec::Uct(spec)));
    let paper = AlphaBetaSpec::takada_2014();
    let as_printed = "kind = 'alpha-beta', evaluator = \"ev'=0.1\", evaluator_white = \"ev'=0.07\", through_edge = 'stones', \
                      depth = 2, noise = 0.0, noise_plies = 0, memory_mib = 16";
    let as_before = AlphaBetaSpec { through_edge: ThroughEdge::Off, ..paper.clone() };
    let deeper = AlphaBetaSpec { depth: 3, through_edge: ThroughEdge::On, ..paper.clone() };
    let resistance = AlphaBetaSpec { evaluator: "resistance".to_owned(), evaluator_white: None, ..paper.clone() };
    let by_chance = AlphaBetaSpec { ties: Ties::Chance, ..paper.clone() };
    let ev_as_white = AlphaBetaSpec { evaluator_white: Some("ev".to_owned()), ..paper.clone() };
    for (text, spec) in [
        (as_printed, &paper),
        (r#"kind = "alpha-beta", preset = "takada2014""#, &paper),
        (r#"kind = "alpha-beta""#, &paper),
        (r#"kind = "alpha-beta", through_edge = "off""#, &as_before),
        (r#"kind = "alpha-beta", preset = "takada2014", depth = 3, through_edge = "on""#, &deeper),
        (r#"kind = "alpha-beta", ties = "chance""#, &by_chance),
        (r#"kind = "alpha-beta", evaluator = "resistance""#, &resistance),
        (r#"kind = "alpha-beta", evaluator_white = "ev""#, &ev_as_white),
    ] {
        assert_eq!(player(text), Ok(PlayerSpec::AlphaBeta(spec.clone())), "{text}");
    }
}

#[test]
fn what_is_written_is_read_back() {
    let games = [
        GameSpec::Hex { columns: 11, rows: 11, swap: true },
        GameSpec::Go {
            board: BoardSpec::square(19, 13),
            komi: Komi::from_half_points(-13),
            rules: Rules::TROMP_TAYLOR,
        },
    ];
    let players = [
        PlayerSpec::Random,
        PlayerSpec::Uct(UctSpec { exploration: 0.1, ..UctSpec::TAKADA_2014 }),
        PlayerSpec::AlphaBeta(AlphaBetaSpec { evaluator_white: None, depth: 4, ..AlphaBetaSpec::default() }),
        PlayerSpec::AlphaBeta(AlphaBetaSpec { through_edge: ThroughEdge::On, ..AlphaBetaSpec::default() }),
    ];
    for (game, player) in games.into_iter().cycle().zip(players) {
        let file = File { game, player };
        assert_eq!(toml::from_str::<File>(&toml::to_string(&file).unwrap()).unwrap(), file);
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    for (text, words) in [
        (r#"game = "chess""#, "unknown variant `chess`"),
        (r#"game = "hex", columns = 11"#, "missing field `rows`"),
        (r#"game = "hex", columns = 11, rows = 11, komi = 3"#, "unknown field `komi`"),
        (r#"game = "hex", columns = -1, rows = 11"#, "invalid value"),
        (r#"game = "go", columns = 9, rows = 9, rules = "chinese""#, "missing field `komi`"),
        (r#"game = "go", columns = 9, komi = 7, rules = "chinese""#, "missing field `rows`"),
        (r#"game = "go", komi = 7, rules = "chinese""#, "missing field `board`, or `columns` and `rows`"),
        (r#"game = "go", board = "9x9", rows = 9, komi = 7, rules = "chinese""#, "a `board` has no other `columns`"),
        (r#"game = "go", board = "hexagon", komi = 7, rules = "chinese""#, "`hexagon` is not a board: expected a size"),
        (r#"game = "go", board = "hexagon:19", komi = 7, rules = "chinese""#, "1 to 1024 cells, not 1027"),
        (r#"game = "go", columns = 9, rows = 9, komi = 7.3, rules = "chinese""#, "`7.3` is not a komi"),
        (r#"game = "go", columns = 9, rows = 9, komi = nan, rules = "chinese""#, "is not a komi"),
        (r#"game = "go", columns = 9, rows = 9, komi = 1e300, rules = "chinese""#, "is too large for any board"),
        (r#"game = "go", columns = 9, rows = 9, komi = 7.5, rules = "ing""#, "`ing` is not a rule set"),
    ] {
        let message = game(text).unwrap_err();
        assert!(message.contains(words), "{text}: {message}");
    }
    for (text, words) in [
        (r#"kind = "alpha""#, "unknown variant `alpha`"),
        (r#"kind = "random", playouts = 5"#, "unknown field `playouts`"),
        (r#"kind = "uct", playout = 5"#, "unknown field `playout`"),
        (r#"kind = "uct", playouts = -5"#, "invalid value"),
        (r#"kind = "alpha-beta", deep = 2"#, "unknown field `deep`"),
        (r#"kind = "alpha-beta", depth = 256"#, "invalid value"),
        (r#"kind = "alpha-beta", through_edge = "great""#, "unknown variant `great`"),
        (r#"kind = "uct", preset = "takada""#, "unknown variant `takada`, expected `takada2014`"),
    ] {
        let message = player(text).unwrap_err();
        assert!(message.contains(words), "{text}: {message}");
    }
}

#[test]
fn settings_out_of_bounds_are_named() {
    let plain = UctSpec::default();
    assert_eq!(PlayerSpec::Uct(plain).check(), Ok(()));
    for (spec, name) in [
        (UctSpec { playouts: 0, ..plain }, "playouts"),
        (UctSpec { exploration: -0.1, ..plain }, "exploration"),
        (UctSpec { exploration: f64::NAN, ..plain }, "exploration"),
        (UctSpec { expand_after: 0, ..plain }, "expand_after"),
        (UctSpec { memory_mib: 0, ..plain }, "memory_mib"),
    ] {
        match PlayerSpec::Uct(spec).check() {
            Err(SessionError::Player { setting, .. }) => assert_eq!(setting, name),
            other => panic!("{spec:?}: {other:?}"),
        }
    }
}

#[test]
fn settings_of_the_strong_player_out_of_bounds_are_named() {
    let plain = StrongSpec::default();
    assert_eq!(PlayerSpec::Strong(plain).check(), Ok(()));
    for (spec, name) in [
        (StrongSpec { playouts: 0, ..plain }, "playouts"),
        (
            StrongSpec {
                game: StrongGame::Go(TreeSettings { equivalence: 0.0, ..plain.game.formula() }, plain.game.go()),
                ..plain
            },
            "equivalence",
        ),
        (StrongSpec { trees: 0, ..plain }, "trees"),
        (StrongSpec { trees: 65, ..plain }, "trees"),
        (StrongSpec { threads: 0, ..plain }, "threads"),
        (StrongSpec { threads: usize::MAX, ..plain }, "threads"),
        (StrongSpec { memory_mib: 0, ..plain }, "memory_mib"),
        (StrongSpec { game: GoSettings { sample: 0, ..plain.game.go() }.into(), ..plain }, "go.sample"),
    ] {
        match PlayerSpec::Strong(spec).check() {
            Err(SessionError::Player { setting, .. }) => assert_eq!(setting, name),
            other => panic!("{spec:?}: {other:?}"),
        }
    }
}

#[test]
fn rules_with_switches_are_written_and_read_back() {
    let rules = Rules { suicide: tesuji_go::Suicide::Allowed, ..Rules::CHINESE };
    let spec = GameSpec::Go { board: BoardSpec::square(9, 9), komi: Komi::default(), rules };
    let text = toml::to_string(&spec).unwrap();
    assert!(text.contains("rules = \"chinese,suicide=allowed\""), "{text}");
    assert_eq!(toml::from_str(&text), Ok(spec));
}

#[test]
fn settings_of_a_strong_player_are_of_one_game_and_stand_side_by_side_in_text() {
    let sessions = [
        GameSpec::hex(3, 3),
        GameSpec::Go { board: BoardSpec::square(3, 3), komi: Komi::default(), rules: Rules::CHINESE },
    ];
    let [hex, go] = sessions.map(|spec| Session::new(&spec).unwrap());
    let amazons = Session::new(&GameSpec::Amazons { columns: 4, rows: 4, setup: None }).unwrap();
    for (text, plays) in [
        ("", [true, true, true]),
        ("bias = 1.5", [false, true, false]),
        ("network = 'small'", [true, false, false]),
        ("bias = 1.5\n[go]\ntactics = false", [false, true, false]),
        ("[amazons]\nlines = 3", [false, false, true]),
    ] {
        let read: PlayerSpec = toml::from_str(&format!("kind = 'strong'\nplayouts = 7\n{text}")).unwrap();
        assert_eq!(toml::from_str::<PlayerSpec>(&toml::to_string(&read).unwrap()).unwrap(), read);
        assert_eq!([&hex, &go, &amazons].map(|session| session.accepts(&read).is_ok()), plays, "{text}");
    }
    let stored = "kind = 'strong'\nelsewhere = 5\n[go]\ntactics = false";
    let read: PlayerSpec = toml::from_str(stored).unwrap();
    assert_eq!(
        [&hex, &go, &amazons].map(|session| session.accepts(&read).is_ok()),
        [false, true, false],
        "as once stored"
    );
    let retired = toml::from_str::<PlayerSpec>("kind = 'strong'\nelsewhere = 5").unwrap_err().to_string();
    assert!(retired.contains("which is gone"), "{retired}");
    let several = "kind = 'strong'\n[go]\ntactics = false\n[amazons]\nlines = 3";
    let fault = toml::from_str::<PlayerSpec>(several).unwrap_err().to_string();
    assert!(fault.contains("settings of two games"), "{fault}");
    let names = "playouts exploration equivalence priors bias expand_after trees threads \
        stop_early memory_mib openings";
    let plain = serde_json::to_string(&PlayerSpec::Strong(StrongSpec::default())).unwrap();
    let places: Vec<usize> = names.split_whitespace().map(|name| plain.find(&format!("\"{name}\"")).unwrap()).collect();
    assert!(places.is_sorted() && !plain.contains("formula"), "{plain}");
    for wrong in ["formula = 1", "hex = { network = 'small' }", "beauty = 1", "go = { beauty = 1 }"] {
        assert!(toml::from_str::<PlayerSpec>(&format!("kind = 'strong'\n{wrong}")).is_err(), "{wrong}");
    }
    for (name, section) in [
        ("bias", Some(StrongSection::Formula)),
        ("openings", Some(StrongSection::Hex)),
        ("go.tactics", Some(StrongSection::Go)),
        ("amazons.lines", Some(StrongSection::Amazons)),
        ("playouts", None),
        ("beauty", None),
    ] {
        assert_eq!(StrongSection::of(name), section, "{name}");
    }
}
