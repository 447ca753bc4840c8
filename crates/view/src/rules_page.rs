use parlor_rules::Game;
use parlor_rules::kono::{self, CAPTURE_POINTS, Point, QUIT_PENALTY, REPETITIONS};

use crate::words::{either, listed, ordinal};
use crate::{RulesPicture, sample};

/// A game's rules on one page. Front ends decide on line breaks and pictures.
#[derive(Clone, PartialEq, Debug)]
pub struct RulesPage {
    pub title: String,
    pub sections: Vec<RulesSection>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct RulesSection {
    pub heading: String,
    pub paragraphs: Vec<String>,
    pub pictures: Vec<RulesPicture>,
}

impl RulesPage {
    /// All paragraphs, without headings and pictures.
    pub fn paragraphs(&self) -> impl Iterator<Item = &str> {
        self.sections.iter().flat_map(|section| &section.paragraphs).map(String::as_str)
    }
}

/// The rules, written for players.
pub fn rules_page(game: Game) -> RulesPage {
    let sections = match game {
        Game::Canoga => canoga(),
        Game::Congkak => congkak(),
        Game::Kono => kono(),
    };
    RulesPage { title: game.to_string(), sections }
}

fn section<const N: usize>(heading: &str, paragraphs: [&str; N], pictures: Vec<RulesPicture>) -> RulesSection {
    RulesSection { heading: heading.to_owned(), paragraphs: paragraphs.map(str::to_owned).to_vec(), pictures }
}

fn canoga() -> Vec<RulesSection> {
    vec![
        section(
            "The goal",
            [
                "Cover all your own squares, or uncover all of your opponent's.",
                "Both players throw two dice; the higher sum has the first turn.",
            ],
            Vec::new(),
        ),
        section(
            "A turn",
            [
                "Throw two dice. Either cover open squares in your row that add up to their sum, or uncover covered squares \
                 in your opponent's row that do, but not both.",
                "Then throw again. Your turn ends when a throw allows no move. If you can move, you must.",
                "Once all your squares from 7 up are covered, you may throw one die instead of two.",
            ],
            vec![sample::canoga_throw()],
        ),
        section(
            "Points",
            [
                "If you win by covering, you get the sum of your opponent's open squares. If you win by uncovering, you get the \
              sum of your own covered squares.",
            ],
            Vec::new(),
        ),
        section(
            "The next round",
            [
                "From the second round on, the player who played second in the last round starts with one square covered. \
              Its number is the sum of the digits of the points just won, added up until one digit is left. It can't be \
              uncovered before its owner has had a turn.",
            ],
            vec![sample::canoga_advantage()],
        ),
    ]
}

fn congkak() -> Vec<RulesSection> {
    vec![
        section(
            "The goal",
            [
                "Gather the most seeds in your store (Human's is at the left, Computer's at the right).",
                "A coin decides who plays first. Later, the winner of the last round does.",
            ],
            vec![sample::congkak_start()],
        ),
        section(
            "Sowing",
            [
                "Take all seeds from one of your pits and sow them clockwise, one by one, starting with the next pit. You sow \
              into your own store and skip your opponent's.",
            ],
            Vec::new(),
        ),
        section(
            "The last seed",
            [
                "If the last seed falls into a pit with seeds, pick them all up and continue sowing. If it falls into your \
                 store, play again.",
                "If it falls into an empty pit, your turn ends. If that pit is yours, you capture: the seed and all seeds in \
                 the pit across go to your store.",
            ],
            sample::congkak_capture().to_vec(),
        ),
        section(
            "The end",
            [
                "A player with no seeds left in the pits loses the round, and the other player keeps the seeds in the other row.",
                "In the next round, both players lay out the seeds they have. The player with the most seeds at the end wins \
                 the tournament, even if the other player won more rounds.",
            ],
            Vec::new(),
        ),
    ]
}

fn kono() -> Vec<RulesSection> {
    vec![
        section(
            "The goal",
            [
                "Bring your pieces to the points where your opponent's started.",
                "Both players throw two dice; the higher sum picks a colour and plays first. Later, the winner of the last \
                 round does.",
            ],
            vec![sample::kono_start()],
        ),
        section(
            "A turn",
            [
                "Move one piece one step, always diagonally, to a vacant point.",
                "A piece that has reached an opponent's home point is marked (WW or BB). From then on, wherever it is, it \
                 may also capture, by stepping onto an opponent's piece.",
            ],
            vec![sample::kono_capture()],
        ),
        section(
            "The end",
            [&format!(
                "The round ends when all remaining pieces of a player stand on the other's home points, when a player \
                 quits (which costs {QUIT_PENALTY}), or when it is called: the same position for the {} time, or \
                 after {} without a capture or a first arrival.",
                ordinal(REPETITIONS),
                quiet_limits()
            )],
            Vec::new(),
        ),
        section(
            "Points",
            [&format!(
                "{} a captured piece is worth {CAPTURE_POINTS}. The player with the higher score wins the difference.",
                home_values()
            )],
            Vec::new(),
        ),
    ]
}

/// The values of home points, read from the boards.
fn home_values() -> String {
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

/// The numbers of quiet moves after which a round is called, by size.
fn quiet_limits() -> String {
    let limits = kono::Size::ALL.map(|size| format!("{} moves on {1}\u{d7}{1}", size.quiet_limit(), size.points()));
    either(limits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Names, text};

    #[test]
    fn a_page_is_paragraphs_of_whole_sentences() {
        for game in Game::ALL {
            let page = rules_page(game);
            assert_eq!(page.title, game.to_string());
            let captions = page.sections.iter().flat_map(|section| &section.pictures).map(|picture| &*picture.caption);
            for paragraph in page.paragraphs().chain(captions) {
                assert!(
                    paragraph.ends_with('.') && !paragraph.contains("  ") && !paragraph.contains('\n'),
                    "{paragraph}"
                );
            }
        }
    }

    #[test]
    fn every_page_has_pictures_and_every_section_says_something() {
        for game in Game::ALL {
            let page = rules_page(game);
            assert!(page.sections.iter().map(|section| section.pictures.len()).sum::<usize>() > 1);
            assert!(page.sections.iter().all(|section| !section.heading.is_empty() && !section.paragraphs.is_empty()));
            let boards: Vec<String> = page
                .sections
                .iter()
                .flat_map(|section| &section.pictures)
                .map(|picture| text::board(&picture.scene.board, &Names::plain()))
                .collect();
            assert!(boards.windows(2).all(|boards| boards[0] != boards[1]), "the same picture twice");
        }
    }

    #[test]
    fn konos_numbers_are_those_of_the_rules() {
        let page = rules_page(Game::Kono).paragraphs().collect::<Vec<_>>().join(" ");
        let worths = "Home points are worth 3 1 5 1 3 (on larger boards 7 and 9 in the middle), 1 in the second row; \
                      a captured piece is worth 5.";
        assert!(page.contains(worths), "{page}");
        assert!(page.contains("the same position for the third time, or after 50 moves on 5\u{d7}5, 70 moves on 7\u{d7}7 or 90 moves on 9\u{d7}9 without"), "{page}");
    }
}
