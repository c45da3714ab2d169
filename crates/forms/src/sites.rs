//! Addresses of games on sites, which nothing here fetches: what to paste instead.

/// A site with games, and how to get one from it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Site {
    /// Its name.
    pub name: &'static str,
    /// A part of its addresses, in small letters.
    address: &'static str,
    /// Advice to somebody who gives the address.
    pub advice: &'static str,
}

const fn site(address: &'static str, name: &'static str, advice: &'static str) -> Site {
    Site { name, address, advice }
}

/// Known sites. The last one stands for all others.
const SITES: [Site; 22] = [
    site(
        "littlegolem.",
        "Little Golem",
        "open the game there, follow the link `sgf` or `txt` below the board, and paste what it shows or give the file",
    ),
    site(
        "playhex.",
        "PlayHex",
        "open the game there, choose the download of its SGF in the menu of the game, and paste it or give the file",
    ),
    site(
        "abstractplay.",
        "Abstract Play",
        "open the game there, press the bug below the board, which copies the game as JSON, and paste that",
    ),
    site(
        "boardgamearena.",
        "Board Game Arena",
        "open the replay of the game there, and paste its moves as a list such as `f6 e5 d4`",
    ),
    site(
        "online-go.",
        "OGS",
        "open the game there, choose `Download SGF` in the menu beside the board, and paste it or give the file",
    ),
    site("gokgs.", "KGS", "save the game there as SGF, and paste it or give the file"),
    site(
        "dragongoserver.",
        "Dragon Go Server",
        "open the game there, choose `Download SGF`, and paste it or give the file",
    ),
    site("foxwq.", "Fox", "save the game there as SGF, and paste it or give the file"),
    site("19x19.", "Tygem or Fox", "save the game there as SGF, and paste it or give the file"),
    site("pandanet", "Pandanet", "save the game there as SGF, and paste it or give the file"),
    site("goquest.", "GoQuest", "choose the export of the game as SGF there, and paste it or give the file"),
    site(
        "playstrategy.",
        "PlayStrategy",
        "open the game there, and paste the SGF or the moves that stand below its board",
    ),
    site("lichess.", "Lichess", "its games are chess: expected a game of Hex, Go or Amazons"),
    site("chess.com", "Chess.com", "its games are chess: expected a game of Hex, Go or Amazons"),
    site("botzone.", "Botzone", "open the match there, and paste the requests of a player as JSON, or its moves"),
    site("iggamecenter.", "iGGameCenter", "open the game there, and paste its moves as a list such as `f6 e5 d4`"),
    site("gamerz.net", "Gamerz.NET", "open the game there, and paste its moves as a list such as `f6 e5 d4`"),
    site("boardspace.", "BoardSpace", "open the game there, save it as SGF, and paste its moves as a list"),
    site("mindsports.", "MindSports", "open the game there, and paste its moves as a list such as `f6 e5 d4`"),
    site("hexwiki.", "HexWiki", "open the page there, choose `Edit`, and paste the `<hexboard .../>` of the diagram"),
    site("hexworld.", "HexWorld", "set up or play the game there, and copy the whole address: it ends in `#11,a1b2..`"),
    site("", "the web", "open the page, and paste the game itself: SGF, or its moves as a list such as `f6 e5 d4`"),
];

/// The site whose address stands in a text; `None` if there is no address in it.
#[must_use]
pub(crate) fn of_text(text: &str) -> Option<Site> {
    let text = text.to_ascii_lowercase();
    let is_address = |word: &str| word.contains("://") || word.starts_with("www.");
    let with_path = |word: &str| word.contains('/') && !word.contains(['(', '[', '<', '|']);
    let [known @ .., other] = &SITES;
    let is_at = |site: &&Site, word: &str| {
        word.split('/').find(|part| part.contains('.')).is_some_and(|host| host.contains(site.address))
    };
    text.split_whitespace().filter(|word| is_address(word) || with_path(word)).find_map(|word| {
        let found = known.iter().find(|site| is_at(site, word));
        found.or_else(|| is_address(word).then_some(other)).copied()
    })
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_those_of_their_sites() {
        for (text, name) in [
            ("https://littlegolem.net/jsp/game/game.jsp?gid=1512976&nmove=27", Some("Little Golem")),
            ("See HTTPS://WWW.LITTLEGOLEM.NET/jsp/game/game.jsp?gid=1", Some("Little Golem")),
            ("playhex.org/games/0d1f8e8c-3000-49ff-831a-84c20e514528", Some("PlayHex")),
            ("https://play.abstractplay.com/move/hex/1/ea92a01f", Some("Abstract Play")),
            ("https://boardgamearena.com/table?table=12345", Some("Board Game Arena")),
            ("https://online-go.com/game/12345678", Some("OGS")),
            ("https://playstrategy.org/abcdefgh", Some("PlayStrategy")),
            ("https://example.org/a/game", Some("the web")),
            ("1Q2Q1/Q4Q/6/6/q4q/1q2q1 b", None),
            ("f6 e5 d4", None),
        ] {
            assert_eq!(of_text(text).map(|site| site.name), name, "{text}");
        }
    }
}
