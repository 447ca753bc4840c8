use askama::Template;
use parlor_rules::{Game, Seat};
use parlor_view::Names;

use super::{Place, Shell, Site};

/// Asks whether a table is to be deleted. Only its button deletes it.
#[derive(Template, Clone, Copy, Debug)]
#[template(path = "delete.html")]
pub struct DeletePage<'a> {
    pub site: Site<'a>,
    /// The table's id.
    pub id: &'a str,
    pub game: Game,
    pub names: &'a Names,
    /// Whether the tournament is over.
    pub over: bool,
}

impl DeletePage<'_> {
    fn shell(&self) -> Shell<'_> {
        Shell::new(self.site, format!("Delete a table of {} \u{2013} Parlor", self.game), Place::Elsewhere)
    }
}
