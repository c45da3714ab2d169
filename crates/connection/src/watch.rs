//! Interruption of work inside one position.

use std::fmt;
use std::sync::Arc;

/// Whether the caller wants the work to end. It reads no clock: the answer comes from outside.
///
/// Work that ends early leaves things out. Whatever it has found by then is true.
#[derive(Clone, Default)]
pub struct Watch(Option<Arc<dyn Fn() -> bool + Send + Sync>>);

/// The number of small steps between two looks at a [`Watch`]: some milliseconds on the largest boards.
pub(crate) const STEPS: usize = 64;
/// As above, for longer steps.
const LONG_STEPS: usize = 2;

impl Watch {
    /// A watch that ends the work once `is_over` returns true, and from then on.
    #[must_use]
    pub fn new(is_over: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(is_over)))
    }

    /// Whether the work is to end. By default it never is.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.0.as_ref().is_some_and(|is_over| is_over())
    }
}

/// A watch that is looked at once in some steps, each of which may take long.
pub(crate) struct Looks<'a> {
    watch: &'a Watch,
    n_steps: usize,
    has_ended: bool,
}

impl<'a> Looks<'a> {
    pub(crate) const fn new(watch: &'a Watch) -> Self {
        Self { watch, n_steps: 0, has_ended: false }
    }

    /// Counts a step. Whether the work is to end, as far as it is known.
    pub(crate) fn are_over(&mut self) -> bool {
        self.n_steps += 1;
        self.has_ended = self.has_ended || self.n_steps.is_multiple_of(LONG_STEPS) && self.watch.is_over();
        self.has_ended
    }

    /// Whether [`Self::are_over`] has seen the end.
    pub(crate) const fn have_ended(&self) -> bool {
        self.has_ended
    }
}

impl fmt::Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Watch" } else { "no watch" })
    }
}
