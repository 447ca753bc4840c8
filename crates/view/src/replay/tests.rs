use parlor_rules::Game;

use super::*;
use crate::trial;

/// A tournament of two rounds, and what was told of it.
fn played(game: Game) -> (Table, Vec<Line>) {
    let (_, first) = Table::new(trial::setup(game, 12)).unwrap();
    let names = Names::of(&trial::setup(game, 12).players);
    let mut told: Vec<Line> = first.iter().flat_map(|event| sentences(event, &names)).collect();
    let table = trial::play(game, 12, 2, |_, happened| {
        told.extend(happened.events.iter().flat_map(|event| sentences(event, &names)));
    });
    (table, told)
}

fn moments(mut replay: Replay) -> Vec<Moment> {
    let (_, count) = replay.place();
    let mut moments = Vec::new();
    for _ in 0..count {
        moments.push(replay.moment().clone());
        replay.turn(1);
    }
    moments
}

#[test]
fn a_tournament_tells_everything_again() {
    for game in Game::ALL {
        let (table, told) = played(game);
        let replay = Replay::of_tournament(&table).unwrap();
        let retold: Vec<Line> = moments(replay).into_iter().flat_map(|moment| moment.told).collect();
        assert_eq!(retold, told, "{game}");
    }
}

#[test]
fn a_round_begins_where_the_last_one_began() {
    for game in Game::ALL {
        let (table, _) = played(game);
        let replay = Replay::of_round(&table).unwrap();
        assert!(replay.moment().told[0].text.starts_with("Round 2"), "{:?}", replay.moment());
        assert!(replay.place().1 < Replay::of_tournament(&table).unwrap().place().1);
    }
}

#[test]
fn marks_and_dice_belong_to_the_moment_in_which_something_changed() {
    let (table, _) = played(Game::Canoga);
    let (mut marked, mut with_dice) = (0, 0);
    for moment in moments(Replay::of_tournament(&table).unwrap()) {
        let Some(Scene { board, cursor, chosen, hand }) = moment.scene else { continue };
        assert_eq!((cursor, chosen, hand, board.can_choose), (None, Vec::new(), None, Vec::new()));
        let text = moment.told.iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join(" ");
        assert_eq!(!board.changed.is_empty(), text.contains(" covers ") || text.contains(" uncovers "), "{text}");
        marked += usize::from(!board.changed.is_empty());
        with_dice += usize::from(board.dice.is_some() && text.contains(" throws "));
    }
    assert!(marked > 10 && with_dice > 10, "{marked} {with_dice}");
}

#[test]
fn turning_stops_at_both_ends() {
    let (table, _) = played(Game::Kono);
    let mut replay = Replay::of_tournament(&table).unwrap();
    let (_, count) = replay.place();
    replay.turn(isize::MAX);
    assert_eq!(replay.place(), (count, count));
    replay.turn(-2);
    assert_eq!(replay.place(), (count - 2, count));
    replay.turn(isize::MIN);
    assert_eq!(replay.place(), (1, count));
}

#[test]
fn before_anything_has_happened_there_is_no_replay() {
    let (table, _) = Table::new(trial::setup(Game::Kono, 1)).unwrap();
    assert_eq!(Replay::of_round(&table), None);
}
