use askama::Template;
use parlor_table::{Event, Table};
use parlor_view::svg::defs;
use parlor_view::{Names, Spot, sentences, size_in_words};

use super::ShownAdvice;
use super::table::{AdviceView, LogLine, advice_view, log_lines};
use super::trying::{Form, TryView, try_view};
use super::{Place, Shell, Site, Start, render};
use crate::lines;
use crate::position::position_in_words;

/// Where an analysis begins.
#[derive(Clone, Copy, Debug)]
pub enum Origin<'a> {
    /// With a table as it was at a revision.
    Table {
        /// The table's id.
        id: &'a str,
        /// The revision.
        at: u64,
    },
    /// With the start of a game.
    Start(Start),
    /// With a position that was set up by hand, written as a save.
    Position(&'a str),
}

impl Origin<'_> {
    /// What its address says besides the line that is tried.
    fn form(self) -> Form {
        let (action, hidden) = match self {
            Origin::Table { id, at } => (format!("/t/{id}/analyse"), ("at", at.to_string())),
            Origin::Start(start) => ("/analyse".to_owned(), ("start", start.to_string())),
            Origin::Position(text) => ("/analyse".to_owned(), ("position", text.to_owned())),
        };
        Form { method: "get", action, hidden: vec![hidden] }
    }

    /// Its address.
    pub fn url(self) -> String {
        self.form().url()
    }
}

/// A position with moves for both.
#[derive(Clone, Copy, Debug)]
pub struct AnalysePage<'a> {
    /// What every page needs.
    pub site: Site<'a>,
    /// Where it begins.
    pub origin: Origin<'a>,
    /// The table after the line.
    pub table: &'a Table,
    /// The steps that were tried.
    pub steps: &'a [String],
    /// The steps that were tried after these, and taken back.
    pub ahead: &'a [String],
    /// What the last step told.
    pub told: &'a [Event],
    /// What was chosen on the board so far.
    pub picks: &'a [Spot],
    /// What the engine says; `None` if it has no time now.
    pub advice: Option<&'a ShownAdvice>,
    /// One sentence about what can't be played.
    pub message: Option<&'a str>,
}

#[derive(Template)]
#[template(path = "analyse.html")]
struct AnalyseView<'a> {
    shell: Shell<'a>,
    links: Vec<(&'static str, String)>,
    of_table: bool,
    game: String,
    about: String,
    message: Option<&'a str>,
    tried: TryView,
    advice: Option<AdviceView>,
    lines: Vec<LogLine>,
    steps: Vec<StepLink>,
    moves: [(&'static str, Option<String>); 4],
    over: bool,
}

/// A step of the line, with the address of the position after it.
struct StepLink {
    words: String,
    url: String,
    here: bool,
}

/// How many steps before and after the position are linked. Each address has the whole line in it.
const IN_SIGHT: usize = 20;

/// The analysis.
pub fn analyse_page(page: &AnalysePage<'_>) -> String {
    let table = page.table;
    let game = table.game();
    let names = Names::of(&table.setup().players);
    let all: Vec<&str> = page.steps.iter().chain(page.ahead).map(String::as_str).collect();
    let now = page.steps.len();
    let url = |length: usize| {
        let mut form = page.origin.form();
        form.hidden.push(("line", lines::line(&all[..length])));
        if length < all.len() {
            form.hidden.push(("ahead", lines::line(&all[length..])));
        }
        form.url()
    };
    let mut form = page.origin.form();
    form.hidden.push(("line", lines::line(page.steps)));
    let tried = try_view(table, &names, page.picks, page.advice, form);
    let mut links = match page.origin {
        Origin::Table { id, .. } => vec![("To the table", format!("/t/{id}")), ("Review", format!("/t/{id}/review"))],
        Origin::Start(_) | Origin::Position(_) => vec![("Another game", "/analyse".to_owned())],
    };
    links.extend(position_in_words(table).map(|text| {
        let mut form = Origin::Position(&text).form();
        form.hidden.push(("by", "hand".to_owned()));
        ("Change by hand", form.url())
    }));
    let step = |(place, words): (usize, &&str)| StepLink {
        words: (*words).to_owned(),
        url: url(place + 1),
        here: place + 1 == now,
    };
    let mut about: Vec<String> = table.size().map(|size| size_in_words(game, size)).into_iter().collect();
    about.push(format!("round {}", table.round()));
    let told = page.told.iter().flat_map(|event| sentences(event, &names)).collect::<Vec<_>>();
    let shell = Shell::new(page.site, format!("Analysis \u{2013} {game} \u{2013} Parlor"), Place::Elsewhere);
    render(&AnalyseView {
        shell: Shell { skip_to: "To the board", defs: defs(game), ..shell },
        links,
        of_table: matches!(page.origin, Origin::Table { .. }),
        game: game.to_string(),
        about: about.join(" \u{b7} "),
        message: page.message,
        over: tried.ask.is_none(),
        tried,
        advice: page.advice.map(|advice| advice_view(advice, game)),
        lines: log_lines(&told, &names, None),
        steps: all.iter().enumerate().skip(now.saturating_sub(IN_SIGHT)).take(2 * IN_SIGHT).map(step).collect(),
        moves: [
            ("First", (now > 0).then(|| url(0))),
            ("Back", (now > 0).then(|| url(now - 1))),
            ("On", (now < all.len()).then(|| url(now + 1))),
            ("Last", (now < all.len()).then(|| url(all.len()))),
        ],
    })
}
