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
mod saves;
mod set_up;
mod settings;
mod statistics;
mod table;
mod trying;

use askama::Template;
use parlor_picture::{Card, HEIGHT, Theme, WIDTH, paper};
use parlor_rules::{Game, Seat};
use parlor_table::Table;
use parlor_view::svg::defs;
use parlor_view::{Names, capitalised, game_line};

use crate::assets::Assets;
use crate::fields::slug;
use crate::options::PublicUrl;
use crate::painted::Painted;
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
pub use saves::SavesPage;
pub(crate) use set_up::SetUpPage;
pub use settings::SettingsPage;
pub use statistics::StatisticsPage;
pub use table::{FairDice, KnownValue, Links, Presence, ShownResult, TablePage, TutorAsks};
pub(crate) use table::{LOG_CHARACTERS, names_for};

pub use crate::answers::Undo;
pub use crate::fault::FileFaults;
pub use crate::phrase::Phrase;

/// Assets and preferences, which every page needs.
#[derive(Clone, Copy, Debug)]
pub struct Site<'a> {
    pub assets: &'a Assets,
    pub prefs: &'a Preferences,
    /// The server's public address. Without it, links to the page have no preview.
    pub url: Option<&'a PublicUrl>,
}

/// The whole site in a sentence.
pub(crate) const ABOUT: &str =
    "Canoga, Congkak and Kono: three old games for two, against a friend or a computer that explains its moves.";

/// The preview of a page that other programs show for a link. It must not contain secrets of the page's address.
pub(crate) struct Preview {
    pub(crate) title: String,
    pub(crate) description: String,
    /// The path of the picture.
    pub(crate) image: String,
}

impl Preview {
    /// For pages that aren't about a game.
    fn of_site() -> Preview {
        let image = Painted::shared().site().url.clone();
        Preview { title: "Parlor: three old games for two".to_owned(), description: ABOUT.to_owned(), image }
    }

    fn of_rules(game: Game) -> Preview {
        let image = Painted::shared().game(game).url.clone();
        Preview { title: format!("How to play {game}"), description: game_line(game).to_owned(), image }
    }

    /// A table as any spectator sees it.
    fn of_table(table: &Table, id: &str) -> Preview {
        let (game, names) = (table.game(), Names::of(&table.setup().players));
        let title = format!("{game}: {} against {}", names.label(Seat::Human), names.label(Seat::Computer));
        let description = Card::of_table(table, Seat::Human).description();
        // The revision isn't read. It makes programs fetch the picture again after a move.
        let image = format!("/t/{id}/picture.png?revision={}", table.revision());
        Preview { title, description, image }
    }

    fn of_invitation(game: Game, about: &str, from: Option<&str>, token: &str) -> Preview {
        let title = match from {
            Some(name) => format!("{name} invites you to play {game}"),
            None => format!("You\u{2019}re invited to play {game}"),
        };
        let about = if about.is_empty() { String::new() } else { format!("{about}. ") };
        let description = capitalised(&format!("{about}Open the link to play in your browser, without an account."));
        Preview { title, description, image: format!("/join/{token}/picture.png") }
    }
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

    /// An absolute URL; empty without a public address.
    fn absolute(&self, path: &str) -> String {
        self.url.map_or_else(String::new, |url| url.link(path))
    }

    /// The colours of a browser's own frame around the page: media query and colour.
    fn theme_colors(&self) -> Vec<(&'static str, &'static str)> {
        let all = [("(prefers-color-scheme: light)", Theme::Light), ("(prefers-color-scheme: dark)", Theme::Dark)];
        match self.prefs.looks.scheme {
            ColorScheme::System => all.map(|(media, theme)| (media, paper(theme))).into(),
            ColorScheme::Light => vec![("", paper(Theme::Light))],
            ColorScheme::Dark => vec![("", paper(Theme::Dark))],
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
    preview: Preview,
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
            preview: Preview::of_site(),
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
