//! From options to the canonical form.

use rustc_hash::FxHashSet;

use crate::arena::{Arena, Exceeded, Value};
use crate::order::OptionLists;

/// Whose options.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OptionSide {
    Left,
    Right,
}

impl Arena {
    /// The value `{left|right}` of any options: dominated options are left out, and reversible ones bypassed. Options
    /// may repeat.
    ///
    /// # Errors
    ///
    /// If a bound is exceeded.
    pub fn game(&mut self, left: &[Value], right: &[Value]) -> Result<Value, Exceeded> {
        // Removing dominated options twice is quicker than once, because there are fewer options to bypass.
        let left = self.best(left, OptionSide::Left)?;
        let right = self.best(right, OptionSide::Right)?;
        let (new_left, new_right) =
            (self.bypassed(&left, &right, OptionSide::Left)?, self.bypassed(&left, &right, OptionSide::Right)?);
        let new_left = self.best(&new_left, OptionSide::Left)?;
        let new_right = self.best(&new_right, OptionSide::Right)?;
        self.form(&new_left, &new_right)
    }

    /// The options that no other option dominates, each once.
    fn best(&mut self, options: &[Value], side: OptionSide) -> Result<Vec<Value>, Exceeded> {
        let mut kept: Vec<Value> = Vec::new();
        'options: for &option in options {
            for &other in &kept {
                if self.is_no_better(option, other, side)? {
                    continue 'options;
                }
            }
            let mut better = Vec::with_capacity(kept.len() + 1);
            for other in kept {
                if !self.is_no_better(other, option, side)? {
                    better.push(other);
                }
            }
            better.push(option);
            kept = better;
        }
        Ok(kept)
    }

    fn is_no_better(&mut self, option: Value, other: Value, side: OptionSide) -> Result<bool, Exceeded> {
        match side {
            OptionSide::Left => self.is_at_most(option, other),
            OptionSide::Right => self.is_at_most(other, option),
        }
    }

    /// The options of `side` in `{left|right}`, with each reversible one replaced by its owner's options after the
    /// reply.
    ///
    /// An option of Left's is reversible if Right has a reply after which Left is no better off than before the two
    /// moves. Bypassing does not change the value of the game, so comparisons may use the original lists.
    fn bypassed(&mut self, left: &[Value], right: &[Value], side: OptionSide) -> Result<Vec<Value>, Exceeded> {
        let mut draft = OptionLists::new(self, left, right);
        let mut open = match side {
            OptionSide::Left => left.to_vec(),
            OptionSide::Right => right.to_vec(),
        };
        let mut kept = Vec::new();
        let mut seen = FxHashSet::default();
        // Each bypass goes two moves deeper, so this ends.
        'options: while let Some(option) = open.pop() {
            if !seen.insert(option) {
                continue;
            }
            let n_replies = match side {
                OptionSide::Left => draft.arena.right(option).len(),
                OptionSide::Right => draft.arena.left(option).len(),
            };
            for i in 0..n_replies {
                match side {
                    OptionSide::Left => {
                        let reply = draft.arena.right(option)[i];
                        if draft.is_at_least(reply)? {
                            open.extend_from_slice(draft.arena.left(reply));
                            continue 'options;
                        }
                    }
                    OptionSide::Right => {
                        let reply = draft.arena.left(option)[i];
                        if draft.is_at_most(reply)? {
                            open.extend_from_slice(draft.arena.right(reply));
                            continue 'options;
                        }
                    }
                }
            }
            kept.push(option);
        }
        Ok(kept)
    }
}
