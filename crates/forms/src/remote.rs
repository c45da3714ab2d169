//! Games that can be fetched by the address of their page: the SGF of Little Golem
//! (`littlegolem.net/jsp/game/game.jsp?gid=N`), and of PlayHex (`playhex.org/games/UUID`) the game as JSON, once it is over.
//! Nothing is fetched here.

use serde_json::Value;
use tesuji_sgf::{Escapes, Writer};

use crate::{Site, sites};

/// A game on a site of the list, which has two.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RemoteGame {
    /// Its site.
    pub site: Site,
    /// The host to ask, with TLS.
    pub host: &'static str,
    /// Path to request: letters, digits, `/`, `-` and `.`.
    pub path: String,
}

impl RemoteGame {
    /// The game whose page has this address. `None` if the text has anything else in it, or the site is not on the list.
    #[must_use]
    pub fn of_text(text: &str) -> Option<Self> {
        let text = text.trim();
        let address = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://")).unwrap_or(text);
        let (name, page) = address.split_once('/')?;
        let name = name.to_ascii_lowercase();
        let (host, path) = match name.strip_prefix("www.").unwrap_or(&name) {
            "littlegolem.net" => {
                let gid = page
                    .strip_prefix("jsp/game/game.jsp?")?
                    .split(['&', '#'])
                    .find_map(|pair| pair.strip_prefix("gid="));
                let gid =
                    gid.filter(|gid| (1..=12).contains(&gid.len()) && gid.bytes().all(|byte| byte.is_ascii_digit()))?;
                ("www.littlegolem.net", format!("/servlet/sgf/{gid}/game{gid}.hsgf"))
            }
            "playhex.org" => {
                let id = page.strip_prefix("games/")?.split(['/', '?', '#']).next()?;
                let is_uuid = id.split('-').map(str::len).eq([8, 4, 4, 4, 12])
                    && id.bytes().all(|byte| byte == b'-' || byte.is_ascii_hexdigit());
                ("playhex.org", is_uuid.then(|| format!("/api/games/{id}"))?)
            }
            _ => return None,
        };
        Some(Self { site: sites::of_text(text)?, host, path })
    }

    /// The game as SGF, from what the host answers.
    ///
    /// # Errors
    ///
    /// What is wrong with the answer, or with the game.
    pub fn record(&self, answer: &str) -> Result<String, String> {
        match answer.trim() {
            text if self.path.starts_with("/api/") => self.playhex(text),
            text if text.starts_with("(;") => Ok(text.to_owned()),
            _ => Err("the answer is no SGF".to_owned()),
        }
    }

    /// A game of PlayHex. One that goes on is refused: nobody should be helped in it.
    fn playhex(&self, answer: &str) -> Result<String, String> {
        let game: Value = serde_json::from_str(answer).map_err(|error| format!("the answer is no game: {error}"))?;
        if !matches!(game["state"].as_str(), Some("ended" | "canceled")) {
            return Err("the game is not over yet".to_owned());
        }
        let (Some(size), Some(moves)) = (game["boardsize"].as_u64(), game["moves"].as_array()) else {
            return Err("the answer has no board or no moves".to_owned());
        };
        let name = |idx: usize| game["gameToPlayers"][idx]["player"]["pseudo"].as_str().unwrap_or_default();
        let mut file = Writer::new(Escapes::Least);
        file.raw("(;").property("FF", ["4"]).property("GM", ["11"]).property("SZ", [size]);
        file.text("PB", name(0)).text("PW", name(1)).property("SO", [self.site.name]);
        if let Some(winner) = game["winner"].as_u64() {
            let how = game["outcome"].as_str().filter(|how| ["resign", "time", "forfeit"].contains(how)).unwrap_or("");
            file.property("RE", [format!("{}+{how}", if winner == 0 { "B" } else { "W" })]);
        }
        for (idx, mv) in moves.iter().enumerate() {
            let mv = mv.as_str().filter(|mv| mv.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-'));
            let mv = mv.ok_or_else(|| format!("move {} of the answer is no move", idx + 1))?;
            file.raw("\n;").property(if idx % 2 == 0 { "B" } else { "W" }, [mv]);
        }
        file.raw(")\n");
        Ok(file.finish())
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;
    use crate::{Hints, read_games};

    const PAGE: &str = "http://www.playhex.org/games/0d1f8e8c-3000-49ff-831a-84c20e514528/";

    #[test]
    fn pages_lead_to_what_is_fetched_and_nothing_else_does() {
        let of = |text: &str| {
            RemoteGame::of_text(text).map(|game| format!("{}{}", game.host, game.path)).unwrap_or_default()
        };
        let golem = "www.littlegolem.net/servlet/sgf/1512976/game1512976.hsgf";
        assert_eq!(of("https://littlegolem.net/jsp/game/game.jsp?gid=1512976&nmove=27"), golem);
        assert_eq!(of(" WWW.littlegolem.net/jsp/game/game.jsp?gid=1512976\n"), golem);
        assert_eq!(of(PAGE), "playhex.org/api/games/0d1f8e8c-3000-49ff-831a-84c20e514528");
        let others = "https://littlegolem.net/jsp/info/player.jsp?gid=1 https://littlegolem.net/jsp/game/game.jsp?gid=1a \
                      https://littlegolem.net.evil.example/jsp/game/game.jsp?gid=1 https://evil.example/games/1 f6 \
                      https://user@littlegolem.net/jsp/game/game.jsp?gid=1 ftp://littlegolem.net/jsp/game/game.jsp?gid=1 \
                      https://littlegolem.net:8080/jsp/game/game.jsp?gid=1 playhex.org/games/0d1f8e8c";
        for other in others.split(' ').chain([others]) {
            assert_eq!(of(other), "", "{other}");
        }
    }

    #[test]
    fn a_game_of_playhex_is_read_once_it_is_over() {
        let game = RemoteGame::of_text(PAGE).unwrap();
        let answer = |state: &str, mv: &str| {
            let moves =
                format!(r#""boardsize":11,"moves":["a2","swap-pieces","f6","{mv}"],"winner":1,"outcome":"resign""#);
            let players = r#""gameToPlayers":[{"player":{"pseudo":"A]B"}},{"player":{"pseudo":"Bob"}}]"#;
            game.record(&format!(r#"{{"state":"{state}",{moves},{players}}}"#))
        };
        let read = read_games(&answer("ended", "c3").unwrap(), &Hints::default()).unwrap();
        assert_eq!(
            (read[0].record.players(), read[0].record.result()),
            (["A]B", "Bob"].map(str::to_owned), "W+Resign".to_owned())
        );
        assert!(answer("playing", "c3").unwrap_err().contains("not over"));
        assert!(answer("ended", "c3];AB[").is_err());
        assert!(game.record("<html>").is_err());
    }
}
