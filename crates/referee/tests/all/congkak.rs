use std::collections::BTreeSet;

use parlor_referee::{Distance, Query, RuleCase, Ruling, cases, follows};
use parlor_rules::congkak::{Draft, DraftSide, Outcome};
use parlor_rules::{Game, Pair, Seat, Standing};
use parlor_saves::read;
use parlor_testkit::effort;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::support::{assert_rule, player, random, saved, seat, text, verdict};
use crate::twins::congkak::{Congkak, PlayRecord, row, store};

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct TwinSave {
    twin: Congkak,
    rounds: [u32; 2],
}

impl TwinSave {
    fn standing(&self) -> Standing {
        let twin = &self.twin;
        let side = |player: usize| DraftSide {
            store: twin.seeds[&store(player)].into(),
            pits: row(twin.size, player).iter().map(|pit| twin.seeds[pit].into()).collect(),
            rounds: self.rounds[player].into(),
        };
        let over = twin.winner.map(|winner| Outcome { winner: seat(winner) });
        let next = seat(twin.winner.unwrap_or(twin.next));
        let draft = Draft { size: twin.size as i64, sides: Pair { human: side(0), computer: side(1) }, next, over };
        draft.check().unwrap().into()
    }

    /// The twin of a save.
    fn of(standing: &Standing) -> TwinSave {
        let Standing::Congkak(standing) = standing else { panic!("{standing:?}") };
        let position = &standing.position;
        let winner = position.outcome().map(|over| player(over.winner));
        let next = position.turn().map_or_else(|| winner.unwrap(), player);
        let mut twin = Congkak { winner, ..Congkak::start(position.size().pits(), next) };
        for seat in Seat::BOTH {
            twin.seeds.insert(store(player(seat)), position.store(seat).into());
            for (pit, seeds) in row(twin.size, player(seat)).into_iter().zip(position.pits(seat)) {
                twin.seeds.insert(pit, u32::from(*seeds));
            }
        }
        TwinSave { twin, rounds: Seat::BOTH.map(|seat| standing.rounds[seat]) }
    }

    fn next_round(&self) -> Option<TwinSave> {
        let mut rounds = self.rounds;
        rounds[self.twin.winner.unwrap()] += 1;
        self.twin.next_round().map(|twin| TwinSave { twin, rounds })
    }

    fn plays(&self) -> Vec<TwinSave> {
        let play = |pit: String| {
            let mut save = self.clone();
            save.twin.play(pit.chars().next().unwrap());
            save
        };
        self.twin.moves().into_iter().map(play).collect()
    }
}

/// All positions of a random tournament, one after every play, with the number of turns that had ended.
fn tournament(random: &mut ChaCha8Rng, size: usize, rounds: usize) -> Vec<(TwinSave, u32)> {
    let mut now = TwinSave { twin: Congkak::start(size, random.random_range(0..2)), rounds: [0; 2] };
    let mut turns = 0;
    let mut saves = vec![(now.clone(), turns)];
    for _ in 0..rounds {
        while now.twin.winner.is_none() {
            let mover = now.twin.next;
            let plays = now.plays();
            now = plays[random.random_range(0..plays.len())].clone();
            turns += u32::from(now.twin.winner.is_some() || now.twin.next != mover);
            saves.push((now.clone(), turns));
        }
        let Some(next) = now.next_round() else { break };
        now = next;
    }
    saves
}

#[test]
fn every_turn_and_every_play_of_a_random_tournament_follows() {
    for size in 5..=11 {
        let mut random = random(size as u64);
        for _ in 0..effort(2, 60) {
            let saves = tournament(&mut random, size, 2);
            for (at, (before, turns)) in saves.iter().enumerate() {
                let before = saved(&before.standing(), &mut random);
                for (later, (after, later_turns)) in saves.iter().enumerate().skip(at).take(3) {
                    let after = saved(&after.standing(), &mut random);
                    let plays = (later - at) as u32;
                    let query = Query { distance: Distance::Plays(plays), ..Query::new(&before, &after) };
                    let found = follows(&query).unwrap();
                    assert!(matches!(found, Ruling::Follows(_)), "{found:?}\n{}\n{}", text(&before), text(&after));
                    // Exactly one turn has passed, and it ended here.
                    if later > at && *later_turns > saves[later - 1].1 && later_turns - turns == 1 {
                        let found = verdict(&before, &after, 1, &[]);
                        assert!(matches!(found, Ruling::Follows(_)), "{found:?}\n{}\n{}", text(&before), text(&after));
                    }
                }
            }
        }
    }
}

/// Every result of a turn, and the start of the round after it; `None` if there are too many to try.
fn results(before: &TwinSave) -> Option<BTreeSet<TwinSave>> {
    let (mut ends, mut seen, mut open) = (BTreeSet::new(), BTreeSet::new(), vec![before.clone()]);
    while let Some(now) = open.pop() {
        if seen.len() > 300 {
            return None;
        }
        for after in now.plays() {
            if after.twin.winner.is_none() && after.twin.next == before.twin.next {
                if seen.insert(after.clone()) {
                    open.push(after);
                }
                continue;
            }
            ends.extend(after.twin.winner.and_then(|_| after.next_round()));
            ends.insert(after);
        }
    }
    Some(ends)
}

/// A save with one thing changed, if it can still be read.
fn damaged(text: &str, random: &mut ChaCha8Rng) -> Option<Standing> {
    let mut lines: Vec<Vec<String>> = text.lines().map(|line| line.split(' ').map(str::to_owned).collect()).collect();
    let holes = lines[0].len() - 3;
    let hole = |random: &mut ChaCha8Rng| (random.random_range(0..2), random.random_range(2..2 + holes));
    let change = |word: &mut String, by: i64| {
        let number = word.parse::<i64>().unwrap() + by;
        *word = number.to_string();
        number >= 0
    };
    let readable = match random.random_range(0..4) {
        0 => {
            let next = lines[2].last_mut().unwrap();
            *next = if next == "Human" { "Computer".to_owned() } else { "Human".to_owned() };
            true
        }
        1 => {
            let player = random.random_range(0..2);
            change(lines[player].last_mut().unwrap(), 1)
        }
        2 => {
            let (one, other) = (hole(random), hole(random));
            change(&mut lines[one.0][one.1], -1) && change(&mut lines[other.0][other.1], 1)
        }
        _ => {
            let one = hole(random);
            change(&mut lines[one.0][one.1], -1)
        }
    };
    let text: Vec<String> = lines.iter().map(|words| words.join(" ")).collect();
    readable.then(|| read(&(text.join("\n") + "\n"), None).ok()).flatten().map(|save| save.standing)
}

#[test]
fn a_damaged_save_is_refused_unless_the_twin_finds_a_way() {
    let mut random = random(3);
    let mut refused = 0;
    for _ in 0..effort(4, 100) {
        let saves = [5, 6].map(|size| tournament(&mut random, size, 1));
        for pair in saves.iter().flat_map(|saves| saves.windows(2)) {
            let (before, after) = (&pair[0].0, &pair[1].0);
            if before.twin.winner.is_some() {
                continue;
            }
            let Some(results) = results(before) else { continue };
            let legal: BTreeSet<String> = results.iter().map(|save| text(&save.standing())).collect();
            let saved = saved(&before.standing(), &mut random);
            for _ in 0..4 {
                let Some(after) = damaged(&text(&after.standing()), &mut random) else { continue };
                let found = verdict(&saved, &after, 1, &[]);
                let is_legal = legal.contains(&text(&after));
                assert_eq!(
                    matches!(found, Ruling::Follows(_)),
                    is_legal,
                    "{found:?}\n{}\n{}",
                    text(&saved),
                    text(&after)
                );
                refused += usize::from(!is_legal);
            }
        }
    }
    println!("{refused} refused");
    assert!(refused > 500);
}

/// Plays a case on the twin. Returns the save after it, and whether the rule applied on the twin.
fn replayed(case: &RuleCase) -> (TwinSave, bool) {
    let mut save = TwinSave::of(&case.before);
    let new_round = save.twin.winner.is_some();
    if new_round {
        save = save.next_round().unwrap();
    }
    let (start, mover, size) = (save.clone(), save.twin.next, save.twin.size);
    let mut plays: Vec<(char, PlayRecord)> = vec![];
    for chosen in &case.choices {
        assert!(save.twin.winner.is_none() && save.twin.next == mover, "the turn is over before {chosen}");
        let name = chosen.to_string();
        let pit = name.strip_prefix("pit ").unwrap();
        assert!(save.twin.moves().iter().any(|legal| legal == pit), "{chosen}");
        let pit = pit.chars().next().unwrap();
        plays.push((pit, save.twin.play(pit)));
    }
    assert!(save.twin.winner.is_some() || save.twin.next != mover, "the turn isn't over");
    let own = row(size, mover);
    let any = |shown: &dyn Fn(&PlayRecord) -> bool| plays.iter().any(|(_, play_record)| shown(play_record));
    let shown = match case.rule {
        "con-board" => start.twin == Congkak::start(size, mover),
        "con-names" => plays.iter().any(|(pit, _)| *pit == own[0] || *pit == own[size - 1]),
        "con-sow" => any(&|play_record| play_record.laps.len() == 1 && play_record.laps[0].contains(store(mover))),
        "con-relay" => any(&|play_record| play_record.laps.len() == 2),
        "con-free" => plays.len() > 1,
        "con-capture" => {
            let (last, across) = plays
                .last()
                .map(|(_, play_record)| {
                    (play_record.laps.last().unwrap().chars().last().unwrap(), play_record.captured)
                })
                .unwrap();
            own.contains(&last) == across.is_some() && last != store(mover)
        }
        "con-end" => save.twin.winner.is_some(),
        "con-deal" => new_round && start.twin.seeds != Congkak::start(size, mover).seeds,
        "con-first" => new_round && TwinSave::of(&case.before).twin.winner == Some(mover),
        "con-tournament" => new_round && start.rounds != TwinSave::of(&case.before).rounds,
        other => panic!("{other}"),
    };
    (save, shown)
}

#[test]
fn every_case_is_played_by_the_twin() {
    for case in cases(Game::Congkak) {
        let (save, shown) = replayed(&case);
        assert_eq!(text(&save.standing()), text(&case.after), "{case:?}");
        assert!(shown, "{case:?}");
    }
}

fn save(human: &str, computer: &str, next: &str) -> Standing {
    read(&format!("Human Player: {human}\nComputer Player: {computer}\nNext Player: {next}\n"), None).unwrap().standing
}

#[test]
fn misreadings_are_named_by_their_rule() {
    let start = save("0 7 7 7 7 7 7 7 0", "0 7 7 7 7 7 7 7 0", "Human");
    assert_rule(&verdict(&start, &start, 1, &[]), "con-sow");
    let theirs = "20 0 0 0 1 0 0 0 0";
    let two = save("0 0 0 0 2 0 0 0 0", theirs, "Human");
    let right = save("1 0 0 1 0 0 0 0 0", theirs, "Computer");
    assert!(matches!(verdict(&two, &right, 1, &[]), Ruling::Follows(_)));
    // An example in one of the course's texts sows the first seed into the pit that it came from.
    let in_pit = save("1 0 0 0 1 0 0 0 0", theirs, "Computer");
    assert_rule(&verdict(&two, &in_pit, 1, &[]), "con-sow");
    let no_capture = save("0 0 1 1 0 0 0 0 0", theirs, "Computer");
    assert_rule(&verdict(&two, &no_capture, 1, &[]), "con-capture");
    assert_rule(&verdict(&two, &save("1 0 0 1 0 0 0 0 0", theirs, "Human"), 1, &[]), "con-free");
    assert_rule(&verdict(&two, &save("1 0 0 1 0 0 0 0 1", theirs, "Computer"), 1, &[]), "con-tournament");
    assert_rule(&verdict(&two, &save("2 0 0 1 0 0 0 0 0", theirs, "Computer"), 1, &[]), "con-sow");
    let relay = save("0 0 0 0 2 1 1 0 0", theirs, "Human");
    let no_relay = save("0 0 0 0 2 2 0 0 0", theirs, "Computer");
    assert_rule(&verdict(&relay, &no_relay, 1, &[]), "con-relay");
}
