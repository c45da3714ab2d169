//! The checker of certificates. It shares no code with the search: a text comes in, and claims come out, or the line at
//! fault. The rules that it knows are stones, captures, ko, threats, and two reasons to stop early, each on one screen.

use std::collections::{BTreeMap, BTreeSet};

/// A set of cells.
type Cells = BTreeSet<usize>;

/// A claim that a certificate proves, in the words of its line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckedClaim {
    /// `capture`, `eyes` or `capture-or-repeat`.
    pub aim: String,
    /// Whether the aim is achieved, rather than prevented.
    pub is_achieved: bool,
    /// The player who moves first: `black` or `white`.
    pub first: String,
    /// The owner of ko threats, and their number; `None` if unbounded.
    pub threats: (String, Option<u8>),
    /// Number of replies.
    pub n_replies: usize,
}

/// Subject of a certificate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// The names of the cells of the region.
    pub cells: Vec<String>,
    /// The names of the target stones.
    pub target: Vec<String>,
    /// `black` or `white`.
    pub defender: String,
    /// The claims.
    pub claims: Vec<CheckedClaim>,
}

/// A fault of a certificate.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// The fault.
    pub what: String,
}

/// Stones, as the color of each cell: 0 empty, 1 black, 2 white.
type Stones = Vec<u8>;

/// Everything on which the future depends.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Moment {
    stones: Stones,
    /// Target stones that were never captured.
    left: Cells,
    mover: u8,
    ban: Option<usize>,
    threats: Option<u8>,
}

#[derive(Default)]
struct Region {
    names: Vec<String>,
    near: Vec<Cells>,
    /// Cells that touch safe stones of a color.
    safe: [Cells; 3],
    stones: Stones,
    target: Cells,
    needs_all: bool,
    defender: u8,
}

fn color(word: &str) -> Option<u8> {
    match word {
        "black" => Some(1),
        "white" => Some(2),
        _ => None,
    }
}

impl Region {
    /// The cells reached from one through cells that belong, and the cells that touch them.
    fn part(&self, from: usize, belongs: impl Fn(usize) -> bool) -> (Cells, Cells) {
        let (mut part, mut around) = (Cells::from([from]), Cells::new());
        let mut open = vec![from];
        while let Some(cell) = open.pop() {
            for &to in &self.near[cell] {
                if belongs(to) {
                    if part.insert(to) {
                        open.push(to);
                    }
                } else {
                    around.insert(to);
                }
            }
        }
        (part, around)
    }

    fn chain(&self, stones: &Stones, at: usize) -> (Cells, Cells) {
        self.part(at, |to| stones[to] == stones[at])
    }

    fn is_safe(&self, cells: &Cells, color: u8) -> bool {
        !cells.is_disjoint(&self.safe[usize::from(color)])
    }

    fn chains(&self, stones: &Stones, color: u8) -> Vec<(Cells, Cells)> {
        let mut seen = Cells::new();
        let mut chains = Vec::new();
        for at in 0..stones.len() {
            if stones[at] == color && !seen.contains(&at) {
                let chain = self.chain(stones, at);
                seen.extend(&chain.0);
                chains.push(chain);
            }
        }
        chains
    }

    /// The moment after a stone or a pass.
    fn after(&self, now: &Moment, mv: Option<usize>, owner: u8) -> Option<Moment> {
        let (mover, other) = (now.mover, 3 - now.mover);
        let mut next = Moment { mover: other, ban: None, ..now.clone() };
        let Some(at) = mv else { return Some(next) };
        if *now.stones.get(at)? != 0 {
            return None;
        }
        if now.ban == Some(at) {
            if mover != owner || now.threats == Some(0) {
                return None;
            }
            next.threats = now.threats.map(|n| n - 1);
        }
        next.stones[at] = mover;
        let mut taken = Cells::new();
        for &to in self.near[at].iter().filter(|&&to| now.stones[to] == other) {
            let (chain, around) = self.chain(&now.stones, to);
            if !self.is_safe(&chain, other) && around.iter().all(|&cell| next.stones[cell] != 0) {
                taken.extend(chain);
            }
        }
        taken.iter().for_each(|&cell| next.stones[cell] = 0);
        let (chain, around) = self.chain(&next.stones, at);
        let liberties: Cells = around.into_iter().filter(|&cell| next.stones[cell] == 0).collect();
        let is_safe = self.is_safe(&chain, mover);
        if liberties.is_empty() && !is_safe {
            return None;
        }
        if taken.len() == 1 && chain.len() == 1 && liberties == taken && !is_safe {
            next.ban = taken.first().copied();
        }
        next.left.retain(|cell| !taken.contains(cell));
        Some(next)
    }

    fn is_captured(&self, now: &Moment) -> bool {
        if self.needs_all { now.left.is_empty() } else { now.left != self.target }
    }

    /// Benson's theorem: of the chains that touch no safe stone, those stay that keep two regions of which every empty cell
    /// touches them, while all chains around these regions stay.
    fn is_alive(&self, now: &Moment) -> bool {
        let own = self.defender;
        let mut alive = self.chains(&now.stones, own);
        let mut regions = Vec::new();
        let mut seen = Cells::new();
        for at in (0..now.stones.len()).filter(|&at| now.stones[at] != own) {
            if !seen.contains(&at) {
                let region = self.part(at, |to| now.stones[to] != own);
                seen.extend(&region.0);
                if !self.is_safe(&region.0, 3 - own) {
                    regions.push(region);
                }
            }
        }
        loop {
            let stones: Cells = alive.iter().flat_map(|(chain, _)| chain.iter().copied()).collect();
            regions.retain(|(_, border)| border.is_subset(&stones));
            let n_before = alive.len();
            alive.retain(|(chain, around)| {
                let is_vital = |(cells, _): &&(Cells, Cells)| {
                    !cells.is_disjoint(around)
                        && cells.iter().all(|&cell| now.stones[cell] != 0 || around.contains(&cell))
                };
                self.is_safe(chain, own) || regions.iter().filter(is_vital).count() >= 2
            });
            if alive.len() == n_before {
                let lives = |cell: &usize| stones.contains(cell);
                return if self.needs_all { now.left.iter().any(lives) } else { now.left.iter().all(lives) };
            }
        }
    }

    /// No room for two eyes: in the space of a target chain between safe attackers, the cells that touch no safe attacker
    /// touch each other.
    fn is_doomed(&self, now: &Moment) -> bool {
        let attacker = 3 - self.defender;
        let mut safe = Cells::new();
        for (chain, _) in self.chains(&now.stones, attacker) {
            if self.is_safe(&chain, attacker) {
                safe.extend(chain);
            }
        }
        let chains = self.chains(&now.stones, self.defender);
        chains.iter().filter(|(chain, _)| !chain.is_disjoint(&now.left)).any(|(chain, _)| {
            let Some(&at) = chain.first() else { return false };
            let (space, _) = self.part(at, |to| !safe.contains(&to));
            let is_inner = |cell: &usize| {
                !chain.contains(cell)
                    && self.near[*cell].is_disjoint(&safe)
                    && !self.safe[usize::from(attacker)].contains(cell)
            };
            let inner: Cells = space.iter().copied().filter(is_inner).collect();
            !self.is_safe(&space, self.defender)
                && (!self.needs_all || now.left.is_subset(chain))
                && inner.iter().all(|a| inner.iter().all(|b| a == b || self.near[*a].contains(b)))
        })
    }

    /// Whether the aim is achieved for certain, or prevented.
    fn decided(&self, now: &Moment, is_capture: bool) -> Option<bool> {
        if self.is_captured(now) || self.is_doomed(now) {
            return Some(is_capture);
        }
        self.is_alive(now).then_some(!is_capture)
    }

    /// Walks through everything that the other side can do, and takes replies from `words`.
    fn walk(
        &self,
        claim: &CheckedClaim,
        words: &mut dyn Iterator<Item = (usize, &str)>,
    ) -> Result<usize, (usize, String)> {
        let is_capture = claim.aim != "eyes";
        let may_repeat = claim.is_achieved == (claim.aim == "capture-or-repeat");
        let achiever = if is_capture { 3 - self.defender } else { self.defender };
        let winner = if claim.is_achieved { achiever } else { 3 - achiever };
        let owner = color(&claim.threats.0).unwrap_or(0);
        let start = Moment {
            stones: self.stones.clone(),
            left: self.target.clone(),
            mover: color(&claim.first).unwrap_or(0),
            ban: None,
            threats: claim.threats.1,
        };
        let mut steps = vec![(start, false)];
        // Moments that were met, and whether what follows from them is still being walked through.
        let mut met: BTreeMap<Moment, bool> = BTreeMap::new();
        let (mut line, mut n_replies) = (0, 0);
        while let Some((now, is_done)) = steps.pop() {
            if is_done {
                met.insert(now, false);
                continue;
            }
            match self.decided(&now, is_capture) {
                Some(decided) if decided == claim.is_achieved => continue,
                Some(_) => return Err((line, "the line ends against the claim".to_owned())),
                None => {}
            }
            match met.get(&now) {
                // To come back forever prevents an aim, unless the aim says otherwise.
                Some(true) if !may_repeat => return Err((line, "a position comes back".to_owned())),
                Some(_) => continue,
                None => {}
            }
            met.insert(now.clone(), true);
            steps.push((now.clone(), true));
            if now.mover == winner {
                let (at, word) = words.next().ok_or((line, "a reply is missing".to_owned()))?;
                (line, n_replies) = (at, n_replies + 1);
                let mv = match word {
                    "pass" if !claim.is_achieved || now.ban.is_some() => None,
                    _ => Some(word.parse().map_err(|_| (line, format!("`{word}` is no reply")))?),
                };
                let next = self.after(&now, mv, owner).ok_or((line, format!("the reply {word} is not allowed")))?;
                steps.push((next, false));
            } else {
                // Who wants something passes only to lift a ban.
                let pass = (claim.is_achieved || now.ban.is_some()).then_some(None);
                let tries = pass.into_iter().chain((0..now.stones.len()).rev().map(Some));
                steps.extend(tries.filter_map(|mv| Some((self.after(&now, mv, owner)?, false))));
            }
        }
        Ok(n_replies)
    }
}

/// Checks a certificate.
///
/// # Errors
///
/// The first fault.
pub fn check(text: &str) -> Result<Checked, Fault> {
    let fault = |line: usize, what: &str| Fault { line, what: what.to_owned() };
    let mut lines = (1..).zip(text.lines());
    if lines.next().is_none_or(|(_, line)| line.trim_end() != crate::certificate::HEADER) {
        return Err(fault(1, "this is no certificate of life and death, version 1"));
    }
    let mut region = Region::default();
    let mut colors = BTreeMap::new();
    let mut claims = Vec::new();
    while let Some((number, line)) = lines.next() {
        let words: Vec<&str> = line.split_whitespace().collect();
        // The target ends what is said of the region.
        let is_open = region.defender == 0;
        let cells = |words: &[&str]| -> Result<Cells, Fault> {
            words.iter().map(|word| word.parse().map_err(|_| fault(number, "expected numbers of cells"))).collect()
        };
        match &words[..] {
            ["cell", at, name, near @ ..] if is_open && *at == region.names.len().to_string() => {
                region.names.push((*name).to_owned());
                region.near.push(cells(near)?);
            }
            ["black", at @ ..] if is_open => colors.extend(cells(at)?.into_iter().map(|cell| (cell, 1))),
            ["white", at @ ..] if is_open => {
                for cell in cells(at)? {
                    if colors.insert(cell, 2).is_some() {
                        return Err(fault(number, "a cell has two stones"));
                    }
                }
            }
            ["safe-black", at @ ..] if is_open => region.safe[1] = cells(at)?,
            ["safe-white", at @ ..] if is_open => region.safe[2] = cells(at)?,
            ["target", rule @ ("any" | "all"), at @ ..] if is_open => {
                region.needs_all = *rule == "all";
                region.target = cells(at)?;
                region.stones = (0..region.names.len()).map(|cell| colors.get(&cell).copied().unwrap_or(0)).collect();
                region.defender = match region.target.first() {
                    Some(cell) => region.stones.get(*cell).copied().unwrap_or(0),
                    None => 0,
                };
                if colors.keys().any(|&cell| cell >= region.names.len()) {
                    return Err(fault(number, "a number is that of no cell"));
                }
                region.validate().map_err(|what| fault(number, what))?;
            }
            [
                "claim",
                aim @ ("capture" | "eyes" | "capture-or-repeat"),
                verdict @ ("achieved" | "prevented"),
                "first",
                first,
                "threats",
                owner,
                n,
            ] if region.defender != 0 && color(first).is_some() && color(owner).is_some() => {
                let n = match *n {
                    "unbounded" => None,
                    _ => Some(n.parse().map_err(|_| fault(number, "expected a number of threats"))?),
                };
                let mut claim = CheckedClaim {
                    aim: (*aim).to_owned(),
                    is_achieved: *verdict == "achieved",
                    first: (*first).to_owned(),
                    threats: ((*owner).to_owned(), n),
                    n_replies: 0,
                };
                let mut replies = Vec::new();
                let mut has_end = false;
                for (number, line) in lines.by_ref() {
                    if line.trim() == "end" {
                        has_end = true;
                        break;
                    }
                    replies.extend(line.split_whitespace().map(|word| (number, word)));
                }
                let mut words = replies.into_iter();
                let walked = region.walk(&claim, &mut words);
                claim.n_replies = walked.map_err(|(line, what)| Fault { line: line.max(number), what })?;
                if let Some((line, _)) = words.next() {
                    return Err(fault(line, "more replies than positions"));
                }
                if !has_end {
                    return Err(fault(number, "the claim has no `end`"));
                }
                claims.push(claim);
            }
            _ => {
                return Err(fault(
                    number,
                    "expected `cell`, `black`, `white`, `safe-black`, `safe-white`, `target` or `claim`",
                ));
            }
        }
    }
    if claims.is_empty() {
        return Err(fault(1, "no claim"));
    }
    let target = region.target.iter().map(|&cell| region.names[cell].clone()).collect();
    let defender = if region.defender == 1 { "black" } else { "white" }.to_owned();
    Ok(Checked { cells: region.names, target, defender, claims })
}

impl Region {
    fn validate(&self) -> Result<(), &'static str> {
        let n = self.names.len();
        let on_board = |cells: &Cells| cells.iter().all(|&cell| cell < n);
        if !(self.near.iter().all(on_board) && self.safe.iter().all(on_board) && on_board(&self.target)) {
            return Err("a number is that of no cell");
        }
        let is_mutual = |(at, near): (usize, &Cells)| near.iter().all(|&to| to != at && self.near[to].contains(&at));
        if !self.near.iter().enumerate().all(is_mutual) {
            return Err("a link is not mutual");
        }
        if self.defender == 0 || self.target.iter().any(|&cell| self.stones[cell] != self.defender) {
            return Err("the target is not stones of one player");
        }
        let breathes = |(chain, around): &(Cells, Cells), color| {
            self.is_safe(chain, color) || around.iter().any(|&cell| self.stones[cell] == 0)
        };
        let all_breathe =
            [1, 2].iter().all(|&color| self.chains(&self.stones, color).iter().all(|chain| breathes(chain, color)));
        if all_breathe { Ok(()) } else { Err("a chain has no liberty") }
    }
}
