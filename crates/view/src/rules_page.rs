use parlor_rules::Game;
use parlor_rules::kono::{self, CAPTURE_POINTS, Point, QUIET_MOVES, QUIT_PENALTY, REPETITIONS};

use crate::words::{listed, ordinal};

/// A game's rules on one page. Where its lines break is up to the front end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RulesPage {
    /// The game's name.
    pub title: String,
    /// What there is to know, a paragraph each.
    pub paragraphs: Vec<String>,
}

/// The rules of a game, as a player needs them.
pub fn rules_page(game: Game) -> RulesPage {
    let paragraphs = match game {
        Game::Canoga => CANOGA.map(str::to_owned).to_vec(),
        Game::Congkak => CONGKAK.map(str::to_owned).to_vec(),
        Game::Kono => kono_paragraphs(),
    };
    RulesPage { title: game.to_string(), paragraphs }
}

const CANOGA: [&str; 6] = [
    "Cover all your own squares, or uncover all of your opponent's.",
    "Throw two dice and take their sum. Either cover some of your own open squares that add up to it, or uncover \
     some of your opponent's covered squares that add up to it; never some of both.",
    "Then throw again. Your turn ends when a throw allows no move; while one exists you must make it.",
    "Once all your squares from 7 up are covered, you may throw one die instead of two.",
    "Won by covering: you get the sum of your opponent's open squares. Won by uncovering: the sum of your own \
     covered squares.",
    "From the second round on, the player who did not have the first turn before starts with a square covered: the \
     digit sum of the points just won. It can't be uncovered before its owner has had a turn.",
];

const CONGKAK: [&str; 6] = [
    "Gather the most seeds in your store (Human's is at the left, Computer's at the right).",
    "Take all seeds of one of your pits and sow them clockwise, one by one, from the next pit on. You sow into your \
     own store and skip your opponent's.",
    "Last seed into a pit with seeds: take all of them up and sow on. Into your store: play again.",
    "Into an empty pit: your turn ends; if the pit is yours, that seed and all seeds across go to your store.",
    "A player with no seed left in the pits loses the round; the other keeps the seeds of their own row.",
    "In the next round both lay out what they have. In the end the most seeds win the tournament.",
];

fn kono_paragraphs() -> Vec<String> {
    vec![
        "Bring your pieces to the points where your opponent's started.".to_owned(),
        "Move one piece one step northwest, northeast, southeast or southwest, to a vacant point.".to_owned(),
        "A piece that has reached an opponent's home point is written double and may capture from then on, wherever \
         it is, by stepping onto an opponent's piece."
            .to_owned(),
        format!(
            "The round ends when all remaining pieces of a player stand on the other's home points, when somebody \
             quits (which costs {QUIT_PENALTY}), or when it is called: the same position for the {} time, or \
             {QUIET_MOVES} moves without a capture or a first arrival.",
            ordinal(REPETITIONS)
        ),
        format!("{} a captured piece is worth {CAPTURE_POINTS}. The higher score wins the difference.", home_worths()),
    ]
}

/// What home points are worth, read off the boards.
fn home_worths() -> String {
    let [smallest, larger @ ..] = kono::Size::ALL.map(|size| *kono::Standing::new(size).board());
    let worth = |board: &kono::Board, row, column| {
        let (_, worth) = board.home(Point { row, column }).expect("the first rows of a board are home points");
        worth.to_string()
    };
    let columns = 1..=smallest.size().points();
    let first_row: Vec<String> = columns.map(|column| worth(&smallest, 1, column)).collect();
    let middles = larger.map(|board| worth(&board, 1, board.size().points().div_ceil(2)));
    format!(
        "Home points are worth {} (on larger boards {} in the middle), {} in the second row;",
        first_row.join(" "),
        listed(middles),
        worth(&smallest, 2, 1)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_paragraphs_of_whole_sentences() {
        for game in Game::ALL {
            let page = rules_page(game);
            assert_eq!(page.title, game.to_string());
            for paragraph in &page.paragraphs {
                assert!(
                    paragraph.ends_with('.') && !paragraph.contains("  ") && !paragraph.contains('\n'),
                    "{paragraph}"
                );
            }
        }
    }

    #[test]
    fn konos_numbers_are_those_of_the_rules() {
        let page = rules_page(Game::Kono).paragraphs.join(" ");
        let worths = "Home points are worth 3 1 5 1 3 (on larger boards 7 and 9 in the middle), 1 in the second row; \
                      a captured piece is worth 5.";
        assert!(page.contains(worths), "{page}");
        assert!(page.contains("the same position for the third time, or 100 moves without"), "{page}");
    }
}
