//! The tidy checks on the repository as it is. `cargo test -p xtask` runs them alone.

#[macro_use]
extern crate tesuji_testing;

use xtask::metadata;
use xtask::tidy::{
    Fault, budgets, circles, documents, floors, games, generated, harness, licences, origins, places, sources, words,
};
use xtask::tree::{Tree, root};

fn tree() -> Tree {
    Tree::read(&root()).expect("git lists the files")
}

fn packages() -> Vec<metadata::Package> {
    metadata::read(&root()).expect("cargo knows the workspace")
}

fn floors_of(tree: &Tree) -> floors::Floors {
    let architecture = tree.text("ARCHITECTURE.md").expect("there is an ARCHITECTURE.md");
    floors::parse(architecture).unwrap_or_else(|fault| panic!("{fault}"))
}

#[track_caller]
fn assert_none(faults: &[Fault]) {
    let list: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert!(faults.is_empty(), "{} to mend:\n  {}\n", faults.len(), list.join("\n  "));
}

#[test]
fn arrows_run_to_lower_floors() {
    assert_none(&floors::check(&floors_of(&tree()), &packages()));
}

#[test]
fn licences_are_permissive() {
    let packages = packages();
    assert!(packages.iter().any(|package| package.folder.is_none()), "cargo names no package from outside");
    assert_none(&licences::check(&packages));
}

#[test]
fn crates_say_what_they_never_do() {
    assert_none(&sources::check_crate_docs(&tree()));
}

#[test]
fn lines_and_words_are_within_their_budgets() {
    assert_none(&budgets::check(&tree()));
}

#[test]
fn circles_of_modules_only_fall() {
    assert_none(&circles::check(&tree()));
}

#[test]
fn no_library_is_compiled_twice() {
    assert_none(&harness::check(&tree()));
}

#[test]
fn files_have_a_bound() {
    assert_none(&sources::check_length(&tree()));
}

#[test]
fn nothing_is_marked_unfinished() {
    assert_none(&sources::check_marks(&tree()));
}

#[test]
fn lower_floors_touch_nothing_outside() {
    let tree = tree();
    assert_none(&sources::check_silence(&tree, &floors_of(&tree)));
}

#[test]
fn who_tells_games_apart_is_known() {
    assert_none(&games::check(&tree()));
}

#[test]
fn no_machine_or_network_is_named() {
    assert_none(&places::check(&tree()));
}

#[test]
fn nothing_generated_is_tracked() {
    assert_none(&generated::check(&tree()));
}

#[test]
fn test_data_names_its_origin() {
    assert_none(&origins::check(&tree()));
}

#[test]
fn documents_name_commands_that_exist() {
    let tree = tree();
    assert_none(&documents::check_commands(&tree));
    assert_none(&documents::check_purposes(&tree));
    assert_none(&documents::check_targets(&tree));
}

#[test]
fn documents_name_paths_that_exist() {
    assert_none(&documents::check_paths(&tree()));
}

#[test]
fn sentences_of_the_handbook_are_short() {
    assert_none(&words::check_sentences(&tree()));
}

#[test]
fn words_that_are_ruled_out_occur_nowhere() {
    assert_none(&words::check_list(&tree()));
}

tesuji_testing::main!(xtask);
