//! The end of a round and of a tournament as a card: the winner, the way of winning, and the sources of the points.

use parlor_rules::canoga::WonBy;
use parlor_rules::kono::{CAPTURE_POINTS, QUIT_PENALTY};
use parlor_rules::{Game, Pair, Seat};
use parlor_table::{Ask, Event, RoundEnd, Table};

use crate::Names;
use crate::sentences::{SEEDS_DECIDE, sentences, why_round_ended};
use crate::words::count;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResultCard {
    /// The winner and the result: "You win round 2: 12 points".
    pub title: String,
    /// The winner of the round, or of the tournament if that is over; `None` after a tie.
    pub winner: Option<Seat>,
    /// The end of the round, in sentences.
    pub how: Vec<String>,
    /// The parts of the round's points and their sums, then the totals.
    pub rows: Vec<ResultRow>,
}

/// A number for each player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResultRow {
    pub label: &'static str,
    pub numbers: Pair<i64>,
    /// This row is the sum of the rows before it.
    pub is_sum: bool,
}

impl ResultCard {
    /// `None` unless the table asks for another round or is over.
    pub fn of(table: &Table, names: &Names) -> Option<ResultCard> {
        let has_ended = table.next().question().is_some_and(|question| question.ask == Ask::Another);
        if !has_ended && !table.is_over() {
            return None;
        }
        let mut card = ResultCard { title: String::new(), winner: None, how: Vec::new(), rows: Vec::new() };
        let events = table.events_of_round();
        let events = events.iter().flat_map(|(_, events)| events);
        let mut gave_up = Vec::new();
        for event in events {
            match event {
                Event::RoundBegins { .. } => gave_up.clear(),
                Event::GaveUp { .. } => gave_up = sentences(event, names).into_iter().map(|line| line.text).collect(),
                Event::RoundOver { end, totals, standing } => {
                    card.winner = end.winner();
                    card.title = round_title(end, *totals, table.round(), names);
                    card.how = vec![why_round_ended(end, standing, names)];
                    card.rows = rows(end, *totals);
                }
                _ => {}
            }
        }
        card.how.splice(0..0, gave_up);
        let totals = table.totals();
        if table.is_over() {
            card.winner = totals.leader();
            card.title = match totals.leader() {
                Some(winner) => format!(
                    "{} the tournament, {} to {}",
                    names.does(winner, "wins", "win"),
                    totals[winner],
                    totals[winner.other()]
                ),
                None => format!("The tournament is a draw, {} to {}", totals.human, totals.computer),
            };
        } else if card.title.is_empty() {
            return None;
        }
        if table.game() != Game::Congkak {
            card.rows.push(row("Total", totals.map(i64::from), true));
        }
        if let Some(won) = table.rounds_won() {
            if table.is_over() {
                card.how.push(SEEDS_DECIDE.to_owned());
            }
            card.rows.push(row("Rounds won", won.map(i64::from), false));
        }
        Some(card)
    }
}

fn round_title(end: &RoundEnd, totals: Pair<u32>, round: u32, names: &Names) -> String {
    let Some(winner) = end.winner() else { return format!("Round {round} is a tie") };
    let wins = format!("{} round {round}", names.does(winner, "wins", "win"));
    match end {
        RoundEnd::Canoga(outcome) => format!("{wins}: {}", count(outcome.points, "point")),
        RoundEnd::Kono(outcome) => format!("{wins}: {}", count(outcome.points, "point")),
        RoundEnd::Congkak { .. } => {
            format!("{wins}, {} to {}", count(totals[winner], "seed"), totals[winner.other()])
        }
    }
}

fn row(label: &'static str, numbers: Pair<i64>, is_sum: bool) -> ResultRow {
    ResultRow { label, numbers, is_sum }
}

/// The parts of a round's points and their sums.
fn rows(end: &RoundEnd, totals: Pair<u32>) -> Vec<ResultRow> {
    let only = |winner: Option<Seat>, points: u32| {
        Pair::from_fn(|seat| if Some(seat) == winner { i64::from(points) } else { 0 })
    };
    match end {
        RoundEnd::Canoga(outcome) => {
            let label = match outcome.by {
                WonBy::Covering => "The other player's open squares",
                WonBy::Uncovering => "The player's own covered squares",
            };
            vec![row(label, only(Some(outcome.winner), outcome.points), false)]
        }
        RoundEnd::Congkak { winner, swept } => {
            let totals = totals.map(i64::from);
            let Some(swept) = swept.filter(|swept| *swept > 0) else { return vec![row("Seeds", totals, true)] };
            let swept = only(Some(*winner), swept.into());
            let before = Pair::from_fn(|seat| totals[seat] - swept[seat]);
            vec![
                row("In the store before", before, false),
                row("Left in the pits", swept, false),
                row("Seeds", totals, true),
            ]
        }
        RoundEnd::Kono(outcome) => {
            let part = |of: fn(&parlor_rules::kono::ScoreParts) -> i64| Pair::from_fn(|seat| of(&outcome.parts[seat]));
            let mut rows = vec![
                row("Home points", part(|parts| parts.home.into()), false),
                row("Captured pieces", part(|parts| i64::from(CAPTURE_POINTS) * i64::from(parts.captured)), false),
            ];
            if outcome.parts.human.quit || outcome.parts.computer.quit {
                rows.push(row("Quitting", part(|parts| if parts.quit { -i64::from(QUIT_PENALTY) } else { 0 }), false));
            }
            rows.push(row("Score", outcome.scores.map(i64::from), true));
            rows.push(row("Difference, for the winner", only(outcome.winner, outcome.points), false));
            rows
        }
    }
}

#[cfg(test)]
mod tests {
    use parlor_table::{Answer, Entry, Next};

    use super::*;
    use crate::trial;

    #[test]
    fn the_parts_of_a_round_add_up() {
        for game in Game::ALL {
            let mut seen = 0;
            let (mut before, mut round) = (Pair::default(), 0);
            trial::play(game, 8, 3, |table, _| {
                let Some(card) = ResultCard::of(table, &Names::plain()) else { return };
                if table.round() == round {
                    return;
                }
                round = table.round();
                seen += 1;
                assert!(card.title.contains(&format!("ound {round}")) || table.is_over(), "{card:?}");
                assert!(!card.how.is_empty(), "{card:?}");
                let totals = table.totals().map(i64::from);
                match game {
                    Game::Canoga => {
                        let [won, total] = &card.rows[..] else { panic!("{card:?}") };
                        let sum = Pair::from_fn(|seat| before[seat] + won.numbers[seat]);
                        assert_eq!((sum, total.numbers), (totals, totals));
                    }
                    Game::Congkak => {
                        let at = card.rows.iter().position(|row| row.is_sum).unwrap();
                        assert_eq!(card.rows[at].numbers, totals);
                        let parts = |seat| card.rows[..at].iter().map(|row| row.numbers[seat]).sum::<i64>();
                        assert!(at == 0 || Pair::from_fn(parts) == totals, "{card:?}");
                    }
                    Game::Kono => {
                        let at = card.rows.iter().position(|row| row.label == "Score").unwrap();
                        let parts = |seat| card.rows[..at].iter().map(|row| row.numbers[seat]).sum::<i64>();
                        assert_eq!(card.rows[at].numbers, Pair::from_fn(parts), "{card:?}");
                        let sum = Pair::from_fn(|seat| before[seat] + card.rows[at + 1].numbers[seat]);
                        assert_eq!(sum, totals, "{card:?}");
                    }
                }
                before = totals;
            });
            assert!(seen >= 2, "{game}: {seen}");
        }
    }

    #[test]
    fn there_is_a_card_only_after_a_round() {
        for game in Game::ALL {
            trial::play(game, 8, 2, |table, _| {
                let asked = matches!(table.next(), Next::Ask(question) if question.ask == Ask::Another);
                let card = ResultCard::of(table, &Names::plain());
                assert_eq!(card.is_some(), asked || table.is_over(), "{game}");
            });
        }
    }

    #[test]
    fn a_tournament_that_is_over_has_its_totals_in_the_title() {
        let mut over = None;
        trial::play(Game::Kono, 3, 1, |table, _| {
            if let Next::Ask(question) = table.next() {
                let mut tried = table.clone();
                if tried.apply(Entry::decision(question.seat, Answer::Another(false))).is_ok() {
                    over = Some(tried);
                }
            }
        });
        let over = over.unwrap();
        let card = ResultCard::of(&over, &Names::plain()).unwrap();
        let Pair { human, computer } = over.totals();
        assert!(card.title.contains("tournament"), "{card:?}");
        assert!(card.title.ends_with(&format!("{} to {}", human.max(computer), human.min(computer))), "{card:?}");
        assert_eq!(card.winner, over.totals().leader());
    }

    #[test]
    fn the_last_card_of_congkak_explains_that_seeds_decide() {
        let mut last = None;
        trial::play(Game::Congkak, 3, 1, |table, _| {
            if let Next::Ask(question) = table.next() {
                let mut tried = table.clone();
                if tried.apply(Entry::decision(question.seat, Answer::Another(false))).is_ok() {
                    last = Some((table.clone(), tried));
                }
            }
        });
        let (before, over) = last.unwrap();
        let says = |table| ResultCard::of(table, &Names::plain()).unwrap().how.contains(&SEEDS_DECIDE.to_owned());
        assert!(!says(&before) && says(&over));
    }
}
