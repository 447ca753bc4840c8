//! What a front end needs to know about a question, besides its words.

use parlor_rules::{Choice, Decision, Game, Seat};
use parlor_table::{Answer, Ask, Entry, MenuItem, MenuKind, Next, Question, Table};

/// Whose turn it is; `None` between turns.
pub fn turn_of(next: &Next) -> Option<Seat> {
    match next {
        Next::Ask(Question { seat, ask }) => match ask {
            Ask::Menu { turn, .. } => *turn,
            Ask::Decide(Decision::Call) | Ask::Size { .. } | Ask::Another | Ask::FileName => None,
            Ask::Decide(_) => Some(*seat),
        },
        Next::Throw { seat, .. } => Some(*seat),
        Next::Toss | Next::Save { .. } | Next::Over => None,
    }
}

/// Whether a question is asked between two rounds, while the board still shows the one that is over.
pub fn is_between_rounds(ask: &Ask) -> bool {
    matches!(ask, Ask::Another | Ask::Size { .. })
}

/// Which round it is, for a heading. A Canoga save has no number of the round, so its rounds count from the save.
pub fn round_in_words(table: &Table) -> String {
    let since = if table.counts_since_save() { " since the save" } else { "" };
    format!("round {}{since}", table.round())
}

/// Whether advice can be given on a question. A menu offers it only to the player whose turn it is.
pub fn help_is_offered(ask: &Ask) -> bool {
    !matches!(ask, Ask::Menu { items, .. } if !items.contains(&MenuItem::Help))
}

/// Whether a front end may answer a menu with "play" without showing it.
///
/// In Congkak and Kono the choice that follows takes "save" and "quit" too, so nothing is lost. In Canoga it is
/// followed by a throw, which can't be taken back, so the player is asked.
pub fn menu_can_be_skipped(table: &Table, before: MenuKind, turn: Option<Seat>) -> bool {
    let own_turn = turn.is_some_and(|seat| table.player(seat).is_person());
    match before {
        MenuKind::Win => false,
        MenuKind::Turn => !own_turn || !throws_each_turn(table.setup().game),
        MenuKind::FirstDice => true,
    }
}

/// The seat of a person whose throw the table waits for, and who hasn't just asked for it.
///
/// A page throws the dice when their thrower says so. Asking for a turn, or for one die or two, says so already.
pub fn throw_waits_for(table: &Table) -> Option<Seat> {
    let Next::Throw { seat, .. } = table.next() else { return None };
    let asks = |entry: &Entry| match entry {
        Entry::Decision {
            seat: by, answer: Answer::Menu(MenuItem::Play) | Answer::Choice(Choice::Dice(_)), ..
        } => *by == seat,
        _ => false,
    };
    let asked = table.records().next_back().is_some_and(|record| asks(&record.entry));
    (table.player(seat).is_person() && !asked).then_some(seat)
}

/// Whether every turn begins with a throw.
pub(crate) fn throws_each_turn(game: Game) -> bool {
    game == Game::Canoga
}

#[cfg(test)]
mod tests {
    use parlor_rules::{Level, Pair};
    use parlor_table::{Player, Setup};

    use super::*;
    use crate::trial;

    #[test]
    fn only_canoga_asks_before_each_own_turn() {
        let players = Pair { human: Player::Human("Ada".to_owned()), computer: Player::Computer(Level::Club) };
        for game in Game::ALL {
            let (table, _) = Table::new(Setup { players: players.clone(), ..Setup::new(game) });
            let skipped = |before, turn| menu_can_be_skipped(&table, before, turn);
            assert_eq!(skipped(MenuKind::Turn, Some(Seat::Human)), game != Game::Canoga);
            assert!(skipped(MenuKind::Turn, Some(Seat::Computer)));
            assert!(skipped(MenuKind::FirstDice, None));
            assert!(!skipped(MenuKind::Win, Some(Seat::Human)));
        }
    }

    #[test]
    fn there_is_a_turn_only_while_a_round_is_played() {
        let question = |ask| Next::Ask(Question { seat: Seat::Computer, ask });
        let dice = Ask::Decide(Decision::Dice(trial::canoga(&[7, 8, 9], &[])));
        assert_eq!(turn_of(&question(dice.clone())), Some(Seat::Computer));
        assert_eq!(turn_of(&question(Ask::Another)), None);
        let menu = Ask::Menu { before: MenuKind::Turn, turn: Some(Seat::Human), items: vec![MenuItem::Play] };
        assert_eq!(turn_of(&question(menu.clone())), Some(Seat::Human));
        assert!(!help_is_offered(&menu) && help_is_offered(&dice));
        assert!(is_between_rounds(&Ask::Another) && !is_between_rounds(&menu));
    }
}
