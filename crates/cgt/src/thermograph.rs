//! Thermographs: how a value changes as moves are taxed.

use std::cmp::Ordering;

use crate::arena::{Arena, Exceeded, Value};
use crate::dyadic::Dyadic;

/// One side of a thermograph: a stop of the cooled value as a function of the tax.
///
/// It is piecewise linear. Each piece has slope -1, 0 or 1, and the function is constant above its last point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wall {
    points: Vec<(Dyadic, Dyadic)>,
}

impl Wall {
    /// Its corners as (tax, value), ascending from tax 0. The mast starts at the last one.
    #[must_use]
    pub fn points(&self) -> &[(Dyadic, Dyadic)] {
        &self.points
    }

    /// The stop at this tax. A negative tax counts as 0. `None` if the number does not fit.
    #[must_use]
    pub fn at(&self, tax: Dyadic) -> Option<Dyadic> {
        let after = self.points.partition_point(|&(corner, _)| corner <= tax);
        if after == 0 || after == self.points.len() {
            return self.points.get(after.saturating_sub(1)).map(|&(_, value)| value);
        }
        along(self.points[after - 1], slope(self.points[after - 1], self.points[after]), tax)
    }
}

/// The left and right walls of a value, and where they meet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thermograph {
    /// The left stop of the value cooled by each tax.
    pub left: Wall,
    /// The right stop, likewise.
    pub right: Wall,
    /// The value at the mast: the average worth of one of very many copies.
    pub mean: Dyadic,
    /// The tax from which on nobody wants to move. It measures how urgent a move is. It is -1 for a whole number and
    /// `-1 / 2^k` for any other number `n / 2^k`.
    pub temperature: Dyadic,
}

impl Arena {
    /// The thermograph of `value`.
    ///
    /// # Errors
    ///
    /// [`Exceeded::Number`].
    pub fn thermograph(&mut self, value: Value) -> Result<&Thermograph, Exceeded> {
        self.cool(value)?;
        Ok(&self.thermographs[&value])
    }

    /// The mean value.
    ///
    /// # Errors
    ///
    /// [`Exceeded::Number`].
    pub fn mean(&mut self, value: Value) -> Result<Dyadic, Exceeded> {
        Ok(self.thermograph(value)?.mean)
    }

    /// The temperature.
    ///
    /// # Errors
    ///
    /// [`Exceeded::Number`].
    pub fn temperature(&mut self, value: Value) -> Result<Dyadic, Exceeded> {
        Ok(self.thermograph(value)?.temperature)
    }

    fn cool(&mut self, value: Value) -> Result<(), Exceeded> {
        if self.thermographs.contains_key(&value) {
            return Ok(());
        }
        let thermograph = if let Some(number) = self.number(value) {
            let wall = Wall { points: vec![(Dyadic::ZERO, number)] };
            let temperature = Dyadic::new(-1, number.log_denominator()).ok_or(Exceeded::Number)?;
            Thermograph { left: wall.clone(), right: wall, mean: number, temperature }
        } else {
            for i in 0..self.left(value).len() {
                self.cool(self.left(value)[i])?;
            }
            for i in 0..self.right(value).len() {
                self.cool(self.right(value)[i])?;
            }
            let lefts = self.left(value).iter().map(|option| TaxCurve::taxed(&self.thermographs[option].right, -1));
            let rights = self.right(value).iter().map(|option| TaxCurve::taxed(&self.thermographs[option].left, 1));
            // Right's side is Left's upside down: the minimum is the negative of the maximum of the negatives.
            let left = TaxCurve::greatest(lefts).ok_or(Exceeded::Number)?;
            let right = TaxCurve::greatest(rights.map(|curve| curve.map(TaxCurve::upside_down)));
            right.and_then(|right| left.meet(&right.upside_down())).ok_or(Exceeded::Number)?
        };
        self.thermographs.insert(value, thermograph);
        Ok(())
    }
}

/// A function of the tax from 0 to infinity: its corners, and its slope after the last one.
#[derive(Clone, Debug)]
struct TaxCurve {
    points: Vec<(Dyadic, Dyadic)>,
    end: i8,
}

impl TaxCurve {
    /// A wall after its mover has paid: the wall plus `sign` times the tax.
    fn taxed(wall: &Wall, sign: i8) -> Option<Self> {
        let pay = |&(tax, value): &(Dyadic, Dyadic)| {
            Some((tax, if sign < 0 { value.checked_sub(tax)? } else { value.checked_add(tax)? }))
        };
        Some(Self { points: wall.points.iter().map(pay).collect::<Option<_>>()?, end: sign })
    }

    fn upside_down(self) -> Self {
        Self { points: self.points.into_iter().map(|(tax, value)| (tax, -value)).collect(), end: -self.end }
    }

    /// The maximum of several curves at each tax. `None` if there are no curves, or a number does not fit.
    fn greatest(mut curves: impl Iterator<Item = Option<Self>>) -> Option<Self> {
        let first = curves.next()??;
        curves.try_fold(first, |greatest, curve| greatest.max(&curve?))
    }

    /// The slope of the piece that starts at the last corner at or before `tax`.
    fn slope_at(&self, tax: Dyadic) -> i8 {
        let after = self.points.partition_point(|&(corner, _)| corner <= tax);
        if after == self.points.len() { self.end } else { slope(self.points[after - 1], self.points[after]) }
    }

    fn at(&self, tax: Dyadic) -> Option<Dyadic> {
        let after = self.points.partition_point(|&(corner, _)| corner <= tax);
        along(self.points[after - 1], self.slope_at(tax), tax)
    }

    /// The taxes at which either has a corner, ascending.
    fn corners(&self, other: &Self) -> Vec<Dyadic> {
        let mut taxes: Vec<Dyadic> = self.points.iter().chain(&other.points).map(|&(tax, _)| tax).collect();
        taxes.sort_unstable();
        taxes.dedup();
        taxes
    }

    /// Tax between `tax` and `until` at which the two cross; from there on the other one is higher.
    fn crossing(&self, other: &Self, tax: Dyadic, until: Option<Dyadic>) -> Option<Option<Dyadic>> {
        let gap = self.at(tax)?.checked_sub(other.at(tax)?)?;
        let closing = other.slope_at(tax) - self.slope_at(tax);
        let after = match (gap.cmp(&Dyadic::ZERO), closing) {
            (Ordering::Greater, 1) => gap,
            (Ordering::Greater, 2) => gap.checked_half()?,
            (Ordering::Less, -1) => -gap,
            (Ordering::Less, -2) => (-gap).checked_half()?,
            _ => return Some(None),
        };
        let at = tax.checked_add(after)?;
        Some(Some(at).filter(|&at| until.is_none_or(|until| at < until)))
    }

    fn max(&self, other: &Self) -> Option<Self> {
        let corners = self.corners(other);
        let mut points = Vec::new();
        for (i, &tax) in corners.iter().enumerate() {
            points.push((tax, self.at(tax)?.max(other.at(tax)?)));
            if let Some(at) = self.crossing(other, tax, corners.get(i + 1).copied())? {
                points.push((at, self.at(at)?));
            }
        }
        let &(last, _) = points.last()?;
        // After the last corner and the last crossing, the higher curve stays higher; of two equal ones, the steeper
        // does.
        let end = match self.at(last)?.cmp(&other.at(last)?) {
            Ordering::Greater => self.end,
            Ordering::Less => other.end,
            Ordering::Equal => self.end.max(other.end),
        };
        points = straightened(points, end);
        Some(Self { points, end })
    }

    /// The thermograph whose walls are these two curves below the tax at which they first meet.
    fn meet(&self, right: &Self) -> Option<Thermograph> {
        let corners = self.corners(right);
        let mut temperature = None;
        for (i, &tax) in corners.iter().enumerate() {
            if self.at(tax)? <= right.at(tax)? {
                temperature = Some(tax);
                break;
            }
            if let Some(at) = self.crossing(right, tax, corners.get(i + 1).copied())? {
                temperature = Some(at);
                break;
            }
        }
        let temperature = temperature?;
        let mean = self.at(temperature)?;
        let wall = |curve: &Self| {
            let mut points: Vec<_> = curve.points.iter().copied().filter(|&(tax, _)| tax < temperature).collect();
            points.push((temperature, mean));
            Wall { points: straightened(points, 0) }
        };
        Some(Thermograph { left: wall(self), right: wall(right), mean, temperature })
    }
}

/// The slope of the piece between two corners.
fn slope(from: (Dyadic, Dyadic), to: (Dyadic, Dyadic)) -> i8 {
    match to.1.cmp(&from.1) {
        Ordering::Less => -1,
        Ordering::Equal => 0,
        Ordering::Greater => 1,
    }
}

/// The value at `tax` on the piece that leaves `from` with `slope`.
fn along(from: (Dyadic, Dyadic), slope: i8, tax: Dyadic) -> Option<Dyadic> {
    let way = tax.checked_sub(from.0)?;
    match slope {
        -1 => from.1.checked_sub(way),
        0 => Some(from.1),
        _ => from.1.checked_add(way),
    }
}

/// The points without the corners at which the slope does not change.
fn straightened(points: Vec<(Dyadic, Dyadic)>, end: i8) -> Vec<(Dyadic, Dyadic)> {
    let mut kept: Vec<(Dyadic, Dyadic)> = Vec::with_capacity(points.len());
    for (i, &point) in points.iter().enumerate() {
        let next = points.get(i + 1).map_or(end, |&next| slope(point, next));
        if kept.last().is_none_or(|&last| slope(last, point) != next) {
            kept.push(point);
        }
    }
    kept
}
