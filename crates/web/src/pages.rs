//! Every page is the struct of its template: callers fill it in, and [`render`] makes the HTML. Nothing here knows a
//! socket, a store, a clock or a rule. `base.html` asks each page for its `shell`.
//!
//! Everything that comes from people or files is escaped by the templates. Only pictures, which `parlor_view` paints
//! and escapes itself, go in as they are.

mod analyse;
mod better;
mod delete;
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
use parlor_view::svg::defs;

use crate::assets::Assets;
use parlor_host::{Named, Preferences};

pub(crate) use analyse::{AnalysePage, AnalysisOrigin};
pub use better::BetterPage;
pub use delete::DeletePage;
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
pub use table::{FairDice, Links, ShownWorth, TablePage, TutorAsks};

pub use crate::answers::Undo;
pub use crate::fault::FileFaults;

/// What every page needs.
#[derive(Clone, Copy, Debug)]
pub struct Site<'a> {
    /// Where sheet, script and icons are.
    pub assets: &'a Assets,
    /// What this browser remembers.
    pub prefs: &'a Preferences,
}

impl Site<'_> {
    /// The visitor's name; empty if there is none.
    fn name(&self) -> &str {
        self.prefs.name.as_deref().unwrap_or_default()
    }

    /// The name of the chosen speed.
    fn speed(&self) -> &'static str {
        Named::name(self.prefs.looks.speed)
    }
}

/// Which of the links on top is the page that is in sight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum NavItem {
    Lobby,
    HowToPlay,
    Settings,
    Elsewhere,
}

/// What stands around every page.
struct Shell<'a> {
    site: Site<'a>,
    title: String,
    place: NavItem,
    /// It is this person's turn.
    turn: bool,
    /// Without scripts the page loads itself again.
    waits: bool,
    /// Where the link that skips the links on top says that it leads.
    skip_to: &'static str,
    /// What the pictures refer to.
    defs: &'static str,
}

impl<'a> Shell<'a> {
    fn new(site: Site<'a>, title: impl Into<String>, place: NavItem) -> Shell<'a> {
        let title = title.into();
        Shell { site, title, place, turn: false, waits: false, skip_to: "To the page", defs: "" }
    }

    /// Of a page about a board.
    fn at_board(site: Site<'a>, title: String, game: Game) -> Shell<'a> {
        Shell { skip_to: "To the board", defs: defs(game), ..Shell::new(site, title, NavItem::Elsewhere) }
    }
}

/// The HTML of a page.
pub fn render(page: &impl Template) -> String {
    page.render().expect("a template writes to a string, and that can't fail")
}

/// A number with a minus sign that is as wide as a plus sign.
fn minus(number: &str) -> String {
    number.replace('-', "\u{2212}")
}
