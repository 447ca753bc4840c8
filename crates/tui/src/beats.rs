//! What happened, as a row of moments on the stage: dice roll, seeds fall one by one, pieces step.
//!
//! It moves what an event says was moved and knows no rule; the board that the table has afterwards always
//! comes last, whatever was shown on the way.

use std::time::Duration;

use parlor_rules::canoga::Move;
use parlor_rules::congkak::{Hole, Play};
use parlor_rules::kono::{self, Cell};
use parlor_rules::{DiceCount, Seat, Throw};
use parlor_table::Event;
use parlor_view::{BoardView, CanogaView, CongkakView, KonoView, Names, PitView, SquareView, sentences};

use crate::scene::{Dice, Spot};

/// A moment on the stage.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Beat {
    /// The board, where it changes.
    pub(crate) board: Option<BoardView>,
    /// What has just changed on it.
    pub(crate) changed: Vec<Spot>,
    /// Dice that come into sight.
    pub(crate) dice: Option<Dice>,
    /// Seeds in a hand.
    pub(crate) hand: Option<(Seat, u8)>,
    /// What is told now.
    pub(crate) told: Vec<String>,
    /// What is going on, where that is told only when it is over.
    pub(crate) caption: Option<String>,
    /// How long it stays, at the ordinary speed.
    pub(crate) lasts: Duration,
}

impl Beat {
    fn lasting(millis: u64) -> Beat {
        Beat {
            board: None,
            changed: Vec::new(),
            dice: None,
            hand: None,
            told: Vec::new(),
            caption: None,
            lasts: Duration::from_millis(millis),
        }
    }
}

/// The moments of one event, from the board that is in sight.
pub(crate) fn beats(event: &Event, board: Option<&BoardView>, names: &Names) -> Vec<Beat> {
    let told = sentences(event, names);
    let mut beats = match (event, board) {
        (Event::FirstThrow { seat, throw } | Event::Thrown { seat, throw, .. }, _) => {
            return telling_last(rolling(*seat, *throw), None, told);
        }
        (Event::Sowed { seat, play, .. }, Some(BoardView::Congkak(view))) => {
            let caption = told.first().cloned();
            return telling_last(sowing(*seat, play, view), caption, told);
        }
        (Event::Moved { seat, chosen, .. }, Some(BoardView::Canoga(view))) => turning(*seat, *chosen, view),
        (Event::Stepped { chosen: kono::Move::Step(from, direction), arrived, .. }, Some(BoardView::Kono(view))) => {
            stepping(*from, *direction, *arrived, view)
        }
        (Event::RoundOver { .. } | Event::TournamentOver { .. } | Event::NothingToPlay { .. }, _) => {
            vec![Beat::lasting(700)]
        }
        (Event::First { .. } | Event::Handicap(..) | Event::CoinFell { .. }, _) => vec![Beat::lasting(600)],
        _ => vec![Beat::lasting(150)],
    };
    if let Some(first) = beats.first_mut() {
        first.told = told;
    }
    beats
}

/// How dice fell and where seeds went is told once it has been seen.
fn telling_last(mut beats: Vec<Beat>, caption: Option<String>, told: Vec<String>) -> Vec<Beat> {
    if let Some(first) = beats.first_mut() {
        first.caption = caption;
    }
    if let Some(last) = beats.last_mut() {
        last.told = told;
    }
    beats
}

fn rolling(seat: Seat, throw: Throw) -> Vec<Beat> {
    let shown = |throw, rolling, millis| Beat { dice: Some(Dice { seat, throw, rolling }), ..Beat::lasting(millis) };
    // They tumble over faces that have nothing to do with how they fall.
    let mut beats: Vec<Beat> =
        (0..5).map(|face| shown(Throw::numbered(throw.count(), face * 8 + 3), true, 90)).collect();
    beats.push(shown(throw, false, if throw.count() == DiceCount::Two { 650 } else { 500 }));
    beats
}

fn turning(seat: Seat, chosen: Move, view: &CanogaView) -> Vec<Beat> {
    let (row, covered, set) = match chosen {
        Move::Cover(set) => (seat, true, set),
        Move::Uncover(set) => (seat.other(), false, set),
    };
    let mut view = view.clone();
    let mut changed = Vec::new();
    let turn = |number: u8| {
        if let Some(square) = view.rows[row].iter_mut().find(|square| square.number == number) {
            *square = SquareView { number, covered, locked: false };
        }
        changed.push(Spot::Square(row, number));
        Beat { board: Some(BoardView::Canoga(view.clone())), changed: changed.clone(), ..Beat::lasting(350) }
    };
    set.ascending().rev().map(turn).collect()
}

/// Seeds fall one by one, the faster the more there are, so that no play takes longer than a few seconds.
fn sowing(seat: Seat, play: &Play, view: &CongkakView) -> Vec<Beat> {
    let seeds: u64 = play.laps.iter().map(|lap| u64::from(lap.seeds)).sum();
    let pace = (5000 / seeds.max(1)).clamp(12, 160);
    let mut view = view.clone();
    let mut beats = Vec::new();
    let mut show = |view: &CongkakView, changed: Vec<Spot>, hand: u8, millis: u64| {
        let hand = Some((seat, hand)).filter(|&(_, seeds)| seeds > 0);
        beats.push(Beat { board: Some(BoardView::Congkak(view.clone())), changed, hand, ..Beat::lasting(millis) });
    };
    for lap in &play.laps {
        let mut hand = lap.seeds;
        let from = lap.from.letter();
        if let Some(pit) = pit(&mut view, from) {
            pit.seeds = 0;
        }
        show(&view, vec![Spot::Pit(from)], hand, pace * 3);
        for stop in lap.stops() {
            hand = hand.saturating_sub(1);
            let spot = match stop {
                Hole::Pit(stop) => {
                    if let Some(pit) = pit(&mut view, stop.letter()) {
                        pit.seeds = pit.seeds.saturating_add(1);
                    }
                    Spot::Pit(stop.letter())
                }
                Hole::OwnStore => {
                    view.stores[seat] = view.stores[seat].saturating_add(1);
                    Spot::Store(seat)
                }
            };
            show(&view, vec![spot], hand, pace);
        }
    }
    if let Some(capture) = &play.capture {
        for taken in [capture.last.letter(), capture.across.letter()] {
            if let Some(pit) = pit(&mut view, taken) {
                pit.seeds = 0;
            }
        }
        view.stores[seat] = view.stores[seat].saturating_add(capture.seeds + 1);
        let changed = vec![Spot::Pit(capture.last.letter()), Spot::Pit(capture.across.letter()), Spot::Store(seat)];
        show(&view, changed, 0, 700);
    }
    if let Some(last) = beats.last_mut() {
        last.lasts = last.lasts.max(Duration::from_millis(500));
    }
    beats
}

fn pit(view: &mut CongkakView, letter: char) -> Option<&mut PitView> {
    let CongkakView { rows, .. } = view;
    rows.human.iter_mut().chain(&mut rows.computer).find(|pit| pit.letter == letter)
}

fn stepping(from: kono::Point, direction: kono::Direction, arrived: bool, view: &KonoView) -> Vec<Beat> {
    let Some(to) = from.step(direction) else { return vec![Beat::lasting(150)] };
    let lifted = Beat { changed: vec![Spot::Point(from)], ..Beat::lasting(350) };
    let mut view = view.clone();
    let cell = |view: &mut KonoView, point: kono::Point, cell: Cell| {
        let row = view.rows.get_mut(usize::from(point.row) - 1)?;
        Some(std::mem::replace(&mut row.get_mut(usize::from(point.column) - 1)?.cell, cell))
    };
    let piece = match cell(&mut view, from, Cell::Vacant) {
        Some(Cell::Piece { color, captures }) => Cell::Piece { color, captures: captures || arrived },
        _ => Cell::Vacant,
    };
    cell(&mut view, to, piece);
    let changed = vec![Spot::Point(from), Spot::Point(to)];
    vec![lifted, Beat { board: Some(BoardView::Kono(view)), changed, ..Beat::lasting(450) }]
}
