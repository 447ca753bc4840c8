//! The Rust source of the product's crates as tokens, without tests.

use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// Crates that exist only for tests.
const TEST_CRATES: [&str; 2] = ["fuzz-targets", "testkit"];

/// A source file without its test modules.
pub(crate) struct SourceFile {
    pub(crate) package: String,
    pub(crate) path: PathBuf,
    pub(crate) tokens: TokenStream,
}

/// All source files of the product's crates below a workspace's root, without test modules.
pub(crate) fn product(root: &Path) -> Result<Vec<SourceFile>, String> {
    let mut found = Vec::new();
    for folder in sorted(&root.join("crates"))? {
        let package = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if TEST_CRATES.contains(&package.as_str()) || !folder.join("src").is_dir() {
            continue;
        }
        let mut files = Vec::new();
        collect(&folder.join("src"), &mut files)?;
        let mut tests = Vec::new();
        let mut parsed = Vec::new();
        for file in files {
            let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
            let tokens: TokenStream = text.parse().map_err(|error| format!("{}: {error}", file.display()))?;
            let modules = module_folder(&file);
            let tokens = without_tests(tokens, &mut |module| tests.push(modules.join(module)));
            parsed.push((file, tokens));
        }
        parsed.retain(|(file, _)| !tests.iter().any(|test| file.starts_with(test) || file.with_extension("") == *test));
        found.extend(parsed.into_iter().map(|(file, tokens)| SourceFile {
            package: package.clone(),
            path: file.strip_prefix(root).unwrap_or(&file).to_owned(),
            tokens,
        }));
    }
    if found.is_empty() { Err(format!("no source below {}", root.display())) } else { Ok(found) }
}

pub(crate) fn sorted(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    Ok(paths)
}

/// Rust files, without `tests.rs` and the suites that every store and queue must pass.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    for path in sorted(folder)? {
        let stem = path.file_stem().unwrap_or_default();
        if stem == "tests" || stem == "conformance" {
            continue;
        }
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    Ok(())
}

/// The folder that contains the submodules of a file.
fn module_folder(file: &Path) -> PathBuf {
    let is_root = ["lib.rs", "main.rs", "mod.rs"].iter().any(|name| file.ends_with(name));
    if is_root { file.parent().unwrap_or(file).to_owned() } else { file.with_extension("") }
}

/// Leaves out every item behind `#[cfg(test)]` and every doc comment; reports test modules that are in separate files.
pub(crate) fn without_tests(tokens: TokenStream, report_module: &mut impl FnMut(String)) -> TokenStream {
    let mut tokens = tokens.into_iter().peekable();
    let mut rest = Vec::new();
    while let Some(token) = tokens.next() {
        if is_punct(&token, '#') {
            let mut attribute = vec![token];
            if let Some(bang) = tokens.next_if(|next| is_punct(next, '!')) {
                attribute.push(bang);
            }
            let Some(TokenTree::Group(group)) = tokens.next_if(is_bracketed) else {
                rest.extend(attribute);
                continue;
            };
            let content = group.stream().to_string();
            if content == "cfg (test)" {
                skip_item(&mut tokens, report_module);
            } else if !content.starts_with("doc =") {
                attribute.push(TokenTree::Group(group));
                rest.extend(attribute);
            }
            continue;
        }
        rest.push(match token {
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), without_tests(group.stream(), report_module));
                inner.set_span(group.span());
                TokenTree::Group(inner)
            }
            token => token,
        });
    }
    rest.into_iter().collect()
}

/// Skips the item that an attribute belongs to: everything up to its block or its semicolon.
fn skip_item(tokens: &mut impl Iterator<Item = TokenTree>, report_module: &mut impl FnMut(String)) {
    let mut module = None;
    let mut after_mod = false;
    for token in tokens {
        match &token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => return,
            TokenTree::Punct(punct) if punct.as_char() == ';' => {
                if let Some(module) = module {
                    report_module(module);
                }
                return;
            }
            TokenTree::Ident(ident) if after_mod => module = Some(ident.to_string()),
            _ => {}
        }
        after_mod = matches!(&token, TokenTree::Ident(ident) if ident == "mod");
    }
}

pub(crate) fn is_punct(token: &TokenTree, character: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == character)
}

fn is_bracketed(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket)
}
