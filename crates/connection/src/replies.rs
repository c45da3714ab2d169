//! Choosing a few of the replies that a search has found.

use tesuji_board::Bits;

/// A few of these replies, and the cells of `empties` that lie in the regions of all of them: as few cells as all replies
/// together leave, by a greedy choice, of which then only what is needed is kept.
///
/// `of` tells a reply's key, which decides between equals, and its region.
pub fn few<R, const W: usize>(
    empties: Bits<W>,
    replies: &[R],
    of: impl Fn(&R) -> (u16, Bits<W>),
) -> (Vec<&R>, Bits<W>) {
    let mut chosen: Vec<&R> = Vec::new();
    let (mut common, mut union) = (empties, Bits::EMPTY);
    while !common.is_empty() {
        let cost = |reply: &&R| {
            let (key, region) = of(reply);
            let grown = (region - union).len();
            let left = (common & region).len();
            (left * 2 + grown, key)
        };
        let useful = replies.iter().filter(|reply| !common.is_subset(&of(reply).1));
        let Some(next) = useful.min_by_key(cost) else { break };
        let (_, region) = of(next);
        common &= region;
        union |= region;
        chosen.push(next);
    }
    let mut i = 0;
    while i < chosen.len() {
        let rest = chosen.iter().enumerate().filter(|&(j, _)| j != i);
        if rest.fold(empties, |set, (_, reply)| set & of(reply).1).is_subset(&common) {
            chosen.remove(i);
        } else {
            i += 1;
        }
    }
    (chosen, common)
}
