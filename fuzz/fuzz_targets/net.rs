//! Any bytes: a learned net, or an error; what a net says does not depend on the kernel.

#![no_main]

use tesuji_hex::Position;
use tesuji_neural::{Judge, Kernel, Net, Opinion};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Ok(net) = Net::parse(bytes) {
        let position = Position::empty(3, 2).expect("a board");
        let [plain, best] = [Kernel::PLAIN, Kernel::best()].map(|kernel| {
            let mut opinion = Opinion::default();
            Judge::with_kernel(&net, kernel).judge(&position, &mut opinion);
            opinion
        });
        assert_eq!((plain.win, plain.policy), (best.win, best.policy));
    }
});
