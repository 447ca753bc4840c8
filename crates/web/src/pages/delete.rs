use askama::Template;
use parlor_rules::{Game, Seat};
use parlor_view::Names;

use super::{Place, Shell, Site, render};

/// Whether a table is really to be deleted.
#[derive(Clone, Copy, Debug)]
pub struct DeletePage<'a> {
    /// What every page needs.
    pub site: Site<'a>,
    /// The table's id.
    pub id: &'a str,
    /// What is played.
    pub game: Game,
    /// Who plays.
    pub names: &'a Names,
    /// Whether the tournament is over.
    pub over: bool,
}

#[derive(Template)]
#[template(path = "delete.html")]
struct DeleteView<'a> {
    shell: Shell<'a>,
    page: DeletePage<'a>,
    human: &'a str,
    computer: &'a str,
}

/// The page that asks. Only its button deletes the table.
pub fn delete_page(page: &DeletePage<'_>) -> String {
    let shell = Shell::new(page.site, format!("Delete a table of {} \u{2013} Parlor", page.game), Place::Elsewhere);
    let [human, computer] = Seat::BOTH.map(|seat| page.names.label(seat));
    render(&DeleteView { shell, page: *page, human, computer })
}
