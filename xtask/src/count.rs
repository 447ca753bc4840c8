//! `cargo xtask count`: lines of source code, without comments and blank lines.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};

use crate::source;

pub(crate) fn print(root: &Path) -> Result<(), String> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for file in source::product(root)? {
        *counts.entry(file.package).or_default() += lines(file.tokens);
    }
    for (package, count) in &counts {
        println!("{count:>7} {package}");
    }
    println!("{:>7} in all", counts.values().sum::<usize>());
    Ok(())
}

/// The number of lines with at least one token.
fn lines(tokens: TokenStream) -> usize {
    let mut lines = BTreeSet::new();
    collect(tokens, &mut lines);
    lines.len()
}

fn collect(tokens: TokenStream, lines: &mut BTreeSet<usize>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                lines.insert(group.span_open().start().line);
                lines.insert(group.span_close().end().line);
                collect(group.stream(), lines);
            }
            token => lines.extend(token.span().start().line..=token.span().end().line),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_blank_lines_and_test_modules_do_not_count() {
        let text = "\
//! Crate docs.

#[derive(Debug)]
struct A { // comment
    a: u8,
}

/* block
   comment */
const TEXT: &str = \"two // not a comment
lines\";

#[cfg(test)]
mod tests {
    fn f() {}
}
";
        let tokens = source::without_tests(text.parse().expect("it is Rust"), &mut |_| ());
        assert_eq!(lines(tokens), 6);
    }
}
