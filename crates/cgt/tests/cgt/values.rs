//! Values against brute force: trees of moves, played out.

use proptest::prelude::*;
use rustc_hash::FxHashSet;
use tesuji_cgt::{Arena, Bounds, Dyadic, Exceeded, ParseError, Relation, Style, Value, Winner};

/// A game as a bare tree of options.
#[derive(Clone, Debug)]
struct Tree {
    left: Vec<Tree>,
    right: Vec<Tree>,
}

impl Tree {
    fn negative(&self) -> Self {
        let all = |trees: &[Self]| trees.iter().map(Self::negative).collect();
        Self { left: all(&self.right), right: all(&self.left) }
    }

    fn value(&self, arena: &mut Arena) -> Value {
        let left: Vec<Value> = self.left.iter().map(|tree| tree.value(arena)).collect();
        let right: Vec<Value> = self.right.iter().map(|tree| tree.value(arena)).collect();
        arena.game(&left, &right).unwrap()
    }
}

/// Whether the player to move wins these games side by side, found in the plainest way.
fn mover_wins(games: &[&Tree], left_moves: bool) -> bool {
    games.iter().enumerate().any(|(i, game)| {
        let options = if left_moves { &game.left } else { &game.right };
        options.iter().any(|option| {
            let mut next = games.to_vec();
            next[i] = option;
            !mover_wins(&next, !left_moves)
        })
    })
}

fn played_out(a: &Tree, b: &Tree) -> Relation {
    let minus_b = b.negative();
    let games = [a, &minus_b];
    match (mover_wins(&games, true), mover_wins(&games, false)) {
        (true, true) => Relation::Confused,
        (true, false) => Relation::Greater,
        (false, true) => Relation::Less,
        (false, false) => Relation::Equal,
    }
}

fn trees() -> impl Strategy<Value = Tree> {
    let leaf = Just(Tree { left: vec![], right: vec![] });
    leaf.prop_recursive(3, 12, 3, |inner| {
        (prop::collection::vec(inner.clone(), 0..3), prop::collection::vec(inner, 0..3))
            .prop_map(|(left, right)| Tree { left, right })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, rng_seed: proptest::test_runner::RngSeed::Fixed(1), ..ProptestConfig::default() })]

    #[test]
    fn values_compare_as_games_play(a in trees(), b in trees()) {
        let mut arena = Arena::default();
        let (x, y) = (a.value(&mut arena), b.value(&mut arena));
        let relation = played_out(&a, &b);
        prop_assert_eq!(arena.compare(x, y).unwrap(), relation);
        prop_assert_eq!(x == y, relation == Relation::Equal, "one value, one form");
        let difference = arena.difference(x, y).unwrap();
        let winner = match relation {
            Relation::Less => Winner::Right,
            Relation::Equal => Winner::Second,
            Relation::Greater => Winner::Left,
            Relation::Confused => Winner::First,
        };
        prop_assert_eq!(arena.winner(difference).unwrap(), winner);
    }

    #[test]
    fn forms_are_canonical(a in trees()) {
        let mut arena = Arena::default();
        let value = a.value(&mut arena);
        // Rebuilt from its own options, the value is the same; no option is dominated or reversible.
        let (left, right) = (arena.left(value).to_vec(), arena.right(value).to_vec());
        prop_assert_eq!(arena.game(&left, &right).unwrap(), value);
        for &x in &left {
            for &y in left.iter().filter(|&&y| y != x) {
                prop_assert!(!arena.is_at_most(x, y).unwrap());
            }
            for reply in arena.right(x).to_vec() {
                prop_assert!(!arena.is_at_most(reply, value).unwrap());
            }
        }
        for &x in &right {
            for &y in right.iter().filter(|&&y| y != x) {
                prop_assert!(!arena.is_at_most(y, x).unwrap());
            }
            for reply in arena.left(x).to_vec() {
                prop_assert!(!arena.is_at_most(value, reply).unwrap());
            }
        }
    }

    #[test]
    fn sums_are_a_group(a in trees(), b in trees(), c in trees()) {
        let mut arena = Arena::default();
        let (x, y, z) = (a.value(&mut arena), b.value(&mut arena), c.value(&mut arena));
        let xy = arena.sum(x, y).unwrap();
        let yz = arena.sum(y, z).unwrap();
        prop_assert_eq!(arena.sum(xy, z).unwrap(), arena.sum(x, yz).unwrap());
        prop_assert_eq!(arena.sum(y, x).unwrap(), xy);
        prop_assert_eq!(arena.difference(xy, y).unwrap(), x);
        // The tree of two games side by side, without the shortcuts that sums use.
        fn beside(a: &Tree, b: &Tree) -> Tree {
            let with = |ours: &[Tree], theirs: &[Tree]| {
                ours.iter().map(|x| beside(x, b)).chain(theirs.iter().map(|y| beside(a, y))).collect()
            };
            Tree { left: with(&a.left, &b.left), right: with(&a.right, &b.right) }
        }
        prop_assert_eq!(beside(&a, &b).value(&mut arena), xy);
    }

    #[test]
    fn thermographs_lie_between_the_stops(a in trees(), b in trees()) {
        let mut arena = Arena::default();
        let (x, y) = (a.value(&mut arena), b.value(&mut arena));
        let (left_stop, right_stop) = (arena.left_stop(x), arena.right_stop(x));
        let graph = arena.thermograph(x).unwrap().clone();
        prop_assert_eq!(graph.left.at(Dyadic::ZERO), Some(left_stop));
        prop_assert_eq!(graph.right.at(Dyadic::ZERO), Some(right_stop));
        prop_assert_eq!(graph.left.at(graph.temperature), Some(graph.mean));
        prop_assert_eq!(graph.right.at(graph.temperature), Some(graph.mean));
        // Means add up, and no sum is hotter than its hottest part.
        let sum = arena.sum(x, y).unwrap();
        let mean = arena.mean(y).unwrap();
        prop_assert_eq!(arena.mean(sum).unwrap(), graph.mean.checked_add(mean).unwrap());
        let hottest = arena.temperature(y).unwrap().max(graph.temperature);
        prop_assert!(arena.temperature(sum).unwrap() <= hottest);
        // The mean of a value and of its negative are each other's negatives.
        let negative = arena.negative(x).unwrap();
        prop_assert_eq!(arena.mean(negative).unwrap(), -graph.mean);
    }

    #[test]
    fn texts_lead_back(a in trees(), unicode in any::<bool>()) {
        let mut arena = Arena::default();
        let value = a.value(&mut arena);
        let style = if unicode { Style::Unicode } else { Style::Ascii };
        let text = arena.text(value, style, 10_000).unwrap().unwrap();
        prop_assert_eq!(arena.parse(&text).unwrap(), value, "{}", text);
        // Another arena, filled in another order, writes the same text.
        let mut other = Arena::default();
        other.parse("+-(3,{4|0,{1|0,*}})").unwrap();
        let value = a.negative().value(&mut other);
        let value = other.negative(value).unwrap();
        prop_assert_eq!(other.text(value, style, 10_000).unwrap().unwrap(), text);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[-+0-9/{}|,()*^v ±↑x]{0,20}") {
        let mut arena = Arena::new(Bounds { nodes: 500, steps: 20_000, birthday: 40 });
        let _: Result<Value, ParseError> = arena.parse(&text);
        prop_assert!(arena.n_forms() <= 500);
    }
}

/// All values whose options are among `values`. It is enough to try the antichains as sets of options.
fn next_day(arena: &mut Arena, values: &[Value]) -> Vec<Value> {
    let mut antichains: Vec<Vec<Value>> = vec![vec![]];
    for &value in values {
        for i in 0..antichains.len() {
            let mut with = antichains[i].clone();
            let confused = |&other: &Value| arena.compare(value, other).unwrap() == Relation::Confused;
            if with.iter().all(confused) {
                with.push(value);
                antichains.push(with);
            }
        }
    }
    let mut next = FxHashSet::default();
    for left in &antichains {
        for right in &antichains {
            next.insert(arena.game(left, right).unwrap());
        }
    }
    let mut next: Vec<Value> = next.into_iter().collect();
    next.sort_unstable();
    next
}

#[test]
fn so_many_are_born_by_each_day() {
    // Siegel, Combinatorial Game Theory, section III.1: 1, 4, 22 and 1474 values.
    let mut arena = Arena::default();
    let mut values = vec![Value::ZERO];
    for expected in [4, 22, 1474] {
        values = next_day(&mut arena, &values);
        assert_eq!(values.len(), expected);
    }
}

#[test]
fn known_values_have_their_names() {
    let mut arena = Arena::default();
    let mut name = |text: &str| {
        let value = arena.parse(text).unwrap();
        arena.text(value, Style::Ascii, 1000).unwrap().unwrap()
    };
    for (text, expected) in [
        ("{|}", "0"),
        ("{0|}", "1"),
        ("{0|2}", "1"),
        ("{-1|2}", "0"),
        ("{0|1}", "1/2"),
        ("{1/2|1}", "3/4"),
        ("{1/4|7/2}", "1"),
        ("{0|0}", "*"),
        ("{0,*|0,*}", "*2"),
        ("{0|*}", "^"),
        ("{*|0}", "v"),
        ("{0|^}", "^2*"),
        ("{0|v*}", "{0|v*}"),
        ("{0,*|0}", "^*"),
        ("{1|1}", "1*"),
        ("{2|0}", "{2|0}"),
        ("{1|-1}", "+-1"),
        ("{0,1|5}", "2"),
        ("{ 3, {4|0,{1|0,*}} | -3, {0,{0,*|-1}|-4} }", "+-(3,{4|0,{1|0,*}})"),
        ("+-{5|{2|-1/4},{1*|0,{1/2|0}}}", "+-{5|{2|-1/4},{1*|0,{1/2|0}}}"),
        ("*5", "*5"),
        ("-3/4v3*2", "-3/4v3*2"),
        ("±(↑,*)", "+-(*,^)"),
    ] {
        assert_eq!(name(text), expected, "{text}");
    }
    let value = arena.parse("1/2v2*").unwrap();
    assert_eq!(arena.text(value, Style::Unicode, 1000).unwrap().unwrap(), "1/2↓2*");
    let value = arena.parse("+-1").unwrap();
    assert_eq!(arena.text(value, Style::Unicode, 1000).unwrap().unwrap(), "±1");
}

#[test]
fn known_thermographs() {
    let mut arena = Arena::default();
    // Mean and temperature by hand; the last is the value of an Amazons position in the literature.
    for (text, mean, temperature) in [
        ("{2|0}", (1, 0), (1, 0)),
        ("3", (3, 0), (-1, 0)),
        ("3/4", (3, 2), (-1, 2)),
        ("1*", (1, 0), (0, 0)),
        ("^", (0, 0), (0, 0)),
        ("{5|{2|-1/4}}", (47, 4), (33, 4)),
        ("{{4|2}|1}", (2, 0), (1, 0)),
        ("+-(3,{4|0,{1|0,*}})", (0, 0), (3, 0)),
        ("+-{5|{2|-1/4},{1*|0,{1/2|0}}}", (0, 0), (11, 2)),
    ] {
        let value = arena.parse(text).unwrap();
        let graph = arena.thermograph(value).unwrap();
        let dyadic = |(n, log): (i64, u32)| Dyadic::new(n, log).unwrap();
        assert_eq!((graph.mean, graph.temperature), (dyadic(mean), dyadic(temperature)), "{text}");
    }
}

#[test]
fn walls_have_their_corners() {
    let mut arena = Arena::default();
    let value = arena.parse("{{4|2}|1}").unwrap();
    let graph = arena.thermograph(value).unwrap();
    let whole = |n| Dyadic::integer(n).unwrap();
    // Left moves to {4|2}, whose right wall rises from 2 to the mean 3 at tax 1: less the tax, that is 2 throughout.
    assert_eq!(graph.left.points(), [(whole(0), whole(2))]);
    assert_eq!(graph.right.points(), [(whole(0), whole(1)), (whole(1), whole(2))]);
}

#[test]
fn bounds_are_told() {
    let mut arena = Arena::new(Bounds { nodes: 10, ..Bounds::default() });
    assert_eq!(arena.nimber(20), Err(Exceeded::Nodes(10)));
    assert_eq!(arena.n_forms(), 10);
    let mut arena = Arena::new(Bounds { birthday: 10, ..Bounds::default() });
    assert!(arena.integer(10).is_ok());
    assert_eq!(arena.integer(11), Err(Exceeded::Birthday(10)));
    assert_eq!(arena.integer(i64::MAX), Err(Exceeded::Birthday(10)));
    let mut arena = Arena::new(Bounds { steps: 100, ..Bounds::default() });
    let texts: Vec<String> = (1..30).map(|n| format!("+-({n},{{{}|0,*}})", n + 1)).collect();
    let values: Vec<Value> = texts.iter().map_while(|text| arena.parse(text).ok()).collect();
    let mut sum = Ok(Value::ZERO);
    for value in values {
        sum = sum.and_then(|sum| arena.sum(sum, value));
    }
    assert_eq!(sum, Err(Exceeded::Steps(100)));
    arena.renew_steps();
    assert!(arena.parse("{1|0}").is_ok());
    // The deepest numbers, and the largest birthday there is, on the stack of a test's thread.
    let mut arena = Arena::new(Bounds { birthday: u32::MAX, ..Bounds::default() });
    let number = arena.from_number(Dyadic::new(1, 60).unwrap()).unwrap();
    assert_eq!(arena.birthday(number), 61);
    let most = i64::from(Bounds::MAX_BIRTHDAY);
    let large = arena.integer(most).unwrap();
    let minus = arena.negative(large).unwrap();
    assert_eq!(arena.sum(large, minus).unwrap(), Value::ZERO);
    let mut chain = Value::ZERO;
    for i in 0..most {
        let zero = if i % 2 == 0 { Value::ZERO } else { large };
        let Ok(next) = arena.game(&[zero], &[chain]) else { break };
        chain = next;
    }
    let hot = arena.negative(chain).unwrap();
    let _: Result<Value, Exceeded> = arena.sum(chain, hot);
}

#[test]
fn faults_name_their_place() {
    let mut arena = Arena::default();
    for (text, fault) in [
        ("", "character 1: expected a number, '^', 'v', '*', '+-' or '{'"),
        ("{1|0", "character 5: expected ',' or '}'"),
        ("{1,|0}", "character 4: expected a number, '^', 'v', '*', '+-' or '{'"),
        ("1/3", "character 3: expected a power of two, at most 2^60"),
        ("1 2x", "character 4: expected the end of the value"),
        ("99999999999999999999", "character 19: expected a smaller number"),
        ("300", "the value is too large: a birthday above 200"),
    ] {
        assert_eq!(arena.parse(text).unwrap_err().to_string(), fault, "{text}");
    }
    let deep = "{".repeat(5000);
    assert!(matches!(arena.parse(&deep), Err(ParseError::TooDeep { .. })));
}
