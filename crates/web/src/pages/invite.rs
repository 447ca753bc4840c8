use askama::Template;
use parlor_table::Table;

use super::table::title_line;
use super::{Shell, Site};
use crate::fields::slug;
use crate::prefs::LONGEST_NAME;

/// The page of a table while its other seat is free, for the browser that invites. It becomes the table's page as soon as
/// the seat is taken.
#[derive(Template, Clone, Copy, Debug)]
#[template(path = "invite.html")]
pub struct InvitePage<'a> {
    pub site: Site<'a>,
    pub id: &'a str,
    pub table: &'a Table,
    /// The number of changes outside the game when the page was made.
    pub extra_changes: u64,
    /// The absolute URL that gives the free seat.
    pub link: &'a str,
    /// The link as a picture.
    pub qr: Option<&'a str>,
    /// The reason why other machines can't open the link, and the remedy.
    pub unreachable: Option<&'a str>,
    /// A sentence about the last request.
    pub message: Option<&'a str>,
    /// Help is switched off at this table.
    pub help_off: bool,
    /// This browser made the table, so it can delete it.
    pub made_here: bool,
}

impl InvitePage<'_> {
    fn shell(&self) -> Shell<'_> {
        let game = self.table.game();
        let title = format!("Invite a friend to play {game} \u{2013} Parlor");
        Shell { waits: true, ..Shell::of_game(self.site, title, game) }
    }

    fn base(&self) -> String {
        format!("/t/{}", self.id)
    }
}
