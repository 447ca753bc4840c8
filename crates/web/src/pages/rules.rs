use askama::Template;
use parlor_rules::Game;
use parlor_view::svg::defs;
use parlor_view::{Names, RulesPicture, RulesSection, rules_page};

use super::lobby::{all_defs, game_in_words, picture};
use super::table::BoardHtml;
use super::{NavItem, Preview, Shell, Site};
use crate::fields::slug;

/// A list of all games, with one line about each and a link to its rules.
#[derive(Template, Clone, Copy, Debug)]
#[template(path = "how-to-play.html")]
pub struct HowToPlayPage<'a> {
    pub site: Site<'a>,
}

impl HowToPlayPage<'_> {
    fn shell(&self) -> Shell<'_> {
        Shell { defs: all_defs(), ..Shell::new(self.site, "How to play \u{2013} Parlor", NavItem::HowToPlay) }
    }
}

/// The rules of a game on one page, with pictures.
#[derive(Template, Clone, Copy, Debug)]
#[template(path = "rules.html")]
pub struct GameRulesPage<'a> {
    pub site: Site<'a>,
    pub game: Game,
}

impl GameRulesPage<'_> {
    fn shell(&self) -> Shell<'_> {
        let shell = Shell::new(self.site, format!("How to play {} \u{2013} Parlor", self.game), NavItem::HowToPlay);
        Shell { defs: defs(self.game), preview: Preview::of_rules(self.game), ..shell }
    }

    fn sections(&self) -> Vec<RulesSection> {
        rules_page(self.game).sections
    }

    fn board(&self, picture: &RulesPicture) -> BoardHtml {
        BoardHtml::of_scene(self.game, &picture.scene, &Names::plain(), false)
    }
}
