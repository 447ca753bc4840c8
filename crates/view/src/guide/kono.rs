use std::cmp::Reverse;

use parlor_rules::kono::{Board, CAPTURE_POINTS, Cell, Color, Move, Point, Position, REPETITIONS, Standing};
use parlor_rules::{Decision, Standing as AnyStanding};
use parlor_table::{Ask, Event, Table};

use super::{Lesson, Page};
use crate::words::{count, listed, ordinal};

/// With this seed the person wins the throw and picks a colour.
pub(super) const SEED: u64 = 0;

pub(super) fn write(page: &mut Page, table: &Table, ask: &Ask) {
    match ask {
        Ask::Decide(Decision::Color(_)) => color(page),
        Ask::Decide(Decision::Kono(standing)) => {
            if let Some(position) = standing.position {
                step(page, standing, &position);
            }
        }
        Ask::Another => {
            if let Some(AnyStanding::Kono(standing)) = table.standing()
                && let Some(outcome) = standing.outcome()
            {
                let scores = outcome.scores;
                let (yours, theirs) = (scores[page.you], scores[page.you.other()]);
                let difference = match outcome.winner {
                    Some(winner) if winner == page.you => format!("You win the difference, {}", outcome.points),
                    Some(_) => format!("{} wins the difference, {}", crate::capitalised(&page.them), outcome.points),
                    None => "The round is a tie".to_owned(),
                };
                page.fact(format!("You scored {yours} and {} {theirs}. {difference}.", page.them));
                if outcome.winner.is_some() {
                    page.lesson(Lesson::ShownValue, || {
                        "In the next round the winner of this one picks a colour and moves first.".to_owned()
                    });
                }
            }
        }
        _ => {}
    }
}

fn goal(page: &mut Page) {
    let their = page.their();
    let them = page.them.clone();
    page.lesson(Lesson::Goal, || {
        format!(
            "Bring your pieces to the points where {them}'s pieces start. Those are {their} home points, and the number \
             beside each is its value to you."
        )
    });
    page.say_first_throws("picks a colour and moves first");
}

fn color(page: &mut Page) {
    goal(page);
    page.lesson(Lesson::Colors, || {
        "White starts in the North, Black in the South. Neither is better: both sides are alike.".to_owned()
    });
}

/// The page for the choice of a step.
fn step(page: &mut Page, standing: &Standing, position: &Position) {
    goal(page);
    let own = position.color(page.you);
    page.lesson(Lesson::Colors, || {
        let (from, to) = if own == Color::White { ("North", "South") } else { ("South", "North") };
        format!("You play {own}: your pieces start in the {from} and go {to}.")
    });
    say_moves(page, position);
    say_danger(page, position);
    if standing.repetitions() + 1 == REPETITIONS {
        let (now, then) = (ordinal(REPETITIONS - 1), ordinal(REPETITIONS));
        page.fact(format!(
            "This position has come up for the {now} time. The {then} time, the round ends and is scored as it stands."
        ));
    }
    if page.sentences.iter().all(|sentence| sentence.lesson.is_some())
        && let Some(ahead) = ahead(position.board(), own)
    {
        page.fact(ahead);
    }
    page.lesson(Lesson::Step, || "In each turn, you move one piece one step diagonally, to a vacant point.".to_owned());
    seen(page);
    let scores = position.scores();
    // Long enough for a piece to walk home.
    let has_waited = standing.history().len() >= 2 * usize::from(position.board().size().points());
    page.lesson_if(Lesson::OfferToCall, (has_waited && scores[page.you] > scores[page.you.other()]).then(|| {
        "You are ahead, and nothing has been captured for a while. Bring home the pieces that still can, or offer to call the \
         round: if the offer is accepted, the round ends now and is scored as it stands."
            .to_owned()
    }));
    let board = *position.board();
    let scored = board.home_value(own) > 0;
    let whose = crate::capitalised(&format!("{}'s", page.them));
    page.lesson(Lesson::ShownValue, || {
        format!(
            "{whose} home points are worth {} along the edge, and {} at both ends of the next row.",
            listed(edge(&board, own.other()).iter().map(ToString::to_string)),
            second_row(&board, own.other())
        )
    });
    page.lesson_if(Lesson::HalfOfThePoints, half(&board, own));
    page.say_help();
    page.lesson(Lesson::InTheWay, || "Pieces can't jump, so a piece in the way blocks the ones behind it.".to_owned());
    if scored || board.home_value(own.other()) > 0 {
        page.lesson(Lesson::RoundEnd, || {
            format!(
                "The round ends when all pieces of a player stand on the other's home points. Each scores what those \
                 points are worth, and {CAPTURE_POINTS} for each captured piece."
            )
        });
    }
    if page.sentences.is_empty() {
        let (yours, theirs) = (scores[page.you], scores[page.you.other()]);
        page.fact(format!("If the round ended now, you would score {yours} and {} {theirs}.", page.them));
    }
}

/// Describes steps that end the round, capture, or reach a home point.
fn say_moves(page: &mut Page, position: &Position) {
    let board = position.board();
    let own = position.color(page.you);
    let worth = |point: Point| board.home(point).filter(|(color, _)| *color != own).map_or(0, |(_, worth)| worth);
    let mut steps = Vec::new();
    for chosen in position.legal_moves() {
        let Move::Step(from, direction) = chosen else {
            page.fact("None of your pieces can move, so all you can do is pass.");
            return;
        };
        if let (Some(to), Ok(play)) = (from.step(direction), position.play_with_details(chosen)) {
            steps.push((from, direction, to, play));
        }
    }
    let ending = steps.iter().filter_map(|(from, direction, _, play)| {
        let outcome = play.after.outcome()?;
        Some((*from, *direction, outcome.scores[page.you] - outcome.scores[page.you.other()]))
    });
    let ending = ending.max_by_key(|(_, _, lead)| *lead);
    if let Some((from, direction, lead)) = ending {
        let points = |lead: i32| count(lead.unsigned_abs(), "point");
        let how = match lead {
            1.. => format!("you would win it by {}", points(lead)),
            0 => "it would be a tie".to_owned(),
            _ => format!("{} would win it by {}", page.them, points(lead)),
        };
        page.fact(format!("The piece at {from} can end the round with a step {direction}: {how}."));
    }
    if let Some((from, direction, to, _)) = steps.iter().find(|(.., play)| play.captured) {
        page.fact(format!(
            "Your piece at {from} can capture the one at {to} with a step {direction}: that is worth {CAPTURE_POINTS}."
        ));
    }
    let gain = |(from, _, to, _): &&(Point, _, Point, _)| i32::from(worth(*to)) - i32::from(worth(*from));
    let best = steps.iter().filter(|(.., play)| !play.captured).max_by_key(gain);
    if let Some((from, direction, to, _)) = best.filter(|step| gain(step) > 0) {
        page.fact(format!("Your piece at {from} can step {direction} to {to}, a home point worth {}.", worth(*to)));
    }
}

/// Warns if one of the reader's pieces could be captured next.
fn say_danger(page: &mut Page, position: &Position) {
    let board = *position.board();
    let theirs = Position::new(board, position.seat(Color::White), page.you.other());
    let captures = |chosen: &Move| matches!(theirs.play_with_details(*chosen), Ok(play) if play.captured);
    if let Some(Move::Step(from, direction)) = theirs.legal_moves().find(captures)
        && let Some(to) = from.step(direction)
    {
        page.fact(format!("Take care: {}'s piece at {from} could capture yours at {to} next.", page.them));
    }
}

/// Explains rules at their first occurrence.
fn seen(page: &mut Page) {
    let them = page.them.clone();
    let (mut arrival, mut capturing) = (None, None);
    for event in page.since {
        let Event::Stepped { seat, from, direction, captured, arrived, .. } = event else {
            continue;
        };
        let Some(to) = from.step(*direction) else { continue };
        let whose = if *seat == page.you { "Your".to_owned() } else { crate::capitalised(&format!("{them}'s")) };
        if *arrived {
            arrival = Some(format!(
                "{whose} piece at {to} has reached a home point. It looks different now, because from now on it may \
                 capture, anywhere on the board, by stepping onto a piece of the other colour."
            ));
        }
        if *captured {
            let lost = if *seat == page.you { format!("{them}'s") } else { "yours".to_owned() };
            capturing = Some(format!(
                "{whose} piece at {to} has captured one of {lost}: at the end of the round, that is worth {CAPTURE_POINTS} points."
            ));
        }
    }
    page.lesson_if(Lesson::SeenArrival, arrival);
    page.lesson_if(Lesson::SeenCapturing, capturing);
}

/// The row at the edge where a colour's pieces start, and the row next to it.
fn rows(board: &Board, color: Color) -> (u8, u8) {
    let last = board.size().points();
    if color == Color::White { (1, 2) } else { (last, last - 1) }
}

/// The values of a colour's home points at the edge.
fn edge(board: &Board, color: Color) -> Vec<u8> {
    let row = rows(board, color).0;
    let worth = |column| board.home(Point { row, column }).map(|(_, worth)| worth);
    (1..=board.size().points()).filter_map(worth).collect()
}

/// The value of a colour's home points at the ends of the second row.
fn second_row(board: &Board, color: Color) -> u8 {
    board.home(Point { row: rows(board, color).1, column: 1 }).map_or(0, |(_, worth)| worth)
}

/// Diagonal steps keep the sum of row and column even or odd, so only half of the pieces can reach the best home point.
fn half(board: &Board, own: Color) -> Option<String> {
    let opponents = |point: &Point| board.home(*point).is_some_and(|(color, _)| color != own);
    let worth = |point: &Point| board.home(*point).map_or(0, |(_, worth)| worth);
    let best = board.points().filter(opponents).max_by_key(worth)?;
    let is_own = |point: &Point| matches!(board.cell(*point), Cell::Piece { color, .. } if color == own);
    let half = |point: &Point| (point.row + point.column) % 2;
    let pieces = board.points().filter(is_own).count();
    let can = board.points().filter(is_own).filter(|point| half(point) == half(&best)).count();
    Some(format!(
        "A piece that only steps diagonally can reach only half of the points. The best home point, {best}, is worth \
         {}: {can} of your {pieces} pieces can reach it.",
        worth(&best)
    ))
}

/// The most valuable vacant home point, and the piece closest to it.
fn ahead(board: &Board, own: Color) -> Option<String> {
    let worth = |point: Point| board.home(point).filter(|(color, _)| *color != own).map(|(_, worth)| worth);
    let pieces = board.points().filter(|point| matches!(board.cell(*point), Cell::Piece { color, .. } if color == own));
    let mut best = None;
    for piece in pieces.filter(|piece| worth(*piece).is_none()) {
        for point in board.points().filter(|point| board.cell(*point) == Cell::Vacant) {
            let (rows, columns) = (piece.row.abs_diff(point.row), piece.column.abs_diff(point.column));
            if let Some(worth) = worth(point)
                && (rows + columns) % 2 == 0
            {
                let steps = rows.max(columns);
                best = best.max(Some((worth, Reverse(steps), piece, point)));
            }
        }
    }
    let (worth, Reverse(steps), piece, point) = best?;
    let steps = count(steps.into(), "step");
    Some(format!("Your piece at {piece} is at least {steps} from {point}, a vacant home point worth {worth}."))
}
