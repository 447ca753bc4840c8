//! The consequences of giving up, in words and numbers.

use parlor_rules::kono::{self, QUIT_PENALTY};
use parlor_rules::{Game, Pair, Seat};
use parlor_table::{Answer, Entry, Event, MenuItem, Next, RoundEnd, Table};

use crate::Names;
use crate::sentences::tally;
use crate::words::count;

/// The question before giving up, with its consequences (rules can-tournament, con-tournament, kon-score). `None` if
/// they can't be computed because the other player has to move first.
pub fn give_up_question(table: &Table, seat: Seat) -> Option<String> {
    let names = Names::for_player(&table.setup().players);
    let quit = Answer::Menu(MenuItem::Quit);
    let now = match table.next() {
        Next::Ask(question) => question.seat == seat && question.ask.accepts(&quit).is_ok(),
        _ => false,
    };
    if !now {
        // In Canoga the totals can't change before that, because a round that is given up doesn't count.
        return (table.game() == Game::Canoga && !table.is_over()).then(|| the_end(table.totals(), &names));
    }
    let events = table.clone().apply(Entry::decision(seat, quit)).ok()?;
    events.iter().find_map(|event| match event {
        Event::TournamentOver { totals, .. } => Some(the_end(*totals, &names)),
        Event::RoundOver { end: RoundEnd::Kono(outcome), .. } => Some(the_score(outcome, &names)),
        _ => None,
    })
}

fn the_end(totals: Pair<u32>, names: &Names) -> String {
    format!("Give up? Neither player scores this round, and the tournament ends: {}.", tally(totals, names))
}

fn the_score(outcome: &kono::Outcome, names: &Names) -> String {
    let Pair { human, computer } = outcome.scores;
    let result = match outcome.winner {
        Some(winner) => format!(
            "{} {} it {} to {}",
            names.object(winner),
            names.agreeing(winner, "wins", "win"),
            human.max(computer),
            human.min(computer)
        ),
        None => format!("it is a tie, {human} to {computer}"),
    };
    let off = count(QUIT_PENALTY.unsigned_abs(), "point");
    format!("Give up the round? That costs you {off}, and the round is scored now: {result}.")
}

#[cfg(test)]
mod tests {
    use parlor_rules::Decision;
    use parlor_table::{Ask, Question};

    use super::*;
    use crate::trial;

    #[test]
    fn giving_up_states_its_consequences_with_the_numbers() {
        for game in Game::ALL {
            let mut asked = 0;
            trial::play(game, 5, 2, |table, _| {
                let Next::Ask(question) = table.next() else { return };
                let Some(words) = give_up_question(table, question.seat) else { return };
                if question.ask.accepts(&Answer::Menu(MenuItem::Quit)).is_err() {
                    return;
                }
                asked += 1;
                let mut after = table.clone();
                after.apply(Entry::decision(question.seat, Answer::Menu(MenuItem::Quit))).unwrap();
                if after.is_over() {
                    let Pair { human, computer } = after.totals();
                    assert!(words.ends_with(&format!("you {human}, the computer {computer}.")), "{words}");
                } else {
                    assert!(words.starts_with("Give up the round? That costs you 5 points"), "{words}");
                }
            });
            assert!(asked > 5, "{game}: {asked}");
        }
    }

    #[test]
    fn within_a_turn_of_canoga_the_consequences_are_known() {
        let mut seen = 0;
        trial::play(Game::Canoga, 3, 1, |table, _| {
            let Next::Ask(Question { seat, ask: Ask::Decide(Decision::Canoga(_)) }) = table.next() else { return };
            let words = give_up_question(table, seat).unwrap();
            assert_eq!(
                words,
                "Give up? Neither player scores this round, and the tournament ends: you 0, the computer 0."
            );
            seen += 1;
        });
        assert!(seen > 3, "{seen}");
    }
}
