use std::sync::LazyLock;
use std::time::Duration;

use askama::Template;
use parlor_rules::{Game, Level, Pair, Seat};
use parlor_store::JournalInfo;
use parlor_table::{Next, Progress, Summary, Table};
use parlor_view::svg::{Shape, defs, paint};
use parlor_view::{BoardView, ChanceDevice, Names, Scene, chance, sample_board, short_size, size_in_words, time_ago};

use super::{NavItem, Shell, Site};
use crate::fields::slug;
use crate::prefs::LONGEST_NAME;

/// The lobby for one browser.
#[derive(Template, Clone, Copy, Debug)]
#[template(path = "lobby.html")]
pub struct LobbyPage<'a> {
    pub site: Site<'a>,
    /// The tables at which this browser has a seat, the latest first.
    pub tables: &'a [TableLine],
    /// One sentence about what just happened.
    pub message: Option<&'a str>,
}

impl LobbyPage<'_> {
    fn shell(&self) -> Shell<'_> {
        Shell { defs: all_defs(), ..Shell::new(self.site, "Parlor: three old games for two", NavItem::Lobby) }
    }
}

/// A table in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableLine {
    pub id: String,
    /// For example "Canoga with Computer".
    pub title: String,
    /// For example "round 2, 9 squares, Anna 0, Computer 45".
    pub words: String,
    pub state: TableState,
    /// A small picture of its board; empty if the table isn't in memory.
    pub board: String,
    /// When it was last played, for example "3 days ago"; empty if unknown.
    pub ago: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableState {
    YourTurn,
    Waiting,
    Ended,
}

impl TableState {
    fn words(self) -> &'static str {
        match self {
            TableState::YourTurn => "\u{25b6} Your turn",
            TableState::Waiting => "\u{2026} Waiting",
            TableState::Ended => "\u{25a0} Ended",
        }
    }

    fn is_turn(self) -> bool {
        self == TableState::YourTurn
    }
}

impl TableLine {
    /// The row for a browser that holds `seats`; `taken` are the seats held by any browser.
    pub fn of(id: &str, table: &Table, seats: Pair<bool>, taken: Pair<bool>) -> TableLine {
        let (game, names) = (table.game(), Names::of(&table.setup().players));
        let person = |seat: Seat| table.player(seat).is_person();
        let empty = Seat::BOTH.into_iter().any(|seat| person(seat) && !taken[seat]);
        let title = match (seats.human, seats.computer) {
            (true, true) => {
                format!("{game}, {} and {} here", names.label(Seat::Human), names.label(Seat::Computer))
            }
            (false, false) => {
                format!("{game}, {} and {}", names.label(Seat::Human), names.label(Seat::Computer))
            }
            _ if empty => format!("{game}, two people with an invitation link"),
            (true, false) => format!("{game} with {}", names.label(Seat::Computer)),
            (false, true) => format!("{game} with {}", names.label(Seat::Human)),
        };
        let totals = table.totals();
        let score = |seat: Seat| format!("{} {}", names.label(seat), totals[seat]);
        let size = table.size().map(|size| short_size(game, size));
        let words = if table.is_over() {
            size.into_iter().chain([result_in_words(totals, &names)]).collect::<Vec<_>>().join(", ")
        } else {
            let mut parts = vec![format!("round {}", table.round())];
            parts.extend(size);
            if empty {
                parts.push("the other seat is free".to_owned());
            } else {
                parts.extend(Seat::BOTH.map(score));
            }
            parts.join(", ")
        };
        let asked = |seat: Seat| person(seat) && seats[seat];
        let owner_seat = table.setup().owner_seat();
        let state = match table.next() {
            Next::Over => TableState::Ended,
            Next::Ask(question) if asked(question.seat) => TableState::YourTurn,
            Next::Throw { seat, .. } if asked(if person(seat) { seat } else { owner_seat }) => TableState::YourTurn,
            Next::Toss if asked(owner_seat) => TableState::YourTurn,
            _ => TableState::Waiting,
        };
        let board = BoardView::at_rest(table).map_or_else(String::new, |board| thumbnail(game, board, &names));
        TableLine { id: id.to_owned(), title, words, state, board, ago: String::new() }
    }

    /// The row of a table that isn't in memory.
    pub(crate) fn of_summary(id: &str, JournalInfo { setup, summary }: &JournalInfo) -> TableLine {
        let names = Names::of(&setup.players);
        let [human, computer] = Seat::BOTH.map(|seat| names.label(seat));
        let title = format!("{}, {human} and {computer}", setup.game);
        let Summary { totals, round, .. } = summary;
        let size = summary.size.map_or_else(String::new, |size| short_size(setup.game, size) + ", ");
        let (words, state) = if summary.progress == Progress::Finished {
            (size + &result_in_words(*totals, &names), TableState::Ended)
        } else {
            let words = format!("round {round}, {size}{human} {}, {computer} {}", totals.human, totals.computer);
            (words, TableState::Waiting)
        };
        TableLine { id: id.to_owned(), title, words, state, board: String::new(), ago: String::new() }
    }

    #[must_use]
    pub(crate) fn last_played(self, ago: Duration) -> TableLine {
        TableLine { ago: time_ago(ago), ..self }
    }

    fn verb(&self) -> &'static str {
        if self.state == TableState::Ended { "Replay" } else { "Open" }
    }

    fn url(&self) -> String {
        let replay = if self.state == TableState::Ended { "/replay" } else { "" };
        format!("/t/{}{replay}", self.id)
    }
}

fn result_in_words(totals: Pair<u32>, names: &Names) -> String {
    let Pair { human, computer } = totals;
    let (high, low) = (human.max(computer), human.min(computer));
    match totals.leader() {
        Some(winner) => format!("{} won {high} to {low}", names.label(winner)),
        None => format!("a draw, {high} to {low}"),
    }
}

pub(super) fn game_in_words(game: Game) -> &'static str {
    match game {
        Game::Canoga => "Throw the dice and cover your own tiles, or uncover your opponent\u{2019}s.",
        Game::Congkak => "Sow the seeds of a pit round the board; what reaches your store is yours.",
        Game::Kono => "Step diagonally to the other side; a piece that has reached it may capture.",
    }
}

/// A part of a game's board, large enough for a card.
pub(super) fn picture(game: Game) -> String {
    let painting = paint(&Scene::of(sample_board(game)), &Names::plain(), &[], Shape::Wide);
    let (label, cut) = match game {
        Game::Canoga => ("Two rows of numbered tiles and two dice", "170 0 819 512"),
        Game::Congkak => ("Two rows of pits with seeds, and a store", "181 13 819 512"),
        Game::Kono => ("White and black stones on crossing lines", "0 178 656 410"),
    };
    // A sample board has no players to name, and there is no room for the labels beside Kono's points.
    let parts =
        painting.parts.into_iter().filter(|part| !["names", "throw", "home-values"].contains(&part.id.as_str()));
    let parts: String = parts.map(|part| part.svg).collect();
    apart(
        &format!(
            "<svg class=\"pic\" viewBox=\"{cut}\" preserveAspectRatio=\"xMidYMid slice\" role=\"img\" \
             aria-label=\"{label}\"><g aria-hidden=\"true\">{}{parts}</g></svg>",
            painting.background
        ),
        game,
    )
}

/// A small picture of a board, for a list with boards of all games. Names and throws would be too small to read.
pub(super) fn thumbnail(game: Game, board: BoardView, names: &Names) -> String {
    let mut painting = paint(&Scene::of(BoardView { can_choose: Vec::new(), ..board }), names, &[], Shape::Narrow);
    painting.parts.retain(|part| !["names", "throw"].contains(&part.id.as_str()));
    apart(&painting.inline("any"), game)
}

/// SVG definitions for the pictures of all games.
pub(super) fn all_defs() -> &'static str {
    static DEFS: LazyLock<String> = LazyLock::new(|| Game::ALL.map(|game| apart(defs(game), game)).concat());
    &DEFS
}

/// Prefixes the ids in a picture, because the pictures of two games may use the same ids.
fn apart(svg: &str, game: Game) -> String {
    let slug = slug(game);
    [("id=\"", ""), ("href=\"", "#"), ("url(", "#")].iter().fold(svg.to_owned(), |svg, (before, hash)| {
        svg.replace(&format!("{before}{hash}"), &format!("{before}{hash}{slug}-"))
    })
}

pub(super) fn level_of(table: &Table) -> Option<String> {
    let level = |seat: Seat| table.player(seat).level().map(|level| level.to_string());
    let levels: Vec<String> = Seat::BOTH.into_iter().filter_map(level).collect();
    (!levels.is_empty()).then(|| format!("level {}", levels.join(" against ")))
}
