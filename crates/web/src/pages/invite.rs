use askama::Template;

use super::Shell;
use super::table::{TablePage, title_line};
use crate::fields::slug;
use crate::prefs::LONGEST_NAME;

/// The page of a table while its other seat is free, for the browser that invites. It becomes the table's page as soon as
/// the seat is taken.
#[derive(Template, Clone, Copy, Debug)]
#[template(path = "invite.html")]
pub struct InvitePage<'a> {
    pub table_page: &'a TablePage<'a>,
    /// The absolute URL that gives the free seat.
    pub link: &'a str,
    /// The link as a picture.
    pub qr: Option<&'a str>,
    /// The reason why other machines can't open the link, and the remedy.
    pub unreachable: Option<&'a str>,
}

impl InvitePage<'_> {
    fn shell(&self) -> Shell<'_> {
        let game = self.table_page.table.game();
        let title = format!("Invite a friend to play {game} \u{2013} Parlor");
        Shell { waits: true, ..Shell::of_game(self.table_page.site, title, game) }
    }
}
