//! Every page as a pure function: what it shows goes in, HTML comes out. Nothing here knows a socket, a store or a
//! clock, and nothing here knows a rule.
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

use crate::assets::Assets;
use crate::prefs::Prefs;

pub use analyse::{AnalysePage, Origin, analyse_page};
pub use better::{BetterPage, better_page};
pub use delete::{DeletePage, delete_page};
pub use join::{JoinPage, SeatPage, join_page, seat_page};
pub use lobby::{LobbyPage, TableLine, TableState, lobby_page};
pub use message::{PageLink, message_page};
pub use open::{OpenFaults, open_page};
pub use practice::{PracticePage, ToPractise, practice_page};
pub use replay::{ReplayPage, replay_page};
pub use review::{ReviewPage, review_page};
pub use rules::{how_to_play_page, rules_of_game_page};
pub use set_up::{BadStart, PositionFaults, SetUpPage, Start, set_up_page};
pub use settings::settings_page;
pub use statistics::{StatisticsPage, statistics_page};
pub use table::{FairDice, Links, ShownAdvice, ShownWorth, TablePage, TutorAsks, UndoState, table_page};

/// What every page needs.
#[derive(Clone, Copy, Debug)]
pub struct Site<'a> {
    /// Where sheet, script and icons are.
    pub assets: &'a Assets,
    /// What this browser remembers.
    pub prefs: &'a Prefs,
}

/// Which of the links on top is the page that is in sight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Lobby,
    HowToPlay,
    Settings,
    Elsewhere,
}

/// What stands around every page.
struct Shell<'a> {
    site: Site<'a>,
    title: String,
    place: Place,
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
    fn new(site: Site<'a>, title: impl Into<String>, place: Place) -> Shell<'a> {
        let title = title.into();
        Shell { site, title, place, turn: false, waits: false, skip_to: "To the page", defs: "" }
    }

    fn sheet(&self) -> &str {
        self.site.assets.sheet()
    }

    fn script(&self) -> &str {
        self.site.assets.script()
    }

    fn icon(&self) -> &str {
        self.site.assets.icon(self.turn)
    }
}

fn render(page: &impl Template) -> String {
    page.render().expect("a template writes to a string, and that can't fail")
}

/// A number with a minus sign that is as wide as a plus sign.
fn minus(number: &str) -> String {
    number.replace('-', "\u{2212}")
}
