//! Facts about a question that front ends need in addition to its text.

use parlor_rules::{Decision, Game, Seat};
use parlor_table::{Ask, MenuItem, Next, Question, Table};

/// The player to move; `None` between turns.
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

/// True if a question comes between two rounds, while the board still shows the finished one.
pub fn is_between_rounds(ask: &Ask) -> bool {
    matches!(ask, Ask::Another | Ask::Size { .. })
}

/// The round, for a heading. Canoga saves don't store the number of the round, so its rounds are counted from the save.
pub fn round_in_words(table: &Table) -> String {
    let since = if table.counts_since_save() { " since the save" } else { "" };
    format!("round {}{since}", table.round())
}

/// True if a question allows asking for advice. A menu offers it only to the player whose turn it is.
pub fn help_is_offered(ask: &Ask) -> bool {
    !matches!(ask, Ask::Menu { items, .. } if !items.contains(&MenuItem::Help))
}

pub(crate) fn throws_each_turn(game: Game) -> bool {
    game == Game::Canoga
}

#[cfg(test)]
mod tests {
    use parlor_rules::{Level, Pair};
    use parlor_table::{MenuKind, Player, Setup};

    use super::*;
    use crate::trial;

    #[test]
    fn only_canoga_asks_before_each_own_turn() {
        let players = Pair { human: Player::Human("Ada".to_owned()), computer: Player::Computer(Level::Club) };
        for game in Game::ALL {
            let (table, _) = Table::new(Setup { players: players.clone(), ..Setup::new(game) });
            let skipped = |before, turn| table.menu_can_be_skipped(before, turn);
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
