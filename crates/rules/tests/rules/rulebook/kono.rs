use parlor_rules::Seat::{Computer, Human};
use parlor_rules::kono::{
    Board, Called, Cell, Color, Direction, Draft, End, IllegalMove, Move, Outcome, Point, Position, ScoreParts, Size,
    Standing,
};
use parlor_rules::{NextRoundError, Pair, Seat, Throw, first_by_dice};

fn size(points: i64) -> Size {
    Size::new(points).unwrap()
}

/// A board as a save file draws it; Human plays White.
fn standing(rows: &[&str], next: Seat) -> Standing {
    let cell = |word: &str| match word {
        "O" => Cell::Vacant,
        "W" => Cell::Piece { color: Color::White, captures: false },
        "WW" => Cell::Piece { color: Color::White, captures: true },
        "B" => Cell::Piece { color: Color::Black, captures: false },
        "BB" => Cell::Piece { color: Color::Black, captures: true },
        _ => panic!("{word}"),
    };
    let draft = Draft {
        size: rows.len() as i64,
        round: 1,
        colors: Pair { human: Some(Color::White), computer: Some(Color::Black) },
        scores: Pair { human: 0, computer: 0 },
        board: rows.iter().map(|row| row.split_whitespace().map(cell).collect()).collect(),
        next: Some(next),
        history: vec![],
        over: None,
    };
    draft.check().unwrap()
}

fn position(rows: &[&str], next: Seat) -> Position {
    standing(rows, next).position.unwrap()
}

fn draw(board: &Board) -> Vec<String> {
    let word = |cell| match cell {
        Cell::Vacant => "O",
        Cell::Piece { color: Color::White, captures: false } => "W",
        Cell::Piece { color: Color::White, captures: true } => "WW",
        Cell::Piece { color: Color::Black, captures: false } => "B",
        Cell::Piece { color: Color::Black, captures: true } => "BB",
    };
    let words: Vec<&str> = board.points().map(|point| word(board.cell(point))).collect();
    words.chunks(board.size().points().into()).map(|row| row.join(" ")).collect()
}

fn chosen(text: &str) -> Move {
    text.parse().unwrap()
}

fn moves(position: &Position) -> Vec<String> {
    position.legal_moves().map(|chosen| chosen.to_string()).collect()
}

fn refusal(position: &Position, text: &str) -> String {
    position.play(chosen(text)).unwrap_err().to_string()
}

#[test]
fn kon_board() {
    let sizes: Vec<i64> = (-1..20).filter(|&points| Size::new(points).is_some()).collect();
    assert_eq!(sizes, [5, 7, 9]);
    assert_eq!(draw(&Board::start(size(5))), ["W W W W W", "W O O O W", "O O O O O", "B O O O B", "B B B B B"]);
    for (points, pieces) in [(5, 7), (7, 9), (9, 11)] {
        let board = Board::start(size(points));
        assert_eq!((board.count(Color::White), board.count(Color::Black)), (pieces, pieces));
        assert_eq!(board.size().pieces(), pieces);
    }
}

#[test]
fn kon_move() {
    let start = Position::start(size(5), Human, Color::White);
    assert_eq!(
        moves(&start),
        [
            "1 1 southeast",
            "1 2 southeast",
            "1 3 southeast",
            "1 3 southwest",
            "1 4 southwest",
            "1 5 southwest",
            "2 1 southeast",
            "2 5 southwest"
        ]
    );
    let after = start.play(chosen("2 1 southeast")).unwrap();
    assert_eq!(draw(after.board()), ["W W W W W", "O O O O W", "O W O O O", "B O O O B", "B B B B B"]);
    assert_eq!(after.turn(), Some(Computer));
    assert_eq!(refusal(&start, "1 1 northwest"), "the piece at (1,1) can't go northwest: that is off the board");
    assert_eq!(refusal(&start, "1 2 southwest"), "the piece at (1,2) can't go to (2,1): your own piece is there");
    assert_eq!(refusal(&start, "3 3 southwest"), "there is no piece at (3,3)");
    assert_eq!(refusal(&start, "4 1 northeast"), "the piece at (4,1) is the opponent's; you play White");
    assert_eq!(refusal(&start, "6 1 northeast"), "there is no point (6,1) on a board of 5×5");
    for text in ["2 1 southeast", "2,1 se", "(2,1) SE", "  ( 2 , 1 )southeast"] {
        assert_eq!(chosen(text), Move::Step(Point { row: 2, column: 1 }, Direction::Southeast));
    }
}

#[test]
fn kon_capture() {
    // A single piece can't land on an opponent's …
    let blocked = position(&["O O O O O", "O W O O O", "B O O O O", "O O O O O", "O O O O O"], Human);
    assert_eq!(
        refusal(&blocked, "2 2 southwest"),
        "the piece at (2,2) can't go to (3,1): an opponent's piece is there, and only a piece that has reached an opponent's home point captures"
    );
    // … but once it has reached an opponent's home point it may, wherever it stands.
    let before = position(&["O O O O O", "O O O O O", "O B O W O", "O O W O O", "O O O O O"], Human);
    let arrives = before.play_with_details(chosen("4 3 southwest")).unwrap();
    assert!(arrives.arrived);
    assert_eq!(draw(arrives.after.board())[4], "O WW O O O");
    let before = position(&["O O O O O", "O O O O O", "O B O W O", "O O WW O O", "O O O O O"], Human);
    let takes = before.play_with_details(chosen("4 3 northwest")).unwrap();
    assert!(takes.captured && !takes.arrived);
    assert_eq!(draw(takes.after.board())[2], "O WW O W O");
}

#[test]
fn kon_end() {
    // The last piece steps onto an opponent's home point.
    let mut home = standing(&["O O O O O", "O B O O O", "O O O O O", "O W O O O", "O O WW O O"], Human);
    home.play(chosen("4 2 southwest")).unwrap();
    assert_eq!(home.outcome().unwrap().end, End::Home);
    // The other player's move can end the round too: Computer captures the last white piece that wasn't home.
    let mut taken = standing(&["O O O O O", "O O W O O", "O BB O B O", "O O O O O", "O O WW O O"], Computer);
    taken.play(chosen("3 2 northeast")).unwrap();
    assert_eq!(taken.outcome().unwrap().end, End::Home);
    // A player without pieces counts as home.
    let mut taken = standing(&["O O O O O", "O O W O O", "O BB O B O", "O O O O O", "O O O O O"], Computer);
    taken.play(chosen("3 2 northeast")).unwrap();
    assert_eq!(taken.outcome().unwrap().end, End::Home);
    // Or a player quits.
    let mut quit = Standing::new(size(5)).choose(Human, Color::White);
    quit.quit(Human).unwrap();
    assert_eq!(quit.outcome().unwrap().end, End::Quit(Human));
    assert_eq!(quit.play(chosen("2 1 southeast")), Err(IllegalMove::RoundOver));
    // The round on a loaded board can be over already.
    assert_eq!(
        position(&["O O BB O O", "O O O O O", "O O W O O", "O O O O O", "O O O O O"], Human).outcome().unwrap().end,
        End::Home
    );
}

#[test]
fn kon_stuck() {
    // White is shut in the corner and passes.
    let stuck = position(&["W O O O O", "O B O O O", "O O O O O", "O O O O O", "O O O O O"], Human);
    assert_eq!(moves(&stuck), ["pass"]);
    let after = stuck.play(Move::Pass).unwrap();
    assert_eq!(after.turn(), Some(Computer));
    assert_eq!(refusal(&after, "pass"), "you may pass only when no piece can move; 2 2 northeast can be played");
    // Neither can move: the round is over. (A piece that has just moved can always go back, so this position
    // can only come from a file.)
    let both = position(&["O W O W O", "W O W O W", "O W O B O", "B O B O B", "O B O B O"], Human);
    assert_eq!(both.outcome().unwrap().end, End::Stuck);
    assert_eq!(both.play(Move::Pass), Err(IllegalMove::RoundOver));
}

/// Steps out and back again.
const SHUFFLE: [&str; 4] = ["2 1 southeast", "4 5 northwest", "3 2 northwest", "3 4 southeast"];

#[test]
fn kon_called() {
    // A position with the same player to move for the third time.
    let mut standing = Standing::new(size(5)).choose(Human, Color::White);
    for text in SHUFFLE {
        standing.play(chosen(text)).unwrap();
    }
    assert_eq!(standing.repetitions(), 2, "users are warned at the second repetition");
    for text in &SHUFFLE[..3] {
        standing.play(chosen(text)).unwrap();
    }
    assert_eq!(standing.outcome(), None);
    standing.play(chosen(SHUFFLE[3])).unwrap();
    let outcome = standing.position.unwrap().outcome().unwrap();
    assert_eq!(
        outcome,
        Outcome {
            end: End::Called(Called::Repetition),
            scores: Pair { human: 0, computer: 0 },
            winner: None,
            points: 0,
            parts: Pair::default(),
        }
    );
    assert_eq!(standing.history().len(), 8);

    // Or after 90 quiet moves in a row on this size: White wanders, Black steps back and forth.
    let mut standing = standing_for_a_walk();
    let mut walked = 0;
    while standing.position.unwrap().turn().is_some() {
        // Chooses a step without an arrival, to the least visited position, so that none occurs three times.
        let next = standing.position.unwrap().legal_moves().min_by_key(|&step| {
            let mut tried = standing.clone();
            let arrived = tried.play(step).unwrap().arrived;
            (arrived, tried.repetitions(), step.to_string())
        });
        let play = standing.play(next.unwrap()).unwrap();
        assert!(!play.captured && !play.arrived);
        walked += 1;
    }
    assert_eq!((walked, standing.history().len()), (90, 90));
    assert_eq!(standing.outcome().unwrap().end, End::Called(Called::QuietMoves));

    // A capture or a first arrival starts the count again.
    let mut standing = self::standing(&["O O O O O", "O W O O O", "O O O B O", "O W O O O", "O O O O O"], Human);
    standing.play(chosen("2 2 northeast")).unwrap();
    standing.play(chosen("3 4 southeast")).unwrap();
    assert_eq!(standing.history().len(), 2);
    standing.play(chosen("4 2 southwest")).unwrap();
    assert_eq!(standing.history().len(), 0, "White has reached (5,1)");
    standing.play(chosen("4 5 northwest")).unwrap();
    standing.play(chosen("5 1 northeast")).unwrap();
    standing.play(chosen("3 4 southeast")).unwrap();
    standing.play(chosen("4 2 southwest")).unwrap();
    assert_eq!(standing.history().len(), 4, "the piece arrives there for the second time");
}

/// Pieces that can move for a long time without reaching a home point.
fn standing_for_a_walk() -> Standing {
    let rows =
        ["O O O O O O O O O", "O O O O O O O O O", "O O W O O O O O O", "O O O O W O O O O", "O O O O O O O O O"];
    let rows =
        [&rows[..], &["O O O O O B O O O", "O O O B O O O O O", "O O O O O O O O O", "O O O O O O O O O"]].concat();
    standing(&rows, Human)
}

#[test]
fn kon_score() {
    // The example of the rule book: Black on 3, 5, 1 of the first row and on the right end of the second: 10.
    let rows = ["BB O BB BB O", "O O O O BB", "O B W O O", "O O O O O", "O O O O O"];
    let mut standing = standing(&rows, Computer);
    let scores = standing.position.unwrap().scores();
    assert_eq!(scores.computer - 5 * 6, 3 + 5 + 1 + 1, "and 5 for each of the six white pieces that are gone");
    assert_eq!(scores.human, 5 * 2);
    standing.quit(Computer).unwrap();
    assert_eq!(standing.position.unwrap().outcome().unwrap().scores.computer, scores.computer - 5, "quitting costs 5");
    // The values of the home points.
    let value = |points: i64, row: u8| {
        let board = Board::start(size(points));
        (1..=board.size().points())
            .map(|column| board.home(Point { row, column }).map_or(0, |(_, value)| value))
            .collect::<Vec<_>>()
    };
    assert_eq!(value(5, 1), [3, 1, 5, 1, 3]);
    assert_eq!(value(7, 7), [3, 1, 5, 7, 5, 1, 3]);
    assert_eq!(value(9, 1), [3, 1, 5, 7, 9, 7, 5, 1, 3]);
    assert_eq!(value(5, 2), [1, 0, 0, 0, 1]);
    assert_eq!(value(9, 8), [1, 0, 0, 0, 0, 0, 0, 0, 1]);
    assert_eq!(value(5, 3), [0; 5]);
}

#[test]
fn kon_points() {
    let mut quit = Standing::new(size(5)).choose(Human, Color::Black);
    quit.quit(Human).unwrap();
    let outcome = quit.position.unwrap().outcome().unwrap();
    assert_eq!(
        outcome,
        Outcome {
            end: End::Quit(Human),
            scores: Pair { human: -5, computer: 0 },
            winner: Some(Computer),
            points: 5,
            parts: Pair { human: ScoreParts { quit: true, ..ScoreParts::default() }, computer: ScoreParts::default() },
        }
    );
    assert_eq!(quit.position.unwrap().turn(), None);
    // Equal scores: no points are awarded.
    let tied = position(&["O O BB O O", "O O O O O", "O O O O O", "O O O O O", "O O WW O O"], Human);
    let outcome = tied.outcome().unwrap();
    assert_eq!((outcome.winner, outcome.points, outcome.scores), (None, 0, Pair { human: 35, computer: 35 }));
    assert_eq!(tied.turn(), None);
}

#[test]
fn kon_first() {
    let throw = |text: &str| text.parse::<Throw>().unwrap();
    assert_eq!(first_by_dice(Pair { human: throw("4 3"), computer: throw("2 2") }), Some(Human));
    assert_eq!(first_by_dice(Pair { human: throw("4 3"), computer: throw("5 2") }), None, "again");
    // Before that, neither player can move.
    let mut open = Standing::new(size(5));
    assert_eq!(open.position, None);
    assert_eq!(open.play(chosen("2 1 southeast")), Err(IllegalMove::FirstNotChosen));
    assert_eq!(open.quit(Human), Err(IllegalMove::FirstNotChosen));
    let chosen = open.choose(Computer, Color::White);
    let position = chosen.position.unwrap();
    assert_eq!(
        (position.turn(), position.color(Computer), position.color(Human)),
        (Some(Computer), Color::White, Color::Black)
    );
    // Later the winner plays first and picks the colour; after a tie the dice decide.
    let mut won = chosen.clone();
    won.quit(Computer).unwrap();
    assert_eq!(won.outcome().unwrap().winner, Some(Human));
    let next = won.next_round(size(7)).unwrap().choose(Human, Color::Black);
    let position = next.position.unwrap();
    assert_eq!((position.turn(), position.color(Human), next.round), (Some(Human), Color::Black, 2));
    let tied = standing(&["O O BB O O", "O O O O O", "O O O O O", "O O O O O", "O O WW O O"], Human);
    assert_eq!(tied.outcome().unwrap().winner, None);
    assert_eq!(tied.next_round(size(5)).unwrap().position, None, "the dice decide again");
}

#[test]
fn kon_tournament() {
    let mut standing = Standing::new(size(5)).choose(Human, Color::White);
    assert_eq!(standing.next_round(size(5)), Err(NextRoundError::RoundNotOver));
    standing.quit(Human).unwrap();
    assert_eq!(standing.totals(), Pair { human: 0, computer: 5 });
    let next = standing.next_round(size(9)).unwrap();
    assert_eq!((next.scores, next.board().size()), (Pair { human: 0, computer: 5 }, size(9)));
    assert_eq!(next.totals().leader(), Some(Computer));
    assert_eq!(next.history().len(), 0);
    // Rounds are counted to 999999.
    standing.round = 999_999;
    assert_eq!(standing.next_round(size(5)), Err(NextRoundError::LastRound));
}
