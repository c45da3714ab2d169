//! Themes: which colour means what, on light pages, on dark ones, and in print.

use tesuji_board::Player;

use crate::colour::Colour;
use crate::geometry::Slant;

/// Colours and patterns of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Theme {
    /// Colours on white.
    #[default]
    Light,
    /// Colours on nearly black.
    Dark,
    /// Black on white, with hatching instead of colours.
    Print,
}

impl Theme {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Light, Self::Dark, Self::Print];
}

/// A colour for what belongs together: a region, a kind of line. In print each has a hatching of its own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Tint {
    /// The subject of the picture: winning moves, needed cells.
    Amber,
    /// The second thing.
    Blue,
    /// Good, or settled.
    Green,
    /// Bad.
    Red,
    /// The fourth thing.
    Violet,
    /// Of no account.
    Grey,
}

impl Tint {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Amber, Self::Blue, Self::Green, Self::Red, Self::Violet, Self::Grey];
}

/// The colour of a mark or a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hue {
    /// That of texts.
    Ink,
    /// A strong form of a tint.
    Tint(Tint),
    /// That of a player's stones.
    Side(Player),
}

/// The area of a cell: its ground, and the lines of its hatching.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct CellFill {
    pub(crate) fill: Option<Colour>,
    pub(crate) hatch: &'static [Slant],
}

/// The colours of a theme.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Palette {
    pub(crate) page: Colour,
    pub(crate) ink: Colour,
    /// Words of less weight: coordinates, notes.
    pub(crate) faint: Colour,
    /// The ground of a cell of Hex.
    pub(crate) cell: Colour,
    /// The lines between cells of Hex.
    pub(crate) border: Colour,
    /// Cells outside what is shown.
    pub(crate) outside: Colour,
    /// The ground of boards with links.
    pub(crate) wood: Colour,
    /// Links.
    pub(crate) link: Colour,
    pub(crate) tiles: [Colour; 2],
    /// A tile that nobody can use any more, and the lines on it.
    pub(crate) blocked: [Colour; 2],
    /// The stones and edges of Black and White: inside and outline.
    pub(crate) stones: [[Colour; 2]; 2],
    /// The lines over cells of which nothing is known for certain.
    pub(crate) hatch: Colour,
    /// Numbers: the least, the greatest, and the most negative.
    pub(crate) heat: [Colour; 3],
}

impl Theme {
    pub(crate) const fn palette(self) -> Palette {
        let c = Colour::of;
        match self {
            Self::Light => Palette {
                page: c(0xff_ff_ff),
                ink: c(0x1d_1d_1f),
                faint: c(0x6a_66_60),
                cell: c(0xf8_f3_e6),
                border: c(0xb5_a9_8e),
                outside: c(0xe9_e7_e3),
                wood: c(0xf1_dc_ad),
                link: c(0x7d_69_43),
                tiles: [c(0xf4_e4_c1), c(0xe6_cc_96)],
                blocked: [c(0x8b_7d_68), c(0x74_67_54)],
                stones: [[c(0x14_14_14), c(0x14_14_14)], [c(0xff_ff_ff), c(0x3c_3a_36)]],
                hatch: c(0xa8_9f_8d),
                heat: [c(0xff_ef_b8), c(0xc6_2f_1d), c(0x1c_5f_c8)],
            },
            Self::Dark => Palette {
                page: c(0x18_1a_1e),
                ink: c(0xec_ea_e4),
                faint: c(0xa3_a0_99),
                cell: c(0x2e_32_39),
                border: c(0x5d_63_6e),
                outside: c(0x20_22_27),
                wood: c(0x4e_40_2b),
                link: c(0x009d_8a64),
                tiles: [c(0x5f_50_39), c(0x4c_3f_2c)],
                blocked: [c(0x23_20_1b), c(0x3a_34_2b)],
                stones: [[c(0x05_05_05), c(0x98_96_90)], [c(0xf4_f3_ef), c(0xf4_f3_ef)]],
                hatch: c(0x75_72_6b),
                heat: [c(0x4d_43_30), c(0xff_8c_3a), c(0x4d_9b_ff)],
            },
            Self::Print => Palette {
                page: c(0xff_ff_ff),
                ink: c(0),
                faint: c(0x30_30_30),
                cell: c(0xff_ff_ff),
                border: c(0x70_70_70),
                outside: c(0xe4_e4_e4),
                wood: c(0xff_ff_ff),
                link: c(0x50_50_50),
                tiles: [c(0xff_ff_ff), c(0xe6_e6_e6)],
                blocked: [c(0x9a_9a_9a), c(0x60_60_60)],
                stones: [[c(0), c(0)], [c(0xff_ff_ff), c(0)]],
                hatch: c(0x90_90_90),
                heat: [c(0xf4_f4_f4), c(0x58_58_58), c(0x58_58_58)],
            },
        }
    }

    /// The ground of a cell with this tint.
    pub(crate) const fn ground(self, tint: Tint) -> CellFill {
        let colour = match (self, tint) {
            (Self::Light, Tint::Amber) => 0xfa_c8_6c,
            (Self::Light, Tint::Blue) => 0xa9_cd_f2,
            (Self::Light, Tint::Green) => 0xae_dc_a4,
            (Self::Light, Tint::Red) => 0xf3_ab_a1,
            (Self::Light, Tint::Violet) => 0xd2_bd_ea,
            (Self::Light, Tint::Grey) => 0xdc_d9_d2,
            (Self::Dark, Tint::Amber) => 0x94_68_19,
            (Self::Dark, Tint::Blue) => 0x2b_58_88,
            (Self::Dark, Tint::Green) => 0x33_6a_3a,
            (Self::Dark, Tint::Red) => 0x8a_3a_33,
            (Self::Dark, Tint::Violet) => 0x61_46_89,
            (Self::Dark, Tint::Grey) => 0x43_46_4c,
            (Self::Print, Tint::Grey) => 0xe0_e0_e0,
            (Self::Print, _) => 0xff_ff_ff,
        };
        let hatch: &[Slant] = match (self, tint) {
            (Self::Light | Self::Dark, _) | (_, Tint::Grey) => &[],
            (Self::Print, Tint::Amber) => &[Slant::Rising],
            (Self::Print, Tint::Blue) => &[Slant::Falling],
            (Self::Print, Tint::Green) => &[Slant::Level],
            (Self::Print, Tint::Red) => &[Slant::Rising, Slant::Falling],
            (Self::Print, Tint::Violet) => &[Slant::Upright],
        };
        CellFill { fill: Some(Colour::of(colour)), hatch }
    }

    /// The colour of marks and lines.
    pub(crate) const fn strong(self, hue: Hue) -> Colour {
        match (self, hue) {
            (_, Hue::Side(player)) => self.palette().stones[player.index()][0],
            (_, Hue::Ink) | (Self::Print, _) => self.palette().ink,
            (Self::Light, Hue::Tint(tint)) => Colour::of(match tint {
                Tint::Amber => 0xd9_7a_00,
                Tint::Blue => 0x1f_69_b4,
                Tint::Green => 0x2b_7d_34,
                Tint::Red => 0xc0_32_24,
                Tint::Violet => 0x7a_45_b8,
                Tint::Grey => 0x75_72_6c,
            }),
            (Self::Dark, Hue::Tint(tint)) => Colour::of(match tint {
                Tint::Amber => 0xff_b0_3b,
                Tint::Blue => 0x6c_b4_ff,
                Tint::Green => 0x74_d0_7c,
                Tint::Red => 0xff_7a_6b,
                Tint::Violet => 0xc3_98_ff,
                Tint::Grey => 0xa8_a6_a0,
            }),
        }
    }

    /// The dashes of a line, which in print stand for its colour. Lengths are in widths of the line.
    pub(crate) const fn dash(self, hue: Hue) -> Option<(f64, f64)> {
        match (self, hue) {
            (Self::Print, Hue::Tint(Tint::Blue)) => Some((6.0, 2.5)),
            (Self::Print, Hue::Tint(Tint::Green)) => Some((1.0, 1.5)),
            (Self::Print, Hue::Tint(Tint::Red)) => Some((3.0, 1.5)),
            (Self::Print, Hue::Tint(Tint::Violet)) => Some((9.0, 2.0)),
            (Self::Print, Hue::Tint(Tint::Grey)) => Some((1.0, 3.0)),
            _ => None,
        }
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn in_print_each_tint_can_be_told_apart_without_colour() {
        for (idx, a) in Tint::ALL.into_iter().enumerate() {
            let ground = Theme::Print.ground(a);
            let Some(Colour(red, green, blue)) = ground.fill else { panic!("{a:?} has no ground") };
            assert!(red == green && green == blue, "{a:?}");
            for b in &Tint::ALL[..idx] {
                assert_ne!(ground, Theme::Print.ground(*b));
                for theme in Theme::ALL {
                    assert_ne!(theme.ground(a), theme.ground(*b));
                    let line = |tint| (theme.strong(Hue::Tint(tint)), theme.dash(Hue::Tint(tint)));
                    assert_ne!(line(a), line(*b));
                }
            }
        }
    }
}
