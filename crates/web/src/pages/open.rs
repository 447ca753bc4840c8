use askama::Template;

use super::{NavItem, Shell, Site};
use crate::fault::FileFaults;

/// Lists the faults of a file, with the form to try again.
#[derive(Template, Clone, Copy, Debug)]
#[template(path = "open.html")]
pub struct OpenPage<'a> {
    pub site: Site<'a>,
    /// The file's name, or where the text came from.
    pub file: &'a str,
    pub faults: &'a FileFaults,
    /// The pasted text, to be corrected.
    pub text: &'a str,
}

impl OpenPage<'_> {
    fn shell(&self) -> Shell<'_> {
        Shell::new(self.site, "This file can\u{2019}t be opened \u{2013} Parlor", NavItem::Elsewhere)
    }
}
