use askama::Template;
use parlor_review::write_position;
use parlor_rules::Game;
use parlor_view::{notation, sample_standing};

use super::{NavItem, Shell, Site};

/// Explains save files and journals, with an example for each game.
#[derive(Template, Clone, Copy, Debug)]
#[template(path = "saves.html")]
pub struct SavesPage<'a> {
    pub site: Site<'a>,
}

impl SavesPage<'_> {
    fn shell(&self) -> Shell<'_> {
        Shell::new(self.site, "Guide to save files and journals \u{2013} Parlor", NavItem::HowToPlay)
    }
}

/// The save file of a round that has begun.
fn sample_save(game: Game) -> String {
    write_position(&sample_standing(game)).trim().to_owned()
}
