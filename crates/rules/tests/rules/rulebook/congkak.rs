use parlor_rules::Seat::{Computer, Human};
use parlor_rules::congkak::{Draft, DraftSide, Hole, Outcome, Pit, Play, Position, Size, Standing};
use parlor_rules::{Coin, NextRoundError, Pair, Seat, first_by_coin};

fn size(pits: i64) -> Size {
    Size::new(pits).unwrap()
}

/// Both stores and rows, in sowing order (A, B, C … and P, Q, R …).
fn position(computer: (i64, [i64; 5]), human: (i64, [i64; 5]), next: Seat) -> Position {
    standing(computer, human, next).position
}

fn standing(computer: (i64, [i64; 5]), human: (i64, [i64; 5]), next: Seat) -> Standing {
    let side = |(store, pits): (i64, [i64; 5])| DraftSide { store, pits: pits.to_vec(), rounds: 0 };
    let draft = Draft { size: 5, sides: Pair { human: side(human), computer: side(computer) }, next, over: None };
    draft.check().unwrap()
}

fn pit(letter: &str) -> Pit {
    letter.parse().unwrap()
}

fn play(position: &Position, letter: &str) -> Play {
    position.play_with_details(pit(letter)).unwrap()
}

/// The stops of every lap; the sower's store is `*`.
fn laps(play: &Play) -> Vec<String> {
    let letter = |hole| match hole {
        Hole::Pit(pit) => pit.letter(),
        Hole::OwnStore => '*',
    };
    play.laps.iter().map(|lap| format!("{}: {}", lap.from, lap.stops().map(letter).collect::<String>())).collect()
}

fn rows(position: &Position) -> (Vec<u8>, Vec<u8>) {
    (position.pits(Computer).to_vec(), position.pits(Human).to_vec())
}

#[test]
fn con_board() {
    let sizes: Vec<i64> = (-1..20).filter(|&pits| Size::new(pits).is_some()).collect();
    assert_eq!(sizes, [5, 6, 7, 8, 9, 10, 11]);
    assert_eq!(Size::USUAL, size(7));
    let start = Position::start(size(9), Human);
    assert_eq!(rows(&start), (vec![9; 9], vec![9; 9]));
    assert_eq!((start.store(Human), start.store(Computer)), (0, 0));
}

#[test]
fn con_names() {
    let letters = |seat| (0..11).map(|index| Pit::new(seat, index).unwrap().letter()).collect::<String>();
    assert_eq!(letters(Computer), "ABCDEFGHIJK");
    assert_eq!(letters(Human), "PQRSTUVWXYZ");
    // With 7 pits: A…G, Computer's store, P…V, Human's store, and round again.
    let around = |from: &str, seeds| {
        let mut text = String::new();
        // A lap at the start has only seven stops, so laps from several pits show the ring.
        let start = Position::start(size(7), pit(from).seat());
        for lap in play(&start, from).laps.iter().take(seeds) {
            text.push(lap.from.letter());
            text.extend(lap.stops().map(|hole| match hole {
                Hole::Pit(pit) => pit.letter(),
                Hole::OwnStore => '*',
            }));
        }
        text
    };
    assert_eq!(around("G", 1), "G*PQRSTU", "Computer sows into its own store");
    assert_eq!(around("V", 1), "V*ABCDEF", "and Human into Human's");
    assert_eq!(around("E", 1), "EFG*PQRS");
    // A is across from Human's last pit, and so on.
    let across = |letter: &str| pit(letter).across(size(7)).map(Pit::letter);
    assert_eq!([across("A"), across("B"), across("G"), across("P")], [Some('V'), Some('U'), Some('P'), Some('G')]);
    assert_eq!(across("H"), None, "there is no pit H with 7 pits a side");
    assert_eq!(
        "L".parse::<Pit>().unwrap_err().to_string(),
        "“L” is not a pit: pits are the letters A to K (Computer's) and P to Z (Human's)"
    );
}

#[test]
fn con_sow() {
    // From the next pit on, one seed each; the pit itself stays empty.
    let start = position((0, [3, 0, 0, 0, 9]), (0, [1, 0, 0, 0, 0]), Computer);
    let result = play(&start, "A");
    assert_eq!(laps(&result), ["A: BCD"]);
    // The opponent's store is skipped; the sower's own store and the starting pit are not.
    let start = position((0, [0, 0, 0, 0, 12]), (0, [2, 2, 2, 2, 2]), Computer);
    let result = play(&start, "E");
    assert_eq!(laps(&result)[0], "E: *PQRSTABCDE*");
    // 11 seeds go exactly once around with 5 pits: the last falls into the pit they came from, which is empty.
    let start = position((0, [1, 0, 0, 0, 11]), (0, [2, 2, 2, 2, 2]), Computer);
    let result = play(&start, "E");
    assert_eq!(laps(&result), ["E: *PQRSTABCDE"]);
    assert_eq!(result.capture.unwrap().across, pit("P"));
    assert_eq!(start.play(pit("B")).unwrap_err().to_string(), "pit B is empty");
    assert_eq!(start.play(pit("P")).unwrap_err().to_string(), "pit P is Human's, but it is Computer's turn");
    assert_eq!(start.play(pit("F")).unwrap_err().to_string(), "there is no pit F on a board with 5 pits a side");
}

#[test]
fn con_relay() {
    // If the last seed falls into an occupied pit on either side, all its seeds are picked up and sown.
    let start = position((0, [2, 0, 3, 0, 0]), (0, [0, 0, 5, 0, 0]), Computer);
    let result = play(&start, "A");
    assert_eq!(laps(&result), ["A: BC", "C: DE*P"]);
    assert!(!result.free);
    assert_eq!(result.after.turn(), Some(Human));
    // From the start: C held 5, and S, where the first seeds came from, is empty.
    let result = play(&Position::start(size(5), Human), "S");
    assert_eq!(laps(&result), ["S: T*ABC", "C: DEPQRS"]);
}

#[test]
fn con_free() {
    let start = position((0, [0, 0, 0, 2, 1]), (0, [1, 1, 0, 0, 0]), Computer);
    let result = play(&start, "D");
    assert_eq!((laps(&result), result.free), (vec!["D: E*".to_owned()], true));
    assert_eq!(result.after.turn(), Some(Computer), "another play, from any own non-empty pit");
    assert_eq!(result.after.legal_moves().map(Pit::letter).collect::<String>(), "E");
}

#[test]
fn con_capture() {
    // A last seed in an empty pit of the sower captures itself and all seeds across, even if there are none.
    let start = position((0, [1, 0, 0, 0, 4]), (0, [0, 0, 0, 7, 1]), Computer);
    let result = play(&start, "A");
    let capture = result.capture.unwrap();
    assert_eq!((capture.last, capture.across, capture.seeds), (pit("B"), pit("S"), 7));
    assert_eq!(result.after.store(Computer), 8);
    assert_eq!(rows(&result.after), (vec![0, 0, 0, 0, 4], vec![0, 0, 0, 0, 1]));
    assert_eq!(result.after.turn(), Some(Human));
    let start = position((0, [1, 0, 0, 0, 4]), (0, [0, 0, 0, 0, 1]), Computer);
    let result = play(&start, "A");
    assert_eq!(result.capture.unwrap().seeds, 0);
    assert_eq!(result.after.store(Computer), 1);
    // A last seed in an empty pit of the other side captures nothing.
    let start = position((0, [4, 0, 0, 0, 2]), (0, [0, 0, 0, 7, 1]), Computer);
    let result = play(&start, "E");
    assert_eq!((laps(&result), result.capture), (vec!["E: *P".to_owned()], None));
    assert_eq!(result.after.turn(), Some(Human));
}

#[test]
fn con_end() {
    // Human's row becomes empty: Human loses, and Computer gathers its own row.
    let start = position((3, [1, 0, 0, 0, 4]), (5, [0, 0, 0, 7, 0]), Computer);
    let after = play(&start, "A").after;
    assert_eq!(after.outcome(), Some(Outcome { winner: Computer }));
    assert_eq!((after.store(Computer), after.store(Human)), (3 + 8 + 4, 5));
    assert_eq!(rows(&after), (vec![0; 5], vec![0; 5]));
    // Even after a play that earned a free turn: Computer has emptied its own row and loses.
    let start = position((9, [0, 0, 0, 0, 1]), (5, [2, 0, 0, 0, 0]), Computer);
    let result = play(&start, "E");
    assert!(result.free);
    assert_eq!(result.after.outcome(), Some(Outcome { winner: Human }));
    assert_eq!((result.after.store(Computer), result.after.store(Human)), (10, 7));
    // Both rows empty: the player whose turn would be next loses.
    let start = position((0, [1, 0, 0, 0, 0]), (5, [0, 0, 0, 3, 0]), Computer);
    let after = play(&start, "A").after;
    assert_eq!((after.outcome(), after.store(Computer)), (Some(Outcome { winner: Computer }), 4));
    assert_eq!(after.play(pit("A")).unwrap_err().to_string(), "the round is over");
    // A file with one row empty is a finished round, won by the side with seeds …
    let over = position((9, [0; 5]), (5, [2, 0, 0, 0, 1]), Computer);
    assert_eq!((over.outcome(), over.store(Human)), (Some(Outcome { winner: Human }), 8));
    // … and with both empty, by the player who isn't next.
    assert_eq!(position((9, [0; 5]), (5, [0; 5]), Computer).outcome(), Some(Outcome { winner: Human }));
}

#[test]
fn con_deal() {
    // Computer ends with 37 of 50 seeds: full pits and 12 left over. Human has 13: two full pits and 3 left over.
    let next = standing((37, [0; 5]), (13, [0; 5]), Human).next_round().unwrap();
    assert_eq!(
        rows(&next.position),
        (vec![5; 5], vec![1, 1, 1, 5, 5]),
        "full pits next to the store (the last in sowing order)"
    );
    assert_eq!((next.position.store(Computer), next.position.store(Human)), (12, 0));
    // The rest is dealt around the pits that aren't full.
    let next = standing((26, [0; 5]), (24, [0; 5]), Human).next_round().unwrap();
    assert_eq!(rows(&next.position).1, [4, 5, 5, 5, 5]);
    let next = standing((31, [0; 5]), (19, [0; 5]), Human).next_round().unwrap();
    assert_eq!(rows(&next.position).1, [2, 2, 5, 5, 5]);
    let next = standing((47, [0; 5]), (3, [0; 5]), Human).next_round().unwrap();
    assert_eq!(rows(&next.position).1, [0, 0, 1, 1, 1], "as few as possible stay empty");
    // A player without seeds can't play.
    assert_eq!(standing((50, [0; 5]), (0, [0; 5]), Human).next_round(), Err(NextRoundError::NoSeeds(Human)));
    let going_on = Standing::new(size(7), Human);
    assert_eq!(going_on.next_round(), Err(NextRoundError::RoundNotOver));
}

#[test]
fn con_first() {
    assert_eq!(first_by_coin(Coin::Heads, Coin::Heads), Human, "Human called it right");
    assert_eq!(first_by_coin(Coin::Heads, Coin::Tails), Computer);
    assert_eq!(first_by_coin(Coin::Tails, Coin::Tails), Human);
    // Later the winner of the previous round starts.
    let over = standing((20, [0; 5]), (30, [0; 5]), Human);
    assert_eq!(over.position.outcome(), Some(Outcome { winner: Computer }));
    assert_eq!(over.next_round().unwrap().position.turn(), Some(Computer));
}

#[test]
fn con_tournament() {
    let over = standing((20, [0; 5]), (30, [0; 5]), Human);
    assert_eq!(over.next_round().unwrap().rounds, Pair { human: 0, computer: 1 }, "rounds won are counted");
    assert_eq!(over.totals().leader(), Some(Human), "but the most seeds win");
    // During a round each player counts the seeds in their store and their row.
    let within = position((3, [1, 0, 0, 0, 4]), (5, [0, 0, 0, 7, 1]), Computer);
    assert_eq!(within.seeds(), Pair { human: 13, computer: 8 });
    assert_eq!(Position::start(size(7), Human).seeds().leader(), None);
}
