use askama::Template;
use parlor_rules::Seat;
use parlor_table::Table;
use parlor_view::Names;

use super::{NavItem, Shell, Site};

/// Asks for confirmation before a table is deleted. Only the page's button deletes it.
#[derive(Template, Clone, Copy, Debug)]
#[template(path = "delete.html")]
pub struct DeletePage<'a> {
    pub site: Site<'a>,
    pub id: &'a str,
    pub table: &'a Table,
}

impl DeletePage<'_> {
    fn shell(&self) -> Shell<'_> {
        Shell::new(self.site, format!("Delete a {} table \u{2013} Parlor", self.table.game()), NavItem::Elsewhere)
    }
}
