//! Lists of moves as people paste them, whatever the game: numbers, colours and the moves themselves taken apart.
//!
//! | text | moves |
//! | --- | --- |
//! | `1. f6 e5 2.d4`, `1) f6 2) e5`, a line for each move | `f6`, `e5`, `d4` |
//! | `b a1,w a2,w resign,B`, `black: a1`, `B[a1];W[b2]` | the same with their players; a last colour alone is the winner |
//! | GTP: `play b e5`, `genmove w` and its answer `= d6`, `boardsize 11` | the same with their players; the size of the board |
//!
//! Moves are not looked into: which are legal, and what their words mean, is for each game to say. Red counts as Black
//! and Blue as White, as in Hex.

use std::ops::Range;

use tesuji_board::Player;

/// A move of a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ListedMove<'t> {
    /// The player, if the list names it.
    pub player: Option<Player>,
    /// The move, without its number and its player. It may have a blank: `swap pieces`.
    pub text: &'t str,
    /// The byte of the whole text at which the move begins.
    pub at: usize,
}

/// The content of a list of moves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ListedMoves<'t> {
    /// The moves, in order.
    pub moves: Vec<ListedMove<'t>>,
    /// Columns and rows, which only GTP says.
    pub size: Option<(usize, usize)>,
    /// The komi, which only GTP says.
    pub komi: Option<&'t str>,
    /// The winner, if a colour stands alone behind the last move.
    pub winner: Option<Player>,
}

impl<'t> ListedMoves<'t> {
    /// Takes a text apart. Any text is a list, if perhaps not one of moves.
    #[must_use]
    pub fn of(text: &'t str) -> Self {
        if is_gtp(text) { of_gtp(text) } else { of_list(text) }
    }

    /// Whether some move names its player.
    #[must_use]
    pub fn has_players(&self) -> bool {
        self.moves.iter().any(|mv| mv.player.is_some())
    }
}

/// The player that a word names.
#[must_use]
pub fn player_of(word: &str) -> Option<Player> {
    match word.to_ascii_lowercase().as_str() {
        "b" | "black" | "red" => Some(Player::Black),
        "w" | "white" | "blue" => Some(Player::White),
        _ => None,
    }
}

/// Whether this is a conversation in GTP, or a part of one: a line makes a move or asks for one.
#[must_use]
pub fn is_gtp(text: &str) -> bool {
    text.lines().filter_map(command).any(|command| {
        matches!(command.name, "play" | "genmove" | "kgs-genmove_cleanup")
            && command.words().next().is_some_and(|(_, word)| player_of(word).is_some())
    })
}

/// The byte ranges of the games of a conversation in GTP: each but the first begins where the board is cleared.
#[must_use]
pub fn gtp_games(text: &str) -> Vec<Range<usize>> {
    let mut games = Vec::new();
    let (mut start, mut at, mut has_moves) = (0, 0, false);
    for line in text.split_inclusive('\n') {
        let name = command(line).map_or("", |command| command.name);
        if has_moves && matches!(name, "clear_board" | "boardsize") {
            games.push(start..at);
            (start, has_moves) = (at, false);
        }
        has_moves |= matches!(name, "play" | "genmove");
        at += line.len();
    }
    games.push(start..text.len());
    games
}

/// A command of GTP.
struct GtpLine<'t> {
    name: &'t str,
    arguments: &'t str,
}

impl<'t> GtpLine<'t> {
    /// The arguments, each with its byte in the arguments.
    fn words(&self) -> impl Iterator<Item = (usize, &'t str)> + use<'t> {
        words(self.arguments, char::is_whitespace)
    }
}

/// The command in a line, without its number; `None` for answers and empty lines.
fn command(line: &str) -> Option<GtpLine<'_>> {
    let line = line.split('#').next()?.trim();
    let behind = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let line = if behind.starts_with(char::is_whitespace) { behind.trim_start() } else { line };
    if line.is_empty() || line.starts_with(['=', '?']) {
        return None;
    }
    let (name, arguments) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    Some(GtpLine { name, arguments: arguments.trim() })
}

/// The words between separators, each with the byte at which it begins.
fn words(text: &str, is_separator: impl Fn(char) -> bool + Copy) -> impl Iterator<Item = (usize, &str)> {
    let mut end = 0;
    let words = text.split_inclusive(is_separator).map(move |word| {
        let start = end;
        end += word.len();
        (start, word.trim_end_matches(is_separator))
    });
    words.filter(|(_, word)| !word.is_empty())
}

fn of_gtp(text: &str) -> ListedMoves<'_> {
    let mut listed = ListedMoves::default();
    // What the next answer is about: a move that was asked for, or one that was made and may be refused.
    let (mut asked, mut made) = (None, false);
    // Where a slice of the text begins.
    let place = |slice: &str| slice.as_ptr() as usize - text.as_ptr() as usize;
    for line in text.lines() {
        let answer = line.trim_start();
        if let Some(answer) = answer.strip_prefix('=') {
            let answer = answer.trim_start_matches(|c: char| c.is_ascii_digit());
            if let (Some(player), Some(mv)) = (asked, answer.split_whitespace().next()) {
                listed.moves.push(ListedMove { player: Some(player), text: mv, at: place(mv) });
            }
            (asked, made) = (None, false);
            continue;
        }
        if answer.starts_with('?') {
            if made {
                listed.moves.pop();
            }
            (asked, made) = (None, false);
            continue;
        }
        let Some(command) = command(line) else { continue };
        let mut arguments = command.words().map(|(_, word)| word);
        match command.name {
            "play" => {
                let (Some(player), Some(mv)) = (arguments.next().and_then(player_of), arguments.next()) else {
                    continue;
                };
                // A move of Amazons may have blanks.
                let mv = &command.arguments[place(mv) - place(command.arguments)..];
                listed.moves.push(ListedMove { player: Some(player), text: mv, at: place(mv) });
                (asked, made) = (None, true);
            }
            "genmove" | "kgs-genmove_cleanup" => asked = arguments.next().and_then(player_of),
            "set_free_handicap" => {
                let stone = |mv| ListedMove { player: Some(Player::Black), text: mv, at: place(mv) };
                listed.moves.extend(arguments.map(stone));
            }
            "undo" => _ = listed.moves.pop(),
            "clear_board" => listed.moves.clear(),
            "komi" => listed.komi = arguments.next(),
            "boardsize" | "rectangular_boardsize" => {
                let mut sides = arguments.map(str::parse);
                listed.size = match (sides.next(), sides.next()) {
                    (Some(Ok(side)), None) => Some((side, side)),
                    (Some(Ok(columns)), Some(Ok(rows))) => Some((columns, rows)),
                    _ => listed.size,
                };
            }
            _ => {}
        }
    }
    listed
}

fn of_list(text: &str) -> ListedMoves<'_> {
    let mut listed = ListedMoves::default();
    // The colour that the next move belongs to, with its place.
    let mut colour: Option<(Player, usize, &str)> = None;
    let is_separator = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '、');
    let mut words = words(text, is_separator).peekable();
    while let Some((start, word)) = words.next() {
        let mut at = start + word.len() - without_number(word).len();
        let mut word = without_number(word);
        if word.is_empty() || is_number(word, listed.moves.len()) && words.peek().is_some() {
            continue;
        }
        // `B[a1]`, also several without a separator.
        while let Some((player, mv, rest)) = in_brackets(word) {
            listed.moves.push(ListedMove {
                player: Some(player),
                text: mv,
                at: at + word.len() - rest.len() - mv.len() - 1,
            });
            (at, word) = (at + word.len() - rest.len(), rest);
        }
        if word.is_empty() {
            continue;
        }
        let name = word.trim_end_matches([':', '.']);
        if let Some(player) = player_of(name) {
            if let Some((_, at, text)) = colour.replace((player, at, name)) {
                listed.moves.push(ListedMove { player: None, text, at });
            }
            continue;
        }
        let mut player = colour.take().map(|(player, ..)| player);
        // `black:a1`
        if let Some((name, mv)) = word.split_once(':').filter(|(_, mv)| !mv.is_empty())
            && let Some(named) = player_of(name)
        {
            player = Some(named);
            (at, word) = (at + word.len() - mv.len(), mv);
        }
        // The two words of `swap pieces`.
        if word.eq_ignore_ascii_case("swap")
            && let Some(&(next, what)) = words.peek()
            && ["pieces", "sides", "colours", "colors"].iter().any(|kind| what.eq_ignore_ascii_case(kind))
        {
            words.next();
            word = &text[at..next + what.len()];
        }
        listed.moves.push(ListedMove { player, text: word, at });
    }
    listed.winner = colour.map(|(player, ..)| player);
    listed
}

/// The word without the number of its move: `12.f6`, `3...f6`, `2)swap`, `4:e5`.
fn without_number(word: &str) -> &str {
    let behind = word.trim_start_matches(|c: char| c.is_ascii_digit());
    match behind.starts_with(['.', ')', ':', '…']) && behind.len() < word.len() {
        true => behind.trim_start_matches(['.', ')', ':', '…']),
        false => word,
    }
}

/// Whether a word is the number of the next move, or of the turn that it begins.
fn is_number(word: &str, n_moves: usize) -> bool {
    word.parse().is_ok_and(|number: usize| number == n_moves + 1 || number == n_moves / 2 + 1)
}

/// A move such as `B[a1]` at the beginning of a word, and what follows it.
fn in_brackets(word: &str) -> Option<(Player, &str, &str)> {
    let (name, rest) = word.split_once('[')?;
    let (mv, rest) = rest.split_once(']')?;
    Some((player_of(name)?, mv, rest))
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    /// The moves with `b` or `w` before those that name their player.
    fn moves(text: &str) -> Vec<String> {
        let letter = |player| if player == Player::Black { "b " } else { "w " };
        let listed = ListedMoves::of(text);
        for mv in &listed.moves {
            assert_eq!(&text[mv.at..mv.at + mv.text.len()], mv.text, "{text}");
        }
        listed.moves.iter().map(|mv| mv.player.map_or("", letter).to_owned() + mv.text).collect()
    }

    #[test]
    fn numbers_and_colours_are_no_moves() {
        for (text, expected) in [
            ("1.f6 2.swap 3.d4", "f6|swap|d4"),
            ("1. f6 e5 2. d4 3...resign", "f6|e5|d4|resign"),
            ("1)f6 2)swap-pieces\n3) d4", "f6|swap-pieces|d4"),
            ("1 f6\n2 e5\n3 d4", "f6|e5|d4"),
            ("1 f6 e5\n2 d4 c3", "f6|e5|d4|c3"),
            ("f6 swap pieces d4", "f6|swap pieces|d4"),
            ("b a1,w a2,b f4", "b a1|w a2|b f4"),
            ("Black: a1, White:b2; red c3", "b a1|w b2|b c3"),
            ("B[e5];W[d6]B[f4]", "b e5|w d6|b f4"),
            ("1. B a1 2. W b2", "b a1|w b2"),
            ("a1 7 b2", "a1|7|b2"),
        ] {
            assert_eq!(moves(text).join("|"), expected, "{text}");
        }
        assert_eq!(ListedMoves::of("b a1,w resign,B").winner, Some(Player::Black));
        assert_eq!(ListedMoves::of("b a1,w b2").winner, None);
    }

    #[test]
    fn conversations_in_gtp_have_their_moves() {
        let log = "boardsize 13\n=\n\n1 clear_board\n=1\n\nkomi 6.5\n2 play b e5\n=2\n\nplay w e5\n? illegal\n\n\
                   genmove w\n= D6\n\nplay b f4\nundo\nshowboard\n= \n . B W\n";
        let listed = ListedMoves::of(log);
        assert_eq!(moves(log), ["b e5", "w D6"]);
        assert_eq!((listed.size, listed.komi), (Some((13, 13)), Some("6.5")));
        assert_eq!(moves("play b d1-d7/g7\nplay w d10 d6 a9"), ["b d1-d7/g7", "w d10 d6 a9"]);
        let two = "play b a1\nclear_board\nplay b c3\nplay w d4\n";
        let games: Vec<&str> = gtp_games(two).into_iter().map(|game| &two[game]).collect();
        assert_eq!(games, ["play b a1\n", "clear_board\nplay b c3\nplay w d4\n"]);
        assert!(!is_gtp("play this game: f6 e5") && is_gtp("17 genmove white"));
    }
}
