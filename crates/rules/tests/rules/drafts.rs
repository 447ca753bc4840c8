//! Drafts become standings or lists of all their faults; a standing's draft gives the same standing.

use parlor_rules::Seat::{Computer, Human};
use parlor_rules::canoga::WonBy::{Covering, Uncovering};
use parlor_rules::kono::OverReason::{Called, Home, Quit, Stuck};
use parlor_rules::{DiceCount, Fault, Faults, Pair, Place, Seat, Throw, canoga, congkak, kono};
use parlor_testkit::effort;
use rand::RngExt;

use crate::support::random;

/// The faults as `place: problem`, in order.
fn list(faults: &Faults) -> Vec<String> {
    faults.iter().map(|Fault { place, kind }| format!("{place:?}: {kind}")).collect()
}

#[test]
fn canoga_lists_all_faults_at_once() {
    let draft = canoga::Draft {
        size: 9,
        rows: Pair {
            human: canoga::DraftRow { covered: vec![1, 10, 1, -4], score: -3 },
            computer: canoga::DraftRow { covered: vec![], score: 1_000_000 },
        },
        first: Human,
        next: Computer,
        advantage: Some(canoga::DraftAdvantage { player: Computer, square: 9 }),
        over: Some(canoga::DraftOver { winner: Human, by: canoga::WonBy::Covering, points: 3 }),
    };
    assert_eq!(
        list(&draft.check().unwrap_err()),
        [
            "Square(Human, 1): there is no square 10 on a row of 9",
            "Square(Human, 2): square 1 is named twice",
            "Square(Human, 3): there is no square -4 on a row of 9",
            "Score(Human): must be a whole number from 0 to 999999, not -3",
            "Score(Computer): must be a whole number from 0 to 999999, not 1000000",
            "Advantage: Computer's square 9 can't be locked now: only the second player's square is, and only during the \
             first player's first turn (Human is first, Computer is next)",
            "Advantage: Computer's square 9 isn't covered, so it can't be locked",
            "Over: Human can't have won by covering: Human's row isn't full",
        ]
    );
    let wrong_size = canoga::Draft { size: 12, ..draft };
    let faults = wrong_size.check().unwrap_err();
    assert_eq!(list(&faults)[0], "Size: must be 9, 10 or 11, not 12");
    assert!(list(&faults).len() > 1, "the rest is checked too");
}

#[test]
fn canoga_claims_about_the_end_are_checked() {
    let full: Vec<i64> = (1..=9).collect();
    let draft = |covered: &[i64], winner, by, points, next| canoga::Draft {
        size: 9,
        rows: Pair {
            human: canoga::DraftRow { covered: covered.to_vec(), score: 0 },
            computer: canoga::DraftRow { covered: vec![], score: 0 },
        },
        first: Human,
        next,
        advantage: None,
        over: Some(canoga::DraftOver { winner, by, points }),
    };
    assert!(draft(&full, Human, Covering, 45, Human).check().is_ok());
    assert!(draft(&[3], Human, Uncovering, 3, Human).check().is_ok());
    for (draft, fault) in [
        (draft(&full, Human, Covering, 44, Human), "Over: the points must be 45, not 44"),
        (draft(&full, Human, Covering, 45, Computer), "Next: must be Human, who won the round"),
        (
            draft(&full, Computer, Uncovering, 45, Human),
            "Over: the winner must be Human, by covering: Human's row is full",
        ),
        (
            draft(&[3], Computer, Uncovering, 0, Computer),
            "Over: Computer can't have won by uncovering: Human's row isn't empty (3 covered)",
        ),
    ] {
        assert_eq!(list(&draft.check().unwrap_err()), [fault]);
    }
}

#[test]
fn a_hostile_draft_has_bounded_faults() {
    let rows = Pair {
        human: canoga::DraftRow { covered: vec![77; 100_000], score: 0 },
        computer: canoga::DraftRow { covered: vec![i64::MAX; 100_000], score: 0 },
    };
    let draft = canoga::Draft::from_save(9, rows, Human, Computer, Some(Computer));
    let faults = draft.check().unwrap_err();
    assert_eq!(faults.iter().count(), Faults::MOST);
    assert!(faults.more() > 199_000);
    assert!(faults.to_string().ends_with("more"));
}

#[test]
fn congkak_lists_all_faults_at_once() {
    let side = |store, pits: &[i64], rounds| congkak::DraftSide { store, pits: pits.to_vec(), rounds };
    let draft = congkak::Draft {
        size: 5,
        sides: Pair { human: side(51, &[1, 2, -3, 4], 0), computer: side(0, &[5, 5, 5, 5, 300], -1) },
        next: Human,
        over: Some(congkak::Outcome { winner: Computer }),
    };
    assert_eq!(
        list(&draft.check().unwrap_err()),
        [
            "Store(Human): must be a number of seeds from 0 to 50, not 51",
            "Pit(Human, 2): must be a number of seeds from 0 to 50, not -3",
            "Row(Human): must have 5 pits, not 4",
            "Pit(Computer, 4): must be a number of seeds from 0 to 50, not 300",
            "Rounds(Computer): must be a whole number from 0 to 999999, not -1",
            "Row(Human): must be empty: in a round that is over all seeds are in the stores",
            "Row(Computer): must be empty: in a round that is over all seeds are in the stores",
            "Next: must be Computer, who won the round",
        ]
    );
    let many = congkak::Draft {
        size: 5,
        sides: Pair { human: side(26, &[5; 5], 0), computer: side(0, &[5; 5], 0) },
        next: Human,
        over: None,
    };
    assert_eq!(
        list(&many.check().unwrap_err()),
        ["Size: there are 76 seeds on the board; with 5 pits a side there are at most 50"]
    );
    let few = congkak::Draft { sides: Pair { human: side(0, &[5; 5], 0), computer: side(0, &[5; 5], 0) }, ..many };
    assert!(few.check().is_ok());
}

const O: kono::Cell = kono::Cell::Vacant;
const W: kono::Cell = kono::Cell::Piece { color: kono::Color::White, captures: false };
const B: kono::Cell = kono::Cell::Piece { color: kono::Color::Black, captures: false };

fn kono_start() -> kono::Draft {
    kono::Draft::from(&kono::Standing::new(kono::Size::new(5).unwrap()).choose(Human, kono::Color::White))
}

#[test]
fn kono_lists_all_faults_at_once() {
    let mut draft = kono_start();
    draft.round = 0;
    draft.scores.human = -1;
    draft.colors.computer = Some(kono::Color::White);
    draft.board = vec![vec![W; 5], vec![W, O, O, O], vec![O, W, W, W, O], vec![W, O, O, O, B]];
    draft.history = vec![kono::DraftPosition { board: vec![vec![O; 5]; 4], next: Human }];
    assert_eq!(
        list(&draft.check().unwrap_err()),
        [
            "Round: must be a whole number from 1 to 999999, not 0",
            "Score(Human): must be a whole number from 0 to 999999, not -1",
            "Color(Computer): must be Black: Human plays White",
            "Board: must have 5 rows, not 4",
            "Point(3, 0): the White piece at (4,1) is on an opponent's home point, so it must be a double piece",
            "Board: has 10 White pieces; on 5×5 a player has at most 7",
            "Earlier(0): must have 5 rows, not 4",
        ]
    );
    let mut long = kono_start();
    long.history = vec![kono::DraftPosition { board: long.board.clone(), next: Human }; 101];
    assert_eq!(
        list(&long.check().unwrap_err()),
        ["History: must have at most 50 positions, not 101: 50 quiet moves end the round"]
    );
    let wrong_size = kono::Draft { size: 6, ..kono_start() };
    assert_eq!(list(&wrong_size.check().unwrap_err()), ["Size: must be 5, 7 or 9, not 6"]);
}

#[test]
fn kono_colours_and_next_come_together() {
    let with = |human, computer, next| {
        let mut draft = kono_start();
        draft.colors = Pair { human, computer };
        draft.next = next;
        draft.check().map_err(|faults| list(&faults))
    };
    let (white, black) = (Some(kono::Color::White), Some(kono::Color::Black));
    assert!(with(white, black, Some(Computer)).is_ok());
    assert_eq!(with(None, None, None).unwrap().position, None);
    assert_eq!(
        with(white, None, Some(Human)).unwrap_err(),
        ["Color(Computer): must be Black: the other player's is White"]
    );
    assert_eq!(
        with(white, black, None).unwrap_err(),
        ["Next: must be a player: the colours are chosen and the round isn't over"]
    );
    assert_eq!(
        with(None, None, Some(Human)).unwrap_err(),
        ["Color(Human): must be a colour, because Human is next; so must the other player's"]
    );
}

#[test]
fn kono_claims_about_the_end_are_checked() {
    let mut standing = kono::Standing::new(kono::Size::new(5).unwrap()).choose(Human, kono::Color::White);
    standing.quit(Human).unwrap();
    let quit = kono::Draft::from(&standing);
    assert_eq!(quit.check().unwrap(), standing);
    let stated = quit.over.unwrap();
    let claim = |reason, winner, human, computer, points, next| {
        let over = Some(kono::DraftOver { reason, winner, scores: Pair { human, computer }, points });
        list(&kono::Draft { over, next, ..quit.clone() }.check().unwrap_err())
    };
    assert_eq!((stated.reason, stated.scores, stated.points), (Quit, Pair { human: -5, computer: 0 }, 5));
    assert_eq!(claim(Home, None, 0, 0, 0, None), ["Over: no player has all pieces on the other's home points"]);
    assert_eq!(claim(Stuck, None, 0, 0, 0, None), ["Over: at least one player can still move"]);
    assert_eq!(
        claim(Called, None, 0, 0, 0, None),
        ["Over: the history doesn't show a called round: neither 50 quiet moves nor the same position 3 times"]
    );
    assert_eq!(
        claim(Quit, Some(Human), -5, 1, 4, None),
        ["Over: the scores must be -5 for Human and 0 for Computer if Human quit, or 0 and -5 if Computer did",]
    );
    assert_eq!(
        claim(Quit, Some(Human), -5, 0, 4, None),
        [
            "Over: the points must be 5, not 4",
            "Over: the winner must be Computer",
            "Next: must be Computer, who won the round",
        ]
    );
}

/// A round called as a tie, with either player to move, and a finished round with a square stated as locked.
#[test]
fn an_omitted_end_is_inferred_from_the_position() {
    for (first, steps) in [
        (Human, ["2 1 southeast", "4 5 northwest", "3 2 northwest", "3 4 southeast"]),
        (Computer, ["2 1 southeast", "4 5 northwest", "3 2 northwest", "3 4 southeast"]),
    ] {
        let mut called = kono::Standing::new(kono::Size::new(5).unwrap()).choose(first, kono::Color::White);
        for text in steps.repeat(2) {
            called.play(text.parse().unwrap()).unwrap();
        }
        let draft = kono::Draft { over: None, ..kono::Draft::from(&called) };
        assert_eq!(draft.next, None);
        assert_eq!(draft.check().as_ref(), Ok(&called));
    }
    let draft = canoga::Draft {
        size: 9,
        rows: Pair {
            human: canoga::DraftRow { covered: (1..=9).collect(), score: 0 },
            computer: canoga::DraftRow { covered: vec![2], score: 0 },
        },
        first: Human,
        next: Human,
        advantage: Some(canoga::DraftAdvantage { player: Computer, square: 2 }),
        over: None,
    };
    assert_eq!(list(&draft.check().unwrap_err()), ["Advantage: nothing is locked in a round that is over"]);
}

/// A board or a history that ends the round does so even if the draft doesn't state the end.
#[test]
fn a_visible_end_need_not_be_stated() {
    let mut called = kono::Standing::new(kono::Size::new(5).unwrap()).choose(Human, kono::Color::White);
    for text in ["2 1 southeast", "4 5 northwest", "3 2 northwest", "3 4 southeast"].repeat(2) {
        called.play(text.parse().unwrap()).unwrap();
    }
    assert_eq!(called.outcome().unwrap().end, kono::End::Called(kono::Called::Repetition));
    let draft = kono::Draft { over: None, next: Some(Human), ..kono::Draft::from(&called) };
    assert_eq!(draft.check().unwrap(), called);
}

#[test]
fn a_standings_draft_gives_the_same_standing() {
    let rounds: usize = effort(50, 1_000);
    for size in canoga::Size::ALL {
        let mut random = random(1);
        for _ in 0..rounds {
            let owner = Seat::BOTH[random.random_range(0..2)];
            let handicap = canoga::Handicap { owner, square: random.random_range(1..=9) };
            let scores = Pair { human: random.random_range(0..=999_999), computer: 0 };
            let mut standing =
                canoga::Standing { position: canoga::Position::start(size, Human, Some(handicap)), scores };
            loop {
                assert_eq!(canoga::Draft::from(&standing).check(), Ok(standing));
                if standing.position.outcome().is_some() {
                    break;
                }
                let throws: Vec<Throw> = Throw::all(DiceCount::Two).collect();
                let thrown = standing.position.throw(throws[random.random_range(0..36)]).unwrap();
                let moves: Vec<canoga::Move> = thrown.legal_moves().collect();
                standing.position = match moves.len() {
                    0 => thrown.pass().unwrap(),
                    count => thrown.play(moves[random.random_range(0..count)]).unwrap(),
                };
            }
        }
    }
    for size in congkak::Size::ALL {
        let mut random = random(2);
        for _ in 0..rounds {
            let mut standing = congkak::Standing::new(size, Computer);
            standing.rounds.human = random.random_range(0..=999_999);
            loop {
                assert_eq!(congkak::Draft::from(&standing).check(), Ok(standing));
                let moves: Vec<congkak::Pit> = standing.position.legal_moves().collect();
                if moves.is_empty() {
                    break;
                }
                standing.position = standing.position.play(moves[random.random_range(0..moves.len())]).unwrap();
            }
        }
    }
    for size in kono::Size::ALL {
        let mut random = random(3);
        for _ in 0..rounds.div_ceil(10) {
            let mut standing = kono::Standing::new(size);
            assert_eq!(kono::Draft::from(&standing).check().as_ref(), Ok(&standing));
            standing = standing.choose(Computer, kono::Color::White);
            loop {
                assert_eq!(kono::Draft::from(&standing).check().as_ref(), Ok(&standing));
                if standing.position.unwrap().turn().is_none() {
                    break;
                }
                if random.random_bool(0.01) {
                    standing.quit(Human).unwrap();
                    continue;
                }
                let moves: Vec<kono::Move> = standing.position.unwrap().legal_moves().collect();
                standing.play(moves[random.random_range(0..moves.len())]).unwrap();
            }
        }
    }
}

/// Readers of files and requests rely on the places of faults.
#[test]
fn faults_have_places() {
    let draft = kono::Draft { size: 6, ..kono_start() };
    assert_eq!(draft.check().unwrap_err().iter().next().unwrap().place, Place::Size);
}
