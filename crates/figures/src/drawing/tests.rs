use tesuji_board::{BoardSpec, Cell, Player, Topology};

use super::*;
use crate::scene::PictureItem;

fn board(text: &str) -> Topology {
    match text.strip_prefix("hex:").and_then(|size| size.split_once('x')) {
        Some((columns, rows)) => Topology::rhombus(columns.parse().unwrap(), rows.parse().unwrap()).unwrap(),
        None => text.parse::<BoardSpec>().unwrap().topology().unwrap(),
    }
}

/// A drawing with a bit of everything on it.
fn busy(topology: &Topology, theme: Theme, kind: Kind) -> Drawing<'_> {
    let mut drawing = Drawing::of_kind(topology, theme, kind);
    drawing
        .title("A title that says what is seen, and is longer than a small board is wide")
        .note("a note < this & that");
    let mut readings = vec![None; topology.n_cells()];
    for (idx, cell) in topology.cells().enumerate() {
        match idx % 9 {
            0 => _ = drawing.stone(cell, Player::Black).label(cell, &(idx % 200).to_string()),
            1 => _ = drawing.stone(cell, Player::White).last(cell),
            2 => _ = drawing.tint(cell, Tint::ALL[idx % 6]),
            3 => readings[idx] = Some(HeatValue { value: 0.01 * idx as f64, error: 0.02 }),
            4 => _ = drawing.mark(cell, Mark { shape: MarkShape::Triangle, hue: Hue::Ink, size: 0.8 }),
            5 => _ = drawing.outside(cell),
            6 => _ = drawing.block(cell),
            7 => _ = drawing.label(cell, "A"),
            _ => {}
        }
    }
    drawing.heat(&readings, Heat { name: "criticality".to_owned(), is_low_hot: false, has_figures: true });
    let (first, last) = (Cell::new(0), Cell::new(topology.n_cells() - 1));
    drawing.line(first, last, Line::arrow(Tint::Blue)).line(last, first, Line::plain(Tint::Red));
    for tint in Tint::ALL {
        drawing.legend(Key::Tint(tint), &format!("what {tint:?} is for"));
    }
    drawing
        .legend(Key::Stone(Player::Black), "Black")
        .legend(Key::Line(Hue::Ink), "a line")
        .legend(Key::Label, "numbers");
    drawing
}

#[test]
fn texts_never_overlap_on_any_board_in_any_theme() {
    let hex = (3..=19).map(|side| format!("hex:{side}x{side}"));
    let square = (3..=19).map(|side| format!("{side}x{side}"));
    let others = "\
        1 2x1 torus:9x9 cylinder:5x4 hexagon:5 triangle:7 honeycomb:4 kagome:3 4.6.12:2 3.12.12:3 \
        3.3.4.3.4:3x2 ring:40 rings:3x12 holes:9x9:E5,E4 4.8.8:4x4 hex:1x1 hex:14x5";
    for text in hex.chain(square).chain(others.split_whitespace().map(str::to_owned)) {
        let topology = board(&text);
        for (theme, kind) in [(Theme::Light, Kind::Hexagons), (Theme::Dark, Kind::Tiles), (Theme::Print, Kind::Links)] {
            let picture = busy(&topology, theme, kind).picture();
            assert_eq!(picture.faults(), [""; 0], "{text} {kind:?}");
            let empty = Drawing::of_kind(&topology, theme, kind).picture();
            assert_eq!(empty.faults(), [""; 0], "{text} {kind:?}, empty");
        }
    }
}

#[test]
fn the_check_of_texts_finds_what_overlaps() {
    let topology = board("3x3");
    let mut picture = Drawing::new(&topology, Theme::Light).title("title").picture();
    let text = crate::scene::TextLine::new("on it", (20.0, 30.0), 14.0, crate::colour::Colour::of(0));
    picture.scene.text(text.clone());
    picture.scene.text(crate::scene::TextLine { at: (-9.0, 90.0), ..text });
    assert_eq!(picture.faults().len(), 2, "{:?}", picture.faults());
}

#[test]
fn names_lie_on_no_link() {
    for text in ["honeycomb:4", "hexagon:4", "kagome:2", "4.6.12:2", "ring:9", "rings:3x9", "holes:9x9:E5"] {
        let topology = board(text);
        let picture = Drawing::new(&topology, Theme::Light).picture();
        let drawing = Drawing::new(&topology, Theme::Light);
        let page = PageLayout::of(&drawing);
        let n_beside = picture.texts().into_iter().filter(|text| {
            let room = crate::geometry::Rect { left: text.left, top: text.top, right: text.right, bottom: text.bottom };
            let is_crossed = topology.links().any(|(a, b)| room.meets_line(page.at(a), page.at(b)));
            let cell = topology.cell(&text.text).unwrap();
            let (x, y) = page.at(cell);
            // A name that takes the place of its point has a ground of its own.
            let is_on_point = room.left < x && x < room.right && room.top < y && y < room.bottom;
            assert!(is_on_point || !is_crossed, "{}", text.text);
            !is_on_point
        });
        assert!(n_beside.count() * 2 > topology.n_cells(), "{text}: most names stand beside their points");
    }
}

#[test]
fn links_are_drawn_once_and_go_around_as_stubs() {
    let n_strokes = |text: &str| {
        let svg = Drawing::new(&board(text), Theme::Light).picture().svg();
        svg.lines()
            .filter(|line| line.contains("stroke-width=\"1.2\""))
            .map(|line| line.matches('M').count())
            .sum::<usize>()
    };
    assert_eq!(n_strokes("hexagon:2"), 12);
    assert_eq!(n_strokes("3x3"), 12);
    // Three and three go around, each in two pieces.
    assert_eq!(n_strokes("torus:3x3"), 12 + 12);
}

#[test]
fn edges_of_hex_have_the_colours_of_the_stones() {
    let topology = board("hex:3x3");
    for theme in Theme::ALL {
        let n = |drawing: &Drawing<'_>, player: Player| {
            let [fill, _] = theme.palette().stones[player.index()];
            drawing.picture().svg().matches(&format!("stroke=\"{fill}\" stroke-width=\"22.88\"")).count()
        };
        let whole = Drawing::new(&topology, theme);
        assert_eq!([n(&whole, Player::Black), n(&whole, Player::White)], [2, 2]);
        let mut claim = Drawing::new(&topology, theme);
        claim.edges(&[None, Some(Player::White)]);
        assert_eq!([n(&claim, Player::Black), n(&claim, Player::White)], [0, 1]);
    }
}

#[test]
fn what_is_within_its_interval_gets_neither_colour_nor_figure() {
    let topology = board("hex:2x2");
    let heat = |value, error| {
        let mut drawing = Drawing::new(&topology, Theme::Light);
        let readings = [Some(HeatValue { value, error }), Some(HeatValue { value: 0.5, error: 0.1 }), None, None];
        drawing.heat(&readings, Heat { name: "h".to_owned(), is_low_hot: false, has_figures: true });
        drawing.picture()
    };
    let has = |picture: &Picture, text: &str| picture.texts().iter().any(|found| found.text == text);
    let (doubtful, certain) = (heat(0.07, 0.08), heat(0.3, 0.02));
    assert!(!has(&doubtful, "7") && has(&doubtful, "50") && has(&doubtful, "h: within its own interval"));
    assert!(has(&certain, "30") && has(&certain, "0.3") && has(&certain, "0.5"), "{:?}", certain.texts());
    assert!(!has(&certain, "h: within its own interval"));
}

#[test]
fn png_is_not_blank_and_as_wide_as_wanted() {
    let topology = board("hex:5x5");
    for theme in Theme::ALL {
        let picture = busy(&topology, theme, Kind::Hexagons).picture();
        for width in [300_u32, 800, 1600] {
            let png = picture.png(width).unwrap();
            assert_eq!(png[16..20], width.to_be_bytes());
            // A blank page of this size has a few hundred bytes.
            assert!(png.len() > 8 * width as usize, "{width}: {}", png.len());
        }
    }
}

#[test]
fn lines_along_one_row_do_not_hide_each_other() {
    let topology = board("8x8");
    let cell = |name: &str| topology.cell(name).unwrap();
    // Steps from one square and shots back to it, as in Amazons; some of them the same.
    let ends = [("D1", "D2"), ("D1", "D2"), ("D2", "D1"), ("D1", "D5"), ("D5", "D1"), ("D1", "D5"), ("D1", "D8")];
    let mut drawing = Drawing::of_kind(&topology, Theme::Light, Kind::Tiles);
    for (number, (from, to)) in ends.into_iter().enumerate() {
        drawing.line(cell(from), cell(to), Line::arrow(Tint::ALL[number % 6]).wide(0.06));
    }
    let page = PageLayout::of(&drawing);
    let bends = line::bends(&page, &drawing.lines);
    assert_eq!(bends.len(), ends.len());
    for (number, bend) in bends.iter().enumerate() {
        for other in &bends[..number] {
            assert!(bend.room_to(other) > 0.08 * page.link, "{bend:?} and {other:?}");
        }
    }
    // A line that is alone goes its usual way.
    let alone = line::bends(&page, &drawing.lines[3..4]);
    assert_eq!(alone, line::bends(&page, &[(cell("D1"), cell("D5"), Line::plain(Tint::Red))]));
}

#[test]
fn a_line_does_not_cross_a_figure() {
    let topology = board("5x5");
    let cell = |name: &str| topology.cell(name).unwrap();
    let mut drawing = Drawing::of_kind(&topology, Theme::Light, Kind::Links);
    drawing
        .stone(cell("C3"), Player::Black)
        .label(cell("C3"), "17")
        .stone(cell("C4"), Player::White)
        .label(cell("C4"), "18");
    let grounds = |drawing: &Drawing<'_>| {
        let scene = drawing.picture().scene;
        let at =
            scene.items.iter().position(|item| matches!(item, PictureItem::Text(text) if text.text == "17")).unwrap();
        let black = Theme::Light.palette().stones[0][0];
        matches!(&scene.items[at - 1], PictureItem::Shape(shape) if shape.fill == Some(black) && shape.steps.len() == 5)
    };
    assert!(!grounds(&drawing), "nothing is in the way");
    drawing.line(cell("A3"), cell("E3"), Line::plain(Tint::Red).straight());
    assert!(grounds(&drawing), "a ground of its own lies between the line and the figure");
}

/// A picture does not grow with the number of links beyond what can be seen (issue 40).
#[test]
fn more_links_than_a_picture_shows_are_left_out_in_words() {
    let wide = |links: Vec<(usize, usize)>| {
        Topology::graph((0..1_024).map(|cell| format!("n{cell}")).collect(), &links, Vec::new()).unwrap()
    };
    let ring = |reach: usize| -> Vec<(usize, usize)> {
        (0..1_024).flat_map(|cell| (1..=reach).map(move |step| (cell, (cell + step) % 1_024))).collect()
    };
    let n_steps = |picture: &Picture| -> usize {
        let steps = |item: &PictureItem| if let PictureItem::Shape(shape) = item { shape.steps.len() } else { 1 };
        picture.scene.items.iter().map(steps).sum()
    };
    let is_said = |picture: &Picture| picture.texts().iter().any(|text| text.text.contains("links are not drawn"));
    let few = Drawing::new(&wide(ring(19)), Theme::Light).picture();
    // Each cell has an area of 25 steps.
    assert!(n_steps(&few) > (25 + 2 * 19) * 1_024 && !is_said(&few));
    for topology in [wide(ring(20)), wide(ring(511))] {
        let many = Drawing::new(&topology, Theme::Light).picture();
        assert!(is_said(&many), "{:?}", many.texts().first());
        assert!(n_steps(&many) < 32 * 1_024, "{}", n_steps(&many));
        // Lines are bounded in the same way.
        let mut drawing = Drawing::new(&topology, Theme::Light);
        for number in 0..25_000 {
            drawing.line(Cell::new(number % 1_024), Cell::new((number + 1) % 1_024), Line::plain(Tint::Red));
        }
        let picture = drawing.picture();
        assert!(picture.texts().iter().any(|text| text.text == "Only the first 20000 lines are drawn."));
        assert!(n_steps(&picture) < 32 * 1_024 + 4 * MOST_LINKS, "{}", n_steps(&picture));
    }
}
