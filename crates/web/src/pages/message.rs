use askama::Template;

use super::{NavItem, Shell, Site};

/// A page with a single message, such as "Table not found".
#[derive(Template, Clone, Copy, Debug)]
#[template(path = "message.html")]
pub struct MessagePage<'a> {
    pub site: Site<'a>,
    pub status: u16,
    pub title: &'a str,
    pub sentence: &'a str,
    /// Address and text of a link at the end.
    pub link: Option<(&'a str, &'a str)>,
}

impl MessagePage<'_> {
    fn shell(&self) -> Shell<'_> {
        Shell::new(self.site, format!("{} \u{2013} Parlor", self.title), NavItem::Elsewhere)
    }
}
