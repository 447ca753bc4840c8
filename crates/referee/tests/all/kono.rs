use std::collections::BTreeSet;

use parlor_referee::{Condition, RuleCase, Ruling, cases};
use parlor_rules::kono::{Cell, Color, Draft};
use parlor_rules::{Choice, DiceCount, Game, Pair, Seat, Standing};
use parlor_saves::read;
use parlor_testkit::effort;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::support::{assert_rule, conditions, player, random, saved, seat, text, verdict};
use crate::twins::kono::Kono;

#[derive(Clone)]
struct TwinSave {
    twin: Kono,
    round: i64,
    scores: [u32; 2],
}

impl TwinSave {
    /// The standing as a save shows it: without earlier positions, and without the end of a round unless the board
    /// shows it.
    fn standing(&self) -> Standing {
        let twin = &self.twin;
        let color = |player: usize| Some(if player == twin.white { Color::White } else { Color::Black });
        let cell = |word: &&str| match *word {
            "O" => Cell::Vacant,
            word => Cell::Piece {
                color: if word.starts_with('W') { Color::White } else { Color::Black },
                captures: word.len() == 2,
            },
        };
        let draft = Draft {
            size: twin.size.into(),
            round: self.round,
            colors: Pair { human: color(0), computer: color(1) },
            scores: Pair { human: self.scores[0].into(), computer: self.scores[1].into() },
            board: twin.board().iter().map(|row| row.iter().map(cell).collect()).collect(),
            next: Some(seat(twin.next)),
            history: vec![],
            over: None,
        };
        draft.check().unwrap().into()
    }

    /// The twin of a save. Before the first player is chosen, `next` begins with this colour.
    fn of(standing: &Standing, next: usize, color: char) -> TwinSave {
        let Standing::Kono(standing) = standing else { panic!("{standing:?}") };
        let board = standing.board();
        let mut twin = Kono::start(board.size().points().into(), next, color);
        if let Some(position) = standing.position {
            twin.white = player(position.seat(Color::White));
            twin.next = position.turn().map_or(0, player);
        }
        let piece = |point| match board.cell(point) {
            Cell::Vacant => None,
            Cell::Piece { color, captures } => Some(match (color, captures) {
                (Color::White, false) => 'w',
                (Color::White, true) => 'W',
                (Color::Black, false) => 'b',
                (Color::Black, true) => 'B',
            }),
        };
        twin.pieces =
            board.points().filter_map(|point| Some(((point.row.into(), point.column.into()), piece(point)?))).collect();
        TwinSave { twin, round: standing.round.into(), scores: Seat::BOTH.map(|seat| standing.scores[seat]) }
    }

    /// The scores after this round, which is over, and its winner.
    fn result(&self) -> ([u32; 2], Option<usize>) {
        let [human, computer] = self.twin.scores();
        let winner = (human != computer).then_some(usize::from(computer > human));
        let mut scores = self.scores;
        if let Some(winner) = winner {
            scores[winner] += human.abs_diff(computer);
        }
        (scores, winner)
    }

    fn next_round(&self, size: i32, first: usize, color: char) -> TwinSave {
        TwinSave { twin: Kono::start(size, first, color), round: self.round + 1, scores: self.result().0 }
    }
}

/// A move that prefers to go forward, so that pieces get home and capture.
fn random_move(twin: &Kono, random: &mut ChaCha8Rng) -> String {
    let moves = twin.moves();
    let forward = if twin.next == twin.white { "south" } else { "north" };
    let hurried: Vec<&String> = moves.iter().filter(|text| text.contains(forward)).collect();
    if !hurried.is_empty() && random.random_bool(0.8) {
        hurried[random.random_range(0..hurried.len())].clone()
    } else {
        moves[random.random_range(0..moves.len())].clone()
    }
}

/// The saves of a random tournament, each with its origin: a move, quitting, or a called round.
fn tournament(random: &mut ChaCha8Rng, rounds: usize) -> Vec<(TwinSave, &'static str)> {
    let any_size = |random: &mut ChaCha8Rng| [5, 5, 7, 9][random.random_range(0..4)];
    let any_color = |random: &mut ChaCha8Rng| if random.random_bool(0.5) { 'w' } else { 'b' };
    let (size, color) = (any_size(random), any_color(random));
    let twin = Kono::start(size, random.random_range(0..2), color);
    let mut now = TwinSave { twin, round: 1, scores: [0; 2] };
    let mut saves = vec![(now.clone(), "start")];
    for _ in 0..rounds {
        while now.twin.over.is_none() {
            if random.random_bool(0.002) {
                now.twin.quit();
                break;
            }
            let chosen = random_move(&now.twin, random);
            now.twin.play(&chosen);
            if matches!(now.twin.over, None | Some("home")) {
                saves.push((now.clone(), "move"));
            }
        }
        let how = now.twin.over.unwrap();
        let first = now.result().1.unwrap_or(random.random_range(0..2));
        now = now.next_round(any_size(random), first, any_color(random));
        if how == "home" {
            let chosen = random_move(&now.twin, random);
            now.twin.play(&chosen);
        }
        saves.push((now.clone(), how));
    }
    saves
}

#[test]
fn every_turn_of_a_random_tournament_follows() {
    let mut random = random(4);
    let mut ends = BTreeSet::new();
    for _ in 0..effort(12, 400) {
        let saves = tournament(&mut random, 3);
        for pair in saves.windows(2) {
            let [before, after] = [&pair[0], &pair[1]].map(|(save, _)| saved(&save.standing(), &mut random));
            let found = verdict(&before, &after, 1, &[]);
            let words = || format!("{found:?} by {}\n{}\n{}", pair[1].1, text(&before), text(&after));
            match (pair[1].1, conditions(&found)) {
                ("called", Some(conditions)) => {
                    assert!(matches!(conditions[..], [] | [Condition::Called]), "{}", words());
                }
                (_, Some(conditions)) => assert!(conditions.is_empty(), "{}", words()),
                (_, None) => panic!("{}", words()),
            }
            ends.insert(pair[1].1);
        }
        for pair in saves.windows(4).filter(|saves| saves[0].0.round == saves[3].0.round) {
            let [before, after] = [&pair[0], &pair[3]].map(|(save, _)| saved(&save.standing(), &mut random));
            let found = verdict(&before, &after, 3, &[]);
            assert!(matches!(found, Ruling::Follows(_)), "{found:?}\n{}\n{}", text(&before), text(&after));
        }
    }
    assert_eq!(ends, BTreeSet::from(["called", "home", "move", "quit"]));
}

/// All saves that may follow after one turn, and those that only a called round leads to.
fn legal(before: &TwinSave) -> (BTreeSet<String>, BTreeSet<String>) {
    let (mut found, mut if_called) = (BTreeSet::new(), BTreeSet::new());
    let starts = |over: &TwinSave, into: &mut BTreeSet<String>| {
        let (scores, winner) = over.result();
        for first in winner.map_or(vec![0, 1], |winner| vec![winner]) {
            for (size, color) in [5, 7, 9].into_iter().flat_map(|size| [(size, 'w'), (size, 'b')]) {
                let next = over.next_round(size, first, color);
                into.insert(text(&next.standing()));
                let open = Standing::Kono(open(&next, scores));
                into.insert(text(&open));
            }
        }
    };
    let mut results = vec![];
    for chosen in before.twin.moves() {
        let mut save = before.clone();
        save.twin.before.clear();
        save.twin.play(&chosen);
        found.insert(text(&save.standing()));
        if save.twin.over.is_some() { starts(&save, &mut found) } else { results.push(save) }
    }
    let mut quit = before.clone();
    quit.twin.quit();
    starts(&quit, &mut found);
    results.push(before.clone());
    for save in results {
        starts(&save, &mut if_called);
    }
    // If the round was called before the move, it is the first move of the next round.
    let (_, winner) = before.result();
    for first in winner.map_or(vec![0, 1], |winner| vec![winner]) {
        for (size, color) in [5, 7, 9].into_iter().flat_map(|size| [(size, 'w'), (size, 'b')]) {
            let next = before.next_round(size, first, color);
            for chosen in next.twin.moves() {
                let mut moved = next.clone();
                moved.twin.play(&chosen);
                if_called.insert(text(&moved.standing()));
            }
            let mut quit = next;
            quit.twin.quit();
            starts(&quit, &mut if_called);
        }
    }
    (found, if_called)
}

fn open(next: &TwinSave, scores: [u32; 2]) -> parlor_rules::kono::Standing {
    let mut standing = parlor_rules::kono::Standing::new(parlor_rules::kono::Size::new(next.twin.size.into()).unwrap());
    standing.round = u32::try_from(next.round).unwrap();
    standing.scores = Pair { human: scores[0], computer: scores[1] };
    standing
}

/// A save with one thing changed, if it can still be read.
fn damaged(text: &str, random: &mut ChaCha8Rng) -> Option<Standing> {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let at = random.random_range(0..lines.len());
    let line = lines[at].clone();
    let swap = |word: &str| match word {
        "Human" => "Computer",
        "Computer" => "Human",
        "White" => "Black",
        _ => "White",
    };
    let changed = if let Some(player) = line.strip_prefix("Next Player: ") {
        format!("Next Player: {}", swap(player))
    } else if line.starts_with("   Color: ") {
        for line in &mut lines {
            if let Some(color) = line.strip_prefix("   Color: ") {
                *line = format!("   Color: {}", swap(color));
            }
        }
        lines[at].clone()
    } else if let Some((label, number)) = line.split_once(": ")
        && (label == "Round" || label == "   Score")
    {
        format!("{label}: {}", number.parse::<u32>().unwrap() + 1)
    } else if line.starts_with("   ") {
        let mut cells: Vec<&str> = line.split_whitespace().collect();
        let cell = random.random_range(0..cells.len());
        cells[cell] = ["O", "W", "WW", "B", "BB"][random.random_range(0..5)];
        format!("   {}", cells.join("  "))
    } else {
        return None;
    };
    lines[at] = changed;
    let changed = lines.join("\n") + "\n";
    if changed == text { None } else { read(&changed, None).ok().map(|save| save.standing) }
}

#[test]
fn a_damaged_save_is_refused_unless_the_twin_finds_a_way() {
    let mut random = random(5);
    let (mut refused, mut allowed) = (0, 0);
    for _ in 0..effort(6, 200) {
        let saves = tournament(&mut random, 3);
        for pair in saves.windows(2).filter(|pair| pair[0].0.twin.over.is_none()) {
            let before = saved(&pair[0].0.standing(), &mut random);
            if random.random_bool(0.5) {
                continue;
            }
            let (legal, if_called) = legal(&pair[0].0);
            for _ in 0..2 {
                let Some(after) = damaged(&text(&pair[1].0.standing()), &mut random) else { continue };
                let found = verdict(&before, &after, 1, &[]);
                let words = || format!("{found:?}\n{}\n{}", text(&before), text(&after));
                let after_text = text(&after);
                match conditions(&found) {
                    Some(conditions) if conditions.is_empty() => {
                        assert!(legal.contains(&after_text), "{}", words());
                        allowed += 1;
                    }
                    Some(_) => assert!(!legal.contains(&after_text) && if_called.contains(&after_text), "{}", words()),
                    None => {
                        assert!(!legal.contains(&after_text) && !if_called.contains(&after_text), "{}", words());
                        refused += 1;
                    }
                }
            }
        }
    }
    println!("{refused} refused, {allowed} allowed");
    assert!(refused > 500);
}

/// Plays a case on the twin. Returns the save after it, and whether the rule applied on the twin.
fn replayed(case: &RuleCase) -> (TwinSave, bool) {
    let mut choices = case.choices.clone();
    let color = match choices[0] {
        Choice::Color(Color::White) => Some('w'),
        Choice::Color(Color::Black) => Some('b'),
        _ => None,
    };
    if color.is_some() {
        choices.remove(0);
    }
    let two = |throw: &&parlor_rules::Throw| throw.count() == DiceCount::Two;
    let throws: Vec<u8> = case.throws.iter().filter(two).map(|throw| throw.sum()).collect();
    let decided = throws.chunks(2).find(|sums| sums[0] != sums[1]);
    let by_dice = decided.map(|sums| usize::from(sums[1] > sums[0]));
    let before = TwinSave::of(&case.before, by_dice.unwrap_or(0), color.unwrap_or('w'));
    let over = case.before.outcome().is_some();
    let mut save = before.clone();
    if over {
        let first = before.result().1.or(by_dice).unwrap();
        save = before.next_round(i32::try_from(case.after.size()).unwrap(), first, color.unwrap());
    }
    let mover = save.twin.next;
    let [Choice::Kono(chosen)] = choices[..] else { panic!("{choices:?}") };
    let chosen = chosen.to_string();
    assert!(save.twin.moves().contains(&chosen), "{chosen}");
    let full = Kono::start(save.twin.size, mover, color.unwrap_or('w')).pieces == save.twin.pieces;
    let was = save.twin.pieces.clone();
    save.twin.play(&chosen);
    let doubles = |pieces: &std::collections::BTreeMap<(i32, i32), char>| {
        pieces.values().filter(|piece| piece.is_uppercase()).count()
    };
    let now = &save.twin.pieces;
    let shown = match case.rule {
        "kon-board" => full,
        "kon-move" => was.len() == now.len() && doubles(&was) == doubles(now),
        "kon-capture" if case.shows.contains("reaches one of") => doubles(now) == doubles(&was) + 1,
        "kon-capture" if case.shows.contains("captures one of") => now.len() + 1 == was.len(),
        "kon-capture" => now.iter().any(|(at, piece)| piece.is_uppercase() && !was.contains_key(at)),
        "kon-end" => save.twin.over == Some("home"),
        "kon-stuck" => chosen == "pass" && was == *now,
        "kon-score" | "kon-tournament" => over,
        "kon-points" => over && save.scores != before.scores,
        "kon-first" if case.shows.starts_with("If the sums are equal") => throws.len() > 2,
        "kon-first" => over || by_dice == Some(mover),
        "dice-file" => case.throws.len() > throws.len(),
        other => panic!("{other}"),
    };
    (save, shown)
}

#[test]
fn every_case_is_played_by_the_twin() {
    for case in cases(Game::Kono) {
        let (save, shown) = replayed(&case);
        assert_eq!(text(&save.standing()), text(&case.after), "{case:?}");
        assert!(shown, "{case:?}");
    }
}

fn save(rows: [&str; 5], next: &str) -> Standing {
    let board: String = rows.iter().map(|row| format!("   {row}\n")).collect();
    let text = format!(
        "Round: 1\n\nComputer:\n   Score: 0\n   Color: White\n\nHuman:\n   Score: 0\n   Color: Black\n\nBoard:\n{board}\nNext Player: {next}\n"
    );
    read(&text, None).unwrap().standing
}

const BEFORE: [&str; 5] = ["W W W W O", "W O O W W", "O O B O O", "O O O O B", "B B B B B"];

#[test]
fn wrong_moves_are_named_by_their_rule_and_point() {
    let before = save(BEFORE, "Human");
    for (row2, row3, row4, rule, place) in [
        ("W O O W W", "O B O O O", "O O O O B", "kon-move", "the point (3,2)"),
        ("W B O W W", "O O O O O", "O O O O B", "", ""),
        ("W O O BB W", "O O O O O", "O O O O B", "kon-capture", "the point (2,4)"),
        ("W BB O W W", "O O O O O", "O O O O B", "kon-capture", "the point (2,2)"),
        ("W O O W W", "O O B O O", "O O O O B", "kon-stuck", "the next player"),
        ("W O O W W", "O O B B O", "O O O O O", "", ""),
        ("W O W O W", "O O B O O", "O O O O B", "kon-move", "the point (2,3)"),
    ] {
        let after = save(["W W W W O", row2, row3, row4, "B B B B B"], "Computer");
        match verdict(&before, &after, 1, &[]) {
            Ruling::Follows(_) => assert_eq!(rule, ""),
            Ruling::Broken(breach) => {
                assert_eq!((breach.rule, breach.place.as_deref().unwrap()), (rule, place), "{breach:?}");
                assert!(breach.nearest.is_some());
            }
            other => panic!("{other:?}"),
        }
    }
    assert_rule(&verdict(&before, &before, 1, &[]), "kon-move");
}
