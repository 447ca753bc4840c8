use askama::Template;

use super::{Place, Shell, Site, render};

/// Why a file can't be opened.
#[derive(Clone, Copy, Debug)]
pub struct OpenFaults<'a> {
    /// What it was called, or where it came from.
    pub file: &'a str,
    /// What is wrong, in a sentence.
    pub sentence: &'a str,
    /// Every fault with its line, as `parlor check` shows it; may be empty.
    pub picture: &'a str,
    /// What was pasted, to be mended; empty for a file.
    pub text: &'a str,
}

#[derive(Template)]
#[template(path = "open.html")]
struct OpenView<'a> {
    shell: Shell<'a>,
    faults: OpenFaults<'a>,
    paste: &'a str,
}

/// What is wrong with a file, with the form to try again.
pub fn open_page(site: Site<'_>, faults: &OpenFaults<'_>) -> String {
    let shell = Shell::new(site, "This file can\u{2019}t be opened \u{2013} Parlor", Place::Elsewhere);
    render(&OpenView { shell, faults: *faults, paste: faults.text })
}
