//! Cost of a game besides its players' thinking: the referee, the board and, for programs, the pipe.
//!
//! Black goes straight down column a of an 11x11 board of Hex and White down column b. Nobody thinks, so a game has 21
//! moves. A move costs one twenty-first of its time. 200 microseconds would be 2 % of a move of 10 ms.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use criterion::{Criterion, criterion_group, criterion_main};
use tesuji_arena::competitor::{Competitor, MoveBudget, NewGame, PlayerAction, PlayerChoice, PlayerError, ResultClaim};
use tesuji_arena::{Control, EndReason, GameRecord, Schedule, Workshop, play};
use tesuji_board::Player;

/// A program that plays the same moves, as a shell loop.
const PROGRAM: &str = r#"while read -r id command rest; do
  case $command in
    clear_board) n=0; printf '=%s\n\n' "$id" ;;
    genmove) n=$((n + 1)); case $rest in b*) c=a ;; *) c=b ;; esac; printf '=%s %s%s\n\n' "$id" $c $n ;;
    *) printf '=%s\n\n' "$id" ;;
  esac
done"#;

/// Plays straight down its column.
struct Straight(usize);

impl Competitor for Straight {
    fn begin(&mut self, _: &NewGame<'_>) -> Result<(), PlayerError> {
        self.0 = 0;
        Ok(())
    }

    fn place_handicap(&mut self, _: usize) -> Result<Vec<String>, PlayerError> {
        Ok(Vec::new())
    }

    fn watch(&mut self, _: Player, _: &str) -> Result<(), PlayerError> {
        Ok(())
    }

    fn choose(&mut self, player: Player, _: &MoveBudget) -> Result<PlayerChoice, PlayerError> {
        self.0 += 1;
        let column = if player == Player::Black { 'a' } else { 'b' };
        let decision = PlayerAction::Play(format!("{column}{}", self.0));
        Ok(PlayerChoice { decision, cpu: None, comment: String::new(), hope: None })
    }

    fn end(&mut self, _: &str) -> Option<ResultClaim> {
        None
    }

    fn version(&self) -> String {
        String::new()
    }
}

fn control() -> Control {
    let player = |name: &str| {
        format!("[[player]]\nname = '{name}'\nkind = 'gtp'\njudge = 'never'\ncommand = ['sh', '-c', '''{PROGRAM}''']\n")
    };
    let game = "format = 'match'\ngames = 2\n[game]\ngame = 'hex'\ncolumns = 11\nrows = 11\n";
    Control::parse(&format!("{game}{}{}", player("one"), player("two")), Path::new("")).unwrap()
}

fn checked(record: &GameRecord) {
    assert_eq!((record.ending.winner, record.ending.reason), (Some(Player::Black), EndReason::Rules), "{record:?}");
    assert_eq!(record.moves.len(), 21);
}

fn overhead(c: &mut Criterion) {
    let control = control();
    let task = Schedule::new(&control).task(1);
    let mut group = c.benchmark_group("arena/game of 21 moves without thinking");
    let stop = Arc::new(AtomicBool::new(false));
    let own = || {
        let (mut black, mut white) = (Straight(0), Straight(0));
        play(&task, &control.terms, [&mut black, &mut white], &stop).unwrap()
    };
    checked(&own());
    group.bench_function("in the process", |b| b.iter(own));
    let mut workshop = Workshop::new(&control.terms, Path::new("."), Arc::clone(&stop));
    checked(&workshop.play(&task).unwrap());
    group.bench_function("programs", |b| b.iter(|| workshop.play(&task).unwrap()));
    group.finish();
}

criterion_group!(benches, overhead);
criterion_main!(benches);
