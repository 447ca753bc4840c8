use parlor_rules::kono::Point;
use parlor_rules::{Pair, Throw, canoga, congkak, kono};
use proptest::prelude::*;

use super::*;

fn chooser_for(seat: Seat, ask: Ask) -> Chooser {
    let game = match ask {
        Ask::Decide(Decision::Congkak(_)) => Game::Congkak,
        Ask::Decide(Decision::Kono(_)) => Game::Kono,
        _ => Game::Canoga,
    };
    Chooser::of(&Question { seat, ask }, game).unwrap()
}

/// All places reached with Tab.
fn by_tab(chooser: &mut Chooser) -> Vec<Spot> {
    let mut seen = Vec::new();
    for _ in 0..200 {
        if let Some(spot) = chooser.cursor()
            && !seen.contains(&spot)
        {
            seen.push(spot);
        }
        chooser.cycle(false);
    }
    seen
}

/// Moves to a place with Tab alone.
fn tab_to(chooser: &mut Chooser, spot: Spot) {
    for _ in 0..200 {
        if chooser.cursor() == Some(spot) {
            return;
        }
        chooser.cycle(false);
    }
    panic!("Tab never comes to {spot:?}: {chooser:?}");
}

fn answered(reaction: Reaction<Action>) -> Option<Answer> {
    if let Reaction::Chosen(Action::Answer(answer)) = reaction { Some(answer) } else { None }
}

fn thrown() -> impl Strategy<Value = (Seat, canoga::Thrown)> {
    (9_i64..=11, any::<u16>(), any::<u16>(), 0_u32..36, any::<bool>()).prop_filter_map(
        "an unfinished round",
        |(size, own, other, number, human)| {
            let (full, seat) = ((1 << size) - 1, if human { Seat::Human } else { Seat::Computer });
            let rows = |bits: u16| canoga::Squares::from_bits((bits & full) << 1).ascending().map(i64::from).collect();
            let row = |bits: u16| canoga::DraftRow { covered: rows(bits), score: 0 };
            let (human, computer) = if human { (row(own), row(other)) } else { (row(other), row(own)) };
            let draft = canoga::Draft {
                size,
                rows: Pair { human, computer },
                first: seat,
                next: seat,
                advantage: None,
                over: None,
            };
            let thrown = draft.check().ok()?.position.throw(Throw::numbered(DiceCount::Two, number)).ok()?;
            thrown.legal_moves().next().is_some().then_some((seat, thrown))
        },
    )
}

proptest! {
    #[test]
    fn squares_can_be_chosen_only_if_they_can_complete_a_move(
        (seat, thrown) in thrown(),
        keys in prop::collection::vec(0..7, 1..60),
    ) {
        let moves: Vec<canoga::Move> = thrown.legal_moves().collect();
        let ask = Ask::Decide(Decision::Canoga(thrown));
        let mut chooser = chooser_for(seat, ask.clone());
        for key in keys {
            let reaction = match key {
                0 => chooser.arrow(Arrow::Left),
                1 => chooser.arrow(Arrow::Right),
                2 => chooser.arrow(Arrow::Up),
                3 => chooser.cycle(true),
                4 => chooser.toggle(),
                5 => chooser.back(),
                _ => chooser.enter(),
            };
            if let Some(Answer::Choice(Choice::Canoga(chosen))) = answered(reaction) {
                prop_assert!(moves.contains(&chosen));
            }
            let Chooser::Squares(squares) = &chooser else { panic!() };
            let set = squares.set();
            let row = squares.row();
            let extends = |chosen: &canoga::Move| {
                let (of, squares) = squares.squares_of(*chosen);
                set.within(squares) && row.is_none_or(|row| row == of)
            };
            prop_assert!(moves.iter().any(extends), "{:?}", squares.chosen());
        }
    }

    #[test]
    fn every_move_of_canoga_can_be_chosen_with_keys_and_with_clicks((seat, thrown) in thrown()) {
        let moves: Vec<canoga::Move> = thrown.legal_moves().collect();
        let ask = Ask::Decide(Decision::Canoga(thrown));
        for &chosen in &moves {
            let mut chooser = chooser_for(seat, ask.clone());
            let mut clicked = chooser.clone();
            let Chooser::Squares(squares) = &chooser else { panic!() };
            let (row, set) = squares.squares_of(chosen);
            for number in set.ascending() {
                tab_to(&mut chooser, Spot::Square(row, number));
                chooser.toggle();
                clicked.click(Spot::Square(row, number));
            }
            prop_assert_eq!(answered(chooser.enter()), Some(Answer::Choice(Choice::Canoga(chosen))));
            prop_assert_eq!(answered(clicked.enter()), Some(Answer::Choice(Choice::Canoga(chosen))));
        }
    }
}

#[test]
fn every_pit_can_be_chosen_with_keys_and_with_a_click() {
    for (seat, size) in [(Seat::Human, 5), (Seat::Computer, 11)] {
        let position = congkak::Position::start(congkak::Size::new(size).unwrap(), seat);
        let pits: Vec<congkak::Pit> = position.legal_moves().collect();
        let mut chooser = chooser_for(seat, Ask::Decide(Decision::Congkak(position)));
        assert_eq!(by_tab(&mut chooser).len(), pits.len());
        for pit in pits {
            tab_to(&mut chooser, Spot::Pit(pit.letter()));
            assert_eq!(answered(chooser.enter()), Some(Answer::Choice(Choice::Congkak(pit))));
            assert_eq!(answered(chooser.click(Spot::Pit(pit.letter()))), Some(Answer::Choice(Choice::Congkak(pit))));
            for letter in [pit.letter(), pit.letter().to_ascii_lowercase()] {
                assert_eq!(answered(chooser.letter(letter)), Some(Answer::Choice(Choice::Congkak(pit))));
            }
        }
        let across = if seat == Seat::Human { 'A' } else { 'P' };
        assert_eq!(chooser.click(Spot::Pit(across)), Reaction::Ignored);
    }
}

#[test]
fn every_step_of_kono_can_be_chosen_with_keys_and_with_clicks() {
    for size in kono::Size::ALL {
        let mut standing = kono::Standing::new(size).choose(Seat::Human, Color::White);
        for number in 0..60_usize {
            let moves: Vec<kono::Move> = standing.position.unwrap().legal_moves().collect();
            if moves.is_empty() || moves == [kono::Move::Pass] {
                break;
            }
            let ask = Ask::Decide(Decision::Kono(standing.clone()));
            for &step in &moves {
                let kono::Move::Step(piece, direction) = step else { panic!() };
                let to = piece.step(direction).unwrap();
                let mut chooser = chooser_for(Seat::Human, ask.clone());
                tab_to(&mut chooser, Spot::Point(piece));
                assert_eq!(chooser.enter(), Reaction::Moved);
                tab_to(&mut chooser, Spot::Point(to));
                assert_eq!(answered(chooser.enter()), Some(Answer::Choice(Choice::Kono(step))));
                let mut chooser = chooser_for(Seat::Human, ask.clone());
                assert_eq!(chooser.click(Spot::Point(piece)), Reaction::Moved);
                assert_eq!(answered(chooser.click(Spot::Point(to))), Some(Answer::Choice(Choice::Kono(step))));
            }
            standing.play(moves[number * 7 % moves.len()]).unwrap();
        }
    }
}

#[test]
fn a_second_click_puts_a_piece_back_and_another_piece_can_be_lifted_instead() {
    let standing = kono::Standing::new(kono::Size::ALL[0]).choose(Seat::Human, Color::White);
    let mut chooser = chooser_for(Seat::Human, Ask::Decide(Decision::Kono(standing)));
    let before = chooser.can_click();
    assert_eq!(before, chooser.can_choose());
    let lifted = before[0];
    assert_eq!(chooser.click(lifted), Reaction::Moved);
    assert!(!chooser.can_click().contains(&lifted));
    for &other in &before[1..] {
        assert!(chooser.can_click().contains(&other));
        assert_eq!(chooser.clone().click(other), Reaction::Moved);
    }
    assert_eq!(chooser.click(lifted), Reaction::Moved);
    assert_eq!((chooser.chosen(), chooser.can_choose()), (Vec::new(), before));
}

#[test]
fn arrows_choose_among_the_four_steps_of_a_piece() {
    let piece = Point { row: 3, column: 3 };
    let mut standing = kono::Standing::new(kono::Size::ALL[0]).choose(Seat::Human, Color::White);
    for step in ["1 1 se", "4 1 ne", "2 2 se", "4 5 nw"] {
        standing.play(step.parse().unwrap()).unwrap();
    }
    let mut chooser = chooser_for(Seat::Human, Ask::Decide(Decision::Kono(standing)));
    chooser.enter();
    chooser.click(Spot::Point(piece));
    let cursor = |chooser: &Chooser| chooser.cursor();
    let at = |row, column| Some(Spot::Point(Point { row, column }));
    for (arrow, row, column) in
        [(Arrow::Up, 2, 2), (Arrow::Right, 2, 4), (Arrow::Down, 4, 4), (Arrow::Left, 4, 2), (Arrow::Up, 2, 2)]
    {
        chooser.arrow(arrow);
        assert_eq!(cursor(&chooser), at(row, column), "{arrow:?}");
    }
    chooser.back();
    assert_eq!(cursor(&chooser), at(3, 3));
}

fn labels(chooser: &Chooser) -> Vec<&str> {
    let Chooser::Buttons(buttons) = chooser else { panic!("{chooser:?}") };
    buttons.all().iter().map(|button| button.label.as_str()).collect()
}

#[test]
fn all_menus_have_the_same_numbers_and_start_on_the_usual_choice() {
    let items = vec![MenuItem::Save, MenuItem::Play, MenuItem::Help, MenuItem::Quit];
    let question = |before| Question {
        seat: Seat::Human,
        ask: Ask::Menu { before, turn: Some(Seat::Human), items: items.clone() },
    };
    let menu = |before, game| Chooser::of(&question(before), game).unwrap();
    let canoga = menu(MenuKind::Turn, Game::Canoga);
    assert_eq!(labels(&canoga), ["Save the game", "Throw the dice", "Ask for help", "Quit the game"]);
    assert_eq!(answered(canoga.clone().enter()), Some(Answer::Menu(MenuItem::Play)));
    assert_eq!(labels(&menu(MenuKind::Turn, Game::Kono))[1], "Make a move");
    assert_eq!(labels(&menu(MenuKind::Win, Game::Canoga))[1], "Go on");
    assert_eq!(canoga.clone().number(3), Reaction::Chosen(Action::Help));
    assert_eq!(answered(canoga.clone().letter('q')), Some(Answer::Menu(MenuItem::Quit)));
}

#[test]
fn buttons_answer_every_other_question() {
    let sizes = chooser_for(Seat::Human, Ask::Size { sizes: vec![5, 7, 9], usual: 7 });
    let Chooser::Buttons(buttons) = &sizes else { panic!() };
    assert_eq!((buttons.keys(), buttons.at()), (ButtonKeys::Typed, 1));
    assert_eq!(answered(sizes.clone().enter()), Some(Answer::Size(7)));
    let new = kono::Standing::new(kono::Size::USUAL);
    let start = canoga::Position::start(canoga::Size::USUAL, Seat::Human, None);
    for (ask, letter, answer) in [
        (Ask::Decide(Decision::Call), 't', Choice::Coin(Coin::Tails).into()),
        (Ask::Decide(Decision::Color(new)), 'b', Choice::Color(Color::Black).into()),
        (Ask::Decide(Decision::Dice(start)), 'o', Choice::Dice(DiceCount::One).into()),
        (Ask::Another, 'n', Answer::Another(false)),
    ] {
        let mut chooser = chooser_for(Seat::Human, ask);
        assert_eq!(answered(chooser.letter(letter)), Some(answer));
        assert_eq!((chooser.cursor(), chooser.can_choose(), chooser.progress()), (None, Vec::new(), None));
    }
    assert_eq!(Chooser::coin_by_hand().letter('h'), Reaction::Chosen(Action::Coin(Coin::Heads)));
    let file_name = Question { seat: Seat::Human, ask: Ask::FileName };
    assert_eq!(Chooser::of(&file_name, Game::Kono), None);
}

#[test]
fn progress_shows_the_missing_sum() {
    let row = |covered: &[i64]| canoga::DraftRow { covered: covered.to_vec(), score: 0 };
    let draft = canoga::Draft {
        size: 9,
        rows: Pair { human: row(&[1, 3, 5]), computer: row(&[1, 5]) },
        first: Seat::Human,
        next: Seat::Human,
        advantage: None,
        over: None,
    };
    let thrown = draft.check().unwrap().position.throw(Throw::new(&[2, 4]).unwrap()).unwrap();
    let mut chooser = chooser_for(Seat::Human, Ask::Decide(Decision::Canoga(thrown)));
    let progress = |chooser: &Chooser| chooser.progress().unwrap();
    assert_eq!(progress(&chooser), "Choose squares that add up to 6.");
    chooser.click(Spot::Square(Seat::Human, 4));
    assert_eq!(progress(&chooser), "Cover 4 = 4 of 6: 2 to go.");
    assert_eq!(chooser.click(Spot::Square(Seat::Computer, 5)), Reaction::Ignored, "never squares of both rows");
    chooser.click(Spot::Square(Seat::Human, 2));
    assert_eq!(progress(&chooser), "Cover 4 + 2 = 6 of 6: Enter plays.");
    chooser.back();
    chooser.back();
    chooser.click(Spot::Square(Seat::Computer, 1));
    assert_eq!(progress(&chooser), "Uncover 1 = 1 of 6: 5 to go.");
    assert_eq!(chooser.chosen(), [Spot::Square(Seat::Computer, 1)]);
}
