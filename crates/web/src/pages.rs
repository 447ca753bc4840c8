//! Each page is a struct with a template. Callers fill in the struct, and [`render`] produces the HTML. Nothing here
//! uses sockets, stores, clocks or rules. `base.html` gets the `shell` of each page.
//!
//! The templates escape all text from users and files. Only pictures are inserted unescaped, because `parlor_view`
//! escapes their text itself.

mod analyse;
mod better;
mod delete;
mod invite;
mod join;
mod lobby;
mod message;
mod open;
mod practice;
mod replay;
mod review;
mod rules;
mod set_up;
mod settings;
mod statistics;
mod table;
mod trying;

use askama::Template;
use parlor_rules::Game;
use parlor_table::Table;
use parlor_view::svg::defs;

use crate::assets::Assets;
use crate::fields::slug;
use parlor_host::{ColorScheme, Named, Preferences};

pub(crate) use analyse::{AnalysePage, AnalysisOrigin};
pub use better::BetterPage;
pub use delete::DeletePage;
pub use invite::InvitePage;
pub use join::{JoinPage, SeatPage};
pub use lobby::{LobbyPage, TableLine, TableState};
pub use message::MessagePage;
pub use open::OpenPage;
pub use practice::{PracticePage, ToPractise};
pub use replay::ReplayPage;
pub use review::ReviewPage;
pub use rules::{GameRulesPage, HowToPlayPage};
pub(crate) use set_up::SetUpPage;
pub use settings::SettingsPage;
pub use statistics::StatisticsPage;
pub use table::{FairDice, Links, Presence, ShownResult, ShownWorth, TablePage, TutorAsks};
pub(crate) use table::{LOG_CHARACTERS, names_for};

pub use crate::answers::Undo;
pub use crate::fault::FileFaults;
pub use crate::phrase::Phrase;

/// Assets and preferences, which every page needs.
#[derive(Clone, Copy, Debug)]
pub struct Site<'a> {
    pub assets: &'a Assets,
    pub prefs: &'a Preferences,
}

impl Site<'_> {
    /// The visitor's name; empty if there is none.
    fn name(&self) -> &str {
        self.prefs.name.as_deref().unwrap_or_default()
    }

    /// The name of a second person at this screen; empty if there is none.
    fn other_name(&self) -> &str {
        self.prefs.name2.as_deref().unwrap_or_default()
    }

    fn sheet(&self) -> &str {
        self.assets.sheet(self.prefs.looks.scheme)
    }

    /// The content of the meta element `color-scheme`.
    fn scheme(&self) -> &'static str {
        match self.prefs.looks.scheme {
            ColorScheme::System => "light dark",
            chosen => Named::name(chosen),
        }
    }

    /// The name of the chosen speed.
    fn speed(&self) -> &'static str {
        Named::name(self.prefs.looks.speed)
    }
}

/// The current item in the navigation bar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum NavItem {
    Lobby,
    HowToPlay,
    Settings,
    Elsewhere,
}

/// The frame around every page.
struct Shell<'a> {
    site: Site<'a>,
    title: String,
    place: NavItem,
    /// It is this person's turn.
    turn: bool,
    /// Without scripts the page reloads periodically.
    waits: bool,
    /// The text of the link that skips the navigation.
    skip_to: &'static str,
    /// SVG definitions that the pictures refer to.
    defs: &'static str,
    /// The classes of the body: the game and the size, on a page that fits its board to the window.
    body: String,
}

impl<'a> Shell<'a> {
    fn new(site: Site<'a>, title: impl Into<String>, place: NavItem) -> Shell<'a> {
        let title = title.into();
        Shell {
            site,
            title,
            place,
            turn: false,
            waits: false,
            skip_to: "Skip to the main content",
            defs: "",
            body: String::new(),
        }
    }

    /// For a page with pictures of one game.
    fn of_game(site: Site<'a>, title: String, game: Game) -> Shell<'a> {
        Shell { defs: defs(game), ..Shell::new(site, title, NavItem::Elsewhere) }
    }

    /// For a page that fits its board to the window.
    fn at_board(site: Site<'a>, title: String, table: &Table) -> Shell<'a> {
        let game = table.game();
        let size = table.size().map(|size| format!(" n{size}")).unwrap_or_default();
        let body = format!("at-board {}{size}", slug(game));
        Shell { skip_to: "Skip to the board", body, ..Shell::of_game(site, title, game) }
    }
}

/// The HTML of a page.
pub fn render(page: &impl Template) -> String {
    page.render().expect("writing a template to a string can't fail")
}

/// Replaces hyphens with real minus signs.
fn minus(number: &str) -> String {
    number.replace('-', "\u{2212}")
}
