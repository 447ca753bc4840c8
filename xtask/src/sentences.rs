//! `cargo xtask sentences`: all sentences that a user can see, in one document.
//!
//! The help of commands isn't among them: `parlor help COMMAND` prints it.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use proc_macro2::{Delimiter, Literal, TokenStream, TokenTree};

use crate::source;

/// Calls whose text is for developers.
const INTERNAL: [&str; 9] =
    ["expect", "expect_err", "assert", "assert_eq", "assert_ne", "debug_assert", "panic", "unreachable", "include_str"];

/// Statements for databases, and markup.
const NOT_PROSE: [&str; 12] =
    ["SELECT", "INSERT", "UPDATE", "DELETE", "CREATE", "ALTER", "WITH", "PRAGMA", "LISTEN", "<", "{\"", "application/"];

/// Attributes of templates with visible or spoken text.
const SPOKEN: [&str; 4] = ["aria-label=\"", "title=\"", "placeholder=\"", "alt=\""];

pub(crate) fn write(root: &Path) -> Result<(), String> {
    let mut page = "# Sentences\n".to_owned();
    let mut count = 0;
    let mut add = |path: &Path, sentences: Vec<(usize, String)>| {
        if !sentences.is_empty() {
            let _ = writeln!(page, "\n## {}", path.display());
        }
        count += sentences.len();
        for (line, sentence) in sentences {
            let _ = writeln!(page, "- {line}: {}", sentence.replace('\n', " \u{23ce} "));
        }
    };
    for file in source::product(root)? {
        let mut sentences = Vec::new();
        collect(file.tokens, &mut sentences);
        add(&file.path, sentences);
    }
    for path in source::sorted(&root.join("crates/web/templates"))? {
        let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        add(path.strip_prefix(root).unwrap_or(&path), template(&text));
    }
    let file = root.join("target/sentences.md");
    fs::write(&file, page).map_err(|error| format!("{}: {error}", file.display()))?;
    println!("{count} sentences are in {}.", file.display());
    Ok(())
}

/// The sentences in string literals, with their lines.
fn collect(tokens: TokenStream, sentences: &mut Vec<(usize, String)>) {
    let mut tokens = tokens.into_iter().peekable();
    // The last name, for which `name(…)` and `name!(…)` are calls.
    let mut name = String::new();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Ident(ident) => name = ident.to_string(),
            TokenTree::Punct(punct) if punct.as_char() == '!' => {}
            // The only visible text in attributes is error messages.
            TokenTree::Punct(punct) if punct.as_char() == '#' => {
                tokens.next_if(|next| source::is_punct(next, '!'));
                if let Some(TokenTree::Group(group)) = tokens
                    .next_if(|next| matches!(next, TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket))
                    && group.stream().to_string().starts_with("error")
                {
                    collect(group.stream(), sentences);
                }
            }
            TokenTree::Punct(_) => name.clear(),
            TokenTree::Group(group) if INTERNAL.contains(&name.as_str()) => drop(group),
            TokenTree::Group(group) => {
                name.clear();
                collect(group.stream(), sentences);
            }
            TokenTree::Literal(literal) => {
                let line = literal.span().start().line;
                sentences.extend(text_of(&literal).filter(|text| is_prose(text)).map(|text| (line, text)));
            }
        }
    }
}

/// The value of a string literal.
fn text_of(literal: &Literal) -> Option<String> {
    let source = literal.to_string();
    if let Some(raw) = source.strip_prefix('r') {
        return Some(raw.trim_matches('#').trim_matches('"').to_owned());
    }
    let mut rest = source.strip_prefix('"')?.strip_suffix('"')?;
    let mut text = String::new();
    while let Some((before, after)) = rest.split_once('\\') {
        text.push_str(before);
        let escape = after.chars().next()?;
        rest = &after[escape.len_utf8()..];
        match escape {
            'n' => text.push('\n'),
            'u' => {
                let (code, after) = rest.strip_prefix('{')?.split_once('}')?;
                text.extend(u32::from_str_radix(code, 16).ok().and_then(char::from_u32));
                rest = after;
            }
            '\n' => rest = rest.trim_start(),
            other => text.push(other),
        }
    }
    text.push_str(rest);
    Some(text)
}

/// At least two words, one of them of three lower-case letters or more.
fn is_prose(text: &str) -> bool {
    let is_word = |word: &&str| word.len() > 2 && word.chars().all(|letter| letter.is_ascii_lowercase());
    let words = text.split(|letter: char| !letter.is_alphabetic());
    text.trim().contains(' ')
        && words.filter(is_word).count() > 0
        && !text.contains("=\"")
        && !NOT_PROSE.iter().any(|start| text.trim_start().starts_with(start))
}

/// The visible and spoken text of a template, with its lines. Expressions become `{}`.
fn template(text: &str) -> Vec<(usize, String)> {
    let text = without(&without(&without(text, "{#", "#}", ""), "{%", "%}", ""), "{{", "}}", "{}");
    let attribute = |line: &str, name| Some(line.split_once(name)?.1.split_once('"')?.0.to_owned());
    let spoken = text
        .lines()
        .enumerate()
        .flat_map(|line| SPOKEN.iter().filter_map(move |name| Some((line.0, attribute(line.1, name)?))));
    let visible = without(&text, "<", ">", " ");
    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let visible = visible.lines().map(words).enumerate().filter(|(_, line)| line.contains(char::is_alphabetic));
    let mut sentences: Vec<_> = spoken.chain(visible).map(|(line, sentence)| (line + 1, sentence)).collect();
    sentences.sort_by_key(|(line, _)| *line);
    sentences
}

/// Replaces everything from `open` to `close`, except ends of lines.
fn without(text: &str, open: &str, close: &str, instead: &str) -> String {
    let mut parts = text.split(open);
    let mut rest = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (inside, after) = part.split_once(close).unwrap_or((part, ""));
        rest.push_str(instead);
        rest.extend(inside.matches('\n'));
        rest.push_str(after);
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_found_and_internal_texts_are_not() {
        let source = "#[error(\"no square {0}\")] enum E {} #[allow(x, reason = \"a test\")] fn f() { \
                      say(\"It\\u{2019}s your turn.\"); y.expect(\"it is there\"); panic!(\"of no use\"); db(\"SELECT all now\"); }";
        let mut found = Vec::new();
        collect(source.parse().expect("it is Rust"), &mut found);
        let found: Vec<&str> = found.iter().map(|(_, text)| text.as_str()).collect();
        assert_eq!(found, ["no square {0}", "It\u{2019}s your turn."]);
    }

    #[test]
    fn text_and_labels_of_templates_are_found() {
        let html = "<p\n  class=\"a\">{# not\nshown #}<a href=\"/x\" title=\"Go to the lobby\">Hello {{ name }}!</a>{% if y %}\n";
        assert_eq!(template(html), [(3, "Go to the lobby".to_owned()), (3, "Hello {}!".to_owned())]);
    }
}
