//! A table, as one browser sees it.

mod advice;
mod asked;
mod key;
mod log;
mod score;

use askama::Template;
use parlor_rules::{Game, Pair, Seat};
use parlor_table::{DiceSource, Entry, Event, Offer, Table};
use parlor_view::svg::{self, Painting, Shape, hits_class, paint};
use parlor_view::{
    BoardView, Chooser, DiceView, LogEntry, Names, Scene, Spot, give_up_question, is_between_rounds, sentences,
    size_in_words,
};

use super::lobby::{level_of, slug};
use super::{Place, Shell, Site, render};
use crate::reviews::not_yet;

pub use advice::ShownAdvice;
pub(super) use advice::{AdviceView, advice_view, signed};
use asked::waiting;
pub(super) use asked::{AskView, Asked, ask_view};
use key::key;
use log::{LogItem, latest};
pub(super) use log::{LogLine, log_lines};
pub use score::ShownWorth;
use score::{SeatView, ValueView, seat_view, value_view};

/// What one browser sees of a table.
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is something that is so or isn't, and they have nothing in common"
)]
#[derive(Clone, Copy, Debug)]
pub struct TablePage<'a> {
    /// What every page needs.
    pub site: Site<'a>,
    /// The table's id.
    pub id: &'a str,
    /// The table.
    pub table: &'a Table,
    /// How often something beside the game had changed when this was put together.
    pub asides: u64,
    /// The seats that this browser holds; none for somebody who watches.
    pub seats: Pair<bool>,
    /// Two people share this browser.
    pub here: bool,
    /// What was told of the round in sight.
    pub log: &'a [LogEntry],
    /// The round whose whole log is in sight, not just what happened last.
    pub round: Option<u32>,
    /// What was chosen on the board so far.
    pub picks: &'a [Spot],
    /// Giving up was asked for and isn't confirmed yet.
    pub sure: bool,
    /// Advice that was asked for.
    pub advice: Option<&'a ShownAdvice>,
    /// What the round is worth, once that is known.
    pub worth: Option<ShownWorth>,
    /// The computer player is thinking.
    pub thinking: bool,
    /// The computer player has no time now, and will be asked again.
    pub busy: bool,
    /// Why nothing more can be done at this table.
    pub frozen: Option<&'a str>,
    /// One sentence about what just happened to an answer.
    pub message: Option<&'a str>,
    /// Help is switched off at this table.
    pub help_off: bool,
    /// How often each player has asked for help.
    pub helped: Pair<u32>,
    /// The table's links.
    pub links: &'a Links,
    /// This browser made the table, so it can delete it.
    pub made_here: bool,
    /// Whether a browser holds each person's seat.
    pub seats_taken: Pair<bool>,
    /// Whether the last decision can be taken back.
    pub undo: UndoState<'a>,
    /// Whether something that was taken back can be played again.
    pub redo: bool,
    /// What dice and coins were promised to come from, and whether that is shown.
    pub fair: Option<FairDice<'a>>,
    /// What the guide says before this question.
    pub guide: Option<&'a [String]>,
    /// What the tutor asks before a costly choice is played.
    pub tutor: Option<&'a TutorAsks>,
}

/// Addresses that can be handed out, in full.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Links {
    /// For somebody who takes the free seat; `None` if there is no free seat, or this browser has no say in it.
    pub invite: Option<String>,
    /// For other devices of those who hold the seats of this browser.
    pub seat: Pair<Option<String>>,
    /// For anybody who wants to watch.
    pub watch: String,
}

/// Whether the last decision can be taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UndoState<'a> {
    /// Yes.
    Free,
    /// If the other player agrees.
    Ask,
    /// No, and why.
    No(&'a str),
}

/// What the tutor asks before a costly choice is played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TutorAsks {
    /// In a sentence.
    pub question: String,
    /// The choice, as forms send it.
    pub answer: String,
    /// What the address has to say to ask this again.
    pub see_why: String,
    /// Why it is costly, once that is asked for.
    pub why: Vec<String>,
}

/// What dice and coins were promised to come from.
#[derive(Clone, Copy, Debug)]
pub struct FairDice<'a> {
    /// The commitment that was there from the start.
    pub commitment: &'a str,
    /// Seed and salt, once they are revealed.
    pub revealed: Option<(u64, &'a str)>,
}

/// A board as it stands on a page: two pictures and the buttons over them.
pub(super) struct BoardHtml {
    pub(super) class: &'static str,
    pub(super) pictures: String,
    pub(super) hits: Vec<HitView>,
    pub(super) hits_class: String,
}

pub(super) struct HitView {
    pub(super) spot: String,
    pub(super) name: String,
    pub(super) class: String,
    pub(super) chosen: bool,
}

/// The board of a table, with the last dice on it.
pub(super) fn board_of(table: &Table) -> Option<BoardView> {
    let mut board = BoardView::of(table)?;
    // Dice stay in sight until the next ones.
    if let Some((seat, throw)) = table.last_throw() {
        board.dice.get_or_insert(DiceView { seat, throw, rolling: false });
    }
    // What can be chosen is marked only for who may choose.
    board.can_choose.clear();
    Some(board)
}

impl BoardHtml {
    /// A board with what can be chosen on it, if anything can.
    pub(super) fn of(
        game: Game,
        board: BoardView,
        chooser: Option<&Chooser>,
        names: &Names,
        advised: &[Spot],
    ) -> BoardHtml {
        let class = hits_class(&board);
        let scene = match chooser {
            Some(chooser) => {
                let scene = Scene::of(board).with_choice(chooser);
                let board = BoardView { can_choose: chooser.can_click(), ..scene.board };
                Scene { board, cursor: None, ..scene }
            }
            None => Scene::of(board),
        };
        let picture = |shape| paint(&scene, names, advised, shape);
        let hits = if chooser.is_some() { svg::hits(&scene, names, advised) } else { Vec::new() };
        BoardHtml::new(game, &picture(Shape::Wide), &picture(Shape::Narrow), hits, class)
    }

    pub(super) fn new(
        game: Game,
        wide: &Painting,
        narrow: &Painting,
        hits: Vec<svg::Hit>,
        hits_class: String,
    ) -> BoardHtml {
        let class = if game == Game::Congkak { "board carved" } else { "board" };
        // One picture of Kono is enough for every width.
        let pictures = match game {
            Game::Kono => wide.inline("any"),
            Game::Canoga | Game::Congkak => wide.inline("wide") + &narrow.inline("narrow"),
        };
        let hit = |hit: svg::Hit| HitView {
            spot: hit.spot.to_string(),
            name: hit.name,
            class: hit.class,
            chosen: hit.chosen,
        };
        BoardHtml { class, pictures, hits: hits.into_iter().map(hit).collect(), hits_class }
    }

    /// A board to look at, in a place that is narrow at every width.
    pub(super) fn small(game: Game, scene: &Scene, names: &Names, advised: &[Spot]) -> BoardHtml {
        let (class, width) = match game {
            Game::Canoga => ("board small", "narrow"),
            Game::Congkak => ("board carved small", "narrow"),
            Game::Kono => ("board small", "any"),
        };
        let pictures = paint(scene, names, advised, Shape::Narrow).inline(width);
        BoardHtml { class, pictures, hits: Vec::new(), hits_class: String::new() }
    }
}

struct OfferView {
    sentence: String,
    /// This browser may reply.
    reply: bool,
}

struct UndoView<'a> {
    /// It can be pressed.
    can: bool,
    /// The other player is asked first.
    ask: bool,
    why_not: &'a str,
}

struct LinkView<'a> {
    id: &'static str,
    label: String,
    url: &'a str,
}

struct FairView {
    commitment: String,
    revealed: Option<(u64, String)>,
    can_reveal: bool,
}

#[allow(clippy::struct_excessive_bools, reason = "each is a part of the page that is there or isn't")]
#[derive(Template)]
#[template(path = "table.html")]
struct TableView<'a> {
    shell: Shell<'a>,
    base: String,
    revision: u64,
    asides: u64,
    speed: String,
    say: String,
    game: String,
    slug: String,
    about: String,
    square: bool,
    holds_seat: bool,
    seats: [SeatView; 2],
    value: Option<ValueView>,
    message: Option<&'a str>,
    frozen: Option<&'a str>,
    guide: &'a [String],
    board: Option<BoardHtml>,
    picks: Vec<String>,
    ask: Option<AskView>,
    waiting: Option<String>,
    invite: Option<&'a str>,
    offer: Option<OfferView>,
    can_call: bool,
    can_correct: bool,
    result: Option<String>,
    sure: Option<String>,
    tutor: Option<&'a TutorAsks>,
    undo: UndoView<'a>,
    redo: bool,
    /// Why advice can't be asked for now.
    help: Option<&'static str>,
    can_give_up: bool,
    can_save: bool,
    /// It can be reviewed and analysed.
    can_review: bool,
    /// A round is over, and there may be another.
    after_round: bool,
    advice: Option<AdviceView>,
    log: Vec<LogItem>,
    /// The round whose first sentences are left out.
    log_cut: Option<u32>,
    log_title: String,
    rounds: Vec<u32>,
    earlier: bool,
    links: Vec<LinkView<'a>>,
    made_here: bool,
    links_words: &'static str,
    fair: Option<FairView>,
    key: String,
}

/// The table.
pub fn table_page(page: &TablePage<'_>) -> String {
    render(&table_view(page))
}

#[allow(clippy::too_many_lines, reason = "one line or two for each part of the page")]
fn table_view<'a>(page: &TablePage<'a>) -> TableView<'a> {
    let table = page.table;
    let game = table.game();
    let names = Names::of(&table.setup().players);
    let holds_seat = Seat::BOTH.into_iter().any(|seat| page.seats[seat]);
    let asked = Asked::of(table);
    let asked_seat = asked.seat(table);
    let may_answer = page.frozen.is_none() && asked_seat.is_some_and(|seat| page.seats[seat]);
    let chooser = if may_answer { asked.chooser(game, page.picks) } else { None };
    let board = board_of(table);
    let advised: &[Spot] = page.advice.filter(|_| may_answer).map_or(&[], |advice| &advice.spots);
    let ask =
        if may_answer { ask_view(table, page.advice, &asked, chooser.as_ref(), board.as_ref(), &names) } else { None };
    let offer = offer_view(page, &names);
    let waiting = if may_answer || page.frozen.is_some() { None } else { waiting(page, &asked, &names) };
    let replies = offer.as_ref().is_some_and(|offer| offer.reply);
    let waits = !may_answer && !replies && page.frozen.is_none() && !table.is_over();
    let turn = may_answer || replies;
    let result = table.is_over().then(|| {
        let over = Event::TournamentOver { totals: table.totals(), rounds: table.rounds_won() };
        sentences(&over, &names).into_iter().map(|line| line.text).collect::<Vec<_>>().join(" ")
    });
    let advice = page.advice.filter(|_| holds_seat).map(|advice| advice_view(advice, game));
    // Who can't see the advice hears it: it is what was asked for last.
    let say = page
        .message
        .map(str::to_owned)
        .or_else(|| page.tutor.map(|asks| asks.question.clone()))
        .or_else(|| advice.as_ref().filter(|_| may_answer).map(AdviceView::spoken));
    let say = say.or_else(|| ask.as_ref().map(|ask| ask.question.clone())).or_else(|| waiting.clone());
    let say = say.or_else(|| result.clone()).unwrap_or_default();
    let plays = holds_seat && page.frozen.is_none();
    let can_give_up = may_answer && asked.can_give_up();
    let title = format!("{}{game} \u{2013} Parlor", if turn { "* Your turn \u{2013} " } else { "" });
    let shell = Shell::new(page.site, title, Place::Elsewhere);
    let two_people = Seat::BOTH.into_iter().all(|seat| table.player(seat).is_person());
    let free_seat = two_people && Seat::BOTH.into_iter().any(|seat| !page.seats_taken[seat]);
    let seats = Seat::BOTH.map(|seat| seat_view(page, seat, &asked, board.as_ref(), &names));
    let board_html = board.map(|board| BoardHtml::of(game, board, chooser.as_ref(), &names, advised));
    let shown = if page.round.is_some() { page.log } else { latest(page.log) };
    TableView {
        shell: Shell { turn, waits, skip_to: "To the board", defs: svg::defs(game), ..shell },
        base: format!("/t/{}", page.id),
        revision: table.revision(),
        asides: page.asides,
        speed: page.site.prefs.speed.to_string(),
        say,
        game: game.to_string(),
        slug: slug(game),
        about: title_line(table, table.round()),
        square: game == Game::Kono,
        holds_seat,
        seats,
        value: value_view(page, &asked, &names),
        message: page.message,
        frozen: page.frozen,
        guide: page.guide.unwrap_or_default(),
        board: board_html,
        picks: page.picks.iter().filter(|_| chooser.is_some()).map(ToString::to_string).collect(),
        ask,
        waiting,
        invite: page.links.invite.as_deref().filter(|_| holds_seat && free_seat),
        offer,
        can_call: may_answer && may_offer_call(table, asked_seat),
        can_correct: plays && may_correct(table),
        result,
        sure: asked
            .question()
            .filter(|_| page.sure && can_give_up)
            .and_then(|asked| give_up_question(table, asked.seat)),
        tutor: page.tutor.filter(|_| may_answer),
        undo: UndoView {
            can: plays && !matches!(page.undo, UndoState::No(_)),
            ask: page.undo == UndoState::Ask,
            why_not: if let UndoState::No(why) = page.undo { why } else { "" },
        },
        redo: plays && page.redo,
        help: no_help(page, may_answer, &asked),
        can_give_up,
        can_save: table.standing().is_some(),
        can_review: not_yet(table).is_none() && table.standing().is_some(),
        after_round: asked.question().is_some_and(|question| is_between_rounds(&question.ask))
            && table.standing().is_some(),
        advice,
        log: shown.iter().map(|entry| LogItem::of(entry, &names)).collect(),
        log_cut: (shown.len() < page.log.len()).then(|| table.round()),
        log_title: page.round.map_or("What happened".to_owned(), |round| format!("Round {round}")),
        rounds: rounds_played(table)
            .into_iter()
            .filter(|round| *round != page.round.unwrap_or(table.round()))
            .collect(),
        earlier: page.round.is_some(),
        made_here: page.made_here,
        links: if holds_seat { link_views(page, &names) } else { Vec::new() },
        links_words: if page.links.invite.is_some() { "invite, other device, watch" } else { "other device, watch" },
        fair: page.fair.map(|fair| FairView {
            commitment: fair.commitment.to_owned(),
            revealed: fair.revealed.map(|(seed, salt)| (seed, salt.to_owned())),
            can_reveal: plays && table.is_over() && fair.revealed.is_none(),
        }),
        key: key(game),
    }
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

/// The rounds that were played at this table, the last ones if there are many. A tournament that goes on from a save
/// may have begun later than with the first.
pub(super) fn rounds_played(table: &Table) -> Vec<u32> {
    const MOST: u32 = 8;
    let another = |entry: &Entry| matches!(entry, Entry::Decision { answer: parlor_table::Answer::Another(true), .. });
    let first = if table.setup().save.is_none() {
        1
    } else {
        let later = table.records().filter(|record| another(&record.entry)).count();
        table.round().saturating_sub(later as u32)
    };
    (first.max(table.round().saturating_sub(MOST))..=table.round()).collect()
}

fn offer_view(page: &TablePage<'_>, names: &Names) -> Option<OfferView> {
    let open = page.table.offer()?;
    let to = open.seat.other();
    let told = sentences(&Event::Offered { seat: open.seat, offer: open.offer }, names);
    let sentence = told.into_iter().map(|line| line.text).collect();
    let reply = page.frozen.is_none() && page.seats[to] && page.table.player(to).is_person();
    Some(OfferView { sentence, reply })
}

fn may_offer_call(table: &Table, seat: Option<Seat>) -> bool {
    let Some(seat) = seat.filter(|_| table.game() == Game::Kono) else { return false };
    table.try_at(table.revision(), [Entry::Offer { seat, offer: Offer::Call }]).is_ok()
}

/// Whether the last throw was made by hand and nothing was decided on it.
fn may_correct(table: &Table) -> bool {
    if table.setup().dice != DiceSource::Manual {
        return false;
    }
    let thrown = |record: &parlor_table::Record| match record.entry {
        Entry::Throw { throw, queued: false } => Some(throw),
        _ => None,
    };
    let last = table.records().rev().find_map(thrown);
    last.is_some_and(|throw| table.try_at(table.revision(), [Entry::Correct(throw)]).is_ok())
}

/// Why advice can't be asked for now.
fn no_help(page: &TablePage<'_>, may_answer: bool, asked: &Asked) -> Option<&'static str> {
    if page.help_off {
        return Some("it is switched off at this table");
    }
    if !may_answer {
        return Some("it is for your own decisions");
    }
    let can = asked.takes_help() && page.table.decision().is_some();
    (!can).then_some("there is nothing to advise")
}

fn link_views<'a>(page: &TablePage<'a>, names: &Names) -> Vec<LinkView<'a>> {
    let mut links = Vec::new();
    if let Some(url) = &page.links.invite {
        links.push(LinkView { id: "link-invite", label: "Invitation: takes the free seat".to_owned(), url });
    }
    for seat in Seat::BOTH {
        if let Some(url) = &page.links.seat[seat] {
            let id = if seat == Seat::Human { "link-human" } else { "link-computer" };
            let label = if page.here {
                format!("{}\u{2019}s seat on another device: keep it secret", names.label(seat))
            } else {
                "Your seat on your other device: keep it secret".to_owned()
            };
            links.push(LinkView { id, label, url });
        }
    }
    links.push(LinkView {
        id: "link-watch",
        label: "Watching, now and later as a replay".to_owned(),
        url: &page.links.watch,
    });
    links
}
