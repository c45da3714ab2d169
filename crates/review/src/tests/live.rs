//! Reports to a keeper while a review goes on.

use std::sync::Mutex;

use super::*;

/// A keeper that keeps every review so far.
#[derive(Default)]
struct Watching {
    seen: Mutex<Vec<Review>>,
}

impl Timekeeper for Watching {
    fn run<R>(&self, seconds: Option<f64>, what: &str, search: impl FnOnce(&Limits, Elapsed<'_>) -> R) -> (R, f64) {
        Unlimited.run(seconds, what, search)
    }

    fn is_stopped(&self) -> bool {
        false
    }

    fn so_far(&self, review: impl FnOnce() -> Review) {
        self.seen.lock().unwrap().push(review());
    }
}

#[test]
fn a_review_fills_from_the_end_backwards_and_ends_as_without_a_watcher() {
    // Game 1779363 of Little Golem, up to where little is proved.
    let moves = "k6 f6 h4 i9 h8 f9 j8 g7 h6 j9 g10 h5 g6 g5 j4 j2 i3 i6 i5 h7 f7 e9 d8 c10 b10 c9 b9 c8 b8 c7 b7 c5 c6 e5 d6 e7";
    let game = hex(moves, 11);
    let spec = ReviewSpec { effort: Effort::Work { nodes: 300, playouts: 8 }, ..spec() };
    let keeper = Watching::default();
    let review = Reviewer { archive: &archive(None), spec: &spec }.review(&game, &keeper).unwrap();
    let seen = keeper.seen.into_inner().unwrap();
    let known = |review: &Review| -> Vec<usize> {
        let known = review.positions.iter().filter(|position| !matches!(position.known, Known::Nothing));
        known.map(|position| position.n_moves).collect()
    };
    let (mut before, mut n_estimated) = (Vec::new(), 0);
    for review in &seen {
        let now = known(review);
        assert!(before.iter().all(|n_moves| now.contains(n_moves)), "{before:?} {now:?}");
        let new: Vec<usize> = now.iter().copied().filter(|n_moves| !before.contains(n_moves)).collect();
        let is_estimate = |n_moves: &usize| matches!(review.positions[*n_moves].known, Known::Estimated(_));
        // What follows from a proof may come with the next estimate.
        let estimated: Vec<usize> = new.iter().copied().filter(is_estimate).collect();
        if let Some(&n_moves) = estimated.first() {
            // Estimates come one by one, and each before those of earlier positions.
            n_estimated += 1;
            assert_eq!(estimated.len(), 1, "{estimated:?}");
            let mut earlier = before.iter().filter(|n_moves| is_estimate(n_moves));
            assert!(earlier.all(|other| n_moves < *other), "{before:?} {new:?}");
        } else if !new.is_empty() {
            assert_eq!(n_estimated, 0, "proofs come first");
        }
        before = now;
    }
    assert!(n_estimated > 10 && seen.len() > n_estimated, "{n_estimated} of {}", seen.len());
    assert_eq!(known(&seen[0]).last(), Some(&36));
    assert_eq!(review, Reviewer { archive: &archive(None), spec: &spec }.review(&game, &Unlimited).unwrap());
    assert!(review.positions.len() == 37 && known(&review).len() == 37);
}
