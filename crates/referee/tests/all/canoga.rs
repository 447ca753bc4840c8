use std::collections::BTreeSet;

use parlor_referee::{Condition, RuleCase, Ruling, cases};
use parlor_rules::canoga::{Draft, DraftAdvantage, DraftOver, DraftRow, WonBy};
use parlor_rules::{DiceCount, Game, Pair, Seat, Standing, Throw};
use parlor_saves::read;
use parlor_testkit::effort;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::support::{assert_rule, conditions, player, random, saved, seat, text, verdict};
use crate::twins::canoga::Canoga;

/// A save as a twin: with the scores of earlier rounds, and the throws since the last save.
#[derive(Clone)]
struct TwinSave {
    twin: Canoga,
    scores: [u32; 2],
    throws: Vec<Throw>,
}

impl TwinSave {
    fn standing(&self) -> Standing {
        let twin = &self.twin;
        let row = |player: usize| DraftRow {
            covered: twin.covered[player].iter().map(|&square| square.into()).collect(),
            score: self.scores[player].into(),
        };
        let over = twin.over.map(|(winner, how, points)| DraftOver {
            winner: seat(winner),
            by: if how == "covered" { WonBy::Covering } else { WonBy::Uncovering },
            points: points.into(),
        });
        let next = twin.over.map_or(twin.next, |(winner, ..)| winner);
        let advantage =
            twin.locked.map(|(owner, square)| DraftAdvantage { player: seat(owner), square: square.into() });
        let rows = Pair { human: row(0), computer: row(1) };
        let draft = Draft { size: twin.size.into(), rows, first: seat(twin.first), next: seat(next), advantage, over };
        draft.check().unwrap().into()
    }

    /// The twin of a save.
    fn of(standing: &Standing) -> TwinSave {
        let Standing::Canoga(standing) = standing else { panic!("{standing:?}") };
        let position = &standing.position;
        let over = position.outcome().map(|over| {
            let how = if over.by == WonBy::Covering { "covered" } else { "uncovered" };
            (player(over.winner), how, over.points)
        });
        let twin = Canoga {
            size: position.size().squares(),
            covered: Seat::BOTH.map(|seat| position.covered()[seat].ascending().collect()),
            first: player(position.first()),
            next: over.map_or_else(|| player(position.turn().unwrap()), |(winner, ..)| winner),
            locked: position.locked().map(|lock| (player(lock.owner), lock.square)),
            over,
        };
        TwinSave { twin, scores: Seat::BOTH.map(|seat| standing.scores[seat]), throws: vec![] }
    }

    /// The next round with a random size; the dice decide who starts.
    fn next_round(&self, random: &mut ChaCha8Rng) -> TwinSave {
        let two: Vec<Throw> = Throw::all(DiceCount::Two).collect();
        let mut throws = vec![];
        let first = loop {
            let [human, computer] = [0, 0].map(|_: usize| two[random.random_range(0..two.len())]);
            throws.extend([human, computer]);
            if human.sum() != computer.sum() {
                break usize::from(computer.sum() > human.sum());
            }
        };
        TwinSave { throws, ..self.begin_round(random.random_range(9..=11), first) }
    }

    fn begin_round(&self, size: u8, first: usize) -> TwinSave {
        let (winner, _, points) = self.twin.over.unwrap();
        let mut scores = self.scores;
        scores[winner] += points;
        TwinSave { twin: self.twin.next_round(size, first), scores, throws: vec![] }
    }

    /// A random turn.
    fn turn(&self, random: &mut ChaCha8Rng) -> TwinSave {
        let mut save = self.clone();
        let mover = save.twin.next;
        while save.twin.over.is_none() && save.twin.next == mover {
            let one = save.twin.may_throw_one() && random.random_bool(0.3);
            let all: Vec<Throw> = Throw::all(if one { DiceCount::One } else { DiceCount::Two }).collect();
            let throw = all[random.random_range(0..all.len())];
            save.throws.push(throw);
            let moves = save.twin.moves(throw.sum());
            let chosen = (!moves.is_empty()).then(|| moves[random.random_range(0..moves.len())].clone());
            save.twin.play(chosen.as_deref());
        }
        save
    }
}

/// All saves of a random tournament, one after every turn.
fn tournament(random: &mut ChaCha8Rng, rounds: usize) -> Vec<TwinSave> {
    let first = random.random_range(0..2);
    let start = Canoga::start(random.random_range(9..=11), first);
    let mut now = TwinSave { twin: start, scores: [0; 2], throws: vec![] };
    let mut saves = vec![now.clone()];
    for _ in 0..rounds {
        while now.twin.over.is_none() {
            now = now.turn(random);
            saves.push(now.clone());
            now.throws.clear();
        }
        // The next save is the one after the first turn of the next round.
        now = now.next_round(random);
    }
    saves
}

#[test]
fn every_turn_of_a_random_tournament_follows() {
    let mut random = random(1);
    for number in 0..effort(40, 2000) {
        let saves = tournament(&mut random, 4);
        for pair in saves.windows(2) {
            let [before, after] = [&pair[0], &pair[1]].map(|save| saved(&save.standing(), &mut random));
            let known = verdict(&before, &after, 1, &pair[1].throws);
            let ambiguous =
                |conditions: &[Condition]| conditions.iter().all(|condition| !matches!(condition, Condition::OneDie));
            let found = conditions(&known);
            assert!(found.as_deref().is_some_and(ambiguous), "{known:?}\n{}\n{}", text(&before), text(&after));
            let any = verdict(&before, &after, 1, &[]);
            let found = conditions(&any).unwrap_or_else(|| panic!("{any:?}\n{}\n{}", text(&before), text(&after)));
            if found.contains(&Condition::OneDie) {
                assert!(pair[1].throws.iter().any(|throw| throw.count() == DiceCount::One));
            }
        }
        for pair in saves.windows(3).filter(|_| number % 4 == 0) {
            let [before, after] = [&pair[0], &pair[2]].map(|save| saved(&save.standing(), &mut random));
            let two = verdict(&before, &after, 2, &[]);
            assert!(!matches!(two, Ruling::Broken(_)), "{two:?}\n{}\n{}", text(&before), text(&after));
        }
    }
}

/// Every result of a turn, which the twin finds by trying every throw and every move.
fn results(before: &Canoga) -> BTreeSet<Canoga> {
    let (mut ends, mut seen, mut open) = (BTreeSet::new(), BTreeSet::new(), vec![before.clone()]);
    while let Some(now) = open.pop() {
        if now.over.is_some() || now.next != before.next {
            ends.insert(now);
            continue;
        }
        if !seen.insert(now.clone()) {
            continue;
        }
        let one = if now.may_throw_one() { 1..7 } else { 0..0 };
        for sum in one.chain(2..13) {
            let moves = now.moves(sum);
            let mut after = |chosen: Option<&str>| {
                let mut next = now.clone();
                next.play(chosen);
                open.push(next);
            };
            if moves.is_empty() {
                after(None);
            }
            for chosen in &moves {
                after(Some(chosen));
            }
        }
    }
    ends
}

/// All texts of such a save: it needn't say that a round was won by uncovering, and in that case either player can
/// be next.
fn texts(save: &TwinSave) -> Vec<String> {
    let full = text(&save.standing());
    if !full.contains("Round won by") {
        return vec![full];
    }
    let bare: String = full.split_inclusive('\n').filter(|line| !line.starts_with("Round won by")).collect();
    let bare = bare.trim_end().to_owned() + "\n";
    let other = if bare.contains("Next Turn: Human") {
        bare.replace("Next Turn: Human", "Next Turn: Computer")
    } else {
        bare.replace("Next Turn: Computer", "Next Turn: Human")
    };
    vec![full, bare, other]
}

/// All saves that may follow after one turn.
fn legal(before: &TwinSave) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for twin in results(&before.twin) {
        let save = TwinSave { twin, ..before.clone() };
        let mut saves = vec![save.clone()];
        if let Some((winner, _, points)) = save.twin.over {
            let mut scores = save.scores;
            scores[winner] += points;
            for (size, first) in (9..=11).flat_map(|size| [(size, 0), (size, 1)]) {
                saves.push(TwinSave { twin: save.twin.next_round(size, first), scores, throws: vec![] });
            }
        }
        for text in saves.iter().flat_map(texts) {
            found.insert(self::text(&read(&text, None).unwrap().standing));
        }
    }
    found
}

/// A save with one thing changed, if it can still be read.
fn damaged(text: &str, random: &mut ChaCha8Rng) -> Option<Standing> {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let at = random.random_range(0..lines.len());
    let line = lines[at].clone();
    let changed = if let Some(row) = line.strip_prefix("   Squares: ") {
        let mut squares: Vec<String> = row.split(' ').map(str::to_owned).collect();
        let square = random.random_range(0..squares.len());
        squares[square] = if squares[square] == "*" { (square + 1).to_string() } else { "*".to_owned() };
        format!("   Squares: {}", squares.join(" "))
    } else if let Some(score) = line.strip_prefix("   Score: ") {
        format!("   Score: {}", score.parse::<u32>().unwrap() + random.random_range(1..5))
    } else if let Some((label, player)) = line.split_once(" Turn: ") {
        format!("{label} Turn: {}", if player == "Human" { "Computer" } else { "Human" })
    } else {
        return None;
    };
    lines[at] = changed;
    read(&(lines.join("\n") + "\n"), None).ok().map(|save| save.standing)
}

#[test]
fn a_damaged_save_is_refused_unless_the_twin_finds_a_way() {
    let mut random = random(2);
    let (mut refused, mut allowed) = (0, 0);
    for _ in 0..effort(40, 2000) {
        let saves = tournament(&mut random, 2);
        for pair in saves.windows(2) {
            // Use only saves that can be searched completely.
            let free = |save: &TwinSave| {
                let rows = &save.twin.covered;
                usize::from(save.twin.size) - rows[save.twin.next].len() + rows[1 - save.twin.next].len()
            };
            if pair[0].twin.over.is_some() || free(&pair[0]) > 9 {
                continue;
            }
            let before = saved(&pair[0].standing(), &mut random);
            let legal = legal(&pair[0]);
            for _ in 0..6 {
                let Some(after) = damaged(&text(&pair[1].standing()), &mut random) else { continue };
                let found = verdict(&before, &after, 1, &[]);
                let conditions = conditions(&found);
                let read_otherwise =
                    |condition: &Condition| matches!(condition, Condition::BeforeIsWon(_) | Condition::Locked { .. });
                let is_legal = legal.contains(&text(&after));
                if conditions.iter().flatten().any(read_otherwise) {
                    let rows = &pair[0].twin.covered;
                    assert!(rows.iter().any(|row| row.len() <= 1), "only such a save can be read in two ways");
                    continue;
                }
                assert_eq!(conditions.is_some(), is_legal, "{found:?}\n{}\n{}", text(&before), text(&after));
                if let Ruling::Broken(breach) = &found {
                    let nearest = breach.nearest.as_ref().map(text);
                    assert!(nearest.is_none_or(|nearest| legal.contains(&nearest)), "{breach:?}");
                    refused += 1;
                } else {
                    allowed += 1;
                }
            }
        }
    }
    println!("{refused} refused, {allowed} allowed");
    assert!(refused > 100 && allowed > 5);
}

/// Plays a case on the twin. Returns the save after it, and whether the rule applied on the twin.
fn replayed(case: &RuleCase) -> (TwinSave, bool) {
    let mut save = TwinSave::of(&case.before);
    let mut throws = case.throws.iter().copied();
    let (mut ties, mut skipped) = (0, 0);
    let new_round = save.twin.over.is_some();
    let won = save.twin.over;
    if new_round {
        let first = loop {
            let [human, computer] = [0, 0].map(|_: u8| throws.next().unwrap().sum());
            if human != computer {
                break usize::from(computer > human);
            }
            ties += 1;
        };
        save = save.begin_round(u8::try_from(case.after.size()).unwrap(), first);
    }
    let handicap = save.twin.covered.concat();
    let mover = save.twin.next;
    let mut moves: Vec<String> = vec![];
    let (mut one_die, mut locked) = (false, false);
    while save.twin.over.is_none() && save.twin.next == mover {
        let throw = throws
            .by_ref()
            .inspect(|_| skipped += 1)
            .find(|throw| throw.count() == DiceCount::Two || save.twin.may_throw_one())
            .unwrap();
        skipped -= 1;
        one_die |= throw.count() == DiceCount::One;
        let legal = save.twin.moves(throw.sum());
        if legal.is_empty() {
            locked = save.twin.locked == Some((1 - mover, throw.sum()));
            save.twin.play(None);
        } else {
            let chosen = case.choices[moves.len()].to_string();
            assert!(legal.contains(&chosen), "{chosen}: {legal:?}");
            save.twin.play(Some(&chosen));
            moves.push(chosen);
        }
    }
    assert_eq!((throws.next(), moves.len()), (None, case.choices.len()));
    let shown = match case.rule {
        "can-row" => new_round && case.before.size() != case.after.size(),
        "can-first" => new_round && (ties > 0) == case.shows.starts_with("If the sums are equal"),
        "can-turn" => save.twin.over.is_none(),
        "can-dice" => one_die,
        "can-move" => moves.iter().any(|chosen| chosen.starts_with("uncover") || chosen.split(' ').count() > 2),
        "can-win" | "can-save-win" => save.twin.over.is_some() && save.scores == TwinSave::of(&case.before).scores,
        "can-points" | "can-tournament" => {
            new_round && won.is_some_and(|(_, _, points)| points > 0 || case.rule == "can-tournament")
        }
        "can-handicap" => handicap.len() == 1,
        "can-lock" => locked,
        "dice-file" => skipped > 0,
        other => panic!("{other}"),
    };
    (save, shown)
}

#[test]
fn every_case_is_played_by_the_twin() {
    for case in cases(Game::Canoga) {
        let (save, shown) = replayed(&case);
        assert_eq!(text(&save.standing()), text(&case.after), "{case:?}");
        assert!(shown, "{case:?}");
    }
}

fn save(computer: &str, human: &str, first: &str, next: &str) -> Standing {
    let text = format!(
        "Computer:\n   Squares: {computer}\n   Score: 0\n\nHuman:\n   Squares: {human}\n   Score: 0\n\nFirst Turn: {first}\nNext Turn: {next}\n"
    );
    read(&text, None).unwrap().standing
}

const OPEN: &str = "1 2 3 4 5 6 7 8 9";

#[test]
fn can_dice_square_1_alone_takes_a_single_die() {
    let before = save("* * 3 4 5 6 7 8 9", "1 * * * * * 7 * *", "Computer", "Human");
    let after = save("* * 3 4 5 6 7 8 9", "* * * * * * 7 * *", "Computer", "Computer");
    assert_rule(&verdict(&before, &after, 1, &[]), "can-dice");
    let before = save("1 2 * 4 5 6 7 8 9", "1 * 3 * 5 6 * * *", "Computer", "Human");
    let after = save("1 2 * 4 5 6 7 8 9", "* * 3 * 5 6 * * *", "Computer", "Computer");
    let found = verdict(&before, &after, 1, &[]);
    assert_eq!(conditions(&found), Some(vec![Condition::OneDie]), "{found:?}");
    let throws = ["1", "1"].map(|throw| throw.parse().unwrap());
    assert!(matches!(verdict(&before, &after, 1, &throws), Ruling::Follows(_)));
}

#[test]
fn can_lock_the_advantage_square_stays_covered_in_the_first_turn() {
    let before = save("1 2 3 * 5 6 7 8 9", OPEN, "Human", "Human");
    let after = save(OPEN, "1 * 3 4 5 6 7 8 9", "Human", "Computer");
    assert_rule(&verdict(&before, &after, 1, &[]), "can-lock");
    // From the middle of that turn, a save can't say whether the square is locked.
    let before = save("1 2 3 * 5 6 7 8 9", "1 * 3 4 5 6 7 8 9", "Human", "Human");
    let after = save(OPEN, "1 * 3 4 5 6 7 8 9", "Human", "Computer");
    let found = conditions(&verdict(&before, &after, 1, &[])).unwrap();
    assert!(matches!(found[..], [Condition::Locked { square: 4, locked: false, .. }]), "{found:?}");
}

#[test]
fn can_turn_continues_while_every_throw_allows_a_move() {
    let before = save("* 2 3 4 5 6 7 8 9", "* 2 3 4 5 6 7 8 9", "Human", "Human");
    let after = save("* 2 3 4 5 6 7 8 9", "* 2 3 4 * 6 7 8 9", "Human", "Computer");
    let found = verdict(&before, &after, 1, &[]);
    assert_rule(&found, "can-turn");
    let Ruling::Broken(breach) = found else { unreachable!() };
    assert!(breach.nearest.is_some());
}

#[test]
fn can_move_names_the_first_wrong_square() {
    let before = save("* 2 3 4 5 6 7 8 9", "* * * 4 5 6 7 8 9", "Human", "Human");
    let after = save("* 2 3 4 5 6 7 8 9", "* * 3 4 5 6 7 8 *", "Human", "Computer");
    let Ruling::Broken(breach) = verdict(&before, &after, 1, &[]) else { panic!() };
    assert_eq!((breach.rule, breach.place.as_deref()), ("can-move", Some("Human's square 3")));
}
