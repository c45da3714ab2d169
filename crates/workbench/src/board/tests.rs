use super::*;

#[test]
fn hexagons_of_neighbours_share_two_corners() {
    let view = of_topology(&Topology::rhombus(4, 3).unwrap(), BoardStyle::Tiles);
    let near = |a: &[f64; 2], b: &[f64; 2]| (a[0] - b[0]).hypot(a[1] - b[1]) < 2e-3;
    for (idx, cell) in view.cells.iter().enumerate() {
        assert_eq!(cell.corners.len(), 6);
        for other in 0..view.cells.len() {
            let shared = cell.corners.iter().filter(|a| view.cells[other].corners.iter().any(|b| near(a, b)));
            let expected = if other == idx { 6 } else { 2 * usize::from(cell.touches.contains(&other)) };
            // Two hexagons that do not touch share nothing; corners where three meet belong to pairs that touch.
            assert_eq!(shared.count(), expected, "{} {}", cell.name, view.cells[other].name);
        }
    }
    assert!(
        view.cells
            .iter()
            .flat_map(|cell| &cell.corners)
            .all(|&[x, y]| { (0.0..view.width).contains(&x) && (0.0..view.height).contains(&y) })
    );
    assert!(view.labels.iter().all(|label| (0.0..view.width).contains(&label.x) && label.y > 0.0));
    assert_eq!(view.labels.len(), 2 * (4 + 3));
    // An edge has two sides of each of its cells, so one corner more.
    let lengths: Vec<_> = view.edges.iter().map(|edge| (edge.name.as_str(), edge.path.len())).collect();
    assert_eq!(lengths, [("top", 9), ("bottom", 9), ("left", 7), ("right", 7)]);
    assert_eq!(view.edges[0].player, Colour::Black);
    assert!(view.links.is_empty());
}

#[test]
fn a_graph_has_links_and_named_edges() {
    let names = ["x", "y", "z"].map(str::to_owned).to_vec();
    let board = Topology::graph(names, &[(0, 1), (1, 2)], vec![("end".to_owned(), vec![2])]).unwrap();
    let view = of_topology(&board, BoardStyle::Points);
    assert_eq!(view.links, [[0, 1], [1, 2]]);
    assert_eq!((view.edges[0].name.as_str(), view.edges[0].path.len()), ("end", 1));
    assert_eq!(view.labels[0].text, "end");
    let [x, y] = [view.cells[2].x - view.labels[0].x, view.cells[2].y - view.labels[0].y];
    assert!((0.5..1.0).contains(&x.hypot(y)), "{view:?}");
    assert!(view.is_layout && view.cells.iter().all(|cell| cell.corners.is_empty() && cell.place.is_none()));
}

#[test]
fn links_around_a_torus_are_stubs() {
    let view = of_topology(&Topology::torus(4, 3).unwrap(), BoardStyle::Points);
    assert_eq!(view.links.len() + view.wraps.len() / 2, 2 * 4 * 3);
    assert_eq!(view.wraps.len(), 2 * (4 + 3));
    assert!(
        view.wraps
            .iter()
            .flatten()
            .all(|&[x, y]| { (0.0..=view.width).contains(&x) && (0.0..=view.height).contains(&y) })
    );
}

fn of(json: &str) -> Result<BoardView, Trouble> {
    board(&serde_json::from_str(json).unwrap(), &crate::Quiet)
}

#[test]
fn each_game_has_its_board() {
    let hex = of(r#"{ "game": { "game": "hex", "columns": 11, "rows": 9 } }"#).unwrap();
    assert_eq!((hex.style, hex.cells.len(), hex.edges.len(), hex.text), (BoardStyle::Tiles, 99, 4, None));
    let go = of(r#"{ "game": { "game": "go", "columns": 19, "rows": 19, "komi": 7.5, "rules": "chinese" } }"#).unwrap();
    let stars: Vec<&str> = go.stars.iter().map(|&star| go.cells[star].name.as_str()).collect();
    assert_eq!((go.style, go.links.len(), stars.len()), (BoardStyle::Points, 2 * 19 * 18, 9));
    assert!(["D4", "K10", "Q16", "D10"].iter().all(|star| stars.contains(star)), "{stars:?}");
    assert_eq!(go.text.as_deref(), Some("19x19"));
    let amazons = of(r#"{ "game": { "game": "amazons" } }"#).unwrap();
    let at = |name: &str| amazons.cells.iter().find(|cell| cell.name == name).unwrap();
    assert_eq!((at("a10").place, at("j1").place), (Some([0, 0]), Some([9, 9])));
    let labels: Vec<&str> = amazons.labels.iter().map(|label| label.text.as_str()).collect();
    assert_eq!(labels.iter().filter(|&&label| label == "i").count(), 2, "{labels:?}");
    assert!(!labels.contains(&"I") && labels.contains(&"10"));
}

#[test]
fn small_boards_have_five_stars_or_fewer() {
    let stars = |size: &str| of(&format!(r#"{{ "text": "{size}" }}"#)).unwrap().stars.len();
    assert_eq!(["5x5", "8x8", "9x9", "13x13", "19x13", "torus:9x9"].map(stars), [0, 4, 5, 5, 0, 0]);
}

#[test]
fn boards_as_text_are_read_and_judged() {
    let hexagon = of(r#"{ "text": " hexagon:5 " }"#).unwrap();
    assert_eq!((hexagon.cells.len(), hexagon.text.as_deref()), (61, Some("hexagon:5")));
    let wrong = of(r#"{ "text": "hexagon:many" }"#).unwrap_err();
    assert!(wrong.what.contains("many") && !wrong.advice.is_empty(), "{wrong:?}");
    let names = ["x", "y", "z"].map(str::to_owned).to_vec();
    let graph = Topology::graph(names, &[(0, 1)], Vec::new()).unwrap();
    let text = serde_json::to_string(&BoardOf::Text(BoardSpec::of_graph(&graph).to_string())).unwrap();
    let view = of(&text).unwrap();
    assert_eq!(view.notices[0], "3 points and 1 link");
    assert!(view.notices.iter().any(|notice| notice.contains("2 parts")), "{:?}", view.notices);
    assert!(view.notices.iter().any(|notice| notice.contains("1 point without a link")), "{:?}", view.notices);
}

#[test]
fn a_game_that_its_board_cannot_have_is_refused() {
    let oblong = of(r#"{ "game": { "game": "hex", "columns": 3, "rows": 4, "swap": true } }"#);
    assert!(oblong.unwrap_err().what.contains("3x4"));
    assert!(of(r#"{ "game": { "game": "hex", "columns": 0, "rows": 4 } }"#).is_err());
    assert!(of(r#"{ "game": { "game": "amazons", "columns": 7, "rows": 7 } }"#).is_err());
}
