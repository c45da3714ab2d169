//! How likely the last move is to be answered next to it, by learnt patterns.

use std::sync::OnceLock;

use tesuji_board::Player;
use tesuji_pattern::{Around, Model, UNITS_A_NAT, near_code, shipped};

/// The neighbours of a cell are numbered in this circle: above, above right, right, below, below left, left.
pub(super) const N_DIRECTIONS: usize = Around::NEAR.len();

/// Two bits for each neighbour.
const N_CODES: usize = 1 << (2 * N_DIRECTIONS);

/// The weight of a move that patterns neither favour nor disfavour.
const UNIT: f32 = 32.0;

/// Weights of the six cells around the last move as answers.
#[derive(Debug)]
pub(super) struct NearReplies {
    weights: Box<[u16]>,
}

impl NearReplies {
    /// The weights of the model that comes with the product.
    pub(super) fn shipped() -> &'static Self {
        static SHIPPED: OnceLock<NearReplies> = OnceLock::new();
        SHIPPED.get_or_init(|| Self::new(shipped()))
    }

    fn new(model: &Model) -> Self {
        let mut weights = vec![0; 2 * N_DIRECTIONS * N_CODES].into_boxed_slice();
        for player in Player::BOTH {
            for answer in 0..N_DIRECTIONS {
                let last = last_seen_by(player, answer);
                for code in 0..N_CODES {
                    let stones = [code & 63, code >> 6].map(|stones| seen_by(player, stones as u8));
                    let (own, other) = (stones[player.index()], stones[1 - player.index()]);
                    let weight = model.weigh_reply(near_code(own, other), last);
                    let weight = UNIT * libm::expf(weight as f32 / UNITS_A_NAT);
                    weights[Self::index(player.index(), answer, code)] = weight.min(f32::from(u16::MAX)) as u16;
                }
            }
        }
        Self { weights }
    }

    const fn index(player: usize, answer: usize, code: usize) -> usize {
        (player * N_DIRECTIONS + answer) * N_CODES + code
    }

    /// The weight of an answer by `player` that lies in this direction from the last move and has these neighbours: one
    /// bit for each of Black's stones in the low half of the code, and for White's in the high half.
    pub(super) fn weight(&self, player: usize, answer: usize, code: u16) -> u32 {
        u32::from(self.weights[Self::index(player, answer, usize::from(code))])
    }
}

/// Where the last move lies as seen from an answer in this direction: the opposite way.
fn last_seen_by(player: Player, answer: usize) -> Around {
    Around::NEAR[turned_for(player, (answer + N_DIRECTIONS / 2) % N_DIRECTIONS)]
}

/// Where a direction lies for this player, who sees the board with the player's own edges at top and bottom.
const fn turned_for(player: Player, direction: usize) -> usize {
    match player {
        Player::Black => direction,
        Player::White => N_DIRECTIONS - 1 - direction,
    }
}

fn seen_by(player: Player, stones: u8) -> u8 {
    (0..N_DIRECTIONS).fold(0, |seen, direction| seen | (stones >> direction & 1) << turned_for(player, direction))
}
