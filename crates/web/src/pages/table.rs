//! A table, as one browser sees it.

mod advice;
mod asked;
mod log;
mod score;

use askama::Template;
use parlor_host::{Named, Speed};
use parlor_review::NotReviewed;
use parlor_rules::kono::Color;
use parlor_rules::{Choice, Game, Pair, Seat, Standing};
use parlor_table::{Answer, DiceSource, Entry, Event, MenuItem, Offer, Table};
use parlor_view::svg::{self, Aspect, Painting, Shape, hits_class, paint};
use parlor_view::{
    Advice, BoardView, Chooser, Line, LogEntry, Names, ResultCard, ResultRow, Scene, Spot, capitalised,
    give_up_question, help_is_offered, is_between_rounds, long_list, sentences, size_in_words,
};

use super::lobby::level_of;
use super::trying::Form;
use super::{Preview, Shell, Site, minus};
use crate::answers::Undo;
use crate::phrase::Phrase;

pub(super) use advice::{AdviceView, signed};
use asked::asked_seat;
pub(super) use asked::{AskView, ask_view, chooser};
pub(crate) use log::LOG_CHARACTERS;
use log::latest;
pub(super) use log::{LogLine, log_lines};
pub use score::{KnownValue, Presence};

#[allow(clippy::struct_excessive_bools, reason = "the flags are independent of each other")]
#[derive(Template, Clone, Copy, Debug)]
#[template(path = "table.html")]
pub struct TablePage<'a> {
    pub site: Site<'a>,
    pub id: &'a str,
    pub table: &'a Table,
    /// The number of changes outside the game when the page was made.
    pub extra_changes: u64,
    /// The seats that this browser holds; none for a viewer.
    pub seats: Pair<bool>,
    /// The log of the round on screen.
    pub log: &'a [LogEntry],
    /// The round whose whole log is shown, instead of only the latest entries.
    pub round: Option<u32>,
    pub picks: &'a [Spot],
    /// Giving up was requested, but not yet confirmed.
    pub sure: bool,
    pub advice: Option<&'a Advice>,
    /// The value of the round, once it is known.
    pub value: Option<KnownValue>,
    /// The engine is busy; the page will ask again.
    pub busy: bool,
    /// The reason why the table is read-only.
    pub frozen: Option<&'a str>,
    /// A sentence about the last answer.
    pub message: Option<&'a str>,
    /// Help is switched off at this table.
    pub help_off: bool,
    /// The number of times that each player has requested help.
    pub helped: Pair<u32>,
    /// Two programs pause at this revision.
    pub until: Option<u64>,
    pub links: &'a Links,
    /// This browser created the table, so it can delete it.
    pub made_here: bool,
    /// The seats held by any browser.
    pub seats_taken: Pair<bool>,
    pub undo: &'a Undo,
    pub redo: bool,
    /// The commitment to the dice, and the seed once it is revealed.
    pub fair: Option<&'a FairDice>,
    /// The guide's sentences before this question.
    pub guide: &'a [String],
    /// The tutor's question before a costly choice is played.
    pub tutor: Option<&'a TutorAsks>,
    /// This browser can play again with the same options and players.
    pub can_rematch: bool,
    /// The presence of each player and the number of spectators, if two people play in two browsers.
    pub present: Option<(Pair<Presence>, u32)>,
    /// The preset phrases on screen, by sender.
    pub phrases: Pair<Option<Phrase>>,
    /// The list of phrases is open, on a page without scripts.
    pub saying: bool,
    /// The player who wants a rematch, and the address of its table.
    pub rematch: Option<(Seat, &'a str)>,
    /// The end of the round or the tournament, until the next round begins.
    pub result: Option<&'a ShownResult>,
}

/// The end of a round or of a tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShownResult {
    pub card: ResultCard,
    /// The most costly decisions, once they are reviewed: the entry of each, and its cost in a sentence.
    pub costly: Vec<(u64, String)>,
}

/// Absolute URLs that can be shared.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Links {
    /// Links for other devices of this browser's players.
    pub seat: Pair<Option<String>>,
    pub watch: String,
}

/// The tutor's question before a costly choice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TutorAsks {
    pub question: String,
    /// The choice, as in a form field.
    pub answer: String,
    /// The query that shows this question again.
    pub see_why: String,
    /// The reasons, once they are requested.
    pub why: Vec<String>,
}

/// The commitment to the seed for dice and coin tosses.
#[derive(Clone, Debug)]
pub struct FairDice {
    /// The commitment, published from the start.
    pub commitment: String,
    /// Seed and salt, once they are revealed.
    pub revealed: Option<(u64, String)>,
}

/// A board on a page: its pictures and the buttons over them.
pub(super) struct BoardHtml {
    pub(super) class: &'static str,
    pub(super) pictures: String,
    pub(super) hits: Vec<svg::Hit>,
    /// The game and its size, which determine the dimensions of the button grid.
    pub(super) hits_class: String,
    /// Every answer with its places, for the script.
    pub(super) answers: String,
    /// The order of an answer's places matters, and choosing the last place plays the answer.
    pub(super) in_order: bool,
    /// The board is painted from the other side.
    pub(super) turned: bool,
}

/// Every answer that can be given by choosing places on the board, one per line: the answer and its places, separated
/// by semicolons.
fn answers(chooser: &Chooser) -> String {
    let line = |(spots, choice): (Vec<Spot>, Choice)| {
        let words = spots.iter().map(ToString::to_string);
        [Answer::Choice(choice).to_string()].into_iter().chain(words).collect::<Vec<_>>().join(";")
    };
    chooser.answers().into_iter().map(line).collect::<Vec<_>>().join("\n")
}

/// True if a browser that holds these seats sees the board from the other side. Viewers, and two people in one browser,
/// are at Human's side.
pub(super) fn is_turned(board: &BoardView, seats: Pair<bool>, site: Site<'_>) -> bool {
    let bottom = if seats.computer && !seats.human { Seat::Computer } else { Seat::Human };
    board.is_upper(bottom) != site.prefs.looks.flip
}

fn class(game: Game) -> &'static str {
    if game == Game::Congkak { "board carved" } else { "board" }
}

/// The pictures of a board for wide and narrow screens. For Kono, one picture is enough for every width.
fn pictures(game: Game, paint: impl Fn(Shape) -> Painting) -> String {
    match game {
        Game::Kono => paint(Shape::Wide).inline("any"),
        Game::Canoga | Game::Congkak => paint(Shape::Wide).inline("wide") + &paint(Shape::Narrow).inline("narrow"),
    }
}

impl BoardHtml {
    /// A board with its possible choices, which are marked by the buttons.
    pub(super) fn of(
        game: Game,
        mut board: BoardView,
        chooser: Option<&Chooser>,
        names: &Names,
        advised: &[Spot],
        turned: bool,
    ) -> BoardHtml {
        board.can_choose.clear();
        let mut html = BoardHtml { hits_class: hits_class(&board), turned, ..BoardHtml::empty(game) };
        if let Some(chooser) = chooser {
            html.hits = svg::hits(&board, chooser, names, advised, turned);
            html.in_order = matches!(chooser, Chooser::Step(_) | Chooser::Pit(_));
            html.answers = answers(chooser);
            board = Scene::of(board).with_choice(chooser).board;
            board.can_choose.clear();
        }
        html.pictures =
            pictures(game, |shape| paint(&Scene::of(board.clone()), names, advised, Aspect { shape, turned }));
        html
    }

    fn empty(game: Game) -> BoardHtml {
        BoardHtml {
            class: class(game),
            pictures: String::new(),
            hits: Vec::new(),
            hits_class: String::new(),
            answers: String::new(),
            in_order: false,
            turned: false,
        }
    }

    /// A board on which a position is set up.
    pub(super) fn to_edit(standing: &Standing, names: &Names) -> BoardHtml {
        let scene = Scene::of(BoardView { can_choose: Vec::new(), ..BoardView::of_standing(standing) });
        BoardHtml {
            hits: svg::edit_hits(standing, names),
            ..BoardHtml::of_scene(standing.game(), &scene, names, false)
        }
    }

    /// A board without buttons.
    pub(super) fn of_scene(game: Game, scene: &Scene, names: &Names, turned: bool) -> BoardHtml {
        let pictures = pictures(game, |shape| paint(scene, names, &[], Aspect { shape, turned }));
        BoardHtml { pictures, hits_class: hits_class(&scene.board), turned, ..BoardHtml::empty(game) }
    }

    /// A board without buttons, for a space that is narrow however wide the window is.
    pub(super) fn small(game: Game, scene: &Scene, names: &Names, advised: &[Spot], turned: bool) -> BoardHtml {
        let (class, width) = match game {
            Game::Canoga => ("board small", "narrow"),
            Game::Congkak => ("board carved small", "narrow"),
            Game::Kono => ("board small", "any"),
        };
        let pictures = paint(scene, names, advised, Aspect { shape: Shape::Narrow, turned }).inline(width);
        BoardHtml { class, pictures, hits_class: hits_class(&scene.board), turned, ..BoardHtml::empty(game) }
    }
}

impl TablePage<'_> {
    fn shell(&self) -> Shell<'_> {
        let turn = self.may_answer() || self.may_reply() || self.rematch_offered().is_some();
        // The other player may want a rematch.
        let waits = self.waits() || (self.can_rematch && self.two_people() && self.rematch.is_none());
        let game = self.table.game();
        let title = format!("{}{game} \u{2013} Parlor", if turn { "* Your turn \u{2013} " } else { "" });
        let waits = waits && !self.saying;
        let preview = Preview::of_table(self.table, self.id);
        Shell { turn, waits, preview, ..Shell::at_board(self.site, title, self.table) }
    }

    fn base(&self) -> String {
        format!("/t/{}", self.id)
    }

    fn names(&self) -> Names {
        names_for(self.table, self.seats)
    }

    fn holds_seat(&self) -> bool {
        self.seats.human || self.seats.computer
    }

    /// Two people share this browser.
    fn shares(&self) -> bool {
        self.seats.human && self.seats.computer
    }

    fn two_people(&self) -> bool {
        Seat::BOTH.into_iter().all(|seat| self.table.player(seat).is_person())
    }

    /// Two programs play, and this browser watches them.
    fn watches_programs(&self) -> bool {
        !self.table.setup().has_people() && self.frozen.is_none() && !self.table.is_over()
    }

    /// The address of this page.
    fn here(&self) -> String {
        let until = self.until.filter(|_| self.is_paused()).map(|until| format!("?until={until}"));
        self.base() + &until.unwrap_or_default()
    }

    /// The speed that the button for it chooses: the next faster one, and slow after the fastest.
    fn next_speed(&self) -> &'static str {
        let speed = self.site.prefs.looks.speed;
        Named::name(if speed.faster() == speed { Speed::Slow } else { speed.faster() })
    }

    fn is_paused(&self) -> bool {
        self.watches_programs() && self.until.is_some_and(|until| until <= self.table.revision())
    }

    fn may_answer(&self) -> bool {
        self.frozen.is_none() && asked_seat(self.table).is_some_and(|seat| self.seats[seat])
    }

    /// This browser may reply to the other player's offer.
    fn may_reply(&self) -> bool {
        let to = self.table.offer().map(|open| open.seat.other());
        self.frozen.is_none() && to.is_some_and(|to| self.seats[to] && self.table.player(to).is_person())
    }

    /// The other player's offer of a rematch.
    fn rematch_offered(&self) -> Option<String> {
        let (by, _) = self.rematch.filter(|(by, _)| self.holds_seat() && !self.seats[*by])?;
        Some(format!("{} wants a rematch.", self.names().subject(by)))
    }

    fn rematch_label(&self) -> &'static str {
        match self.rematch {
            Some(_) if self.rematch_offered().is_some() => "Join the rematch",
            Some(_) => "Go to the rematch",
            None if self.two_people() => "Rematch",
            None => "Play again",
        }
    }

    fn plays(&self) -> bool {
        self.holds_seat() && self.frozen.is_none()
    }

    /// The page is waiting for the other player or the computer.
    fn waits(&self) -> bool {
        !self.may_answer() && !self.may_reply() && self.frozen.is_none() && !self.table.is_over()
    }

    fn between_rounds(&self) -> bool {
        self.table.next().question().is_some_and(|question| is_between_rounds(&question.ask))
    }

    fn chooser(&self) -> Option<Chooser> {
        if self.may_answer() { chooser(self.table, self.picks) } else { None }
    }

    fn board(&self, chooser: Option<&Chooser>) -> Option<BoardHtml> {
        let advised: &[Spot] = self.advice.filter(|_| self.may_answer()).map_or(&[], |advice| &advice.spots);
        let board = BoardView::at_rest(self.table)?;
        let turned = is_turned(&board, self.seats, self.site);
        Some(BoardHtml::of(self.table.game(), board, chooser, &self.names(), advised, turned))
    }

    fn form(&self) -> Form {
        let mut hidden = vec![("revision", self.table.revision().to_string())];
        hidden.extend(self.picks.iter().map(|pick| ("pick", pick.to_string())));
        Form { method: "post", action: self.base() + "/answer", hidden }
    }

    fn ask(&self, chooser: Option<&Chooser>) -> Option<AskView> {
        if self.may_answer() { ask_view(self.table, self.advice, chooser, &self.names()) } else { None }
    }

    fn offer(&self) -> Option<String> {
        let open = self.table.offer()?;
        Some(in_words(&Event::Offered { seat: open.seat, offer: open.offer }, &self.names()))
    }

    /// The id of the heading that says who won.
    fn result_id(&self) -> &'static str {
        if self.table.is_over() { "result" } else { "round-result" }
    }

    fn over_in_words(&self) -> Option<String> {
        let over = Event::TournamentOver { totals: self.table.totals(), rounds: self.table.rounds_won() };
        self.table.is_over().then(|| in_words(&over, &self.names()))
    }

    fn advised(&self) -> Option<AdviceView<'_>> {
        self.advice.filter(|_| self.holds_seat()).map(|advice| AdviceView { advice, game: self.table.game() })
    }

    /// Text for screen readers, with the response to the last request first.
    fn say(&self, asked: Option<&AskView>) -> String {
        let asks = || self.tutor.map(|asks| asks.question.clone());
        let advice = || self.advised().filter(|_| self.may_answer()).map(|advice| advice.spoken());
        let message = self.message.map(str::to_owned).or_else(asks).or_else(advice);
        let offer = || self.offer().filter(|_| self.may_reply());
        let question = || asked.map(|ask| ask.question.clone());
        message
            .or_else(|| self.rematch_offered())
            .or_else(offer)
            .or_else(question)
            .or_else(|| self.waiting())
            .or_else(|| self.over_in_words())
            .unwrap_or_default()
    }

    fn seat_link(&self, seat: Seat) -> String {
        if self.shares() {
            return format!("{}\u{2019}s seat on another device: keep this link secret", self.names().label(seat));
        }
        "Your seat on another device: keep this link secret".to_owned()
    }

    /// The question that asks for confirmation, once giving up was requested.
    fn give_up_question(&self) -> Option<String> {
        let seat = self.table.next().question().filter(|_| self.sure && self.can_give_up())?.seat;
        // A score below zero has a real minus sign.
        give_up_question(self.table, seat).map(|question| signed(&[question]).concat())
    }

    fn can_call(&self) -> bool {
        let asked = asked_seat(self.table).filter(|_| self.may_answer() && self.table.game() == Game::Kono);
        let offer = |seat| Entry::Offer { seat, offer: Offer::Call };
        asked.is_some_and(|seat| self.table.try_at(self.table.revision(), [offer(seat)]).is_ok())
    }

    /// True if the last throw was made by hand and nothing has been decided since.
    fn can_correct(&self) -> bool {
        let thrown = |record: &parlor_table::Record| match record.entry {
            Entry::Throw { throw, queued: false } => Some(throw),
            _ => None,
        };
        if !self.plays() || self.table.setup().dice != DiceSource::Manual {
            return false;
        }
        let last = self.table.records().rev().find_map(thrown);
        last.is_some_and(|throw| self.table.try_at(self.table.revision(), [Entry::Correct(throw)]).is_ok())
    }

    fn can_give_up(&self) -> bool {
        let quit = Answer::Menu(MenuItem::Quit);
        self.may_answer() && self.table.next().question().is_some_and(|question| question.ask.accepts(&quit).is_ok())
    }

    fn can_review(&self) -> bool {
        NotReviewed::on_the_page(self.table).is_none() && self.table.standing().is_some()
    }

    /// The reason why advice can't be requested now.
    fn no_help(&self) -> Option<&'static str> {
        if self.help_off {
            return Some("it is switched off at this table");
        }
        if !self.may_answer() {
            return Some("it is available only for your own decisions");
        }
        let offered = self.table.next().question().is_some_and(|question| help_is_offered(&question.ask));
        (!offered || self.table.decision().is_none()).then_some("there is nothing to advise")
    }

    /// The agreement about help between two people in two browsers.
    fn help_agreed(&self) -> Option<&'static str> {
        let words = if self.help_off {
            "As agreed, no help from the computer before the end: no advice, values, tutor, review or analysis, for \
             viewers either."
        } else {
            "As agreed, both players can use the computer\u{2019}s advice, values and tutor."
        };
        self.present.map(|_| words)
    }

    fn lines_of<'a>(&self, entry: &'a LogEntry) -> &'a [Line] {
        if self.holds_seat() { &entry.lines_for_player } else { &entry.lines }
    }

    /// The part of the log that is shown.
    fn shown(&self) -> &[LogEntry] {
        if self.round.is_some() { self.log } else { latest(self.log) }
    }
}

/// The names at a table. A player of the table is addressed as "you", but a viewer isn't.
pub(crate) fn names_for(table: &Table, seats: Pair<bool>) -> Names {
    let players = &table.setup().players;
    if seats.human || seats.computer { Names::for_player(players) } else { Names::of(players) }
}

/// A quitter's score can be below zero.
fn result_number(row: &ResultRow, seat: Seat) -> String {
    minus(&row.numbers[seat].to_string())
}

/// An event in one line.
fn in_words(event: &Event, names: &Names) -> String {
    sentences(event, names).into_iter().map(|line| line.text).collect::<Vec<_>>().join(" ")
}

/// The size, a round and the computer's level: "9 squares a row · round 2 · level club".
pub(super) fn title_line(table: &Table, round: u32) -> String {
    let mut parts: Vec<String> = table.size().map(|size| size_in_words(table.game(), size)).into_iter().collect();
    parts.push(format!("round {round}"));
    parts.extend(level_of(table));
    if table.setup().dice == DiceSource::Manual {
        parts.push("dice by hand".to_owned());
    }
    parts.join(" \u{b7} ")
}

/// The rounds played at this table, or only the last ones if there are many.
pub(super) fn rounds_played(table: &Table) -> Vec<u32> {
    const MOST: u32 = 8;
    (table.first_round().max(table.round().saturating_sub(MOST))..=table.round()).collect()
}
