use parlor_review::{Start, write_position};
use parlor_rules::Game;
use parlor_testkit::Random;

use super::*;
use crate::BoardView;

fn start(game: Game) -> Standing {
    Start { game, size: game.usual_size() }.standing()
}

/// The position after these edits, as they are written in forms.
fn edited(standing: Standing, edits: &[&str]) -> Standing {
    let apply = |standing: Standing, edit: &&str| edit.parse::<PositionEdit>().unwrap().apply(&standing);
    edits.iter().try_fold(standing, apply).unwrap_or_else(|why| panic!("{edits:?}: {why}"))
}

fn refused(standing: &Standing, edit: &str) -> String {
    edit.parse::<PositionEdit>().unwrap().apply(standing).unwrap_err().to_string()
}

#[test]
fn a_click_covers_a_square_and_another_uncovers_it() {
    let one = edited(start(Game::Canoga), &["next square human 4", "next square computer 9", "turn computer"]);
    let text = write_position(&one);
    assert!(text.contains("Squares: 1 2 3 * 5 6 7 8 9") && text.contains("Squares: 1 2 3 4 5 6 7 8 *"), "{text}");
    assert!(text.contains("Next Turn: Computer"), "{text}");
    let back = edited(one, &["previous square human 4", "next square computer 9", "turn human"]);
    assert_eq!(back, start(Game::Canoga));
}

#[test]
fn a_square_covered_before_the_first_throw_is_locked_unless_its_owner_is_first() {
    let locked = |standing: &Standing| match standing {
        Standing::Canoga(standing) => standing.position.locked().map(|locked| (locked.owner, locked.square)),
        _ => None,
    };
    let handicap = edited(start(Game::Canoga), &["next square computer 3"]);
    assert_eq!(locked(&handicap), Some((Seat::Computer, 3)));
    assert_eq!(locked(&edited(handicap.clone(), &["first computer"])), None);
    // With two squares covered Computer has had a turn, so it played first, and the round isn't over.
    let two = edited(handicap, &["next square computer 5"]);
    assert_eq!((locked(&two), two.outcome(), two.turn()), (None, None, Some(Seat::Human)));
    assert_eq!(
        refused(&two, "first human"),
        "Human can't have been first: after a first turn Human's row isn't empty. Cover one of Human's squares first."
    );
}

#[test]
fn a_full_row_ends_the_round_and_uncovering_a_square_continues_it() {
    let cover: Vec<String> = (1..=9).map(|square| format!("next square human {square}")).collect();
    let cover: Vec<&str> = cover.iter().map(String::as_str).collect();
    let full = edited(start(Game::Canoga), &cover);
    assert_eq!(full.outcome().and_then(|outcome| outcome.winner()), Some(Seat::Human));
    assert_eq!(edited(full.clone(), &["next square human 1"]).outcome(), None);
    let cover: Vec<String> = (1..=8).map(|square| format!("next square computer {square}")).collect();
    let cover: Vec<&str> = cover.iter().map(String::as_str).collect();
    assert_eq!(
        refused(&edited(full, &cover), "next square computer 9"),
        "Both rows would be full. Uncover a square in the other row first."
    );
}

#[test]
fn seeds_are_moved_one_at_a_time_or_counted() {
    let position = start(Game::Congkak);
    assert_eq!(
        refused(&position, "next pit P"),
        "The board can hold at most 98 seeds. Take some from another place first."
    );
    let moved =
        edited(position, &["previous pit A", "previous pit A", "next store computer", "next pit P", "turn computer"]);
    let text = write_position(&moved);
    assert!(text.contains("Human Player: 0 7 7 7 7 7 7 8 0"), "{text}");
    assert!(text.contains("Computer Player: 1 7 7 7 7 7 7 5 0") && text.contains("Next Player: Computer"), "{text}");
    let counted = edited(moved, &["put 0 pit B", "put 12 pit Q"]);
    assert!(write_position(&counted).contains("Human Player: 0 7 7 7 7 7 12 8 0"));
    assert_eq!(refused(&counted, "previous pit B"), "There is no seed to take away.");
    assert_eq!(
        refused(&counted, "put 200 pit B"),
        "The board can hold at most 98 seeds. Take some from another place first."
    );
}

#[test]
fn the_last_seed_of_a_row_stays_because_the_other_row_would_be_swept_up() {
    let rest: Vec<String> = ('Q'..='V').map(|pit| format!("put 0 pit {pit}")).collect();
    let rest: Vec<&str> = rest.iter().map(String::as_str).collect();
    let last = edited(start(Game::Congkak), &rest);
    assert_eq!(
        refused(&last, "put 0 pit P"),
        "Human's row would be empty, which ends the round. Put a seed into another pit in this row first."
    );
}

#[test]
fn a_click_on_a_point_exchanges_its_piece_for_the_next_that_is_possible() {
    let position = start(Game::Kono);
    assert_eq!(refused(&position, "next point 3 3"), "Black can have at most 7 pieces. Remove one first.");
    let cell = |standing: &Standing, row, column| match standing {
        Standing::Kono(standing) => Content::Point(standing.board().cell(Point { row, column })).to_string(),
        _ => panic!("{standing}"),
    };
    let fewer = edited(position, &["put O point 1 1", "put O point 5 5"]);
    let mut seen = Vec::new();
    let mut at = fewer.clone();
    for _ in 0..5 {
        seen.push(cell(&at, 3, 3));
        at = edited(at, &["next point 3 3"]);
    }
    assert_eq!(seen, ["O", "W", "B", "WW", "BB"]);
    assert_eq!(at, fewer);
    assert_eq!(cell(&edited(fewer.clone(), &["previous point 3 3"]), 3, 3), "BB");
    // (5,5) is one of Black's home points, so White's piece there may capture.
    assert_eq!(cell(&edited(fewer.clone(), &["put W point 5 5"]), 5, 5), "WW");
    let black = edited(fewer, &["white computer", "turn computer", "earlier human 12"]);
    let text = write_position(&black);
    assert!(text.contains("Human:\n   Score: 12\n   Color: Black"), "{text}");
    assert_eq!(refused(&black, "earlier human 1000000"), "The maximum is 999999.");
}

#[test]
fn edits_of_other_games_and_places_beyond_the_board_are_refused() {
    for (game, edits) in [
        (
            Game::Canoga,
            ["next square human 10", "next square human 0", "next pit P", "white human", "put 3 square human 3"],
        ),
        (Game::Congkak, ["next pit W", "next pit L", "first human", "put covered pit P", "next point 1 1"]),
        (Game::Kono, ["next point 0 1", "next point 6 1", "put W point 1 6", "first human", "put covered point 1 1"]),
    ] {
        for edit in edits {
            assert_eq!(refused(&start(game), edit), "This board has no such place.", "{game}: {edit}");
        }
    }
    for text in ["", "next", "next pit p", "turn nobody", "earlier human -1", "put WWW point 1 1", "put 999 pit P"] {
        assert_eq!(text.parse::<PositionEdit>(), Err(BadEdit), "{text}");
    }
}

/// A random edit of a position. Most of the edits are possible.
fn any_edit(standing: &Standing, random: &mut Random) -> PositionEdit {
    let spot = *random.pick(&editable_spots(standing));
    let seat = *random.pick(&Seat::BOTH);
    match random.below(9) {
        0 => PositionEdit::Earlier(seat, random.below(30) as u32),
        1 | 2 => (random.pick(&seat_settings(standing)).edit)(seat),
        3 | 4 => PositionEdit::Previous(spot),
        5 if standing.game() == Game::Congkak => PositionEdit::Put(spot, Content::Seeds(random.below(20) as u8)),
        5 if standing.game() == Game::Kono => PositionEdit::Put(spot, random.pick(&palette(standing)).0),
        _ => PositionEdit::Next(spot),
    }
}

#[test]
fn every_edited_position_is_read_back_from_its_text_unchanged() {
    let mut random = Random::new(7);
    for start in Start::all() {
        let mut standing = start.standing();
        let mut changes = 0;
        for _ in 0..parlor_testkit::effort(60, 3000) {
            let edit = any_edit(&standing, &mut random);
            assert_eq!(edit.to_string().parse(), Ok(edit));
            let Ok(changed) = edit.apply(&standing) else { continue };
            changes += usize::from(changed != standing);
            let text = write_position(&changed);
            let read = parlor_saves::read(&text, None).unwrap_or_else(|error| panic!("{edit}\n{text}{error:?}"));
            assert_eq!(read.standing, changed, "{edit}\n{text}");
            assert_eq!(BoardView::of_standing(&changed).layout, BoardView::of_standing(&read.standing).layout);
            standing = changed;
        }
        assert!(changes > 20, "{start}: {changes}");
    }
}
