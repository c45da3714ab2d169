use super::{AnswersView, CertificateText, Defence, Defend};
use crate::{Desk, Trouble};

pub(crate) fn answers(_asked: &CertificateText, _desk: &impl Desk) -> Result<AnswersView, Trouble> {
    Err(Trouble::new("`answers` is not built yet"))
}

pub(crate) fn defend(_asked: &Defend, _desk: &impl Desk) -> Result<Defence, Trouble> {
    Err(Trouble::new("`defend` is not built yet"))
}
