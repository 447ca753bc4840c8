use parlor_review::Course;
use parlor_rules::Game;

use super::*;
use crate::{Names, RoundLog, Scoreboard, guide, record, trial};

/// A tournament of two rounds, with the lines of its log.
fn played(game: Game) -> (Table, Vec<Line>) {
    let (_, first) = Table::new(trial::setup(game, 12));
    let names = Names::of(&trial::setup(game, 12).players);
    let mut lines: Vec<Line> = first.iter().flat_map(|event| sentences(event, &names)).collect();
    let table = trial::play(game, 12, 2, |_, happened| {
        lines.extend(happened.events.iter().flat_map(|event| sentences(event, &names)));
    });
    (table, lines)
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
fn a_replay_has_every_line_of_the_tournament() {
    for game in Game::ALL {
        let (table, lines) = played(game);
        let replay = Replay::of_tournament(&table, &Names::plain()).unwrap();
        let whole = moments(replay).into_iter().filter(|moment| !moment.within);
        let retold: Vec<Line> = whole.flat_map(|moment| moment.lines).collect();
        assert_eq!(retold, lines, "{game}");
    }
}

#[test]
fn at_last_round_goes_to_the_start_of_the_last_round() {
    for game in Game::ALL {
        let (table, _) = played(game);
        let replay = Replay::of_round_number(&table, table.round(), &Names::plain()).unwrap();
        assert!(replay.moment().lines[0].text.starts_with("Round 2"), "{:?}", replay.moment());
        assert!(replay.place().1 < Replay::of_tournament(&table, &Names::plain()).unwrap().place().1);
    }
}

#[test]
fn marks_and_dice_belong_to_the_moment_in_which_something_changed() {
    let (table, _) = played(Game::Canoga);
    let (mut marked, mut with_dice) = (0, 0);
    for moment in moments(Replay::of_tournament(&table, &Names::plain()).unwrap()) {
        let Some(Scene { board, cursor, chosen, hand, .. }) = moment.scene else { continue };
        assert_eq!((cursor, chosen, hand, board.can_choose), (None, Vec::new(), None, Vec::new()));
        let text = moment.lines.iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join(" ");
        assert_eq!(!board.changed.is_empty(), text.contains(" covers ") || text.contains(" uncovers "), "{text}");
        marked += usize::from(!board.changed.is_empty());
        with_dice += usize::from(board.dice.is_some() && text.contains(" throws "));
    }
    assert!(marked > 10 && with_dice > 10, "{marked} {with_dice}");
}

#[test]
fn turning_stops_at_both_ends() {
    let (table, _) = played(Game::Kono);
    let mut replay = Replay::of_tournament(&table, &Names::plain()).unwrap();
    let (_, count) = replay.place();
    replay.turn(isize::MAX);
    assert_eq!(replay.place(), (count, count));
    replay.turn(-2);
    assert_eq!(replay.place(), (count - 2, count));
    replay.turn(isize::MIN);
    assert_eq!(replay.place(), (1, count));
}

#[test]
fn a_new_table_has_no_replay() {
    let (table, _) = Table::new(trial::setup(Game::Kono, 1));
    assert_eq!(Replay::of_round_number(&table, table.round(), &Names::plain()), None);
}

#[test]
fn a_replay_shows_a_board_at_every_step() {
    for game in Game::ALL {
        let (table, _) = played(game);
        let moments = moments(Replay::of_tournament(&table, &Names::plain()).unwrap());
        assert!(moments.iter().all(|moment| moment.scene.is_some()), "{game}");
    }
}

#[test]
fn a_replay_steps_through_the_sowings_of_a_relay() {
    let (table, _) = played(Game::Congkak);
    let moments = moments(Replay::of_tournament(&table, &Names::plain()).unwrap());
    let within: Vec<&Moment> = moments.iter().filter(|moment| moment.within).collect();
    assert!(within.len() > 10, "{}", within.len());
    for moment in &within {
        assert!(moment.lines[0].text.starts_with("Sowing "), "{:?}", moment.lines);
        let BoardLayout::Congkak(view) = &moment.scene.as_ref().unwrap().board.layout else { panic!() };
        let BoardLayout::Congkak(first) = &moments[0].scene.as_ref().unwrap().board.layout else { panic!() };
        let all = |view: &crate::CongkakView| view.seeds.human + view.seeds.computer;
        assert_eq!(all(view), all(first), "every seed lies somewhere between two sowings");
    }
}

#[test]
fn dice_and_scores_match_each_step() {
    for game in [Game::Canoga, Game::Kono] {
        let (table, _) = played(game);
        let (mut thrown, mut totals) = (None, parlor_rules::Pair::default());
        for moment in moments(Replay::of_tournament(&table, &Names::plain()).unwrap()) {
            let text = moment.lines.iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join(" ");
            let board = moment.scene.unwrap().board;
            if text.contains(" throws ") {
                thrown = board.dice;
                assert!(thrown.is_some(), "{text}");
            } else if text.contains(" covers ") || text.contains(" uncovers ") {
                assert_eq!(board.dice, thrown, "the dice that were thrown for it: {text}");
            } else if text.starts_with("Round ") || text.contains(" moves the piece ") {
                assert_eq!(board.dice, None, "{text}");
            }
            let (BoardLayout::Canoga(crate::CanogaView { scores, .. })
            | BoardLayout::Kono(crate::KonoView { scores, .. })) = board.layout
            else {
                panic!()
            };
            let ends = text.contains("Totals: ") || text.contains("cover") || text.contains(" moves the piece ");
            assert!(scores == totals || ends, "points count with the choice that won them: {text}");
            totals = scores;
        }
    }
}

#[test]
fn a_round_of_two_programs_ends_on_its_own_board() {
    use parlor_rules::{Level, Pair};
    use parlor_table::{Player, Setup};
    use parlor_testkit::{next_entry, routine};
    let programs = Pair { human: Player::Computer(Level::Club), computer: Player::Computer(Level::Club) };
    let setup = Setup { players: programs, rounds: 2, size: Some(5), ..trial::setup(Game::Congkak, 3) };
    let (mut table, _) = Table::new(setup);
    while let Some(entry) = next_entry(&table, |question| routine(question, |_, decision| decision.choices()[0])) {
        table.apply(entry).unwrap();
    }
    let moments = moments(Replay::of_tournament(&table, &Names::plain()).unwrap());
    let ends: Vec<&Moment> = moments.iter().filter(|moment| moment.lines[0].text.contains("wins the round")).collect();
    assert_eq!(ends.len(), 2);
    let BoardLayout::Congkak(view) = &ends[0].scene.as_ref().unwrap().board.layout else { panic!() };
    assert_eq!((ends[0].round, view.rounds), (1, Pair::default()), "a row is empty, and nothing is dealt yet");
    assert!(view.rows.human.iter().all(|pit| pit.seeds == 0) || view.rows.computer.iter().all(|pit| pit.seeds == 0));
}

#[test]
fn turning_by_round() {
    let (table, _) = played(Game::Kono);
    let mut replay = Replay::of_tournament(&table, &Names::plain()).unwrap();
    assert_eq!(replay.rounds(), 2);
    replay.turn_round(false);
    assert!(replay.moment().lines[0].text.starts_with("Round 2"), "{:?}", replay.moment());
    let second = replay.place();
    assert_eq!(Replay::of_tournament(&table, &Names::plain()).unwrap().at_last_round().place(), second);
    replay.turn(3);
    replay.turn_round(true);
    assert_eq!(replay.place(), second);
    replay.turn_round(true);
    assert_eq!(replay.place().0, 1);
    replay.turn_round(true);
    replay.turn_round(false);
    replay.turn_round(false);
    assert!(replay.is_at_end());
}

/// An analysis starts in the middle of a game, and its views must agree from there on.
#[test]
fn an_analysis_has_a_replay_a_log_and_results_from_its_start() {
    for game in Game::ALL {
        for seed in 0..4 {
            let mut begun: Vec<Table> = Vec::new();
            trial::play(game, seed, 2, |table, _| begun.push(table.clone()));
            for table in begun.into_iter().step_by(7) {
                let mut tried = table.analysis();
                trial::play_on(&mut tried, seed, 1, |_, _| {});
                let board = Scoreboard::of(&tried, &Names::plain());
                assert_eq!(board.totals, tried.totals(), "{game}");
                assert!(board.rounds.iter().all(|result| result.round >= table.round()), "{board:?}");
                if let Some(replay) = Replay::of_tournament(&tried, &Names::plain()) {
                    let last = moments(replay).pop().unwrap();
                    assert_eq!(last.round, tried.round(), "{game}");
                    let lines = RoundLog::of(&tried, None);
                    assert_eq!(lines.last().map(|entry| entry.lines.last()), Some(last.lines.last()), "{game}");
                }
                let course = Course::of(&tried);
                assert!(course.rounds.iter().all(|asked| asked.round >= table.round()), "{game}");
                let revisions: Vec<u64> = course.questions().map(|question| question.revision).collect();
                assert!(revisions.is_sorted() && revisions.last() <= Some(&tried.revision()), "{game}");
                assert_eq!(record(&tried)[0], game.to_string());
                assert!(guide(&tried).len() < 20);
            }
        }
    }
}
