//! A tournament on paper: the players, every move with its number, and the end of each round.

use parlor_rules::kono::Move;
use parlor_rules::{Choice, DiceCount, Seat, Throw};
use parlor_table::{DiceSource, Event, Offer, Player, Rationale, Seed, Table};
use textwrap::core::display_width;

use parlor_saves::printable;

use crate::{Names, capitalised, sentences, size_in_words};

/// The record of a tournament, in lines. It leaves out undone entries.
pub fn record(table: &Table) -> Vec<String> {
    let setup = table.setup();
    let names = Names::of(&setup.players);
    let player = |seat: Seat| {
        let name = names.label(seat);
        let program = match &setup.players[seat] {
            Player::Human(_) => String::new(),
            Player::Computer(level) => format!(", the {level} program"),
            Player::Bot(_) if name != seat.to_string() => ", another program".to_owned(),
            Player::Bot(bot) => format!(", the bot {}", printable(bot)),
        };
        let place = if name == seat.to_string() { String::new() } else { format!(", in the {seat} seat") };
        format!("{name}{program}{place}")
    };
    let dice = match (setup.dice, setup.seed) {
        (DiceSource::Manual, _) => "The dice were thrown and the coins tossed by hand.".to_owned(),
        (DiceSource::Random, Seed::Open(seed)) => format!("Dice throws and coin tosses come from seed {seed}."),
        (DiceSource::Random, Seed::Committed { seed, .. }) if table.is_revealed() => {
            format!("Dice throws and coin tosses come from seed {seed}, which was hidden until the end.")
        }
        (DiceSource::Random, Seed::Committed { .. } | Seed::Hidden(_)) => {
            "Dice throws and coin tosses come from a hidden seed.".to_owned()
        }
    };
    let mut lines = vec![setup.game.to_string(), player(Seat::Human), player(Seat::Computer), dice];
    let mut round = RoundRecord::new(&names);
    table.replay_all(|table, _, events| {
        for event in events {
            round.describe(event, table, &mut lines);
        }
    });
    if round.has_values {
        lines.insert(4, "A value is the result that the computer player expected for itself when it chose.".to_owned());
    }
    if !table.is_over() {
        lines.push(String::new());
        lines.push("The tournament isn't over.".to_owned());
    }
    lines
}

/// The record of the current round.
struct RoundRecord<'a> {
    names: &'a Names,
    /// The width of the longer name, in columns.
    width: usize,
    /// The number of moves so far.
    moves: u32,
    /// The dice thrown for the next move.
    thrown: Option<Throw>,
    has_values: bool,
}

impl<'a> RoundRecord<'a> {
    fn new(names: &'a Names) -> RoundRecord<'a> {
        let width = Seat::BOTH.map(|seat| display_width(names.short(seat))).into_iter().max().unwrap_or(0);
        RoundRecord { names, width, moves: 0, thrown: None, has_values: false }
    }

    fn describe(&mut self, event: &Event, table: &Table, lines: &mut Vec<String>) {
        match event {
            Event::RoundBegins { round, size, since_save } => {
                self.moves = 0;
                let since = if *since_save { " since the save" } else { "" };
                lines.push(String::new());
                lines.push(format!("Round {round}{since}, {}", size_in_words(table.game(), *size)));
            }
            Event::Resumed => {
                let size =
                    table.size().map_or(String::new(), |size| format!(", {}", size_in_words(table.game(), size)));
                lines.push(String::new());
                lines.push(format!("{}, from a save{size}", capitalised(&crate::round_in_words(table))));
            }
            Event::Thrown { throw, .. } => self.thrown = Some(*throw),
            Event::NothingToPlay { seat } => self.play(*seat, "nothing", None, lines),
            Event::Moved { seat, chosen, rationale } => {
                self.play(*seat, &Choice::Canoga(*chosen).to_string(), rationale.as_deref(), lines);
            }
            Event::Sowed { seat, play, rationale } => {
                let pit = play.laps.first().map_or(String::new(), |lap| format!("pit {}", lap.from));
                self.play(*seat, &pit, rationale.as_deref(), lines);
            }
            Event::Stepped { seat, from, direction, captured, rationale, .. } => {
                let takes = if *captured { ", captures" } else { "" };
                let chosen = Choice::Kono(Move::Step(*from, *direction)).to_string();
                let words = format!("{}{takes}", chosen.trim_start_matches("step "));
                self.play(*seat, &words, rationale.as_deref(), lines);
            }
            Event::Passed { seat, .. } => self.play(*seat, "pass", None, lines),
            Event::Saved { .. }
            | Event::NotSaved { .. }
            | Event::TakenBack
            | Event::Redone
            | Event::QueueEmpty
            | Event::DiceSkipped { .. }
            | Event::Corrected { .. }
            | Event::Offered { offer: Offer::Undo, .. }
            | Event::Accepted { offer: Offer::Undo, .. }
            | Event::Declined { offer: Offer::Undo, .. }
            | Event::Quiet { .. }
            | Event::Repeated
            | Event::NewSeed { .. }
            | Event::Revealed { .. } => {}
            event => lines.extend(sentences(event, self.names).iter().map(|line| format!("      {}", line.text))),
        }
    }

    /// A numbered line: the player, the dice, the move, and the value expected by the computer.
    fn play(&mut self, seat: Seat, words: &str, rationale: Option<&Rationale>, lines: &mut Vec<String>) {
        self.moves += 1;
        let name = self.names.short(seat);
        let space = " ".repeat(self.width.saturating_sub(display_width(name)));
        let dice = match self.thrown.take() {
            Some(throw) if throw.count() == DiceCount::One => format!("{throw}    "),
            Some(throw) => format!("{throw}  "),
            None => String::new(),
        };
        let value = rationale.map_or(String::new(), |rationale| {
            self.has_values = true;
            if rationale.exact {
                format!("value {:+.2}, exact", rationale.value)
            } else {
                format!("value about {:+.1}", rationale.value)
            }
        });
        lines.push(format!("{:>4}  {name}{space}  {dice}{words:<18}  {value}", self.moves).trim_end().to_owned());
    }
}

#[cfg(test)]
mod tests {
    use parlor_rules::Game;

    use super::*;
    use crate::trial;

    #[test]
    fn a_record_has_players_numbered_moves_and_results() {
        for game in Game::ALL {
            let table = trial::play(game, 3, 2, |_, _| {});
            let lines = record(&table);
            assert_eq!(lines[0], game.to_string());
            assert!(lines[1].starts_with("Human") && lines[2].starts_with("Computer"), "{lines:?}");
            let first = lines.iter().position(|line| line.starts_with("Round 1, ")).unwrap();
            let second = lines.iter().position(|line| line.starts_with("Round 2, ")).unwrap();
            let round = &lines[first..second];
            let numbers: Vec<u32> = round.iter().filter_map(|line| line.get(..4)?.trim().parse().ok()).collect();
            assert_eq!(numbers, (1..=numbers.len() as u32).collect::<Vec<_>>(), "{round:?}");
            assert!(numbers.len() > 3 && round.iter().any(|line| line.contains("Totals: ")), "{round:?}");
        }
    }
}
