//! Whole matches: any number of threads gives the same result, resuming gives the same report, and luck is a control variate.
#![allow(clippy::float_cmp, reason = "points are whole numbers")]

use std::fs;

use parlor_arena::{
    Match, MatchEnd, MatchPlayer, MatchProgress, MatchTally, MoveLimits, Openings, Report, Results, Running, Schedule,
    run,
};
use parlor_review::Course;
use parlor_rules::{Game, Level, Seat, Standing};
use parlor_table::read_journal;
use parlor_testkit::effort;

fn played(plan: &Match, jobs: usize) -> MatchTally {
    let mut tally = MatchTally::new(plan);
    run(plan, &Running::new(jobs), &mut tally, &mut |_| Ok(())).unwrap();
    tally
}

fn levels(names: &[&str]) -> Vec<MatchPlayer> {
    names.iter().map(|name| name.parse().unwrap()).collect()
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let mut plan = Match::new(Game::Congkak, 5, levels(&["club", "novice", "master:nodes=500"]));
    plan.pairs = 6;
    let one = played(&plan, 1);
    assert_eq!(one, played(&plan, 4));
    assert_eq!(one.pairs(), 18);
    plan.seed = 2;
    assert_ne!(one, played(&plan, 2));
}

#[test]
fn a_swiss_tournament_is_the_same_with_any_number_of_threads_and_after_an_interruption() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("results");
    let players = levels(&["novice", "name=b novice", "name=c club", "name=d master:nodes=300", "name=e novice"]);
    let mut plan = Match::new(Game::Congkak, 5, players);
    (plan.pairs, plan.schedule) = (2, Schedule::Swiss { rounds: 3 });
    let one = played(&plan, 1);
    assert_eq!((one.pairs(), one.byes.len()), (12, 3));
    assert_eq!(one, played(&plan, 3));
    let report = Report::new(&plan, &one, MatchEnd::Complete);
    let (text, json) = (report.text(), report.json());
    assert!(text.starts_with("Congkak of size 5, 3 Swiss rounds, seed 1"), "{text}");
    assert_eq!(text.matches("has a bye\n").count(), 3, "{text}");
    assert!(text.contains("\nSwiss round 3 of 3; "), "{text}");
    assert_eq!((&json["swiss"], &json["pairings"][5]["swiss_round"]), (&3.into(), &3.into()));
    assert_eq!(json["byes"].as_array().unwrap().len(), 3);
    let swiss: f64 = json["ratings"].as_array().unwrap().iter().map(|row| row["swiss"].as_f64().unwrap()).sum();
    assert_eq!(swiss, 9.0, "two matches and a bye a round");

    let play = |plan: &Match, resume: bool| {
        let mut tally = MatchTally::new(plan);
        let mut results = Results::open(&path, plan, resume, &mut tally).unwrap();
        let ended = run(plan, &Running::new(2), &mut tally, &mut |progress| match progress {
            MatchProgress::Pair { pair, .. } => results.append(pair),
            MatchProgress::Errors { .. } => Ok(()),
        });
        assert_eq!(ended.unwrap(), MatchEnd::Complete);
        tally
    };
    assert_eq!(play(&plan, false), one);
    let bytes = fs::read(&path).unwrap();
    for kept in [bytes.len() / 3, bytes.len() / 2, bytes.len()] {
        fs::write(&path, &bytes[..kept]).unwrap();
        assert_eq!(play(&plan, true), one, "cut after {kept} bytes");
    }
    // The match can be continued with more rounds, but not with another number of pairs, which would have led
    // to other pairings.
    plan.schedule = Schedule::Swiss { rounds: 4 };
    assert_eq!(play(&plan, true).pairings[..6], one.pairings);
    plan.pairs = 3;
    let refused = Results::open(&path, &plan, true, &mut MatchTally::new(&plan)).err().unwrap();
    assert_eq!(
        refused.to_string(),
        "the file belongs to another match: \"swiss_pairs\" is 2 in the file, but 3 in this match"
    );
}

#[test]
fn a_sequential_test_stops_at_the_same_pair_whatever_the_number_of_threads() {
    let mut plan = Match::new(Game::Kono, 5, levels(&["club", "novice"]));
    plan.pairs = 10_000;
    plan.sprt = Some("0,200".parse().unwrap());
    let one = played(&plan, 1);
    assert!(one.pairs() < 200, "{}", one.pairs());
    assert_eq!(one, played(&plan, 3));
}

/// The player with more seeds wins a round, as in a tournament, even if the other player had seeds left to
/// play.
#[test]
fn congkak_is_won_by_seeds() {
    let mut plan = Match::new(Game::Congkak, 5, levels(&["master:nodes=500", "novice"]));
    plan.pairs = 10;
    let keeping = Running { keep: true, ..Running::new(1) };
    let mut by_the_loser = 0;
    run(&plan, &keeping, &mut MatchTally::new(&plan), &mut |progress| {
        let MatchProgress::Pair { pair, journals, .. } = progress else { return Ok(()) };
        for ((round, journal), first) in pair.rounds.iter().zip(journals).zip([Seat::Human, Seat::Computer]) {
            let table = read_journal(journal.as_ref().unwrap().as_bytes()).unwrap().table;
            let Some(Standing::Congkak(standing)) = table.standing() else { panic!("it isn't Congkak") };
            let stores = [first, first.other()].map(|seat| standing.position.store(seat));
            assert_eq!(round.result, stores[0].cmp(&stores[1]) as i8);
            by_the_loser += u32::from(
                round.result == 1 && standing.position.outcome().is_some_and(|outcome| outcome.winner != first),
            );
        }
        Ok(())
    })
    .unwrap();
    assert!(by_the_loser > 0);
}

/// Two identical players play the same round twice, so every pair is balanced.
#[test]
fn both_rounds_of_a_pair_have_the_same_opening_and_the_same_dice() {
    for (game, size) in [(Game::Canoga, 9), (Game::Congkak, 6), (Game::Kono, 5)] {
        let mut plan = Match::new(game, size, levels(&["novice", "novice"]));
        plan.pairs = 20;
        plan.openings = Openings::Plays(3);
        let tally = played(&plan, 2);
        assert_eq!(tally.pairings[0].counts.0, [0, 0, 20, 0, 0], "{game}");
        assert_eq!(tally.pairings[0].points.variance(), Some(0.0), "{game}");
    }
}

#[test]
fn openings_are_positions_of_the_protocol() {
    let position = parlor_rpc::position_value(
        &parlor_rules::congkak::Standing::new(
            parlor_rules::congkak::Size::new(5).unwrap(),
            parlor_rules::Seat::Computer,
        )
        .into(),
    );
    let mut plan = Match::new(Game::Congkak, 5, levels(&["club", "novice"]));
    plan.openings = Openings::read(&format!("# the start\n\n{position}\n"), Game::Congkak, 5).unwrap();
    plan.pairs = 3;
    let tally = played(&plan, 1);
    // Nothing is random, so all pairs are alike.
    assert!(tally.pairings[0].counts.0.contains(&3), "{:?}", tally.pairings[0].counts);
    for (text, wrong) in [
        ("", "the file has no positions; each line must be a position"),
        ("nonsense", "line 1: each line must be a position"),
        (
            &*position.to_string(),
            "line 1: this is Congkak, 5 pits a side, Computer is next; the match is Kono of size 5",
        ),
    ] {
        let message = Openings::read(text, Game::Kono, 5).unwrap_err();
        assert!(message.starts_with(wrong), "{message}");
    }
}

#[test]
fn every_round_is_a_journal_that_can_be_reviewed() {
    for (game, size) in [(Game::Canoga, 9), (Game::Congkak, 5), (Game::Kono, 5)] {
        let mut plan = Match::new(game, size, levels(&["club:nodes=1000", "novice"]));
        plan.pairs = 2;
        let mut journals = Vec::new();
        let keeping = Running { keep: true, ..Running::new(2) };
        let mut tally = MatchTally::new(&plan);
        run(&plan, &keeping, &mut tally, &mut |progress| {
            if let MatchProgress::Pair { journals: kept, pair, .. } = progress {
                journals.extend(kept.iter().cloned().map(Option::unwrap).zip(pair.rounds.clone()));
            }
            Ok(())
        })
        .unwrap();
        assert_eq!(journals.len(), 4);
        for (index, (journal, round)) in journals.iter().enumerate() {
            let read = read_journal(journal.as_bytes()).unwrap();
            assert!(read.damage.is_none() && read.table.is_over(), "{game}: {:?}", read.damage);
            let course = Course::of(&read.table);
            let points = f64::from(course.rounds[0].points.unwrap());
            assert_eq!(round.points, if index % 2 == 0 { points } else { -points }, "{game}");
        }
    }
}

#[test]
fn tournaments_are_decided_by_their_totals() {
    for (game, size) in [(Game::Canoga, 9), (Game::Congkak, 5), (Game::Kono, 5)] {
        let mut plan = Match::new(game, size, levels(&["club:nodes=1000", "novice"]));
        (plan.pairs, plan.rounds) = (2, 3);
        let mut journals = Vec::new();
        let keeping = Running { keep: true, ..Running::new(2) };
        let mut tally = MatchTally::new(&plan);
        run(&plan, &keeping, &mut tally, &mut |progress| {
            if let MatchProgress::Pair { journals: kept, pair, .. } = progress {
                journals.extend(kept.iter().cloned().map(Option::unwrap).zip(pair.rounds.clone()));
            }
            Ok(())
        })
        .unwrap();
        for (index, (journal, played)) in journals.iter().enumerate() {
            let table = read_journal(journal.as_bytes()).unwrap().table;
            assert!(table.is_over(), "{game}");
            let course = Course::of(&table);
            // A Congkak player without seeds ends a tournament.
            assert!(course.rounds.len() == 3 || game == Game::Congkak, "{game}: {} rounds", course.rounds.len());
            let totals = table.totals();
            let net = f64::from(totals.human) - f64::from(totals.computer);
            let (points, result) = if index % 2 == 0 { (net, net) } else { (-net, -net) };
            assert_eq!(
                (played.points, f64::from(played.result)),
                (points, result.signum() * f64::from(u8::from(result != 0.0)))
            );
        }
        assert_eq!(tally.pairings[0].rounds(), 4, "{game}");
        let report = Report::new(&plan, &tally, MatchEnd::Complete);
        assert!(report.text().contains("tournaments of 3 rounds") && report.json()["tournament"] == 3, "{game}");
    }
}

#[test]
fn a_round_of_a_tournament_follows_from_the_round_before() {
    let mut plan = Match::new(Game::Canoga, 9, levels(&["club", "novice"]));
    (plan.pairs, plan.rounds) = (4, 2);
    let keeping = Running { keep: true, ..Running::new(1) };
    let mut carried = 0;
    run(&plan, &keeping, &mut MatchTally::new(&plan), &mut |progress| {
        let MatchProgress::Pair { journals, .. } = progress else { return Ok(()) };
        for journal in journals.iter().flatten() {
            let table = read_journal(journal.as_bytes()).unwrap().table;
            let Some(Standing::Canoga(standing)) = table.standing() else { panic!("it isn't Canoga") };
            carried += standing.scores.human + standing.scores.computer;
        }
        Ok(())
    })
    .unwrap();
    assert!(carried > 0);
}

#[test]
fn a_round_that_is_too_long_is_a_tie() {
    let mut plan = Match::new(Game::Kono, 5, levels(&["club", "novice"]));
    (plan.pairs, plan.max_plays) = (2, 10);
    let tally = played(&plan, 1);
    assert_eq!((tally.pairings[0].results, tally.pairings[0].too_long), ([0, 4, 0], 4));
}

#[test]
fn results_that_were_cut_off_anywhere_lead_to_the_same_report() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("results");
    let mut plan = Match::new(Game::Canoga, 9, levels(&["club", "novice"]));
    plan.pairs = 12;
    let play = |resume: bool| {
        let mut tally = MatchTally::new(&plan);
        let mut results = Results::open(&path, &plan, resume, &mut tally).unwrap();
        let ended = run(&plan, &Running::new(2), &mut tally, &mut |progress| match progress {
            MatchProgress::Pair { pair, .. } => results.append(pair),
            MatchProgress::Errors { .. } => Ok(()),
        });
        Report::new(&plan, &tally, ended.unwrap()).json().to_string()
    };
    let whole = play(false);
    let bytes = fs::read(&path).unwrap();
    for kept in [0, 10, bytes.len() / 3, bytes.len() / 2, bytes.len() - 1, bytes.len()] {
        fs::write(&path, &bytes[..kept]).unwrap();
        assert_eq!(play(true), whole, "cut after {kept} bytes");
        assert_eq!(fs::read(&path).unwrap(), bytes, "cut after {kept} bytes");
    }
    let mut tally = MatchTally::new(&plan);
    let refused = Results::open(&path, &plan, false, &mut tally).err().unwrap();
    assert_eq!(refused.to_string(), "the file already has results; use --resume to continue that match");
    let other = Match { seed: 9, ..plan.clone() };
    let refused = Results::open(&path, &other, true, &mut MatchTally::new(&other)).err().unwrap();
    assert_eq!(
        refused.to_string(),
        "the file belongs to another match: \"seed\" is 1 in the file, but 9 in this match"
    );
    fs::write(&path, [&bytes[..], b"nonsense\n"].concat()).unwrap();
    let refused = Results::open(&path, &plan, true, &mut MatchTally::new(&plan)).err().unwrap();
    assert_eq!(refused.to_string(), "line 14 is not a valid result");
}

/// The luck of the dice as a control variate: the same mean with much less variance.
#[test]
fn prove_removing_luck_keeps_the_mean_and_needs_far_fewer_rounds() {
    let mut plan = Match::new(Game::Canoga, 9, levels(&["club", "novice"]));
    plan.pairs = effort(500, 5_000);
    let tally = played(&plan, 2);
    let pairing = &tally.pairings[0];
    let (plain, adjusted) = (pairing.points.mean().unwrap(), pairing.adjusted.unwrap().mean().unwrap());
    let fewer = pairing.fewer_rounds().unwrap();
    println!("{} rounds: {plain:?} plain, {adjusted:?} without luck, {fewer:.1} times fewer rounds", pairing.rounds());
    assert!(plain.low <= adjusted.high && adjusted.low <= plain.high, "{plain:?} {adjusted:?}");
    assert!(fewer > 3.0, "{fewer}");
    // Between two masters nothing but luck makes a difference.
    plan.players = vec![MatchPlayer::level(Level::Master); 2];
    plan.pairs = 20;
    let tally = played(&plan, 2);
    let pairing = &tally.pairings[0];
    assert!(pairing.adjusted.unwrap().variance().unwrap() < 1e-6);
    assert_eq!(pairing.fewer_rounds(), None);
}

#[test]
fn time_limits_are_respected() {
    let mut plan = Match::new(Game::Kono, 9, levels(&["master", "novice"]));
    plan.pairs = 1;
    plan.max_plays = 20;
    plan.limits = MoveLimits::default();
    plan.limits.bots.time = Some(std::time::Duration::from_millis(5));
    let tally = played(&plan, 1);
    assert_eq!(tally.pairings[0].rounds(), 2);
    let report = Report::new(&plan, &tally, MatchEnd::Complete);
    assert!(report.text().contains("5 ms a move"));
    assert_eq!(report.json()["millis"], 5);
}
