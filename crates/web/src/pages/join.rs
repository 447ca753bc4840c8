use askama::Template;
use parlor_rules::Game;

use super::lobby::slug;
use super::{Place, Shell, Site, render};
use crate::prefs::LONGEST_NAME;

/// An invitation to take the free seat at a table.
#[derive(Clone, Copy, Debug)]
pub struct JoinPage<'a> {
    /// What every page needs.
    pub site: Site<'a>,
    /// The invitation's secret.
    pub token: &'a str,
    /// What is played.
    pub game: Game,
    /// Its size, if that is chosen already, and the round, in a few words.
    pub about: &'a str,
    /// Who waits at the table.
    pub from: &'a str,
    /// Where to watch instead.
    pub watch: &'a str,
    /// Whether somebody sits there already, so that one can only watch.
    pub taken: bool,
    /// Whether help is switched off at this table.
    pub help_off: bool,
}

/// A link that brings a seat to another device of the same person.
#[derive(Clone, Copy, Debug)]
pub struct SeatPage<'a> {
    /// What every page needs.
    pub site: Site<'a>,
    /// The link's secret.
    pub token: &'a str,
    /// What is played.
    pub game: Game,
    /// Whose seat it is.
    pub name: &'a str,
    /// Who sits across.
    pub other: &'a str,
}

#[derive(Template)]
#[template(path = "join.html")]
struct JoinView<'a> {
    shell: Shell<'a>,
    page: JoinPage<'a>,
    slug: String,
    name: &'a str,
    longest: usize,
}

#[derive(Template)]
#[template(path = "seat.html")]
struct SeatView<'a> {
    shell: Shell<'a>,
    page: SeatPage<'a>,
}

/// The page behind an invitation. Only its button takes the seat.
pub fn join_page(page: &JoinPage<'_>) -> String {
    let shell = Shell::new(page.site, format!("Join a table of {} \u{2013} Parlor", page.game), Place::Elsewhere);
    render(&JoinView { shell, page: *page, slug: slug(page.game), name: &page.site.prefs.name, longest: LONGEST_NAME })
}

/// The page behind the link for another device. Only its button takes the seat.
pub fn seat_page(page: &SeatPage<'_>) -> String {
    let shell = Shell::new(page.site, format!("Your seat at {} \u{2013} Parlor", page.game), Place::Elsewhere);
    render(&SeatView { shell, page: *page })
}
