//! Sums and negatives.

use crate::arena::{Arena, Exceeded, Value};

impl Arena {
    /// The value with the players exchanged.
    ///
    /// # Errors
    ///
    /// If a bound is exceeded.
    pub fn negative(&mut self, value: Value) -> Result<Value, Exceeded> {
        if value == Value::ZERO {
            return Ok(value);
        }
        if let Some(&known) = self.negatives.get(&value) {
            return Ok(known);
        }
        let left = self.negatives_of(self.right(value).to_vec())?;
        let right = self.negatives_of(self.left(value).to_vec())?;
        // The negative of a canonical form is canonical.
        let negative = self.form(&left, &right)?;
        self.negatives.insert(value, negative);
        self.negatives.insert(negative, value);
        Ok(negative)
    }

    fn negatives_of(&mut self, values: Vec<Value>) -> Result<Vec<Value>, Exceeded> {
        values.into_iter().map(|value| self.negative(value)).collect()
    }

    /// The value of both games side by side, where the player to move chooses one of them to move in.
    ///
    /// # Errors
    ///
    /// If a bound is exceeded.
    pub fn sum(&mut self, a: Value, b: Value) -> Result<Value, Exceeded> {
        let (a, b) = (a.min(b), a.max(b));
        if a == Value::ZERO {
            return Ok(b);
        }
        if let Some(&known) = self.sums.get(&(a, b)) {
            return Ok(known);
        }
        self.step()?;
        let sum = match (self.number(a), self.number(b)) {
            (Some(x), Some(y)) => self.from_number(x.checked_add(y).ok_or(Exceeded::Number)?)?,
            (Some(_), None) => self.translated(b, a)?,
            (None, Some(_)) => self.translated(a, b)?,
            (None, None) => {
                let mut left = self.each_plus(self.left(a).to_vec(), b)?;
                left.extend(self.each_plus(self.left(b).to_vec(), a)?);
                let mut right = self.each_plus(self.right(a).to_vec(), b)?;
                right.extend(self.each_plus(self.right(b).to_vec(), a)?);
                self.game(&left, &right)?
            }
        };
        self.sums.insert((a, b), sum);
        Ok(sum)
    }

    /// The first minus the second.
    ///
    /// # Errors
    ///
    /// If a bound is exceeded.
    pub fn difference(&mut self, a: Value, b: Value) -> Result<Value, Exceeded> {
        let b = self.negative(b)?;
        self.sum(a, b)
    }

    /// A number added to a value that is not a number. Nobody moves in the number first, so the form stays canonical.
    fn translated(&mut self, value: Value, number: Value) -> Result<Value, Exceeded> {
        let left = self.each_plus(self.left(value).to_vec(), number)?;
        let right = self.each_plus(self.right(value).to_vec(), number)?;
        self.form(&left, &right)
    }

    fn each_plus(&mut self, options: Vec<Value>, other: Value) -> Result<Vec<Value>, Exceeded> {
        options.into_iter().map(|option| self.sum(option, other)).collect()
    }
}
