//! Events as animations: dice roll, seeds fall one by one, pieces move.
//!
//! A step moves only the places that its event names. After the last step a front end shows the table's own board, so
//! an animation can't leave a wrong one behind.

use std::time::Duration;

use parlor_rules::canoga::Move;
use parlor_rules::congkak::{Capture, Hole, Play};
use parlor_rules::kono::{self, Cell};
use parlor_rules::{Choice, DiceCount, Seat, Throw};
use parlor_table::Event;

use crate::{
    BoardLayout, BoardView, CanogaView, CongkakView, DiceView, Hand, KonoView, Line, Names, PitView, Spot, SquareView,
    board::row_of, sentences, spots_of, words::count,
};

#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// The board at this step, with its dice and latest changes. `None` before the round has a board.
    pub board: Option<BoardView>,
    pub hand: Option<Hand>,
    pub lines: Vec<Line>,
    /// Describes the step, if `lines` comes only with the last step.
    pub caption: Option<String>,
    /// Duration at normal speed.
    pub lasts: Duration,
}

/// Animates an event, starting from the board on screen.
pub fn animate(event: &Event, before: Option<&BoardView>, names: &Names) -> Vec<Step> {
    let lines = sentences(event, names);
    let Some(before) = before else { return vec![Step { lines, ..step(None, pause(event)) }] };
    // Clear the marks of earlier events; nothing can be chosen during an animation.
    let mut before = BoardView { changed: Vec::new(), can_choose: Vec::new(), ..before.clone() };
    if let Event::RoundBegins { .. } | Event::Stepped { .. } = event {
        // The dice that decided the first turn are no longer needed.
        before.dice = None;
    }
    let mut steps = match (event, &before.layout) {
        (Event::FirstThrow { seat, throw } | Event::Thrown { seat, throw, .. }, _) => {
            return lines_last(rolling(*seat, *throw, &before), lines);
        }
        (Event::Sowed { seat, play, .. }, BoardLayout::Congkak(view)) => {
            return lines_last(sowing(*seat, play, view, &before, names), lines);
        }
        (Event::Moved { seat, chosen, .. }, BoardLayout::Canoga(view)) => turning(*seat, *chosen, view, &before),
        (Event::Stepped { from, direction, arrived, .. }, BoardLayout::Kono(view)) => {
            stepping(*from, *direction, *arrived, view, &before)
        }
        _ => vec![step(Some(before), pause(event))],
    };
    steps[0].lines = lines;
    steps
}

/// The longest animation of a turn at normal speed.
pub const LONGEST_TURN: Duration = Duration::from_secs(12);

/// Shorter steps are left out, because they would be too fast to follow.
const SHORTEST_STEP: Duration = Duration::from_millis(40);

/// Keeps the animation of a turn within [`LONGEST_TURN`], regardless of the number of plays.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct TurnPace {
    seat: Option<Seat>,
    /// The animation time of the turn so far.
    spent: Duration,
}

impl TurnPace {
    /// The steps of the next event, faster and fewer if its turn would take too long. Later plays aren't known yet, so
    /// no play takes more than half of the remaining time.
    pub fn fit(&mut self, event: &Event, mut steps: Vec<Step>) -> Vec<Step> {
        if let Some(seat) = actor(event)
            && self.seat != Some(seat)
        {
            *self = TurnPace { seat: Some(seat), spent: Duration::ZERO };
        }
        let left = LONGEST_TURN.saturating_sub(self.spent) / 2;
        let whole: Duration = steps.iter().map(|step| step.lasts).sum();
        if whole > left {
            for step in &mut steps {
                step.lasts = step.lasts.mul_f64(left.as_secs_f64() / whole.as_secs_f64());
            }
            steps = thinned(steps);
        }
        self.spent += steps.iter().map(|step| step.lasts).sum::<Duration>();
        steps
    }
}

/// Drops steps that are too short; their sentences and their time go to the next step. The last step is kept.
fn thinned(steps: Vec<Step>) -> Vec<Step> {
    let mut kept: Vec<Step> = Vec::new();
    let mut skipped: Option<Step> = None;
    let last = steps.len().saturating_sub(1);
    for (place, mut step) in steps.into_iter().enumerate() {
        if let Some(Step { mut lines, caption, lasts, .. }) = skipped.take() {
            lines.append(&mut step.lines);
            step.lines = lines;
            step.caption = step.caption.or(caption);
            step.lasts += lasts;
        }
        if step.lasts < SHORTEST_STEP && place < last {
            skipped = Some(step);
        } else {
            kept.push(step);
        }
    }
    kept
}

/// The player whose turn an event belongs to.
fn actor(event: &Event) -> Option<Seat> {
    match event {
        Event::Thrown { seat, .. }
        | Event::Moved { seat, .. }
        | Event::Sowed { seat, .. }
        | Event::Stepped { seat, .. } => Some(*seat),
        _ => None,
    }
}

/// The places changed by a play, as its last step marks them; empty for other events.
pub fn changed_by(event: &Event) -> Vec<Spot> {
    match event {
        Event::Moved { seat, chosen, .. } => spots_of(Choice::Canoga(*chosen), *seat),
        Event::Sowed { seat, play, .. } => match &play.capture {
            Some(capture) => captured_spots(*seat, *capture),
            None => play
                .laps
                .last()
                .and_then(|lap| lap.stops().last())
                .map(|hole| spot_of(*seat, hole))
                .into_iter()
                .collect(),
        },
        Event::Stepped { seat, from, direction, .. } => {
            spots_of(Choice::Kono(kono::Move::Step(*from, *direction)), *seat)
        }
        _ => Vec::new(),
    }
}

fn step(board: Option<BoardView>, millis: u64) -> Step {
    Step { board, hand: None, lines: Vec::new(), caption: None, lasts: Duration::from_millis(millis) }
}

/// The display time of an event without movement, in milliseconds.
fn pause(event: &Event) -> u64 {
    match event {
        Event::RoundOver { .. } | Event::TournamentOver { .. } | Event::NothingToPlay { .. } => 700,
        Event::First { .. } | Event::Handicap(..) | Event::CoinFell { .. } => 600,
        _ => 150,
    }
}

/// Dice and seeds are described only after they have come to rest.
fn lines_last(mut steps: Vec<Step>, lines: Vec<Line>) -> Vec<Step> {
    let last = steps.len() - 1;
    steps[last].lines = lines;
    steps
}

fn rolling(seat: Seat, throw: Throw, before: &BoardView) -> Vec<Step> {
    let shown = |throw, rolling, millis| {
        let dice = Some(DiceView { seat, throw, rolling });
        step(Some(BoardView { dice, ..before.clone() }), millis)
    };
    // The faces shown while the dice tumble are independent of the result.
    let mut steps: Vec<Step> =
        (0..5).map(|face| shown(Throw::numbered(throw.count(), face * 8 + 3), true, 90)).collect();
    steps.push(shown(throw, false, if throw.count() == DiceCount::Two { 650 } else { 500 }));
    steps
}

fn turning(seat: Seat, chosen: Move, view: &CanogaView, before: &BoardView) -> Vec<Step> {
    let (row, set) = row_of(seat, chosen);
    let covered = matches!(chosen, Move::Cover(_));
    let mut view = view.clone();
    let mut changed = Vec::new();
    let turn = |number: u8| {
        let square = view.rows[row].iter_mut().find(|square| square.number == number);
        *square.expect("a move names squares of the row") = SquareView { number, covered, locked: false };
        changed.push(Spot::Square(row, number));
        let layout = BoardLayout::Canoga(view.clone());
        step(Some(BoardView { layout, changed: changed.clone(), ..before.clone() }), 350)
    };
    set.ascending().rev().map(turn).collect()
}

/// Seeds fall one by one, and faster if there are many, so that no play takes more than a few seconds.
fn sowing(seat: Seat, play: &Play, view: &CongkakView, before: &BoardView, names: &Names) -> Vec<Step> {
    let seeds: u64 = play.laps.iter().map(|lap| u64::from(lap.seeds)).sum();
    let pace = (5000 / seeds.max(1)).clamp(12, 160);
    let mut view = view.clone();
    let mut steps: Vec<Step> = Vec::new();
    let mut show = |view: &CongkakView, changed: Vec<Spot>, seeds: u8, millis: u64| {
        let mut view = view.clone();
        view.count_seeds();
        view.seeds[seat] += u32::from(seeds);
        let board = BoardView { layout: BoardLayout::Congkak(view), changed, ..before.clone() };
        let hand = Some(Hand { seat, seeds }).filter(|hand| hand.seeds > 0);
        steps.push(Step { hand, ..step(Some(board), millis) });
        steps.len() - 1
    };
    let mut captions = Vec::new();
    for (number, lap) in play.laps.iter().enumerate() {
        let mut hand = lap.seeds;
        let from = lap.from.letter();
        pit(&mut view, from).seeds = 0;
        let first = show(&view, vec![Spot::Pit(from)], hand, pace * 3);
        captions.push((first, sowing_in_words(seat, play, number, names)));
        for stop in lap.stops() {
            hand -= 1;
            match stop {
                Hole::Pit(stop) => pit(&mut view, stop.letter()).seeds += 1,
                Hole::OwnStore => view.stores[seat] += 1,
            }
            show(&view, vec![spot_of(seat, stop)], hand, pace);
        }
    }
    if let Some(capture) = &play.capture {
        for taken in [capture.last, capture.across] {
            pit(&mut view, taken.letter()).seeds = 0;
        }
        view.stores[seat] += capture.seeds + 1;
        show(&view, captured_spots(seat, *capture), 0, 700);
    }
    for (at, caption) in captions {
        steps[at].caption = Some(caption);
    }
    let last = steps.last_mut().expect("a play has at least one lap");
    last.lasts = last.lasts.max(Duration::from_millis(500));
    steps
}

/// One sowing of a play: the number of seeds, the pits, and its place in the relay.
pub(crate) fn sowing_in_words(seat: Seat, play: &Play, number: usize, names: &Names) -> String {
    let lap = &play.laps[number];
    let last = match lap.stops().last() {
        Some(Hole::Pit(pit)) => format!("pit {pit}"),
        Some(Hole::OwnStore) | None => "the store".to_owned(),
    };
    let seeds = count(lap.seeds.into(), "seed");
    let sows = names.did(seat, "sows", "sowed");
    let words = format!("{sows} {seeds} from pit {}, the last into {last}", lap.from);
    match play.laps.len() {
        1 => format!("{words}."),
        all => format!("Sowing {} of {all}: {words}.", number + 1),
    }
}

fn spot_of(seat: Seat, hole: Hole) -> Spot {
    match hole {
        Hole::Pit(pit) => Spot::Pit(pit.letter()),
        Hole::OwnStore => Spot::Store(seat),
    }
}

fn captured_spots(seat: Seat, capture: Capture) -> Vec<Spot> {
    vec![Spot::Pit(capture.last.letter()), Spot::Pit(capture.across.letter()), Spot::Store(seat)]
}

fn pit(view: &mut CongkakView, letter: char) -> &mut PitView {
    let CongkakView { rows, .. } = view;
    let mut pits = rows.human.iter_mut().chain(&mut rows.computer);
    pits.find(|pit| pit.letter == letter).expect("a play stays on the board")
}

fn stepping(
    from: kono::Point,
    direction: kono::Direction,
    arrived: bool,
    view: &KonoView,
    before: &BoardView,
) -> Vec<Step> {
    let to = from.step(direction).expect("a step that was played stays on the board");
    let lifted = step(Some(BoardView { changed: vec![Spot::Point(from)], ..before.clone() }), 350);
    let mut view = view.clone();
    let mut put = |point: kono::Point, cell: Cell| {
        let point = &mut view.rows[usize::from(point.row) - 1][usize::from(point.column) - 1];
        std::mem::replace(&mut point.cell, cell)
    };
    let Cell::Piece { color, captures } = put(from, Cell::Vacant) else {
        unreachable!("only a piece can be moved");
    };
    put(to, Cell::Piece { color, captures: captures || arrived });
    let changed = vec![Spot::Point(from), Spot::Point(to)];
    let stepped = BoardView { layout: BoardLayout::Kono(view), changed, ..before.clone() };
    vec![lifted, step(Some(stepped), 450)]
}

#[cfg(test)]
mod tests;
