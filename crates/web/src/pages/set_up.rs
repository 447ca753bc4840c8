use askama::Template;
use parlor_review::{CustomPosition, Start};
use parlor_view::size_in_words;

use super::{NavItem, Shell, Site};
use crate::fault::FileFaults;

/// The page for choosing a position or entering one.
#[derive(Template, Clone, Copy)]
#[template(path = "set-up.html")]
pub(crate) struct SetUpPage<'a> {
    pub(crate) site: Site<'a>,
    /// The start that is selected in the list.
    pub(crate) start: Start,
    /// The text in the field for the position.
    pub(crate) text: &'a str,
    pub(crate) faults: Option<&'a FileFaults>,
}

impl SetUpPage<'_> {
    fn shell(&self) -> Shell<'_> {
        Shell::new(self.site, "Analyse a position \u{2013} Parlor", NavItem::Elsewhere)
    }

    fn rows(&self) -> usize {
        self.text.lines().count().clamp(8, 20) + 1
    }
}
