//! Recognition of a text, and its content.

use tesuji_amazons::record::RecordLine;
use tesuji_board::{BoardSpec, Player};
use tesuji_engine::{AnyRecord, GameKind, GameSpec, Session};
use tesuji_forms::{FormError, Found, Hints, Reading, Text, TextKind, TidyText, whole_sgf};
use tesuji_hex::Action;
use tesuji_hex::notation::{self as hex_notation, NotationError};
use tesuji_problem::parse_file_text;

use super::sgf::append;
use super::{Content, GameTree, Open, Opened, TreeEvent, TreeEventKind, TreeNode, sgf, state_at};
use crate::state;
use crate::types::{GameState, PlayedMove, Setup};
use crate::words::count;
use crate::{Desk, Trouble, claim};

pub(crate) fn open(asked: &Open, _desk: &impl Desk) -> Result<Opened, Trouble> {
    let hints = Hints {
        game: asked.game.map(GameKind::from),
        size: asked.size.map(|[columns, rows]| (columns, rows)),
        ..Hints::default()
    };
    let read = Text::new(&asked.text, &hints);
    let Text { tidied: TidyText { text, notices: left_out }, found: Found { kind, assumed }, .. } = &read;
    let refused = |what: &str, advice: &str| Err(Trouble::new(what).with_advice(advice));
    match kind {
        TextKind::Certificate => Ok(certificate(text)),
        TextKind::Problems => claims(text),
        TextKind::Strategy => Ok(Opened {
            what: "a strategy".to_owned(),
            notices: Vec::new(),
            content: Content::Strategy { text: text.to_string() },
        }),
        TextKind::Board => board(text),
        &TextKind::Game(kind) if text.trim_start().starts_with('(') && !has_other_points(text, kind) => {
            let (whole, cut) = whole_sgf(text, kind);
            let (games, notices) = sgf::read(&whole, kind)?;
            let notices = left_out.iter().chain(assumed).cloned().chain(notices).chain(cut);
            Ok(opened(kind, "SGF", games, notices.collect()))
        }
        &(TextKind::Game(kind) | TextKind::Positions(kind @ GameKind::Hex)) => forms(&read, kind),
        TextKind::Positions(_) => {
            refused("a file of positions of Go or Amazons", "`tesuji analyze` answers all of them at once")
        }
        TextKind::AmazonsResult => refused("an exact result of Amazons", "`tesuji check` checks it"),
        TextKind::OtherGame(number) => Err(FormError::OtherGame(number.clone()).into()),
        TextKind::Address(site) => {
            refused(&format!("an address of {}: nothing is fetched from there", site.name), site.advice)
        }
        TextKind::Empty => refused("the text is empty", "paste a game, a position, a claim or a certificate"),
    }
}

impl From<FormError> for Trouble {
    fn from(error: FormError) -> Self {
        match error {
            FormError::Hex(error) => of_notation(error),
            FormError::Unknown(likeness, error) => {
                let place = error.place;
                let what = FormError::Unknown(likeness, error).to_string();
                Self::at(what, place.line, place.column)
                    .with_advice("if it is a list of moves, write them with blanks between them: a1 b2 c3")
            }
            FormError::Positions(error) => error.into(),
            error => Self::new(error.to_string()),
        }
    }
}

/// The fault of a text of Hex, with its place.
pub(super) fn of_notation(error: NotationError) -> Trouble {
    Trouble::at(format!("{}: {}", error.notation, error.fault), error.place.line, error.place.column)
}

fn certificate(text: &str) -> Opened {
    let certificate = text.trim().to_owned();
    Opened { what: "a certificate".to_owned(), notices: Vec::new(), content: Content::Certificate { certificate } }
}

fn claims(text: &str) -> Result<Opened, Trouble> {
    let problems = parse_file_text(text)?;
    let claims = problems.iter().map(claim::view).collect::<Result<Vec<_>, _>>()?;
    let what = if claims.len() == 1 { "a claim".to_owned() } else { count(claims.len(), "claim") };
    Ok(Opened { what, notices: Vec::new(), content: Content::Claims { claims } })
}

fn board(text: &str) -> Result<Opened, Trouble> {
    let board: BoardSpec =
        text.trim().parse().map_err(|error: tesuji_board::BoardError| Trouble::new(error.to_string()))?;
    let n_points = board.topology().map_err(|error| Trouble::new(error.to_string()))?.n_cells();
    Ok(Opened {
        what: format!("a board of {}", count(n_points, "point")),
        notices: Vec::new(),
        content: Content::Board { board: board.to_string() },
    })
}

/// Whether a file writes moves in a way that only records read, and not trees: Amazons in three steps, boards that are
/// turned.
fn has_other_points(text: &str, kind: GameKind) -> bool {
    match kind {
        GameKind::Hex => false,
        GameKind::Go => text.contains("GM[q5go-1]") && text.contains("TO[2]"),
        GameKind::Amazons => text.contains("GM[1]"),
    }
}

/// Games in any form but SGF.
fn forms(read: &Text<'_>, kind: GameKind) -> Result<Opened, Trouble> {
    let text = &*read.tidied.text;
    let mut notices: Vec<String> = Vec::new();
    let mut games = Vec::new();
    let readings = read.games()?;
    let is_single = readings.len() == 1;
    for mut reading in readings {
        if reading.id.is_empty() && !is_single {
            reading.id = reading.number.to_string();
        }
        for notice in &reading.notices {
            if !notices.contains(notice) {
                notices.push(notice.clone());
            }
        }
        games.push(tree(reading, &mut notices)?);
    }
    let form = match kind {
        _ if text.trim_start().starts_with('(') => "SGF".to_owned(),
        _ if text.trim_start().starts_with(['{', '[']) && !text.contains("\"requests\"") => "JSON".to_owned(),
        GameKind::Hex => hex_notation::detect(text).to_string(),
        GameKind::Amazons if text.trim_start().starts_with("#[") => "championship record".to_owned(),
        GameKind::Amazons if text.trim_start().starts_with('{') => "Botzone".to_owned(),
        GameKind::Go | GameKind::Amazons if games.iter().any(|game| game.nodes.len() > 1) => "move list".to_owned(),
        GameKind::Go | GameKind::Amazons if text.trim().contains('\n') => "diagram".to_owned(),
        GameKind::Go => "move list".to_owned(),
        GameKind::Amazons => "FEN".to_owned(),
    };
    Ok(opened(kind, &form, games, notices))
}

/// The answer about games, in words.
fn opened(kind: GameKind, form: &str, games: Vec<GameTree>, mut notices: Vec<String>) -> Opened {
    let title = kind.description().title;
    let what = match &games[..] {
        [game] => {
            let children = game.children();
            let n_leaves = children.iter().filter(|next| next.is_empty()).count();
            let n_moves = game.path_to(game.main_leaf()).iter().filter(|&&node| game.nodes[node].mv.is_some()).count();
            let kind = if game.nodes.iter().any(|node| node.mv.is_some()) { "game" } else { "position" };
            let mut parts = vec![form.to_owned()];
            if n_moves > 0 {
                parts.push(count(n_moves, "move"));
            }
            if n_leaves > 1 {
                parts.push(count(n_leaves - 1, "variation"));
            }
            format!("a {kind} of {title} ({})", parts.join(", "))
        }
        games => format!("{} of {title} ({form})", count(games.len(), "game")),
    };
    for game in &games {
        if let Err(trouble) = state::session(&state_at(game, game.main_leaf())) {
            notices.push(format!("{}: the position cannot be shown from there on", trouble.what));
        }
    }
    Opened { what, notices, content: Content::Games { games } }
}

/// A record as a tree.
fn tree(reading: Reading, notices: &mut Vec<String>) -> Result<GameTree, Trouble> {
    let record = &reading.record;
    if let AnyRecord::Hex(hex) = record
        && hex.check_searchable().is_err()
    {
        return Ok(large(hex, reading.id.clone()));
    }
    let usual = GameSpec::usual(record.kind());
    let n_recorded = record.n_moves();
    let start = Session::replay(&usual, record, 0)?;
    let session = match Session::replay(&usual, record, n_recorded) {
        Ok(session) => session,
        Err(error) => {
            notices.push(format!("{error}: the moves from there on are left out"));
            // The moves up to some number can be made, those after it cannot.
            let (mut good, mut bad) = (0, n_recorded);
            while good + 1 < bad {
                let middle = usize::midpoint(good, bad);
                match Session::replay(&usual, record, middle) {
                    Ok(_) => good = middle,
                    Err(_) => bad = middle,
                }
            }
            Session::replay(&usual, record, good)?
        }
    };
    notices.extend(session.notices().iter().cloned());
    let (game, setup) = match session.spec() {
        GameSpec::Amazons { .. } => (session.spec().clone(), Setup::default()),
        GameSpec::Go { board, rules, .. } => {
            // The komi of the position has the compensation for handicap.
            let komi = start.position().as_go().map(tesuji_go::Position::komi).unwrap_or_default();
            (GameSpec::go(board.clone(), komi, *rules), state::setup_of(&start))
        }
        GameSpec::Hex { .. } => (session.spec().clone(), state::setup_of(&start)),
    };
    let players = record.players();
    let mut game = GameTree {
        id: reading.id,
        players,
        result: record.result(),
        ..GameTree::begun(GameState { game, setup, moves: Vec::new() })
    };
    let mut turn = start.to_move();
    let mut moves = session.moves().iter();
    // Each action of a record of Hex is a node, also those that are no moves.
    let mut actions = match record {
        AnyRecord::Hex(record) => record.moves.iter(),
        AnyRecord::Go(_) | AnyRecord::Amazons(_) => [].iter(),
    };
    loop {
        let parent = Some(game.nodes.len() - 1);
        let action = actions.next();
        let event = action.and_then(|action| {
            TreeEventKind::of(action.action).map(|what| TreeEvent { player: action.player.into(), what })
        });
        if event.is_some() {
            game.nodes.push(TreeNode { parent, event, ..TreeNode::default() });
            continue;
        }
        let Some((player, mv)) = moves.next() else { break };
        let mv = Some(played(*player, turn, mv.clone()));
        game.nodes.push(TreeNode { parent, mv, ..TreeNode::default() });
        turn = player.opponent();
    }
    let last = game.nodes.len() - 1;
    let comments = match record {
        AnyRecord::Hex(record) => Some(&record.comments),
        AnyRecord::Go(record) => Some(&record.comments),
        AnyRecord::Amazons(_) => None,
    };
    for (&n_moves, comment) in comments.into_iter().flatten() {
        append(&mut game.nodes[n_moves.min(last)].comment, comment);
    }
    match record {
        AnyRecord::Amazons(record) => variations(&mut game, &record.main, record.setup.size),
        AnyRecord::Go(record) if !record.variations.is_empty() => {
            // Moves that are not played, and boards that change, leave no place at which a variation could leave.
            if record.edits.is_empty() && game.nodes.len() == record.moves.len() + 1 {
                go_variations(&mut game, record, start.to_move());
            } else {
                notices.push("variations are left out".to_owned());
            }
        }
        AnyRecord::Go(_) | AnyRecord::Hex(_) => {}
    }
    game.current = reading.cursor.map(|cursor| cursor.min(last));
    Ok(game)
}

fn played(player: Player, turn: Player, mv: String) -> PlayedMove {
    if player == turn { PlayedMove::InTurn(mv) } else { PlayedMove::By { player: player.into(), mv } }
}

/// A game of Hex on a board that is too large to be played on: its record, move by move.
fn large(record: &tesuji_hex::Record, id: String) -> GameTree {
    let (columns, rows) = record.size();
    let name = |cell: tesuji_board::Cell| {
        format!("{}{}", tesuji_board::column_name(cell.index() % columns), cell.index() / columns + 1)
    };
    let [black, white] = record.setup.each_ref().map(|stones| stones.iter().map(name).collect());
    let to_move = (record.to_move == Player::White).then_some(crate::types::Colour::White);
    let swap = record.moves.iter().any(|mv| mv.action == Action::SwapPieces);
    let state = GameState {
        game: GameSpec::Hex { columns, rows, swap },
        setup: Setup { black, white, blocked: Vec::new(), to_move },
        moves: Vec::new(),
    };
    let result = record.result.map_or_else(String::new, hex_notation::sgf::result_text);
    let mut game = GameTree { id, players: record.players.clone(), result, ..GameTree::begun(state) };
    for (n_before, mv) in record.moves.iter().enumerate() {
        let turn = record.turn_after(n_before);
        let text = match mv.action {
            Action::Place(cell) => Some(name(cell)),
            Action::SwapPieces => Some(state::SWAP.to_owned()),
            _ => None,
        };
        let what = TreeEventKind::of(mv.action);
        game.nodes.push(TreeNode {
            parent: Some(n_before),
            mv: text.map(|text| played(mv.player, turn, text)),
            event: what.map(|what| TreeEvent { player: mv.player.into(), what }),
            ..TreeNode::default()
        });
    }
    for (&n_moves, comment) in &record.comments {
        append(&mut game.nodes[n_moves].comment, comment);
    }
    game
}

/// Adds the variations of a record of Go to its main line, which the tree has move by move.
fn go_variations(game: &mut GameTree, record: &tesuji_go::record::Record, first: Player) {
    let turn = |moves: &[(Player, tesuji_go::Move)]| moves.last().map(|(player, _)| player.opponent());
    // The nodes before the moves of each line and after the last.
    let mut lines = vec![(0..game.nodes.len()).collect::<Vec<usize>>()];
    // Whose turn it is after each node.
    let mut turns: Vec<Player> =
        (0..game.nodes.len()).map(|n_moves| turn(&record.moves[..n_moves]).unwrap_or(first)).collect();
    for line in &record.variations {
        let branch = lines[line.leaves].get(line.after).copied().filter(|_| line.edits.is_empty());
        let mut path: Vec<usize> = branch.into_iter().collect();
        for &(player, mv) in line.moves.iter().filter(|_| branch.is_some()) {
            let parent = path.last().copied();
            let text = match mv {
                tesuji_go::Move::Place(cell) => record.topology().name(cell).to_owned(),
                tesuji_go::Move::Pass => state::PASS.to_owned(),
            };
            let mv = Some(played(player, parent.map_or(first, |parent| turns[parent]), text));
            game.nodes.push(TreeNode { parent, mv, ..TreeNode::default() });
            turns.push(player.opponent());
            path.push(game.nodes.len() - 1);
        }
        for (&n_moves, comment) in &line.comments {
            // The remark before the first move is one on the position that the line leaves.
            if let Some(&node) = path.get(n_moves) {
                append(&mut game.nodes[node].comment, comment);
            }
        }
        lines.push(path);
    }
}

/// Adds the remarks and variations of a record of Amazons to its main line, which the tree has.
fn variations(game: &mut GameTree, main: &RecordLine, size: tesuji_amazons::Size) {
    // Each line with the nodes before its moves and after the last.
    let mut open = vec![(main, (0..=main.moves.len().min(game.nodes.len() - 1)).collect::<Vec<usize>>())];
    while let Some((line, nodes)) = open.pop() {
        for (&n_moves, comment) in &line.comments {
            if let Some(&node) = nodes.get(n_moves) {
                append(&mut game.nodes[node].comment, comment);
            }
        }
        for variation in &line.variations {
            let Some(&branch) = nodes.get(variation.after) else { continue };
            let mut path = vec![branch];
            for &mv in &variation.line.moves {
                let mv = Some(PlayedMove::InTurn(tesuji_amazons::notation::write_move(size, mv)));
                let parent = path.last().copied();
                game.nodes.push(TreeNode { parent, mv, ..TreeNode::default() });
                path.push(game.nodes.len() - 1);
            }
            open.push((&variation.line, path));
        }
    }
}
