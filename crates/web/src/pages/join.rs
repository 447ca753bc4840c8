use askama::Template;
use parlor_rules::Game;

use super::{NavItem, Preview, Shell, Site};
use crate::fields::slug;
use crate::prefs::LONGEST_NAME;

/// An invitation to take the free seat at a table. Only the page's button takes the seat.
#[derive(Template, Clone, Copy, Debug)]
#[template(path = "join.html")]
pub struct JoinPage<'a> {
    pub site: Site<'a>,
    pub token: &'a str,
    pub game: Game,
    /// The size, if it is already chosen, and the round.
    pub about: &'a str,
    /// The name of the player who invites, if they have entered one.
    pub from: Option<&'a str>,
    /// This browser has the other seat, so it opened its own invitation.
    pub own: bool,
    /// The address for watching instead.
    pub watch: &'a str,
    /// The seat is already taken, so the visitor can only watch.
    pub taken: bool,
    /// Help is switched off at this table.
    pub help_off: bool,
}

impl JoinPage<'_> {
    fn shell(&self) -> Shell<'_> {
        let preview = Preview::of_invitation(self.game, self.about, self.from, self.token);
        let title = format!("Join a {} table \u{2013} Parlor", self.game);
        Shell { preview, ..Shell::new(self.site, title, NavItem::Elsewhere) }
    }
}

/// The page behind a link for opening a seat on another device of the same player. Only the page's button takes the
/// seat.
#[derive(Template, Clone, Copy, Debug)]
#[template(path = "seat.html")]
pub struct SeatPage<'a> {
    pub site: Site<'a>,
    pub token: &'a str,
    pub game: Game,
    /// The name of the player who has the seat.
    pub name: &'a str,
    /// The name of the other player.
    pub other: &'a str,
}

impl SeatPage<'_> {
    fn shell(&self) -> Shell<'_> {
        Shell::new(self.site, format!("Your seat at {} \u{2013} Parlor", self.game), NavItem::Elsewhere)
    }
}
