//! The resources of the machine.

use std::sync::OnceLock;

/// The least memory that a machine is assumed to have. `UNTOLD` is assumed if the system does not say.
const LEAST: u64 = 4 << 30;
const UNTOLD: u64 = 1 << 40;

/// Bytes of main memory, which bound every request for memory. At least 4 GiB, so that a small machine refuses no usual
/// setting.
///
/// Linux is asked once; elsewhere it is 1 TiB.
#[must_use]
pub fn memory() -> u64 {
    static MEMORY: OnceLock<u64> = OnceLock::new();
    *MEMORY.get_or_init(|| total().map_or(UNTOLD, |total| total.max(LEAST)))
}

#[cfg(target_os = "linux")]
fn total() -> Option<u64> {
    let told = rustix::system::sysinfo();
    (told.totalram as u64).checked_mul(u64::from(told.mem_unit).max(1))
}

#[cfg(not(target_os = "linux"))]
const fn total() -> Option<u64> {
    None
}

#[cfg(feature = "testing")]
mod tests {
    #[test]
    fn there_is_some_memory_and_no_more_than_can_be() {
        assert!((super::LEAST..1 << 60).contains(&super::memory()));
    }
}
