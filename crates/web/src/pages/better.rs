use askama::Template;
use parlor_review::Exercise;
use parlor_table::Table;
use parlor_view::svg::defs;
use parlor_view::{Names, Spot};

use super::trying::{Form, TryView, try_view};
use super::{Place, Shell, Site, render};

/// "Find better": the position before a mistake.
#[derive(Clone, Copy, Debug)]
pub struct BetterPage<'a> {
    /// What every page needs.
    pub site: Site<'a>,
    /// The id of the table that it comes from.
    pub id: &'a str,
    /// The mistake.
    pub exercise: &'a Exercise,
    /// The table before it.
    pub table: &'a Table,
    /// What was chosen on the board so far.
    pub picks: &'a [Spot],
    /// What came of a try, in a sentence, and whether it is solved.
    pub verdict: Option<(&'a str, bool)>,
    /// The answer, once it is asked for: what is best, and why.
    pub answer: Option<(&'a str, &'a [String])>,
    /// Why something can't be tried.
    pub message: Option<&'a str>,
}

#[derive(Template)]
#[template(path = "better.html")]
struct BetterView<'a> {
    shell: Shell<'a>,
    base: String,
    title: String,
    about: String,
    at: u64,
    message: Option<&'a str>,
    verdict: Option<&'a str>,
    found: bool,
    answer: Option<(&'a str, &'a [String])>,
    show: String,
    tried: TryView,
}

/// The exercise.
pub fn better_page(page: &BetterPage<'_>) -> String {
    let Exercise { round, revision, seat, mark, .. } = *page.exercise;
    let game = page.exercise.game();
    let names = Names::of(&page.table.setup().players);
    let action = format!("/t/{}/better", page.id);
    let hidden = vec![("at", revision.to_string())];
    let show = format!("{action}?at={revision}&show=1");
    let tried = try_view(page.table, &names, page.picks, None, Form { method: "post", action, hidden });
    let shell = Shell::new(page.site, format!("Find better \u{2013} {game} \u{2013} Parlor"), Place::Elsewhere);
    render(&BetterView {
        shell: Shell { skip_to: "To the board", defs: defs(game), ..shell },
        base: format!("/t/{}", page.id),
        title: format!("{game}: find better"),
        about: format!("{}\u{2019}s {mark} in round {round}", names.label(seat)),
        at: revision,
        message: page.message,
        verdict: page.verdict.map(|(sentence, _)| sentence),
        found: page.verdict.is_some_and(|(_, found)| found),
        answer: page.answer,
        show,
        tried,
    })
}
