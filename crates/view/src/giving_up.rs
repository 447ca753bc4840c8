//! What giving up would do, in words and numbers.

use parlor_rules::kono::{self, QUIT_PENALTY};
use parlor_rules::{Game, Pair, Seat};
use parlor_table::{Answer, Entry, Event, MenuItem, Next, RoundEnd, Table};

use crate::Names;
use crate::words::count;

/// What a person is asked before they give up: what the rules will do, with the numbers (rules can-tournament,
/// con-tournament, kon-score). `None` where it isn't known, because the other player moves first.
pub fn give_up_question(table: &Table, seat: Seat) -> Option<String> {
    let names = Names::of(&table.setup().players);
    let quit = Answer::Menu(MenuItem::Quit);
    let now = match table.next() {
        Next::Ask(question) => question.seat == seat && question.ask.accepts(&quit).is_ok(),
        _ => false,
    };
    if !now {
        // Within a turn of Canoga nothing that counts changes any more, because the round counts for nobody.
        return (table.game() == Game::Canoga && !table.is_over()).then(|| the_end(table.totals(), &names));
    }
    let told = table.clone().apply(Entry::decision(seat, quit)).ok()?;
    told.iter().find_map(|event| match event {
        Event::TournamentOver { totals, .. } => Some(the_end(*totals, &names)),
        Event::RoundOver { end: RoundEnd::Kono(outcome), .. } => Some(the_score(outcome, &names)),
        _ => None,
    })
}

fn the_end(totals: Pair<u32>, names: &Names) -> String {
    let tally = |seat: Seat| format!("{} {}", names.label(seat), totals[seat]);
    format!(
        "Give up? Nobody gets this round, and the tournament ends: {}, {}.",
        tally(Seat::Human),
        tally(Seat::Computer)
    )
}

fn the_score(outcome: &kono::Outcome, names: &Names) -> String {
    let Pair { human, computer } = outcome.scores;
    let result = match outcome.winner {
        Some(winner) => format!("{} to {} for {}", human.max(computer), human.min(computer), names.label(winner)),
        None => format!("{human} to {computer}, so nobody wins it"),
    };
    let off = count(QUIT_PENALTY.unsigned_abs(), "point");
    format!("Give up the round? It is scored now, with {off} off for you: {result}.")
}

#[cfg(test)]
mod tests {
    use parlor_rules::Decision;
    use parlor_table::{Ask, Question};

    use super::*;
    use crate::trial;

    #[test]
    fn giving_up_says_what_the_rules_will_do_with_the_numbers() {
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
                    assert!(words.ends_with(&format!("Human {human}, Computer {computer}.")), "{words}");
                } else {
                    assert!(words.starts_with("Give up the round? It is scored now, with 5 points off"), "{words}");
                }
            });
            assert!(asked > 5, "{game}: {asked}");
        }
    }

    #[test]
    fn within_a_turn_of_canoga_the_numbers_are_known_too() {
        let mut seen = 0;
        trial::play(Game::Canoga, 3, 1, |table, _| {
            let Next::Ask(Question { seat, ask: Ask::Decide(Decision::Canoga(_)) }) = table.next() else { return };
            let words = give_up_question(table, seat).unwrap();
            assert_eq!(words, "Give up? Nobody gets this round, and the tournament ends: Human 0, Computer 0.");
            seen += 1;
        });
        assert!(seen > 3, "{seen}");
    }
}
