use parlor_rules::Game;

use super::*;
use crate::trial;

/// The contents of a board without scores and tallies, which aren't animated.
fn contents(layout: &BoardLayout) -> BoardLayout {
    let mut layout = layout.clone();
    match &mut layout {
        BoardLayout::Canoga(view) => view.scores = parlor_rules::Pair::default(),
        BoardLayout::Congkak(view) => (view.seeds, view.rounds) = Default::default(),
        BoardLayout::Kono(view) => view.now = None,
    }
    layout
}

fn is_play(event: &Event) -> bool {
    matches!(event, Event::Moved { .. } | Event::Sowed { .. } | Event::Stepped { .. })
}

#[test]
fn every_play_ends_at_the_board_of_the_table() {
    for game in Game::ALL {
        let mut plays = 0;
        for seed in 0..4 {
            trial::play(game, seed, 1, |table, happened| {
                // The sweep at the end of a Congkak round isn't part of the play.
                let over = happened.events.iter().any(|event| matches!(event, Event::RoundOver { .. }));
                let [event, ..] = &happened.events[..] else { return };
                if is_play(event) && !over {
                    plays += 1;
                    let steps = animate(event, happened.before.as_ref(), &Names::plain());
                    let last = steps.last().unwrap().board.as_ref().unwrap();
                    let after = BoardView::of(table).unwrap();
                    // A lock may open at the end of a turn; that isn't part of the move.
                    let unlocked = |layout: &BoardLayout| match contents(layout) {
                        BoardLayout::Canoga(mut view) => {
                            view.rows.human.iter_mut().chain(&mut view.rows.computer).for_each(|s| s.locked = false);
                            BoardLayout::Canoga(view)
                        }
                        layout => layout,
                    };
                    assert_eq!(unlocked(&last.layout), unlocked(&after.layout), "{event:?}");
                }
            });
        }
        assert!(plays > 30, "{game}: {plays}");
    }
}

#[test]
fn changed_by_returns_the_marks_of_the_last_step() {
    for game in Game::ALL {
        let mut changed = 0;
        trial::play(game, 9, 1, |_, happened| {
            for event in &happened.events {
                let Some(before) = happened.before.as_ref().filter(|_| is_play(event)) else {
                    assert_eq!(changed_by(event), [], "{event:?}");
                    continue;
                };
                let steps = animate(event, Some(before), &Names::plain());
                assert_eq!(steps.last().unwrap().board.as_ref().unwrap().changed, changed_by(event), "{event:?}");
                changed += 1;
            }
        });
        assert!(changed > 5, "{game}: {changed}");
    }
}

#[test]
fn steps_have_all_sentences_and_no_choices() {
    for game in Game::ALL {
        trial::play(game, 6, 2, |_, happened| {
            let mut board = happened.before;
            for event in &happened.events {
                let steps = animate(event, board.as_ref(), &Names::plain());
                let lines: Vec<Line> = steps.iter().flat_map(|step| step.lines.clone()).collect();
                assert_eq!(lines, sentences(event, &Names::plain()));
                assert!(steps.iter().flat_map(|step| &step.board).all(|board| board.can_choose.is_empty()));
                board = steps.last().unwrap().board.clone();
            }
        });
    }
}

#[test]
fn a_sowing_shows_every_seed_in_the_hand_and_takes_no_more_than_a_few_seconds() {
    let mut longest = Duration::ZERO;
    trial::play(Game::Congkak, 8, 1, |_, happened| {
        let [event @ Event::Sowed { play, .. }, ..] = &happened.events[..] else { return };
        let steps = animate(event, happened.before.as_ref(), &Names::plain());
        let seeds: usize = play.laps.iter().map(|lap| usize::from(lap.seeds)).sum();
        assert_eq!(steps.len(), seeds + play.laps.len() + usize::from(play.capture.is_some()));
        assert_eq!(steps[0].hand.map(|hand| hand.seeds), Some(play.laps[0].seeds));
        assert_eq!(steps.last().unwrap().hand, None);
        assert!(steps[0].caption.is_some(), "the caption comes first, the sentence at the end");
        longest = longest.max(steps.iter().map(|step| step.lasts).sum());
    });
    assert!(longest > Duration::from_secs(1) && longest < Duration::from_secs(20), "{longest:?}");
}

#[test]
fn dice_roll_before_they_show_the_throw() {
    let (seat, throw) = (Seat::Human, Throw::new(&[2, 6]).unwrap());
    let board = BoardView::laid_out(Game::Kono, 5).unwrap();
    let steps = animate(&Event::FirstThrow { seat, throw }, Some(&board), &Names::plain());
    let dice: Vec<DiceView> = steps.iter().map(|step| step.board.as_ref().unwrap().dice.unwrap()).collect();
    let (last, rolling) = dice.split_last().unwrap();
    assert!(rolling.len() > 2 && rolling.iter().all(|dice| dice.rolling));
    assert_eq!(*last, DiceView { seat, throw, rolling: false });
    assert!(steps[0].lines.is_empty() && steps.last().unwrap().lines.len() == 1);
}

#[test]
fn dice_are_put_away_when_a_round_begins() {
    let throw = Throw::new(&[2, 6]).unwrap();
    let dice = Some(DiceView { seat: Seat::Human, throw, rolling: false });
    let board = BoardView { dice, ..BoardView::laid_out(Game::Canoga, 9).unwrap() };
    let dice_after = |event| animate(&event, Some(&board), &Names::plain())[0].board.as_ref().unwrap().dice;
    assert_eq!(dice_after(Event::RoundBegins { round: 2, size: 9, since_save: false }), None);
    assert_eq!(dice_after(Event::NothingToPlay { seat: Seat::Human }), dice);
}

#[test]
fn without_a_board_an_event_has_only_sentences() {
    let steps = animate(&Event::Resumed, None, &Names::plain());
    assert_eq!((steps.len(), steps[0].board.as_ref(), steps[0].lines.len()), (1, None, 1));
}
