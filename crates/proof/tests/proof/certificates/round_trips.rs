//! Binary and text lose nothing, and any bytes and any text are read without a panic.

use proptest::prelude::*;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use tesuji_proof::{Certificate, CertificateReader, Node, Verdict, check_stream};

use crate::certificates::mutations::sealed;
use crate::certificates::{drafts, files, prover, random, second_checker, truth};

fn assert_round_trip(certificate: &Certificate) {
    let bytes = certificate.to_bytes().unwrap();
    assert_eq!(&Certificate::read(&bytes[..]).unwrap(), certificate);
    let mut written = Vec::new();
    certificate.write(&mut written).unwrap();
    assert!(written == bytes, "written in pieces it is the same file");
    let written = drafts::written(certificate);
    assert!(written == bytes, "written node by node it is the same file");
    let mut reader = CertificateReader::new(&bytes[..]).unwrap();
    assert_eq!((reader.heading(), reader.n_nodes() as usize), (&drafts::heading(certificate), certificate.nodes.len()));
    assert_eq!(reader.by_ref().collect::<Result<Vec<Node>, _>>().as_ref(), Ok(&certificate.nodes));
    assert_eq!(reader.next(), None);
    let text = certificate.to_text().unwrap();
    assert_eq!(&Certificate::from_text(&text).unwrap_or_else(|error| panic!("{error} in\n{text}")), certificate);
    assert_eq!(check_stream(&bytes[..]), certificate.check(), "{text}");
}

#[test]
fn hand_made_certificates_come_back() {
    for name in files::NAMES {
        assert_round_trip(&files::certificate(name));
    }
}

#[test]
fn random_claims_are_proved_rightly_and_come_back() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut files = Vec::new();
    let mut n_of_kind = [0; 4];
    for _ in 0..800 {
        let claim = random::claim(&mut rng, 9);
        let certificate = prover::certify(&claim, &mut rng);
        let summary = certificate.check().unwrap_or_else(|error| panic!("{error}\n{}", certificate.to_text().unwrap()));
        assert_eq!(summary.claim, claim);
        assert_eq!(truth::holds(&claim), summary.verdict == Verdict::Holds);
        assert_round_trip(&certificate);
        files.push(certificate.to_bytes().unwrap());
        for node in &certificate.nodes {
            let kind = match node {
                Node::Linked { .. } => 0,
                Node::Replies { .. } => 1,
                Node::Join { .. } => 2,
                Node::Cut { .. } => 3,
                Node::Walk { .. } | Node::Fill { .. } => unreachable!("this prover makes none"),
            };
            n_of_kind[kind] += 1;
        }
    }
    assert!(n_of_kind.iter().all(|&n| n > 100), "every kind is well represented: {n_of_kind:?}");
    second_checker::assert_agreement("random-claims", &files);
}

/// One byte at a time: the reader must not depend on how the bytes come.
struct Trickle<'a>(&'a [u8]);

impl std::io::Read for Trickle<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let n = self.0.len().min(1);
        buffer[..n].copy_from_slice(&self.0[..n]);
        self.0 = &self.0[n..];
        Ok(n)
    }
}

#[test]
fn bytes_may_trickle_in_or_fail() {
    let certificate = files::certificate("ziggurat");
    let bytes = certificate.to_bytes().unwrap();
    assert_eq!(check_stream(Trickle(&bytes)), certificate.check());
    struct Broken;
    impl std::io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::ConnectionReset.into())
        }
    }
    let error = check_stream(std::io::Read::chain(&bytes[..100], Broken)).unwrap_err();
    assert_eq!(error.to_string(), "the certificate cannot be read: connection reset");
}

#[test]
fn comments_and_empty_lines_do_not_count() {
    let text = files::text("bridge").replace('\n', "\n\n# a remark\n");
    assert_eq!(Certificate::from_text(&text).unwrap(), files::certificate("bridge"));
}

proptest! {
    #[test]
    fn any_bytes_are_read_without_panic(bytes in prop::collection::vec(any::<u8>(), 0..300), small in any::<bool>()) {
        let body: Vec<u8> = if small { bytes.iter().map(|byte| byte % 8).collect() } else { bytes.clone() };
        let _ = check_stream(&bytes[..]);
        let file = sealed(&body);
        let checked = check_stream(&file[..]);
        if let Ok(certificate) = Certificate::read(&file[..]) {
            prop_assert_eq!(certificate.to_bytes().unwrap(), file, "one form only");
            prop_assert_eq!(certificate.check(), checked);
        } else {
            prop_assert!(checked.is_err());
        }
    }

    #[test]
    fn any_text_is_read_without_panic(text in "\\PC{0,200}", at in 0_usize..400, name in prop::sample::select(&files::NAMES[..])) {
        let _ = Certificate::from_text(&text);
        let mut valid = files::text(name);
        let at = valid.floor_char_boundary(at);
        valid.insert_str(at, &text);
        if let Ok(certificate) = Certificate::from_text(&valid) {
            assert_round_trip(&certificate);
        }
    }
}
