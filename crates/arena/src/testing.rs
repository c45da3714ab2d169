//! Controls and players for tests.

use std::path::Path;

use tesuji_board::Player;
use tesuji_engine::{Choice, Handicap, Session};

use crate::competitor::{
    Competitor, HandicapStones, MoveBudget, NewGame, PlayerAction, PlayerChoice, PlayerError, ResultClaim,
};
use crate::control::{Control, set_handicap};

/// Two random players on a small board of Hex, with `more` added to the text.
pub(crate) fn control(more: &str) -> Control {
    read(&format!(
        "format = 'match'\ngames = 40\nseed = 3\n{more}\n[game]\ngame = 'hex'\ncolumns = 3\nrows = 3\n\
         [[player]]\nname = 'one'\nkind = 'random'\n[[player]]\nname = 'two'\nkind = 'random'\n"
    ))
}

pub(crate) fn read(text: &str) -> Control {
    Control::parse(text, Path::new("")).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Script of a [`Double`].
#[derive(Clone, Debug)]
pub(crate) enum Does {
    Play(&'static str),
    Resign,
    Fail(PlayerError),
    Sleep(std::time::Duration),
}

/// Plays the first legal move until its turn `n` comes. Then it does what it was told to do.
pub(crate) struct Double {
    pub(crate) session: Option<Session>,
    pub(crate) n_turns: usize,
    pub(crate) does: Option<(usize, Does)>,
    pub(crate) claim: Option<ResultClaim>,
    pub(crate) at_begin: Option<PlayerError>,
    pub(crate) at_watch: Option<PlayerError>,
    /// Its winning chances.
    pub(crate) hope: Option<Choice>,
    /// The handicap that it places, or that it was told of.
    pub(crate) handicap: Vec<String>,
    /// The budgets it was given.
    pub(crate) budgets: Vec<MoveBudget>,
}

impl Double {
    pub(crate) fn honest() -> Self {
        let (session, does, claim, at_begin, at_watch) = (None, None, None, None, None);
        let (hope, handicap, budgets) = (None, Vec::new(), Vec::new());
        Self { session, n_turns: 0, does, claim, at_begin, at_watch, hope, handicap, budgets }
    }

    pub(crate) fn that(turn: usize, does: Does) -> Self {
        Self { does: Some((turn, does)), ..Self::honest() }
    }
}

impl Competitor for Double {
    fn begin(&mut self, game: &NewGame<'_>) -> Result<(), PlayerError> {
        let mut session = Session::new(game.spec).unwrap();
        if let HandicapStones::Fixed(stones) | HandicapStones::Free(stones) = game.handicap {
            self.handicap = set_handicap(&mut session, &Handicap::On(stones.to_vec())).unwrap();
        }
        for (player, mv) in game.opening {
            session.play(*player, mv).unwrap();
        }
        (self.session, self.n_turns) = (Some(session), 0);
        self.at_begin.clone().map_or(Ok(()), Err)
    }

    fn place_handicap(&mut self, _: usize) -> Result<Vec<String>, PlayerError> {
        // The referee judges what it places.
        _ = set_handicap(self.session.as_mut().unwrap(), &Handicap::On(self.handicap.clone()));
        Ok(self.handicap.clone())
    }

    fn watch(&mut self, player: Player, mv: &str) -> Result<(), PlayerError> {
        self.session.as_mut().unwrap().play(player, mv).unwrap();
        self.at_watch.clone().map_or(Ok(()), Err)
    }

    fn choose(&mut self, player: Player, budget: &MoveBudget) -> Result<PlayerChoice, PlayerError> {
        self.budgets.push(*budget);
        self.n_turns += 1;
        let hope = self.hope.clone();
        let chosen = |decision| Ok(PlayerChoice { decision, cpu: None, comment: String::new(), hope });
        match &self.does {
            Some((turn, does)) if *turn == self.n_turns => match does.clone() {
                Does::Play(mv) => return chosen(PlayerAction::Play(mv.to_owned())),
                Does::Resign => return chosen(PlayerAction::Resign),
                Does::Fail(trouble) => return Err(trouble),
                Does::Sleep(time) => std::thread::sleep(time),
            },
            _ => {}
        }
        let session = self.session.as_mut().unwrap();
        let mv = session.legal_moves()[0].clone();
        session.play(player, &mv).unwrap();
        chosen(PlayerAction::Play(mv))
    }

    fn end(&mut self, _score: &str) -> Option<ResultClaim> {
        self.claim.clone()
    }

    fn version(&self) -> String {
        "double 1".to_owned()
    }
}
