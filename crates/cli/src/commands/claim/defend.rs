//! `tesuji claim defend`: the user plays against a certificate, which answers every move.

use std::io::{self, BufRead, IsTerminal, Write};

use miette::miette;
use tesuji_board::{Cell, CellSet, Topology};
use tesuji_claims::defend::{DefenceAnswer, Defender};
use tesuji_gallery::claims;
use tesuji_problem::Problem;
use tesuji_proof::{Certificate, Claim, Verdict};

use crate::input::{Given, ProofArguments};
use crate::picture::{self, EMPTY, FAINT, MARKED, OPPONENT, OWNER, Picture, PictureArguments, names, sentence};
use crate::pool::Pool;
use crate::solving::{Item, proof_of};
use crate::status::{self, Failure, Status};
use crate::text;

const HELP: &str = "\
a cell, such as c2   play there
hint                 suggest a testing move
moves                list the cells that are left, and those that the proof still needs
board                draw the board again
undo                 take back your last move and the answer
quit                 leave";

/// The arguments of `tesuji claim defend`.
#[derive(clap::Args)]
#[command(mut_arg("input", |input| input.help(
    "A certificate, or claims in any form, one of which is proved first: a file, a link, or the text itself. After \
     `-`, standard input, no move can follow"
)))]
#[command(mut_arg("id", |id| id.help("Of several claims, the one with this id")))]
#[command(mut_arg("time", |time| time.help("The most processor time to prove a claim: `60s`, `500ms`, `5m`, `2h`")))]
pub(crate) struct Arguments {
    #[command(flatten)]
    proof: ProofArguments,
    #[command(flatten)]
    picture: PictureArguments,
}

pub(crate) fn run(arguments: &Arguments) -> status::Result {
    let (id, certificate) = match arguments.proof.read()? {
        Given::Certificate(id, certificate) => (id, certificate),
        Given::Problems(problems) => match proved(arguments, &problems)? {
            Ok(proved) => proved,
            Err(status) => return Ok(status),
        },
    };
    let defender = match Defender::new(&certificate) {
        Ok(defender) => defender,
        Err(fault) => {
            text::complain(&format!("{}: {fault}", arguments.proof.input.display()));
            return Ok(Status::No);
        }
    };
    let stdin = io::stdin();
    let echo = !stdin.is_terminal();
    let mut game = Game { defender, out: anstream::stdout().lock(), echo };
    game.play(&mut stdin.lock())?;
    if arguments.picture.is_wanted() {
        let theme = arguments.picture.theme();
        arguments.picture.write(vec![claims::defence(&id, &game.defender, theme)])?;
    }
    Ok(Status::Fine)
}

/// The claim that is asked for and its proof or refutation, or how the command ends without one.
fn proved(arguments: &Arguments, problems: &[Problem]) -> Result<Result<(String, Certificate), Status>, Failure> {
    let [problem] = problems else {
        let ids: Vec<String> = problems.iter().map(|problem| format!("`{}`", problem.id)).collect();
        return Err(miette!("which claim? expected the id of one of {}", ids.join(", ")).into());
    };
    let pool = Pool::new(arguments.proof.limit.time, None, 1)?;
    let archive = arguments.proof.store.archive(1)?;
    let item = Item { pool: &pool, idx: 0, name: &problem.id };
    match pool.run_one(|| proof_of(&archive, &problem.claim, &item)).transpose()?.flatten() {
        Some(certificate) => Ok(Ok((problem.id.clone(), certificate))),
        None if pool.is_stopped() => Ok(Err(Status::Interrupted)),
        None => {
            text::complain(&format!("{}: undecided: a limit was reached", problem.id));
            Ok(Err(Status::Undecided))
        }
    }
}

struct Game<'a, W> {
    defender: Defender<'a>,
    out: W,
    /// Whether to repeat the input, so that the output of a scripted game reads like a game.
    echo: bool,
}

impl<W: Write> Game<'_, W> {
    fn claim(&self) -> &Claim {
        &self.defender.certificate().claim
    }

    fn topology(&self) -> &Topology {
        &self.claim().topology
    }

    fn name(&self, cell: Cell) -> String {
        self.topology().name(cell).to_owned()
    }

    fn play(&mut self, input: &mut impl BufRead) -> io::Result<()> {
        self.introduce()?;
        let mut line = String::new();
        while !self.is_over()? {
            write!(self.out, "> ")?;
            self.out.flush()?;
            line.clear();
            if input.read_line(&mut line)? == 0 {
                return writeln!(self.out);
            }
            let word = line.trim();
            if self.echo {
                writeln!(self.out, "{word}")?;
            }
            match word {
                "" => {}
                "quit" | "exit" => return Ok(()),
                "help" => writeln!(self.out, "{HELP}")?,
                "board" => self.draw(None)?,
                "hint" => self.hint()?,
                "moves" => self.moves()?,
                "undo" => self.undo()?,
                name => self.intrude(name)?,
            }
        }
        Ok(())
    }

    fn introduce(&mut self) -> io::Result<()> {
        let (owner, opponent) = (self.claim().owner, self.claim().owner.opponent());
        writeln!(self.out, "{}", sentence(self.claim()))?;
        match self.defender.certificate().verdict {
            Verdict::Holds => {
                writeln!(self.out, "The certificate plays {owner} (o) and joins; you play {opponent} (x).")?
            }
            Verdict::Fails => {
                writeln!(self.out, "The certificate plays {opponent} (x) and prevents it; you play {owner} (o).")?
            }
        }
        writeln!(self.out, "Type a cell, or `help`.")?;
        if let Some(first) = self.defender.certificate().first {
            let first = self.name(first);
            writeln!(self.out, "The certificate begins at {first}.")?;
        }
        self.draw(None)
    }

    /// Draws the board: `+` the cells that the proof still needs, `.` the other empty ones.
    fn draw(&mut self, last: Option<Cell>) -> io::Result<()> {
        let (prover, intruder) = (self.defender.prover(), self.defender.intruder());
        let (owner, opponent) = match self.defender.certificate().verdict {
            Verdict::Holds => (prover, intruder),
            Verdict::Fails => (intruder, prover),
        };
        let mut picture = Picture::of_claim(self.claim())
            .with(&self.defender.moves(), '.', FAINT)
            .with(&self.defender.needed(), '+', EMPTY)
            .with(owner, 'o', OWNER)
            .with(opponent, 'x', OPPONENT);
        if let Some(last) = last {
            let sign = if owner.contains(last) { 'O' } else { 'X' };
            picture = picture.with(&CellSet::from_iter([last]), sign, MARKED);
        }
        let picture = picture.to_string();
        write!(self.out, "{picture}")
    }

    fn intrude(&mut self, name: &str) -> io::Result<()> {
        let Some(cell) = self.topology().cell(name) else {
            return writeln!(self.out, "`{name}` is neither a cell of this board nor a command; try `help`");
        };
        let answer = match self.defender.answer(cell) {
            Ok(answer) => answer,
            Err(fault) => return writeln!(self.out, "{fault}"),
        };
        let told = match answer {
            DefenceAnswer::Reply(reply) => self.name(reply),
            DefenceAnswer::NotNeeded => "pass, no answer needed".to_owned(),
            DefenceAnswer::AlreadyThere(reply) => format!("pass, {} is there already", self.name(reply)),
        };
        let cell_name = self.name(cell);
        writeln!(self.out, "{cell_name} -> {told}")?;
        for reason in self.defender.reasons() {
            writeln!(self.out, "  {}", reason.in_words(self.topology()))?;
        }
        self.draw(match answer {
            DefenceAnswer::Reply(reply) => Some(reply),
            DefenceAnswer::NotNeeded | DefenceAnswer::AlreadyThere(_) => Some(cell),
        })
    }

    fn hint(&mut self) -> io::Result<()> {
        match self.defender.hint().map(|cell| self.name(cell)) {
            Some(cell) => writeln!(self.out, "try {cell}"),
            None => writeln!(self.out, "no move matters any more"),
        }
    }

    fn moves(&mut self) -> io::Result<()> {
        let (all, needed) =
            (names(self.topology(), &self.defender.moves()), names(self.topology(), &self.defender.needed()));
        writeln!(self.out, "empty: {all}\nneeded by the proof: {needed}")
    }

    fn undo(&mut self) -> io::Result<()> {
        match self.defender.undo() {
            Some((cell, _)) => {
                let cell = self.name(cell);
                writeln!(self.out, "took back {cell}")?;
                self.draw(None)
            }
            None => writeln!(self.out, "there is no move to take back"),
        }
    }

    /// Whether the game is over; prints the result if so.
    fn is_over(&mut self) -> io::Result<bool> {
        if !self.defender.is_over() {
            return Ok(false);
        }
        let claim = &self.defender.certificate().claim;
        match self.defender.certificate().verdict {
            Verdict::Holds => {
                let achieved = self.defender.achieved().unwrap_or_else(|| claim.goal.clone());
                let told = picture::goal(&claim.topology, &achieved);
                writeln!(self.out, "The certificate has joined {told}: the goal is achieved.")?;
            }
            Verdict::Fails => {
                let told = picture::goal(&claim.topology, &claim.goal);
                writeln!(self.out, "Even with all remaining cells you could not join {told}: the goal is cut.")?;
            }
        }
        Ok(true)
    }
}
