//! Certificates written node by node, and drafts: unneeded nodes are left out, and the rest is the same.

use std::io::{self, Cursor, ErrorKind, Read, Seek, SeekFrom, Write};

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tesuji_board::Cell;
use tesuji_proof::{
    Certificate, CertificateError, CertificateReader, CertificateWriter, Draft, Heading, Node, NodeFault, NodeId,
    NodeSink,
};

use crate::certificates::{files, prover, random};

pub(crate) fn heading(certificate: &Certificate) -> Heading {
    let Certificate { claim, verdict, first, goals, .. } = certificate.clone();
    Heading { claim, verdict, first, goals }
}

/// The file, written node by node after other bytes.
pub(crate) fn written(certificate: &Certificate) -> Vec<u8> {
    let mut sink = Cursor::new(b"before".to_vec());
    sink.seek(SeekFrom::End(0)).unwrap();
    let mut writer = CertificateWriter::new(sink, &heading(certificate), certificate.nodes.len() as u32).unwrap();
    certificate.nodes.iter().for_each(|node| writer.node(node).unwrap());
    let mut sink = writer.finish().unwrap();
    assert_eq!(sink.stream_position().unwrap(), sink.get_ref().len() as u64);
    sink.into_inner().split_off(6)
}

fn memory() -> Cursor<Vec<u8>> {
    Cursor::default()
}

/// A draft with these nodes.
fn draft(n_cells: usize, nodes: &[Node]) -> Draft<Cursor<Vec<u8>>> {
    let mut draft = Draft::new(memory(), n_cells).unwrap();
    nodes.iter().for_each(|node| draft.take(node.clone()).unwrap());
    draft
}

#[test]
fn what_the_root_does_not_need_is_left_out() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    for case in 0..60 {
        let certificate = prover::certify(&random::claim(&mut rng, 8), &mut rng);
        // Now and then more than a block of nodes, and unneeded ones everywhere.
        let n_needless = if case % 6 == 0 { 9_000 } else { rng.random_range(0..4) };
        let (mut nodes, mut number): (Vec<Node>, Vec<NodeId>) = (Vec::new(), Vec::new());
        for node in &certificate.nodes {
            for _ in 0..n_needless {
                let children: Vec<NodeId> =
                    (0..rng.random_range(0..3)).map(|_| rng.random_range(0..=nodes.len()) as u32).collect();
                let children = children.into_iter().filter(|&child| (child as usize) < nodes.len()).collect();
                nodes.push(Node::Join { goal: 0, stones: vec![Cell::new(0)], children });
            }
            let mut node = node.clone();
            node.renumber(|goal| goal, |child| number[child as usize]);
            number.push(nodes.len() as NodeId);
            nodes.push(node);
        }
        let root = nodes.len() as NodeId - 1;
        nodes.push(Node::Cut { stones: Vec::new() });
        let draft = draft(certificate.claim.topology.n_cells(), &nodes);
        assert_eq!(draft.n_nodes() as usize, nodes.len());
        let file = draft.write(&heading(&certificate), root, memory()).unwrap().into_inner();
        let found = Certificate::read(&file[..]).unwrap();
        // The prover also leaves nodes that are not needed.
        assert!(found.nodes.len() <= certificate.nodes.len());
        assert_eq!(
            found.check().unwrap(),
            tesuji_proof::Summary { n_nodes: found.nodes.len() as u32, ..certificate.check().unwrap() }
        );
    }
}

#[test]
fn a_draft_of_needed_nodes_is_the_certificate() {
    for name in files::NAMES {
        let certificate = files::certificate(name);
        let draft = draft(certificate.claim.topology.n_cells(), &certificate.nodes);
        let root = certificate.nodes.len() as NodeId - 1;
        let file = draft.write(&heading(&certificate), root, memory()).unwrap().into_inner();
        assert_eq!(file, certificate.to_bytes().unwrap(), "{name}");
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    let certificate = files::certificate("bridge");
    let heading = heading(&certificate);
    let mut draft = Draft::new(memory(), 9).unwrap();
    let fault = |fault| Err(CertificateError::Node { node: 0, fault });
    assert_eq!(
        draft.take(Node::Replies { goal: 0, replies: vec![(Cell::new(0), 0)] }),
        fault(NodeFault::LaterChild(0))
    );
    let outside = Node::Linked { goal: 0, stones: vec![Cell::new(9)] };
    assert_eq!(draft.take(outside), fault(NodeFault::OutsideCarrier("cell 9".to_owned())));
    assert_eq!(draft.n_nodes(), 0);
    assert_eq!(draft.write(&heading, 0, memory()).unwrap_err(), CertificateError::NoNodes);
    // A goal that the heading turns out not to have.
    let mut draft = Draft::new(memory(), 9).unwrap();
    draft.take(Node::Linked { goal: 7, stones: Vec::new() }).unwrap();
    assert_eq!(draft.write(&heading, 0, memory()).map(|_| ()), fault(NodeFault::UnknownGoal(7)));
    let mut damaged = certificate.to_bytes().unwrap();
    *damaged.last_mut().unwrap() ^= 0x7f;
    let read: Result<Vec<Node>, _> = CertificateReader::new(&damaged[..]).unwrap().collect();
    assert!(read.is_err());
}

/// A file of at most this many bytes.
struct Small(Cursor<Vec<u8>>, usize);

impl Read for Small {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer)
    }
}

impl Write for Small {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let left = self.1.saturating_sub(self.0.position() as usize);
        if left == 0 { Err(ErrorKind::StorageFull.into()) } else { self.0.write(&bytes[..bytes.len().min(left)]) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for Small {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.0.seek(to)
    }
}

#[test]
fn a_full_disk_is_an_error() {
    let certificate = files::certificate("ziggurat");
    let n_cells = certificate.claim.topology.n_cells();
    let root = certificate.nodes.len() as NodeId - 1;
    let full = CertificateError::Write(ErrorKind::StorageFull);
    let small = |n_bytes| Small(memory(), n_bytes);
    let mut on_full_disk = Draft::new(small(10), n_cells).unwrap();
    certificate.nodes.iter().for_each(|node| on_full_disk.take(node.clone()).unwrap());
    assert_eq!(on_full_disk.write(&heading(&certificate), root, memory()).unwrap_err(), full);
    let written = draft(n_cells, &certificate.nodes).write(&heading(&certificate), root, small(100));
    assert_eq!(written.map(|_| ()).unwrap_err(), full);
}
