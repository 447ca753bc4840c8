//! The results of all finished rounds.

use parlor_rules::{Pair, Seat};
use parlor_table::{Event, RoundEnd, Table};

use crate::sentences::how_round_ended;
use crate::{Names, sentences};

/// The results of a tournament and of its finished rounds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scoreboard {
    /// Every finished round, in order.
    pub rounds: Vec<RoundResult>,
    /// Points or seeds of the whole tournament.
    pub totals: Pair<u32>,
    /// Rounds won, in games that count them (Congkak).
    pub rounds_won: Option<Pair<u32>>,
    /// "points" or "seeds".
    pub unit: &'static str,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoundResult {
    pub round: u32,
    /// The gain of each player: points in Canoga and Kono, all seeds in Congkak. `None` if the round was given up and
    /// doesn't count.
    pub got: Option<Pair<u32>>,
    pub winner: Option<Seat>,
    /// How the round ended, in sentences.
    pub how: Vec<String>,
}

impl Scoreboard {
    pub fn of(table: &Table, names: &Names) -> Scoreboard {
        let mut rounds: Vec<RoundResult> = Vec::new();
        let mut gave_up: Option<String> = None;
        let mut round = 1;
        table.replay_all(|table, made, events| {
            if made.is_none() {
                round = table.round();
            }
            for event in events {
                match event {
                    Event::RoundBegins { round: begun, .. } => round = *begun,
                    Event::GaveUp { .. } => gave_up = sentences(event, names).into_iter().next().map(|line| line.text),
                    Event::RoundOver { end, totals, standing } => {
                        let (got, winner) = result(end, *totals);
                        let mut how = how_round_ended(end, standing, names);
                        how.splice(0..0, gave_up.take());
                        rounds.push(RoundResult { round, got: Some(got), winner, how });
                    }
                    Event::TournamentOver { .. } => {
                        if let Some(how) = gave_up.take() {
                            rounds.push(RoundResult { round, got: None, winner: None, how: vec![how] });
                        }
                    }
                    _ => {}
                }
            }
        });
        Scoreboard { rounds, totals: table.totals(), rounds_won: table.rounds_won(), unit: table.game().unit() }
    }
}

/// The gain of each player, and the winner.
fn result(end: &RoundEnd, totals: Pair<u32>) -> (Pair<u32>, Option<Seat>) {
    let points = |winner: Option<Seat>, points: u32| {
        (Pair::from_fn(|seat| if Some(seat) == winner { points } else { 0 }), winner)
    };
    match end {
        RoundEnd::Canoga(outcome) => points(Some(outcome.winner), outcome.points),
        RoundEnd::Congkak { winner, .. } => (totals, Some(*winner)),
        RoundEnd::Kono(outcome) => points(outcome.winner, outcome.points),
    }
}

#[cfg(test)]
mod tests {
    use parlor_rules::Game;
    use parlor_table::{Answer, Entry, MenuItem, Next};

    use super::*;
    use crate::trial;

    #[test]
    fn a_scoreboard_adds_up() {
        for game in Game::ALL {
            let table = trial::play(game, 8, 3, |_, _| {});
            let board = Scoreboard::of(&table, &Names::plain());
            assert_eq!(board.rounds.iter().map(|result| result.round).collect::<Vec<_>>(), [1, 2, 3], "{game}");
            assert!(board.rounds.iter().all(|result| !result.how.is_empty()), "{board:?}");
            for seat in Seat::BOTH {
                let mut got = board.rounds.iter().map(|result| result.got.unwrap()[seat]);
                if game == Game::Congkak {
                    assert_eq!(got.next_back(), Some(board.totals[seat]));
                } else {
                    assert_eq!(got.sum::<u32>(), board.totals[seat], "{game}");
                }
            }
        }
    }

    #[test]
    fn a_round_given_up_has_no_result() {
        let mut given_up = None;
        trial::play(Game::Canoga, 8, 1, |table, _| {
            let Next::Ask(question) = table.next() else { return };
            let mut tried = table.clone();
            if tried.apply(Entry::decision(question.seat, Answer::Menu(MenuItem::Quit))).is_ok() {
                given_up = Some(tried);
            }
        });
        let board = Scoreboard::of(&given_up.unwrap(), &Names::plain());
        let [RoundResult { got, winner, how, .. }] = &board.rounds[..] else { panic!("{board:?}") };
        assert_eq!((*got, *winner, &how[..]), (None, None, &["Human gives up.".to_owned()][..]));
    }
}
