//! `cargo xtask types`: type names that are defined in more than one place.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};

use crate::source;

const GAMES: [&str; 3] = ["canoga", "congkak", "kono"];

/// Crates in which a type name stands for one concept. The front ends and the server still have homonyms.
#[cfg(test)]
const CORE: [&str; 7] = ["rules", "saves", "engine", "table", "review", "rpc", "arena"];

/// Names of a single concept that are defined in more than one place: a game's type and the enum over the three games,
/// or the games' types in files of different depth.
#[cfg(test)]
const SAME_CONCEPT: [&str; 5] = ["Outcome", "Reason", "Search", "Size", "Standing"];

pub(crate) fn print(root: &Path) -> Result<(), String> {
    let repeated = repeated(root)?;
    for (name, places) in &repeated {
        println!("{name}");
        for place in places {
            println!("    {place}");
        }
    }
    println!("{} names in more than one place", repeated.len());
    Ok(())
}

/// The names with their places. A name that each of the three games defines is one concept: `canoga.rs`, `congkak.rs`
/// and `kono.rs` count as one place.
pub(crate) fn repeated(root: &Path) -> Result<BTreeMap<String, BTreeSet<String>>, String> {
    let mut places: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for file in source::product(root)? {
        let place =
            GAMES.iter().fold(file.path.to_string_lossy().into_owned(), |path, game| path.replace(game, "GAME"));
        for name in defined(file.tokens) {
            places.entry(name).or_default().insert(place.clone());
        }
    }
    places.retain(|_, places| places.len() > 1);
    Ok(places)
}

/// The structs, enums, traits and aliases that are defined outside of blocks of code.
fn defined(tokens: TokenStream) -> Vec<String> {
    let mut names = Vec::new();
    let mut keyword = false;
    let mut in_module = false;
    let mut impls = false;
    for token in tokens {
        match &token {
            TokenTree::Ident(ident) if keyword => {
                names.push(ident.to_string());
                keyword = false;
            }
            TokenTree::Ident(ident) => {
                let word = ident.to_string();
                keyword = matches!(word.as_str(), "struct" | "enum" | "trait" | "type") && !impls;
                in_module |= word == "mod";
                impls |= word == "impl";
            }
            TokenTree::Group(group) if group.delimiter() == proc_macro2::Delimiter::Brace => {
                if std::mem::take(&mut in_module) {
                    names.extend(defined(group.stream()));
                }
                impls = false;
            }
            TokenTree::Punct(punct) if punct.as_char() == ';' => (in_module, impls) = (false, false),
            _ => {}
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_name_of_the_core_crates_stands_for_one_concept() {
        let is_core = |place: &&String| CORE.iter().any(|name| place.starts_with(&format!("crates/{name}/")));
        let mut repeated = repeated(&crate::root()).expect("the sources can be read");
        repeated.retain(|_, places| places.iter().filter(is_core).count() > 1);
        assert_eq!(repeated.keys().collect::<Vec<_>>(), SAME_CONCEPT.iter().collect::<Vec<_>>(), "{repeated:#?}");
    }

    #[test]
    fn types_of_modules_are_found_and_associated_types_are_not() {
        let text = "pub struct A; enum B { C } mod inner { trait D {} } type E = u8; \
                    impl Iterator for A { type Item = u8; } fn f() -> impl Iterator { struct Local; }";
        assert_eq!(defined(text.parse().expect("it is Rust")), ["A", "B", "D", "E"]);
    }
}
