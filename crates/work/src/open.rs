//! The numbers of tasks that are still to be done.

use std::collections::BTreeSet;
use std::sync::Arc;

/// Numbers of open tasks. Asking for those after a number costs the same however many there are.
#[derive(Clone, Default, Debug)]
pub(crate) struct OpenTasks(Arc<BTreeSet<u64>>);

impl OpenTasks {
    pub(crate) fn len(&self) -> u64 {
        self.0.len() as u64
    }

    pub(crate) fn contains(&self, number: u64) -> bool {
        self.0.contains(&number)
    }

    pub(crate) fn insert(&mut self, number: u64) {
        if !self.contains(number) {
            Arc::make_mut(&mut self.0).insert(number);
        }
    }

    pub(crate) fn remove(&mut self, number: u64) {
        if self.contains(number) {
            Arc::make_mut(&mut self.0).remove(&number);
        }
    }

    /// The numbers above `last`, ascending, as they are now.
    pub(crate) fn after(&self, mut last: u64) -> impl Iterator<Item = u64> + Send + use<> {
        let numbers = Arc::clone(&self.0);
        std::iter::from_fn(move || {
            last = *numbers.range(last.checked_add(1)?..).next()?;
            Some(last)
        })
    }
}

impl FromIterator<u64> for OpenTasks {
    fn from_iter<I: IntoIterator<Item = u64>>(numbers: I) -> Self {
        Self(Arc::new(numbers.into_iter().collect()))
    }
}
