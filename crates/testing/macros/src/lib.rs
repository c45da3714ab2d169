//! The attribute `#[test]` of `tesuji-testing`, which re-exports it.
//!
//! Never: it runs nothing.

use proc_macro::{Delimiter, Group, TokenStream, TokenTree};

/// Marks a function without arguments and without a result as a test, and makes it known to the executable that runs the
/// tests of its crate. With `#[ignore]` it runs only when asked for.
///
/// # Panics
///
/// The compilation fails at what is no function.
#[proc_macro_attribute]
pub fn test(_: TokenStream, item: TokenStream) -> TokenStream {
    let (mut kept, mut is_ignored) = (Vec::new(), false);
    let mut trees = item.into_iter().peekable();
    let name = loop {
        match trees.next().expect("a test is a function") {
            TokenTree::Punct(mark)
                if mark.as_char() == '#'
                    && matches!(trees.peek(), Some(TokenTree::Group(group)) if is_attribute(group, "ignore")) =>
            {
                trees.next();
                is_ignored = true;
            }
            TokenTree::Ident(word) if word.to_string() == "fn" => {
                kept.push(TokenTree::Ident(word));
                break trees.next().expect("a function has a name");
            }
            tree => kept.push(tree),
        }
    };
    let known = format!("::tesuji_testing::register!({name}, {is_ignored});");
    kept.push(name);
    kept.extend(trees);
    let mut output: TokenStream = kept.into_iter().collect();
    output.extend(known.parse::<TokenStream>().expect("this is a call of a macro"));
    output
}

/// Whether this is what follows the `#` of an attribute of this name.
fn is_attribute(group: &Group, name: &str) -> bool {
    let first = group.stream().into_iter().next();
    group.delimiter() == Delimiter::Bracket && matches!(first, Some(TokenTree::Ident(word)) if word.to_string() == name)
}
