use askama::Template;
use parlor_table::Table;
use parlor_view::svg::{Shape, defs, paint};
use parlor_view::{Names, Replay};

use super::table::{BoardHtml, LogLine, log_lines, rounds_played, title_line};
use super::{Place, Shell, Site, render};
use crate::reviews::not_yet;

/// A round or a whole tournament, moment by moment.
#[derive(Clone, Copy, Debug)]
pub struct ReplayPage<'a> {
    /// What every page needs.
    pub site: Site<'a>,
    /// The table's id.
    pub id: &'a str,
    /// The table.
    pub table: &'a Table,
    /// The moments, at the one in sight. `None` if nothing has happened yet.
    pub replay: Option<&'a Replay>,
    /// The round in sight; `None` is the whole tournament.
    pub round: Option<u32>,
}

#[derive(Template)]
#[template(path = "replay.html")]
struct ReplayView<'a> {
    shell: Shell<'a>,
    base: String,
    game: String,
    about: String,
    square: bool,
    board: Option<BoardHtml>,
    lines: Vec<LogLine>,
    at: usize,
    count: usize,
    round: Option<u32>,
    rounds: Vec<u32>,
    can_review: bool,
    /// The table's revision at this moment.
    revision: Option<u64>,
    /// The part of an address that says which round is replayed.
    query: String,
    steps: [StepView; 4],
}

/// A link to another moment.
struct StepView {
    words: &'static str,
    moment: usize,
    can: bool,
}

/// The replay with its slider.
pub fn replay_page(page: &ReplayPage<'_>) -> String {
    let table = page.table;
    let game = table.game();
    let names = Names::of(&table.setup().players);
    let shell = Shell::new(page.site, format!("Replay \u{2013} {game} \u{2013} Parlor"), Place::Elsewhere);
    let moment = page.replay.map(Replay::moment);
    let board = moment.and_then(|moment| moment.scene.as_ref()).map(|scene| {
        let picture = |shape| paint(scene, &names, &[], shape);
        BoardHtml::new(game, &picture(Shape::Wide), &picture(Shape::Narrow), Vec::new(), String::new())
    });
    let (at, count) = page.replay.map_or((0, 0), Replay::place);
    render(&ReplayView {
        shell: Shell { defs: defs(game), skip_to: "To the board", ..shell },
        base: format!("/t/{}", page.id),
        game: game.to_string(),
        about: title_line(table, page.round.unwrap_or_else(|| table.round())),
        square: game == parlor_rules::Game::Kono,
        board,
        lines: moment.map_or_else(Vec::new, |moment| log_lines(&moment.told, &names, None)),
        at,
        count,
        round: page.round,
        rounds: rounds_played(table),
        can_review: not_yet(table).is_none(),
        revision: moment.map(|moment| moment.revision),
        query: page.round.map_or_else(String::new, |round| format!("round={round}&")),
        steps: [
            StepView { words: "First", moment: 1, can: at > 1 },
            StepView { words: "Back", moment: at.saturating_sub(1), can: at > 1 },
            StepView { words: "On", moment: at + 1, can: at < count },
            StepView { words: "Last", moment: count, can: at < count },
        ],
    })
}
