use std::sync::Arc;
use tesuji_board::*;
use tesuji_proof::*;
use tesuji_solve::*;
fn main() {
    let mut args = std::env::args().skip(1);
    let file = args.next().unwrap();
    let filter = args.next().unwrap_or_default();
    let limit: u64 = args.next().map_or(20000, |s| s.parse().unwrap());
    let v: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    let strs = |v: &serde_json::Value| {
        v.as_array().unwrap().iter().map(|s| s.as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let (mut ok, mut und, mut bad) = (0, 0, 0);
    let all = std::time::Instant::now();
    let mut total = 0;
    for p in v["problems"].as_array().unwrap() {
        let id = p["id"].as_str().unwrap();
        if !id.contains(&filter) {
            continue;
        }
        let b = Arc::new(
            Topology::rhombus(p["board"][0].as_u64().unwrap() as usize, p["board"][1].as_u64().unwrap() as usize)
                .unwrap(),
        );
        let cell = |s: &String| b.cell(s).unwrap();
        let term = |s: &String| b.edge(s).map_or_else(|| Terminal::Cell(cell(s)), Terminal::Edge);
        let goal = Goal::new(
            p["goals"]
                .as_array()
                .unwrap()
                .iter()
                .map(|a| a.as_array().unwrap().iter().map(|g| strs(g).iter().map(term).collect()).collect())
                .collect(),
        )
        .unwrap();
        let claim = Claim {
            topology: b.clone(),
            owner: Player::Black,
            stones: strs(&p["stones"]).iter().map(cell).collect(),
            carrier: strs(&p["empties"]).iter().map(cell).collect(),
            goal,
            to_move: if p["to_move"] == "owner" { Mover::Owner } else { Mover::Opponent },
        };
        let mut variants = vec![(id.to_owned(), claim.clone(), p["answer"].as_bool().unwrap())];
        if std::env::var("NEEDED").is_ok() {
            variants.clear();
            if let Some(needed) = p["needed"].as_array() {
                for n in needed {
                    let mut c = claim.clone();
                    c.carrier.remove(cell(&n.as_str().unwrap().to_owned()));
                    variants.push((format!("{id}-{}", n.as_str().unwrap()), c, false));
                }
            }
            if let Some(needed) = p["droppable"].as_array() {
                for n in needed {
                    let mut c = claim.clone();
                    c.carrier.remove(cell(&n.as_str().unwrap().to_owned()));
                    variants.push((format!("{id}+{}", n.as_str().unwrap()), c, true));
                }
            }
        }
        for (id, claim, expect) in variants {
            let t = std::time::Instant::now();
            let r = verify(&claim, Program::C, &tesuji_search::Limits::nodes(limit));
            let el = t.elapsed();
            total += r.nodes;
            let (a, c) = match &r.outcome {
                Outcome::Holds(c) => (Some(true), c.clone()),
                Outcome::Fails(c) => (Some(false), c.clone()),
                Outcome::Undecided => (None, None),
            };
            if a == Some(expect) {
                ok += 1
            } else if a.is_none() {
                und += 1
            } else {
                bad += 1
            }
            if el.as_millis() > 20 || a != Some(expect) {
                println!(
                    "{id} {} {:?} want {} nodes {} time {:.3} cert {}",
                    claim.carrier.len(),
                    a,
                    expect,
                    r.nodes,
                    el.as_secs_f64(),
                    c.map_or(0, |c| c.nodes.len())
                );
            }
        }
    }
    println!("ok {ok} undecided {und} bad {bad} time {:.3} nodes {total}", all.elapsed().as_secs_f64());
}
