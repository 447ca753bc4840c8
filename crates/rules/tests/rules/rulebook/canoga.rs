use parlor_rules::Seat::{Computer, Human};
use parlor_rules::canoga::{
    Draft, DraftAdvantage, DraftRow, Handicap, IllegalMove, Move, Outcome, Position, Size, Standing, WonBy,
};
use parlor_rules::{NextRoundError, Pair, Seat, Throw, first_by_dice};

fn size(squares: i64) -> Size {
    Size::new(squares).unwrap()
}

/// Covered squares of both rows in the middle of a round that `first` began.
fn position(squares: i64, human: &[i64], computer: &[i64], first: Seat, next: Seat) -> Position {
    standing(squares, human, computer, first, next, None).position
}

fn standing(
    squares: i64,
    human: &[i64],
    computer: &[i64],
    first: Seat,
    next: Seat,
    advantage: Option<(Seat, i64)>,
) -> Standing {
    let row = |covered: &[i64]| DraftRow { covered: covered.to_vec(), score: 0 };
    let draft = Draft {
        size: squares,
        rows: Pair { human: row(human), computer: row(computer) },
        first,
        next,
        advantage: advantage.map(|(player, square)| DraftAdvantage { player, square }),
        over: None,
    };
    draft.check().unwrap()
}

fn throw(text: &str) -> Throw {
    text.parse().unwrap()
}

fn chosen(text: &str) -> Move {
    text.parse().unwrap()
}

/// The moves of a throw, as text.
fn moves(position: &Position, dice: &str) -> Vec<String> {
    position.throw(throw(dice)).unwrap().legal_moves().map(|chosen| chosen.to_string()).collect()
}

fn play(position: &Position, dice: &str, text: &str) -> Position {
    position.throw(throw(dice)).unwrap().play(chosen(text)).unwrap()
}

fn refusal(position: &Position, dice: &str, text: &str) -> String {
    position.throw(throw(dice)).unwrap().play(chosen(text)).unwrap_err().to_string()
}

#[test]
fn can_row() {
    let sizes: Vec<i64> = (-1..20).filter(|&squares| Size::new(squares).is_some()).collect();
    assert_eq!(sizes, [9, 10, 11]);
    let start = Position::start(size(10), Human, None);
    assert!(start.covered().human.is_empty() && start.covered().computer.is_empty());
    assert_eq!(moves(&start, "6 4").first().unwrap(), "cover 10");
    assert_eq!(refusal(&start, "6 5", "cover 11"), "there is no square 11 on a row of 10");
    // Chosen at the start of every round.
    let over = standing(10, &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], &[], Human, Human, None);
    assert_eq!(over.next_round(size(9), Human).unwrap().position.size(), size(9));
}

#[test]
fn can_first() {
    let first = |human, computer| first_by_dice(Pair { human: throw(human), computer: throw(computer) });
    assert_eq!(first("3 4", "6 2"), Some(Computer));
    assert_eq!(first("6 6", "6 5"), Some(Human));
    assert_eq!(first("1 4", "3 2"), None, "5 and 5: both throw again");
    assert_eq!(Position::start(size(9), Computer, None).turn(), Some(Computer));
}

#[test]
fn can_turn() {
    let start = Position::start(size(9), Human, None);
    let after = play(&start, "4 5", "cover 9");
    assert_eq!(after.turn(), Some(Human), "throw, move, throw, move …");
    let after = play(&after, "4 4", "cover 8");
    // Only square 6 is open, and the opponent has no covered square, so a 10 can't be played.
    let late = position(9, &[1, 2, 3, 4, 5, 7, 8, 9], &[], Human, Human);
    assert_eq!(moves(&late, "5 5"), Vec::<String>::new());
    let passed = late.throw(throw("5 5")).unwrap().pass().unwrap();
    assert_eq!(passed.turn(), Some(Computer));
    // A turn can't be ended while something can be played.
    let refused = after.throw(throw("1 1")).unwrap().pass().unwrap_err();
    assert_eq!(refused.to_string(), "you may end your turn only when no move is possible; cover 2 can be played");
}

#[test]
fn can_dice() {
    let early = position(9, &[7, 8], &[], Human, Human);
    assert!(!early.may_throw_one());
    assert_eq!(
        early.throw(throw("5")).unwrap_err().to_string(),
        "you may throw one die only when all your squares from 7 up are covered; still open: 9"
    );
    let late = position(9, &[7, 8, 9], &[], Human, Human);
    assert!(late.may_throw_one());
    assert_eq!(moves(&late, "5"), ["cover 5", "cover 4 1", "cover 3 2"]);
    assert!(late.throw(throw("5 6")).is_ok(), "or two: the thrower chooses");
    assert!(!position(11, &[7, 8, 9], &[], Human, Human).may_throw_one(), "on a row of 11 also 10 and 11");
    assert!(!position(9, &[], &[7, 8, 9], Human, Human).may_throw_one(), "the thrower's own squares count");
}

#[test]
fn can_move() {
    // The example of the rule book: a 6 covers 4 and 2, 5 and 1, or 3, 2 and 1 (and 6 itself).
    let start = Position::start(size(9), Human, None);
    assert_eq!(moves(&start, "2 4"), ["cover 6", "cover 5 1", "cover 4 2", "cover 3 2 1"]);
    // Or it uncovers the opponent's squares; it never does both.
    let both = position(9, &[6, 5, 3], &[5, 1, 4], Human, Human);
    assert_eq!(moves(&both, "3 3"), ["cover 4 2", "uncover 5 1"]);
    // A move covers at most four squares; a 12 allows all four.
    let twelve = moves(&start, "6 6");
    assert!(twelve.contains(&"cover 6 3 2 1".to_owned()));
    assert!(twelve.iter().all(|text| text.split(' ').count() <= 5));
    assert_eq!(refusal(&both, "3 3", "cover 5 1"), "square 5 is already covered");
    assert_eq!(refusal(&both, "3 3", "uncover 6"), "the opponent's square 6 isn't covered");
    assert_eq!(refusal(&both, "3 3", "cover 4 1"), "4 and 1 add up to 5, but the dice show 6");
}

#[test]
fn can_win() {
    // Covering the last square.
    let nearly = position(9, &[1, 2, 3, 4, 5, 7, 8, 9], &[1, 9], Human, Human);
    let won = play(&nearly, "6", "cover 6");
    assert_eq!(won.outcome(), Some(Outcome { winner: Human, by: WonBy::Covering, points: 45 - 10 }));
    assert_eq!(won.throw(throw("1")).unwrap_err(), IllegalMove::RoundOver);
    // Uncovering the opponent's last covered square.
    let nearly = position(9, &[9, 8], &[4, 3], Human, Human);
    let won = play(&nearly, "3 4", "uncover 4 3");
    assert_eq!(won.outcome(), Some(Outcome { winner: Human, by: WonBy::Uncovering, points: 17 }));
    // An empty row alone is not a loss: rows start empty.
    assert_eq!(Position::start(size(9), Human, None).outcome(), None);
    assert_eq!(play(&Position::start(size(9), Human, None), "1 2", "cover 3").outcome(), None);
}

#[test]
fn can_points() {
    let points = |position: &Position| position.outcome().unwrap().points;
    // By covering: the opponent's uncovered squares, here 1 to 9 except 9 and 1.
    let won = play(&position(9, &[1, 2, 3, 4, 5, 7, 8, 9], &[1, 9], Human, Human), "6", "cover 6");
    assert_eq!(points(&won), 2 + 3 + 4 + 5 + 6 + 7 + 8);
    // By uncovering: the winner's own covered squares.
    let won = play(&position(9, &[9, 8], &[4, 3], Human, Computer), "5 4", "uncover 9");
    assert_eq!(won.outcome(), None, "8 is still covered");
    let won = play(&won, "4 4", "uncover 8");
    assert_eq!(won.outcome().unwrap().winner, Computer);
    assert_eq!(points(&won), 4 + 3);
    // The winner's points can be 0.
    let won = play(&position(9, &[], &[5], Computer, Human), "2 3", "uncover 5");
    assert_eq!(points(&won), 0);
}

#[test]
fn can_handicap() {
    // The example of the rule book: 27 points make square 9.
    // Human was first and wins by covering, and the opponent has 18 of 45 covered: 27 points.
    let over = standing(9, &[1, 2, 3, 4, 5, 6, 7, 8, 9], &[9, 8, 1], Human, Human, None);
    assert_eq!(over.position.outcome().unwrap().points, 27);
    assert_eq!(
        over.position.handicap(),
        Some(Handicap { owner: Computer, square: 9 }),
        "the second player's, not the winner's"
    );
    let next = over.next_round(size(10), Human).unwrap();
    assert_eq!(next.scores, Pair { human: 27, computer: 0 });
    assert!(next.position.covered().computer.contains(9));
    assert_eq!(next.position.covered().computer.count(), 1);
    assert!(next.position.covered().human.is_empty());
    // Here the winner was second.
    let over = standing(9, &[], &[1, 2, 3, 4, 5, 6, 7, 8, 9], Human, Computer, None);
    assert_eq!(over.position.outcome().unwrap().points, 45);
    assert_eq!(over.position.handicap(), Some(Handicap { owner: Computer, square: 9 }));
    // Repeated until it is one digit: 29 → 11 → 2.
    let over = standing(9, &[1, 2, 3, 4, 5, 6, 7, 8, 9], &[9, 7], Computer, Human, None);
    assert_eq!(over.position.outcome().unwrap().points, 29);
    assert_eq!(over.position.handicap(), Some(Handicap { owner: Human, square: 2 }));
    // No points, no advantage.
    let won = play(&position(9, &[], &[5], Computer, Human), "2 3", "uncover 5");
    assert_eq!(won.handicap(), None);
    // A round that isn't over gives no advantage square.
    let started = Standing::new(size(9), Human);
    assert_eq!(started.position.handicap(), None);
    assert_eq!(started.next_round(size(9), Human), Err(NextRoundError::RoundNotOver));
}

#[test]
fn can_lock() {
    // Computer owns square 9, and Human takes the first turn.
    let start = standing(9, &[], &[9], Human, Human, Some((Computer, 9))).position;
    assert_eq!(start, Position::start(size(9), Human, Some(Handicap { owner: Computer, square: 9 })));
    assert_eq!(start.locked(), Some(Handicap { owner: Computer, square: 9 }));
    assert!(moves(&start, "4 5").iter().all(|text| !text.starts_with("uncover")));
    assert_eq!(refusal(&start, "4 5", "uncover 9"), "the opponent's square 9 is locked until its owner has had a turn");
    // It stays locked through the whole first turn …
    let later = play(&play(&start, "4 5", "cover 9"), "4 4", "cover 8");
    assert!(later.locked().is_some());
    // … and nothing is locked once that turn has ended.
    let nearly = standing(9, &[1, 2, 3, 4, 5, 7, 8, 9], &[9], Human, Human, Some((Computer, 9))).position;
    let passed = nearly.throw(throw("4 5")).unwrap().pass().unwrap();
    assert_eq!((passed.turn(), passed.locked()), (Some(Computer), None));
    // The owner has had a turn, so the square can now be uncovered.
    let back = position(9, &[1, 2, 3, 4, 5, 7, 8, 9], &[9], Human, Human);
    assert_eq!(moves(&back, "4 5"), ["uncover 9"]);
    // An advantage square of the first player is never locked: its owner has the first turn.
    assert_eq!(Position::start(size(9), Computer, Some(Handicap { owner: Computer, square: 9 })).locked(), None);
}

#[test]
fn can_tournament() {
    let over = standing(9, &[1, 2, 3, 4, 5, 6, 7, 8, 9], &[9], Human, Human, None);
    assert_eq!(over.totals(), Pair { human: 36, computer: 0 });
    assert_eq!(over.totals().leader(), Some(Human));
    // A round that was quit gives no points.
    let within = Standing { scores: Pair { human: 7, computer: 7 }, ..Standing::new(size(9), Human) };
    assert_eq!(within.totals(), Pair { human: 7, computer: 7 });
    assert_eq!(within.totals().leader(), None, "equal totals are a tie");
    // A save file has no room for more than 999999 points.
    let rich = Standing { scores: Pair { human: 999_980, computer: 0 }, ..over };
    assert_eq!(rich.next_round(size(9), Human), Err(NextRoundError::TallyFull(Human)));
}

/// Facts that a save file can't hold: the winner by uncovering, and the locked square.
mod can_file {
    use super::*;

    fn read(human: &[i64], computer: &[i64], first: Seat, next: Seat, won_by: Option<Seat>) -> Standing {
        try_read(human, computer, first, next, won_by).unwrap()
    }

    fn try_read(
        human: &[i64],
        computer: &[i64],
        first: Seat,
        next: Seat,
        won_by: Option<Seat>,
    ) -> Result<Standing, String> {
        let row = |covered: &[i64]| DraftRow { covered: covered.to_vec(), score: 0 };
        let rows = Pair { human: row(human), computer: row(computer) };
        Draft::from_save(9, rows, first, next, won_by).check().map_err(|faults| faults.to_string())
    }

    const FULL: [i64; 9] = [1, 2, 3, 4, 5, 6, 7, 8, 9];

    #[test]
    fn a_full_row_has_won_by_covering() {
        let over = read(&FULL, &[9], Human, Computer, None).position;
        assert_eq!(over.outcome(), Some(Outcome { winner: Human, by: WonBy::Covering, points: 36 }));
        assert_eq!(over.turn(), None);
        // Even if the other row is empty.
        assert_eq!(read(&[], &FULL, Human, Human, None).position.outcome().unwrap().by, WonBy::Covering);
        assert!(try_read(&FULL, &FULL, Human, Human, None).unwrap_err().contains("both rows are full"));
    }

    #[test]
    fn the_last_line_names_the_winner_by_uncovering() {
        let over = read(&[], &[5], Human, Human, Some(Computer)).position;
        assert_eq!(over.outcome(), Some(Outcome { winner: Computer, by: WonBy::Uncovering, points: 5 }));
        assert!(try_read(&[3], &[5], Human, Human, Some(Computer)).unwrap_err().contains("Human's row isn't empty"));
    }

    #[test]
    fn an_empty_first_row_is_the_start_of_the_round() {
        let start = read(&[], &[], Human, Human, None).position;
        assert_eq!(start, Position::start(size(9), Human, None));
        let start = read(&[], &[4], Human, Human, None).position;
        assert_eq!(start, Position::start(size(9), Human, Some(Handicap { owner: Computer, square: 4 })));
        // 10 is not an advantage square, so the round is over.
        let row = |covered: &[i64]| DraftRow { covered: covered.to_vec(), score: 0 };
        let rows = Pair { human: row(&[]), computer: row(&[10]) };
        let over = Draft::from_save(10, rows, Human, Human, None).check().unwrap().position;
        assert_eq!(over.outcome(), Some(Outcome { winner: Computer, by: WonBy::Uncovering, points: 10 }));
    }

    #[test]
    fn any_other_empty_first_row_was_uncovered() {
        for (next, computer) in [(Human, &[4, 5][..]), (Computer, &[4])] {
            let over = read(&[], computer, Human, next, None).position;
            let points = u32::try_from(computer.iter().sum::<i64>()).unwrap();
            assert_eq!(over.outcome(), Some(Outcome { winner: Computer, by: WonBy::Uncovering, points }));
        }
    }

    /// Real programs write such a file before the first throw.
    #[test]
    fn two_empty_rows_with_the_other_player_next_have_not_begun() {
        let start = read(&[], &[], Human, Computer, None).position;
        assert_eq!(start, Position::start(size(9), Computer, None));
        let over = read(&[], &[], Human, Computer, Some(Computer)).position;
        assert_eq!(over.outcome(), Some(Outcome { winner: Computer, by: WonBy::Uncovering, points: 0 }));
    }

    #[test]
    fn any_other_position_is_unfinished_with_nothing_locked() {
        for (human, next) in [(&[4][..], Human), (&[4], Computer), (&[1, 2], Human)] {
            let read = read(human, &[], Human, next, None).position;
            assert_eq!((read.outcome(), read.locked(), read.turn()), (None, None, Some(next)));
        }
    }
}
