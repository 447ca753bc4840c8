//! Kono rounds between levels, one line of JSON each in a file, so that a measurement can be stopped and continued; and
//! the tables of `docs/research/kono.md` that are computed from such files.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{File, OpenOptions, read_to_string};
use std::io::Write;

use parlor_arena::{MatchPlayer, PlayerKind};
use parlor_engine::{EngineJob, Evaluation, Limits, kono};
use parlor_rules::kono::{Board, Called, Cell, Color, Draft, DraftPosition, End, Move, Position, Size, Standing};
use parlor_rules::{Choice, Decision, Pair, Seat};
use serde::{Deserialize, Serialize};

/// The number of past positions that are kept if the limit of quiet moves is off: enough to detect a repetition, too
/// few to reach that limit.
const REMEMBERED: usize = 20;

/// Longer rounds are abandoned.
const MOST_PLIES: usize = 800;

/// The number of moves between two offers of a player (rule kon-offer).
const MOVES_BETWEEN_OFFERS: usize = 10;

/// The ways to end a round, in addition to those on the board.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Calls {
    /// The limit of quiet moves.
    Limit,
    /// Only the third repetition.
    Unlimited,
    /// The limit, and offers of the computer.
    Offers,
}

/// A round, from White's side. Human plays White and moves first.
#[derive(Serialize, Deserialize)]
struct Round {
    seed: u64,
    size: i64,
    players: [String; 2],
    end: String,
    net: i32,
    moves: String,
    /// The value of every decision for White.
    values: Vec<f64>,
    /// The net points after every move.
    nets: Vec<i32>,
    /// The number of quiet moves in a row after every move.
    quiet: Vec<usize>,
    /// The number of moves that led back to one of the last eight positions, and how many of those had an alternative
    /// within half a point.
    returns: [usize; 2],
}

/// Plays the rounds whose seeds aren't in the file yet.
pub(crate) fn play(size: Size, rounds: u64, players: [&str; 2], file: &str, calls: Calls) {
    let known: BTreeSet<u64> = read(file).iter().map(|round| round.seed).collect();
    let mut out = OpenOptions::new().create(true).append(true).open(file).unwrap();
    for seed in (1..=rounds).filter(|seed| !known.contains(seed)) {
        let round = one(size, seed, players, calls);
        writeln!(out, "{}", serde_json::to_string(&round).unwrap()).unwrap();
    }
}

fn read(file: &str) -> Vec<Round> {
    let text = if File::open(file).is_ok() { read_to_string(file).unwrap() } else { String::new() };
    // An interrupted run may have left half a line.
    text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

fn one(size: Size, seed: u64, players: [&str; 2], calls: Calls) -> Round {
    let mut standing = Standing::new(size).choose(Seat::Human, Color::White);
    let mut round = Round {
        seed,
        size: size.points().into(),
        players: players.map(str::to_owned),
        end: "unfinished".to_owned(),
        net: 0,
        moves: String::new(),
        values: Vec::new(),
        nets: Vec::new(),
        quiet: Vec::new(),
        returns: [0; 2],
    };
    let mut quiet = 0;
    let mut recent: Vec<(Board, Seat)> = Vec::new();
    let mut offered = Pair::default();
    while let Some(seat) = standing.position.and_then(|position| position.turn()) {
        if round.values.len() >= MOST_PLIES {
            break;
        }
        if calls == Calls::Offers && may_offer(&standing, round.values.len(), offered[seat]) {
            offered[seat] = Some(round.values.len());
            if Seat::BOTH.iter().all(|&seat| kono::agrees_to_call(&standing, seat, &Limits::default())) {
                standing.agree_to_call().unwrap();
                break;
            }
        }
        let before = standing.position.unwrap();
        let job = job(players[usize::from(seat == Seat::Computer)], &standing, seed, round.values.len());
        let decided = job.decide().unwrap();
        let Choice::Kono(chosen) = decided.choice else { unreachable!("a round of Kono is played") };
        round.values.push(if seat == Seat::Human { decided.value } else { -decided.value });
        recent.push((*before.board(), seat));
        let returns = |chosen: Move| {
            let after = before.play(chosen).unwrap();
            recent.iter().rev().take(8).any(|(board, next)| board == after.board() && *next == seat.other())
        };
        if returns(chosen) {
            round.returns[0] += 1;
            let other = |other: &Evaluation| match other.choice {
                Choice::Kono(step) => other.value >= decided.value - 0.5 && step != chosen && !returns(step),
                _ => false,
            };
            round.returns[1] += usize::from(job.rank().unwrap().iter().any(other));
        }
        let play = standing.play(chosen).unwrap();
        quiet = if play.captured || play.arrived { 0 } else { quiet + 1 };
        let net = net(&standing.position.unwrap());
        round.moves.extend([chosen.to_string().as_str(), ";"]);
        round.nets.push(net);
        round.quiet.push(quiet);
        round.net = net;
        if calls == Calls::Unlimited && standing.history().len() > 2 * REMEMBERED && standing.outcome().is_none() {
            standing = with_short_history(&standing);
        }
    }
    if let Some(outcome) = standing.outcome() {
        let end = match outcome.end {
            End::Home if standing.board().count(Color::White) * standing.board().count(Color::Black) == 0 => {
                "wiped out"
            }
            End::Home => "home",
            End::Stuck => "stuck",
            End::Called(Called::Repetition) => "repetition",
            End::Called(Called::Agreement) => "agreed",
            End::Called(_) => "limit",
            End::Quit(_) => "quit",
        };
        end.clone_into(&mut round.end);
    }
    round
}

/// True if a computer player considers an offer to call the round now.
fn may_offer(standing: &Standing, moves: usize, last: Option<usize>) -> bool {
    moves >= 4 * usize::from(standing.board().size().points())
        && last.is_none_or(|last| moves >= last + MOVES_BETWEEN_OFFERS)
        && kono::considers_a_call(standing)
}

/// The job for a decision of a player, such as `club` or `master:nodes=20000`.
fn job(player: &str, standing: &Standing, seed: u64, ply: usize) -> EngineJob {
    let MatchPlayer { kind: PlayerKind::Level { level, nodes }, .. } = player.parse().unwrap() else {
        panic!("{player} isn't a level")
    };
    let job = EngineJob::new(Decision::Kono(standing.clone()), level);
    let limits = Limits { effort: nodes, ..Limits::default() };
    EngineJob { limits, seed: Some(seed.wrapping_mul(1_000_003).wrapping_add(ply as u64)), ..job }
}

fn net(position: &Position) -> i32 {
    let scores = position.scores();
    scores.human - scores.computer
}

/// The standing with only the latest positions of its history.
fn with_short_history(standing: &Standing) -> Standing {
    let rows = |board: &Board| -> Vec<Vec<Cell>> {
        let cells: Vec<Cell> = board.points().map(|point| board.cell(point)).collect();
        cells.chunks(usize::from(board.size().points())).map(<[Cell]>::to_vec).collect()
    };
    let position = standing.position.unwrap();
    let latest = standing.history().len() - REMEMBERED;
    let history = standing.history().skip(latest).map(|key| DraftPosition { board: rows(&key.board), next: key.next });
    let draft = Draft {
        size: position.board().size().points().into(),
        round: standing.round.into(),
        colors: Pair::from_fn(|seat| Some(position.color(seat))),
        scores: standing.scores.map(i64::from),
        board: rows(position.board()),
        next: position.turn(),
        history: history.collect(),
        over: None,
    };
    draft.check().unwrap()
}

/// The tables of one file.
pub(crate) fn report(file: &str) {
    let rounds = read(file);
    assert!(!rounds.is_empty(), "{file} has no rounds");
    let count = rounds.len();
    let share = |part: usize, whole: usize| 100.0 * part as f64 / whole.max(1) as f64;
    println!("{}\u{d7}{0}, {}, {count} rounds", rounds[0].size, rounds[0].players.join(" against "));
    let mut plies: Vec<usize> = rounds.iter().map(|round| round.values.len()).collect();
    plies.sort_unstable();
    println!("plies: median {}, most {}", plies[count / 2], plies[count - 1]);
    let different: BTreeSet<&str> = rounds.iter().map(|round| round.moves.as_str()).collect();
    println!("different rounds: {} of {count}", different.len());
    let mut ends: BTreeMap<&str, usize> = BTreeMap::new();
    for round in &rounds {
        *ends.entry(&round.end).or_default() += 1;
    }
    println!("ends: {ends:?}");
    let level = |end: &str| rounds.iter().filter(|round| round.end == end && round.net == 0).count();
    println!(
        "by limit or repetition {:.0} %, agreed at 0:0 {:.0} %",
        share(ends.get("limit").unwrap_or(&0) + ends.get("repetition").unwrap_or(&0), count),
        share(level("agreed"), count)
    );
    let results = [1, 0, -1].map(|sign| rounds.iter().filter(|round| round.net.signum() == sign).count());
    println!("won, tied, lost by White: {results:?}");
    let moves: usize = plies.iter().sum();
    let returns = [0, 1].map(|kind| rounds.iter().map(|round| round.returns[kind]).sum::<usize>());
    println!(
        "returns: {:.1} % of moves, {:.1} % with another move within half a point",
        share(returns[0], moves),
        share(returns[1], moves)
    );
    // Both biases are means of value minus result: seen by White, who moves first, and by the player whom the value favours.
    println!(
        "| after move | rounds | mean of abs(value - result) | bias for White | for the favourite |\n|---|---|---|---|---|"
    );
    for ply in [1, 10, 20, 30, 40, 60, 80, 120, 160] {
        let pairs: Vec<(f64, f64)> =
            rounds.iter().filter_map(|round| Some((*round.values.get(ply - 1)?, f64::from(round.net)))).collect();
        if pairs.is_empty() {
            continue;
        }
        let mean = |sum: f64| sum / pairs.len() as f64;
        let off = mean(pairs.iter().map(|(value, net)| (value - net).abs()).sum());
        let white = mean(pairs.iter().map(|(value, net)| value - net).sum());
        let favourite = mean(pairs.iter().map(|(value, net)| (value - net) * value.signum()).sum());
        println!("| {ply} | {} | {off:.2} | {white:+.2} | {favourite:+.2} |", pairs.len());
    }
    let unfinished = ends.get("unfinished").unwrap_or(&0);
    println!(
        "without a limit; {unfinished} rounds were abandoned after {MOST_PLIES} plies, with the score as it stood"
    );
    println!(
        "| limit | rounds it would call | of which the points change | of which the winner changes |\n|---|---|---|---|"
    );
    for limit in (10..=200).step_by(10) {
        let called: Vec<(i32, i32)> = rounds
            .iter()
            .filter_map(|round| {
                let place = round.quiet.iter().position(|&quiet| quiet == limit)?;
                Some((round.nets[place], round.net))
            })
            .collect();
        let points = called.iter().filter(|(then, net)| then != net).count();
        let winner = called.iter().filter(|(then, net)| then.signum() != net.signum()).count();
        println!("| {limit} | {} | {points} | {winner} ({:.1} %) |", called.len(), share(winner, count));
    }
}

/// Prints how many seeds the first turn of a Congkak round leaves to the other player, over `count` values of the
/// engine's random seed.
pub(crate) fn first_turns(size: i64, count: u64, player: &str) {
    use parlor_rules::congkak::{Position, Size};
    let MatchPlayer { kind: PlayerKind::Level { level, nodes }, .. } = player.parse().unwrap() else {
        panic!("{player} isn't a level")
    };
    let (mut left, mut lines) = (Vec::new(), BTreeSet::new());
    for seed in 0..count {
        let mut position = Position::start(Size::new(size).unwrap(), Seat::Human);
        let (mut plan, mut line) = (None, String::new());
        while position.turn() == Some(Seat::Human) {
            let limits = Limits { effort: nodes, ..Limits::default() };
            let seed = Some(seed.wrapping_mul(1_000_003).wrapping_add(line.len() as u64));
            let job =
                EngineJob { limits, seed, plan: plan.take(), ..EngineJob::new(Decision::Congkak(position), level) };
            let decided = job.decide().unwrap();
            let Choice::Congkak(pit) = decided.choice else { unreachable!("a round of Congkak is played") };
            let pits = decided.plan.get(1..).unwrap_or_default().to_vec();
            plan = Some(parlor_engine::Plan { pits, value: decided.value, exact: decided.exact });
            position = position.play(pit).unwrap();
            line.push_str(&pit.to_string());
        }
        let theirs: u32 = position.pits(Seat::Computer).iter().map(|&seeds| u32::from(seeds)).sum();
        left.push(theirs + u32::from(position.store(Seat::Computer)));
        lines.insert(line);
    }
    let all = (2 * size * size) as u32;
    left.sort_unstable();
    let third = left.iter().filter(|&&seeds| 3 * seeds >= all).count();
    println!(
        "{size} pits, {player}: the other player has {} of {all} seeds (median), at least a third in {third} of {count}; \
         {} different turns",
        left[left.len() / 2],
        lines.len()
    );
}
