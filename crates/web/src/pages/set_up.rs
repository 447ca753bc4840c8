use askama::Template;
use parlor_review::{CustomPosition, Start};
use parlor_rules::{Game, Seat, Standing};
use parlor_view::svg::defs;
use parlor_view::{Names, SeatSetting, notation, palette, seat_settings, size_in_words};

use super::table::BoardHtml;
use super::trying::Form;
use super::{NavItem, Shell, Site};
use crate::fault::FileFaults;

/// The page for choosing a position or setting one up.
#[derive(Template, Clone, Copy)]
#[template(path = "set-up.html")]
pub(crate) struct SetUpPage<'a> {
    pub(crate) site: Site<'a>,
    /// The start that is selected in the list.
    pub(crate) start: Start,
    /// The text in the field for the position.
    pub(crate) text: &'a str,
    /// The position of the text, if it is valid.
    pub(crate) standing: Option<&'a Standing>,
    /// The effect of a click on the board: the start of an edit, as forms send it.
    pub(crate) brush: &'a str,
    /// The reason why the last click changed nothing.
    pub(crate) message: Option<&'a str>,
    pub(crate) faults: Option<&'a FileFaults>,
}

impl SetUpPage<'_> {
    fn shell(&self) -> Shell<'_> {
        let defs = self.standing.map_or("", |standing| defs(standing.game()));
        Shell { defs, ..Shell::new(self.site, "Analyse a position \u{2013} Parlor", NavItem::Elsewhere) }
    }

    fn rows(&self) -> usize {
        self.text.lines().count().clamp(8, 20) + 1
    }

    fn board(&self) -> Option<BoardHtml> {
        self.standing.map(|standing| BoardHtml::to_edit(standing, &Names::plain()))
    }

    fn form(&self) -> Form {
        let hidden = vec![("by", "hand".to_owned()), ("position", self.text.to_owned())];
        Form { method: "get", action: "/analyse".to_owned(), hidden }
    }

    /// The possible effects of a click on the board, with their labels.
    fn brushes(&self) -> Vec<(String, &'static str)> {
        let Some(standing) = self.standing else { return Vec::new() };
        let brush = |value: &str, words| (value.to_owned(), words);
        match standing.game() {
            Game::Canoga => Vec::new(),
            Game::Congkak => {
                vec![brush("next", "one more seed"), brush("previous", "one fewer seed"), brush("put 0", "no seed")]
            }
            Game::Kono => {
                let pieces = palette(standing).into_iter().map(|(content, words)| (format!("put {content}"), words));
                [brush("next", "the next piece in turn")].into_iter().chain(pieces).collect()
            }
        }
    }

    fn settings(&self) -> Vec<SeatSetting> {
        self.standing.map_or_else(Vec::new, seat_settings)
    }

    fn notation(&self) -> &'static str {
        self.standing.map_or("", |standing| notation(standing.game()))
    }
}
