use super::{ClaimText, Minimized, Repaired, SplitView, Verdict};
use crate::{Desk, Trouble};

pub(crate) fn verify(_asked: &ClaimText, _desk: &impl Desk) -> Result<Verdict, Trouble> {
    Err(Trouble::new("`verify` is not built yet"))
}

pub(crate) fn minimize(_asked: &ClaimText, _desk: &impl Desk) -> Result<Minimized, Trouble> {
    Err(Trouble::new("`minimize` is not built yet"))
}

pub(crate) fn repair(_asked: &ClaimText, _desk: &impl Desk) -> Result<Repaired, Trouble> {
    Err(Trouble::new("`repair` is not built yet"))
}

pub(crate) fn split(_asked: &ClaimText, _desk: &impl Desk) -> Result<SplitView, Trouble> {
    Err(Trouble::new("`split` is not built yet"))
}
