//! Possessions of one player in a field, whatever the other does: unconditional life, as in [`tesuji_go::life`], with
//! walls that are alive.

use tesuji_board::Player;

use crate::field::{Field, Local, numbers};

/// The stones of chains that stay even if the player never moves again, and those that count as living because they are the
/// only ones to border a space of at least `large` empty cells, with that space. Suicide is forbidden.
#[must_use]
pub fn living(field: &Field, local: &Local, player: Player, large: u32) -> [u64; 2] {
    let own = local.stones[player.index()];
    let (held, held_by_other) = (field.held(player), field.held(player.opponent()));
    let empties = field.empties(local);
    let mut alive = 0;
    let mut spacious = 0;
    // Chains that touch a safe stone are safe too; the others have to live on their regions.
    let mut doubtful = [0; 64];
    let mut n_doubtful = 0;
    for chain in field.parts(own) {
        if chain & held != 0 {
            alive |= chain;
        } else {
            doubtful[n_doubtful] = chain;
            n_doubtful += 1;
        }
    }
    if n_doubtful > 0 {
        let mut regions = [(0, 0); 64];
        let mut n_regions = 0;
        for region in field.parts(field.all() & !own).filter(|region| region & held_by_other == 0) {
            let border = field.around(region) & own;
            regions[n_regions] = (region, border);
            n_regions += 1;
            if region.count_ones() >= large && region & !empties == 0 && border != 0 {
                let chain = field.flood(border & border.wrapping_neg(), own);
                if border & !chain == 0 {
                    spacious |= chain | region;
                }
            }
        }
        let (mut left, mut regions) = (&mut doubtful[..n_doubtful], &mut regions[..n_regions]);
        loop {
            let bordered = |chain: u64| field.around(chain);
            let dying = left.iter().position(|&chain| {
                let around = bordered(chain);
                let is_vital =
                    |&&(region, border): &&(u64, u64)| border & chain != 0 && region & empties & !around == 0;
                chain & spacious == 0 && regions.iter().filter(is_vital).count() < 2
            });
            let Some(dying) = dying else { break };
            let chain = left[dying];
            let last = left.len() - 1;
            left.swap(dying, last);
            left = &mut left[..last];
            let mut kept = 0;
            for idx in 0..regions.len() {
                if regions[idx].1 & chain == 0 {
                    regions[kept] = regions[idx];
                    kept += 1;
                }
            }
            regions = &mut regions[..kept];
        }
        alive = left.iter().fold(alive, |alive, &chain| alive | chain);
    }
    [alive, spacious]
}

/// The cells of a field that end as the player's even if the player never moves again: living stones, and cells where
/// the opponent cannot live. Suicide is forbidden. A chain that is the only one to border a space of at least `large`
/// empty cells also counts as living.
pub(crate) fn sure(field: &Field, local: &Local, player: Player, large: u32) -> u64 {
    let [alive, spacious] = living(field, local, player, large);
    let (held, held_by_other) = (field.held(player), field.held(player.opponent()));
    let mut sure = alive | spacious;
    for region in field.parts(field.all() & !alive) {
        let touches_alive = field.around(region) & alive != 0 || region & held != 0;
        if region & held_by_other != 0 || !touches_alive {
            continue;
        }
        let may_be_empty = region & !local.stones[player.opponent().index()];
        let inner = may_be_empty & !field.around(alive) & !held;
        if numbers(inner).all(|at| inner & !(1 << at) & !field.near(at) == 0) {
            sure |= region;
        }
    }
    sure
}
