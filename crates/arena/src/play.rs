//! One game, led by a referee with its own board.

#[cfg(feature = "testing")]
mod tests;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use tesuji_board::Player;
use tesuji_engine::{Choice, Handicap, Resignation, Session};
use tesuji_game::Outcome;

use crate::adjudication::Adjudicator;
use crate::competitor::{Competitor, HandicapStones, MoveBudget, NewGame, PlayerAction, PlayerChoice, PlayerError};
use crate::control::{
    Adjudication, HandicapPlacement, HandicapTerms, MatchTerms, ResignTerms, TimeLimits, set_handicap,
};
use crate::record::{EndReason, Forfeit, GameEnd, GameRecord, Ply, SeatRecord};
use crate::schedule::GameTask;

/// The longest line about a fault, in characters.
const MOST_SHOWN: usize = 300;

/// Reason why a task has no result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoResult {
    /// Something failed that is nobody's fault. The game has to be played again.
    Void(String),
    /// The match is being stopped.
    Stopped,
}

/// Plays the game that `task` describes, between Black and White. Once `stop` is set, no solver delays the end.
///
/// # Errors
///
/// [`NoResult`] if there is no result that can count. Anything that a player does wrong is a result.
pub fn play(
    task: &GameTask,
    terms: &MatchTerms,
    competitors: [&mut dyn Competitor; 2],
    stop: &Arc<AtomicBool>,
) -> Result<GameRecord, NoResult> {
    let began = Instant::now();
    let started = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let mut game = Referee::new(task, terms, competitors, stop)?;
    let ending = match game.lead() {
        Ok(ending) => ending,
        Err((player, PlayerError::Fault { forfeit, detail })) => game.forfeit(player, forfeit, &detail),
        Err((_, PlayerError::Void(why))) => return Err(NoResult::Void(why)),
        Err((_, PlayerError::Stopped)) => return Err(NoResult::Stopped),
    };
    let side = |player: Player| {
        let plies = game.moves.iter().skip(game.n_opening).filter(|ply| ply.player == player);
        SeatRecord {
            name: terms.players[task.player(player)].name.clone(),
            version: game.competitors[player.index()].version(),
            seconds: game.used[player.index()].wall.as_secs_f64(),
            cpu: plies.map(|ply| ply.cpu).try_fold(0.0, |sum, cpu| Some(sum + cpu?)),
        }
    };
    Ok(GameRecord {
        task: task.clone(),
        sides: Player::BOTH.map(side),
        ending,
        position: game.session.position().hash(),
        handicap: game.handicap,
        n_opening: game.n_opening,
        moves: game.moves,
        started,
        seconds: began.elapsed().as_secs_f64(),
    })
}

/// A player that cannot go on, and why.
type Stop = (Player, PlayerError);

/// Time used by a player so far.
#[derive(Clone, Copy, Default)]
struct UsedTime {
    wall: Duration,
    cpu: Duration,
}

/// The outcome of a player's turn.
enum TurnOutcome {
    /// A move, as the game writes it.
    Moved(String),
    /// The player resigned.
    Resigned(GameEnd),
}

struct Referee<'g, 'c> {
    terms: &'g MatchTerms,
    task: &'g GameTask,
    session: Session,
    competitors: [&'c mut dyn Competitor; 2],
    adjudicator: Adjudicator,
    used: [UsedTime; 2],
    /// By player: how many moves in a row it has had little hope.
    n_hopeless: [u32; 2],
    handicap: Vec<String>,
    moves: Vec<Ply>,
    n_opening: usize,
}

impl<'g, 'c> Referee<'g, 'c> {
    fn new(
        task: &'g GameTask,
        terms: &'g MatchTerms,
        competitors: [&'c mut dyn Competitor; 2],
        stop: &Arc<AtomicBool>,
    ) -> Result<Self, NoResult> {
        let void = |error: tesuji_engine::SessionError| NoResult::Void(error.to_string());
        let opening = terms.openings.moves(task.opening, task.opening_seed, &|| terms.begin()).map_err(void)?;
        let mut session = terms.begin().map_err(void)?;
        let handicap =
            session.view().stones().into_iter().map(|(name, _)| name).filter(|_| terms.handicap.is_some()).collect();
        for mv in &opening {
            session.play(session.to_move(), mv).map_err(void)?;
        }
        let ply = |(player, mv): &(Player, String)| Ply {
            player: *player,
            mv: mv.clone(),
            seconds: 0.0,
            cpu: None,
            comment: String::new(),
        };
        let moves: Vec<Ply> = session.moves().iter().map(ply).collect();
        let adjudicator = Adjudicator::new(Arc::clone(stop));
        let n_opening = moves.len();
        let (used, n_hopeless) = Default::default();
        Ok(Self { terms, task, session, competitors, adjudicator, used, n_hopeless, handicap, n_opening, moves })
    }

    fn competitor(&mut self, player: Player) -> &mut dyn Competitor {
        &mut *self.competitors[player.index()]
    }

    fn limits(&self, player: Player) -> &'g TimeLimits {
        self.terms.limits_of(self.task.player(player))
    }

    /// Lets a player set up the game.
    fn begin(&mut self, player: Player, handicap: HandicapStones<'_>) -> Result<(), Stop> {
        let opening = self.session.moves().to_vec();
        let limits = self.limits(player);
        let (spec, seed) = (&self.terms.game, self.task.seeds[player.index()]);
        let game = NewGame { spec, player, seed, limits, handicap, opening: &opening };
        self.competitor(player).begin(&game).map_err(|trouble| (player, trouble))
    }

    /// Lets both players set up the game, and lets Black place stones if it may.
    fn begin_both(&mut self) -> Result<(), Stop> {
        let (black, stones) = (Player::Black, self.handicap.clone());
        let stones = match self.terms.handicap {
            None => HandicapStones::None,
            Some(HandicapTerms { placed: HandicapPlacement::Fixed, .. }) => HandicapStones::Fixed(&stones),
            Some(HandicapTerms { stones: most, placed: HandicapPlacement::Free }) => {
                self.begin(black, HandicapStones::None)?;
                let stones = self.competitor(black).place_handicap(most).map_err(|trouble| (black, trouble))?;
                let fault = |detail| (black, PlayerError::Fault { forfeit: Forfeit::IllegalMove, detail });
                if stones.len() > most {
                    return Err(fault(format!("it places {} handicap stones, not {most}", stones.len())));
                }
                let placed = set_handicap(&mut self.session, &Handicap::On(stones));
                self.handicap = placed.map_err(|error| fault(error.to_string()))?;
                let placed = self.handicap.clone();
                return self.begin(Player::White, HandicapStones::Free(&placed));
            }
        };
        Player::BOTH.into_iter().try_for_each(|player| self.begin(player, stones))
    }

    fn lead(&mut self) -> Result<GameEnd, Stop> {
        self.begin_both()?;
        loop {
            if let Some(ending) = self.ending() {
                return Ok(ending);
            }
            let player = self.session.to_move();
            match self.one_move(player)? {
                TurnOutcome::Resigned(ending) => return Ok(ending),
                TurnOutcome::Moved(mv) => {
                    let opponent = player.opponent();
                    let watched = self.competitor(opponent).watch(player, &mv);
                    // Once the rules have ended the game, nobody can lose it any more.
                    if self.session.outcome().is_none() {
                        watched.map_err(|trouble| (opponent, trouble))?;
                    }
                }
            }
        }
    }

    /// Lets `player` move. A move is made on the referee's board and returned as the game writes it.
    fn one_move(&mut self, player: Player) -> Result<TurnOutcome, Stop> {
        let (budget, bound) = self.budget(player);
        let began = Instant::now();
        let chosen = self.competitor(player).choose(player, &budget);
        let took = began.elapsed();
        let used = &mut self.used[player.index()];
        used.wall += took;
        let fault = |forfeit, detail| (player, PlayerError::Fault { forfeit, detail });
        let PlayerChoice { decision, cpu, mut comment, hope } = match chosen {
            // The referee knows which limit it was.
            Err(PlayerError::Fault { forfeit: Forfeit::Time, .. }) => return Err(fault(Forfeit::Time, bound)),
            Err(trouble) => return Err((player, trouble)),
            Ok(_) if took > budget.wall => {
                return Err(fault(Forfeit::Time, format!("{bound}: a move after {took:.2?}")));
            }
            Ok(chosen) => chosen,
        };
        used.cpu += cpu.unwrap_or_default();
        let PlayerAction::Play(text) = decision else {
            let has_won = self.has_won(player);
            return Ok(TurnOutcome::Resigned(self.resignation(player, has_won)));
        };
        if self.has_no_hope(player, hope.as_ref()) {
            if !self.has_won(player) {
                return Ok(TurnOutcome::Resigned(self.resignation(player, false)));
            }
            comment = format!("{comment}\nit would resign, but the solver proves that it wins").trim().to_owned();
        }
        self.session.play(player, &text).map_err(|error| fault(Forfeit::IllegalMove, error.to_string()))?;
        let mv = self.session.moves().last().map(|(_, mv)| mv.clone()).unwrap_or(text);
        let (seconds, cpu) = (took.as_secs_f64(), cpu.map(|cpu| cpu.as_secs_f64()));
        self.moves.push(Ply { player, mv: mv.clone(), seconds, cpu, comment });
        Ok(TurnOutcome::Moved(mv))
    }

    /// Whether one of our players resigns now, given how it rates its chances.
    fn has_no_hope(&mut self, player: Player, hope: Option<&Choice>) -> bool {
        let Some((ResignTerms { below, moves, .. }, hope)) = self.terms.adjudication.resign.zip(hope) else {
            return false;
        };
        let n_hopeless = &mut self.n_hopeless[player.index()];
        let is_due = Resignation { below, moves: moves.get() }.is_due(n_hopeless, hope);
        // A player that must play on, because it is proved to win, has new hope.
        *n_hopeless = if is_due { 0 } else { *n_hopeless };
        is_due
    }

    /// Whether the player to move is proved to win, within the solver's limits in the terms.
    fn has_won(&mut self, player: Player) -> bool {
        let nodes = self.terms.adjudication.nodes_to_check();
        nodes.and_then(|nodes| self.adjudicator.proof(&self.session, nodes)) == Some(player)
    }

    /// The ending of a game that `player`, who is to move, has resigned.
    fn resignation(&self, player: Player, has_won: bool) -> GameEnd {
        let (name, number) = (self.name(player), self.moves.len() + 1);
        let (reason, remark) = match has_won {
            true => (EndReason::ResignedWin, ", where the solver proves that it wins"),
            false => (EndReason::Resignation, ""),
        };
        GameEnd { winner: Some(player.opponent()), reason, detail: format!("{name} resigns at move {number}{remark}") }
    }

    /// The time for the next move of `player`, and which limit it comes from, in words.
    fn budget(&self, player: Player) -> (MoveBudget, String) {
        let TimeLimits { per_move, per_game, cpu_per_move, cpu_per_game } = *self.limits(player);
        let used = self.used[player.index()];
        let left = per_game.map(|most| most.saturating_sub(used.wall));
        let cpu_left = cpu_per_game.map(|most| most.saturating_sub(used.cpu));
        let (wall, bound) = match (per_move.unwrap_or(TimeLimits::PATIENCE), left.zip(per_game)) {
            (per_move, Some((left, per_game))) if left < per_move => {
                (left, format!("it has used up {per_game:?} for the game"))
            }
            (per_move, _) => (per_move, format!("no move within {per_move:?}")),
        };
        let cpu = [cpu_per_move, cpu_left].into_iter().flatten().min();
        (MoveBudget { wall, cpu, left }, bound)
    }

    /// The end of the game, if it is over.
    fn ending(&mut self) -> Option<GameEnd> {
        if let Some(outcome) = self.session.outcome() {
            let detail = self.session.record().result().unwrap_or_default();
            return Some(
                self.confirmed(GameEnd { winner: outcome.winner(), reason: EndReason::Rules, detail }, outcome),
            );
        }
        let solver = self.terms.adjudication.solver;
        if let Some(winner) = solver.and_then(|terms| self.adjudicator.winner(&self.session, terms)) {
            let detail = format!("proved after move {}", self.moves.len());
            return Some(GameEnd { winner: Some(winner), reason: EndReason::Solver, detail });
        }
        let Adjudication { moves, .. } = self.terms.adjudication;
        (self.moves.len() >= moves.get() as usize).then(|| {
            let detail = format!("no result after {moves} moves");
            GameEnd { winner: None, reason: EndReason::Length, detail }
        })
    }

    /// Asks both players who won by the rules. A player who disagrees has lost.
    fn confirmed(&mut self, ending: GameEnd, outcome: Outcome) -> GameEnd {
        let claims = Player::BOTH.map(|player| self.competitor(player).end(&ending.detail));
        // If both are wrong, the loser gains nothing.
        let winner = outcome.winner().unwrap_or(Player::White);
        let liar = [winner.opponent(), winner].into_iter().find_map(|player| {
            let claim = claims[player.index()].as_ref()?;
            (claim.winner != outcome.winner()).then_some((player, &claim.words))
        });
        match liar {
            Some((player, words)) => {
                let detail = format!("it says `{words}`, the result is {}", ending.detail);
                self.forfeit(player, Forfeit::WrongWinner, &detail)
            }
            None => ending,
        }
    }

    fn forfeit(&self, player: Player, forfeit: Forfeit, detail: &str) -> GameEnd {
        // What a player says may contain anything.
        let shown = detail.chars().take(MOST_SHOWN).map(|letter| if letter.is_control() { ' ' } else { letter });
        let detail =
            format!("{}, move {}: {}", self.name(player), self.moves.len() + 1, shown.collect::<String>().trim());
        GameEnd { winner: Some(player.opponent()), reason: EndReason::Forfeit(forfeit), detail }
    }

    /// The player's name and colour, for messages.
    fn name(&self, player: Player) -> String {
        format!("{} ({player})", self.terms.players[self.task.player(player)].name)
    }
}
