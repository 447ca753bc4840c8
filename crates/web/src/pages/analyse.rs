use askama::Template;
use parlor_table::{Event, Table};
use parlor_view::svg::defs;
use parlor_view::{Names, Spot, sentences, size_in_words};

use super::ShownAdvice;
use super::table::{AdviceView, LogLine, advice_view, log_lines};
use super::trying::{Form, TryView, try_view};
use super::{Place, Shell, Site, render};
use crate::lines;

/// A position with moves for both.
#[derive(Clone, Copy, Debug)]
pub struct AnalysePage<'a> {
    /// What every page needs.
    pub site: Site<'a>,
    /// The id of the table that it comes from.
    pub id: &'a str,
    /// The revision that it begins at.
    pub at: u64,
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
    base: String,
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
    let action = format!("/t/{}/analyse", page.id);
    let url = |length: usize| {
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.append_pair("at", &page.at.to_string()).append_pair("line", &lines::line(&all[..length]));
        if length < all.len() {
            query.append_pair("ahead", &lines::line(&all[length..]));
        }
        format!("{action}?{}", query.finish())
    };
    let hidden = vec![("at", page.at.to_string()), ("line", lines::line(page.steps))];
    let tried = try_view(table, &names, page.picks, page.advice, Form { action: action.clone(), hidden });
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
        base: format!("/t/{}", page.id),
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
