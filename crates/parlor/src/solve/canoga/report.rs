use std::fmt::Write;

use parlor_engine::{EngineJob, Evaluation};
use parlor_rules::canoga::{Outcome, Position, WonBy};
use parlor_rules::{Choice, Decision, DiceCount, Seat, Throw};

/// Prints the value of a position, the best number of dice, and the best move for every sum.
pub(crate) fn report(position: &Position) -> String {
    let mut text = String::new();
    write_report(position, &mut text).expect("writing to a string can't fail");
    text
}

fn write_report(position: &Position, text: &mut String) -> std::fmt::Result {
    for seat in Seat::BOTH {
        let covered = position.covered()[seat];
        let name = format!("{seat}:");
        if covered.is_empty() {
            writeln!(text, "{name:<9} nothing covered")?;
        } else {
            writeln!(text, "{name:<9} covered {covered}")?;
        }
    }
    if let Some(locked) = position.locked() {
        writeln!(text, "{}'s square {} can't be uncovered in this turn.", locked.owner, locked.square)?;
    }
    if let Some(Outcome { winner, by, points }) = position.outcome() {
        let how = match by {
            WonBy::Covering => "covering",
            WonBy::Uncovering => "uncovering",
        };
        let plural = if points == 1 { "" } else { "s" };
        return writeln!(text, "{winner} has won by {how}: {points} point{plural}.");
    }
    let Some(seat) = position.turn() else { return Ok(()) };
    let throws = EngineJob::full_strength(Decision::Dice(*position)).rank().expect("the round isn't over");
    for (index, Evaluation { choice: dice, value, reasons, .. }) in throws.iter().enumerate() {
        if index > 0 {
            writeln!(text, "With {dice} it would be {value:+.2}.")?;
            continue;
        }
        writeln!(text, "{seat} does best with {dice} and expects {value:+.2} points.")?;
        for reason in reasons {
            writeln!(text, "  {reason}")?;
        }
    }
    for Evaluation { choice, .. } in &throws {
        let Choice::Dice(dice) = *choice else { unreachable!("before a throw, numbers of dice are ranked") };
        writeln!(text, "\nWith {dice}:")?;
        write_sums(position, dice, text)?;
    }
    Ok(())
}

fn write_sums(position: &Position, dice: DiceCount, text: &mut String) -> std::fmt::Result {
    let throws: Vec<Throw> = Throw::all(dice).collect();
    for sum in 1..=12 {
        let of_this_sum = || throws.iter().filter(|throw| throw.sum() == sum);
        // Throws with the same sum allow the same moves.
        let Some(thrown) = of_this_sum().next().and_then(|&throw| position.throw(throw).ok()) else { continue };
        let chance = format!("{}/{}", of_this_sum().count(), throws.len());
        if let Ok(best) = EngineJob::full_strength(Decision::Canoga(thrown)).decide() {
            let chosen = best.choice.to_string();
            write!(text, "{sum:>4} {chance:>6}  {chosen:<15} {:>+7.2} ", best.value)?;
            // Only the first and the last reason fit; the last one is a summary.
            let last = best.reasons.last().filter(|_| best.reasons.len() > 1);
            for reason in best.reasons.first().into_iter().chain(last) {
                write!(text, " {reason}")?;
            }
            writeln!(text)?;
        } else if let Ok(after) = thrown.pass() {
            let value = -EngineJob::full_strength(Decision::Dice(after)).decide().expect("the round isn't over").value;
            writeln!(text, "{sum:>4} {chance:>6}  {:<15} {value:>+7.2}", "the turn ends")?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_rules::Pair;
    use parlor_rules::canoga::{Draft, DraftRow, Handicap, Size};

    fn position(human: &[i64], computer: &[i64]) -> Position {
        let row = |covered: &[i64]| DraftRow { covered: covered.to_vec(), score: 0 };
        let rows = Pair { human: row(human), computer: row(computer) };
        let draft = Draft { size: 9, rows, first: Seat::Human, next: Seat::Human, advantage: None, over: None };
        draft.check().expect("a position").position
    }

    #[test]
    fn every_throw_has_its_best_move() {
        let text = report(&position(&[9, 8, 7, 6, 5], &[9, 4]));
        println!("{text}");
        assert!(text.contains("Human:    covered 9 8 7 6 5\nComputer: covered 9 4\n"), "{text}");
        assert!(text.contains("\nWith one die:\n") && text.contains("\nWith two dice:\n"), "{text}");
        for sum in 1..=12 {
            let lines = text.lines().filter(|line| line.trim_start().starts_with(&format!("{sum} "))).count();
            assert_eq!(lines, if (2..=6).contains(&sum) { 2 } else { 1 }, "sum {sum}\n{text}");
        }
        assert!(text.contains("the turn ends"), "{text}");
    }

    #[test]
    fn a_lock_is_named() {
        let start = Position::start(Size::ALL[0], Seat::Human, Some(Handicap { owner: Seat::Computer, square: 5 }));
        let text = report(&start);
        assert!(text.contains("Computer's square 5 can't be uncovered in this turn."), "{text}");
        assert!(!text.contains("uncover 5"), "{text}");
    }

    #[test]
    fn a_finished_round_is_reported() {
        let text = report(&position(&[1, 2, 3, 4, 5, 6, 7, 8, 9], &[9]));
        assert!(text.ends_with("Human has won by covering: 36 points.\n"), "{text}");
    }
}
