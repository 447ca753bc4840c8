use askama::Template;

use super::{NavItem, Shell, Site};
use crate::fault::FileFaults;

/// Lists the faults of a file, with a form for trying again.
#[derive(Template, Clone, Copy, Debug)]
#[template(path = "open.html")]
pub struct OpenPage<'a> {
    pub site: Site<'a>,
    /// The name of the file, or the source of the text.
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
