//! How different the rounds of a level against itself are: the tables of variety in `docs/research/levels.md`.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use parlor_arena::{MatchPlayer, PlayerKind};
use parlor_engine::congkak::solve_round;
use parlor_engine::{EngineJob, Limits, Plan};
use parlor_rules::congkak::{Position, Size};
use parlor_rules::{Choice, Coin, Decision, Game, Level, Pair, Seat};
use parlor_table::{Answer, Ask, Draw, Entry, Event, Next, Player, Seed, Setup, Table};

/// Longer rounds are cut off.
const MOST_PLIES: u64 = 400;

/// With at least this share of different rounds, in per cent, equal choices aren't counted.
const ENOUGH: usize = 90;

/// With more positions in a layer and those after it, first turns aren't counted.
const MOST_POSITIONS: usize = 200_000;

/// The choices of a round, and the decisions that weren't planned with an earlier play.
#[derive(Default)]
struct Round {
    line: String,
    first_turn: String,
    /// By their text, because decisions have no order.
    decisions: BTreeMap<String, Decision>,
}

/// Plays rounds of a level against itself, one for each of the seeds from 1, and prints the number of different ones. The
/// same player starts in each of them. If too few are different, it also prints the number of equal choices: for Congkak's
/// master the ways to play the best first turn, otherwise the decisions that had several choices of equal value.
pub(crate) fn play(game: Game, size: i64, rounds: u64, player: &str) {
    let MatchPlayer { kind: PlayerKind::Level { level, nodes }, .. } = player.parse().unwrap() else {
        panic!("{player} isn't a level")
    };
    let limits = Limits { effort: nodes, ..Limits::default() };
    let (mut lines, mut turns, mut decisions) = (BTreeSet::new(), BTreeSet::new(), BTreeMap::new());
    for seed in 1..=rounds {
        let round = one(game, size, seed, level, &limits);
        lines.insert(round.line);
        turns.insert(round.first_turn);
        decisions.extend(round.decisions);
    }
    print!("| {game} {size} | `{player}` | {} of {rounds} | {} |", lines.len(), turns.len());
    if 100 * lines.len() >= ENOUGH * rounds as usize {
        println!(" |");
        return;
    }
    if let (Game::Congkak, Level::Master) = (game, level)
        && let Some(count) = best_first_turns(size)
    {
        println!(" {count} first turns |");
        return;
    }
    let equals = decisions.values().map(|decision| equal_choices(decision, level, &limits)).filter(|&count| count > 1);
    println!(" {} of {} decisions |", equals.count(), decisions.len());
}

/// The number of ways to play the first turn of Congkak that end the round best, by its solution; `None` if there are too
/// many positions.
fn best_first_turns(size: i64) -> Option<u64> {
    let start = Position::start(Size::new(size).unwrap(), Seat::Human);
    let all = i32::from(start.seeds_in_play());
    // Every play banks a seed, so positions with more seeds in the store come later.
    let mut layers = vec![HashMap::from([(start, 1)])];
    layers.resize(usize::from(start.seeds_in_play()) + 1, HashMap::new());
    let mut ends: HashMap<Position, u64> = HashMap::new();
    for layer in 0..layers.len() {
        for (position, lines) in std::mem::take(&mut layers[layer]) {
            for pit in position.legal_moves() {
                let after = position.play(pit).unwrap();
                let ended = after.turn() != Some(Seat::Human);
                let place = if ended { &mut ends } else { &mut layers[usize::from(after.store(Seat::Human))] };
                *place.entry(after).or_default() += lines;
            }
        }
        if layers.iter().map(HashMap::len).sum::<usize>() > MOST_POSITIONS {
            return None;
        }
    }
    let mut ends: Vec<(Position, u64)> = ends.into_iter().collect();
    ends.sort_by_key(|(end, _)| std::cmp::Reverse(end.store(Seat::Human)));
    let mut best = ((i32::MIN, false), 0);
    for (end, lines) in ends {
        // Even all seeds that are left wouldn't be enough.
        if all - 2 * i32::from(end.store(Seat::Computer)) < best.0.0 {
            continue;
        }
        let stores = i32::from(end.store(Seat::Human)) - i32::from(end.store(Seat::Computer));
        let score = match end.outcome() {
            Some(outcome) => (stores, outcome.winner == Seat::Human),
            None => {
                let (net, wins) = solve_round(&end, &Limits::default()).end?;
                (-net, !wins)
            }
        };
        match score.cmp(&best.0) {
            Ordering::Less => {}
            Ordering::Equal => best.1 += lines,
            Ordering::Greater => best = (score, lines),
        }
    }
    Some(best.1)
}

/// The number of choices with the highest value.
fn equal_choices(decision: &Decision, level: Level, limits: &Limits) -> usize {
    let job = EngineJob { limits: limits.clone(), ..EngineJob::new(decision.clone(), level) };
    let ranked = job.rank().unwrap();
    ranked.iter().take_while(|judged| judged.value.total_cmp(&ranked[0].value).is_eq()).count()
}

fn one(game: Game, size: i64, seed: u64, level: Level, limits: &Limits) -> Round {
    let players = Pair::from_fn(|_: Seat| Player::Computer(level));
    let first = (game == Game::Congkak).then_some(Seat::Human);
    let (mut table, mut events) =
        Table::new(Setup { players, first, seed: Seed::Open(seed), size: Some(size), ..Setup::new(game) });
    let (mut round, mut plies) = (Round::default(), 0);
    let (mut planned, mut starter): (Option<(Seat, Plan)>, Option<Seat>) = (None, None);
    while !events.iter().any(|event| matches!(event, Event::RoundOver { .. })) && plies < MOST_PLIES {
        let entry = match table.next() {
            Next::Throw { .. } | Next::Toss => match table.draw() {
                Some(Draw::Entry(entry)) => entry,
                _ => unreachable!("the seed is known and nothing is thrown by hand"),
            },
            Next::Ask(question) => {
                let seat = question.seat;
                let Ask::Decide(decision) = question.ask else { panic!("{:?} isn't a decision", question.ask) };
                let choice = match &decision {
                    Decision::Call => Choice::Coin(Coin::Heads),
                    Decision::Color(_) => decision.choices()[0],
                    _ => {
                        plies += 1;
                        let plan = planned.take().filter(|(planner, _)| *planner == seat).map(|(_, plan)| plan);
                        if plan.as_ref().is_none_or(|plan| plan.pits.is_empty()) {
                            round.decisions.insert(format!("{decision:?}"), decision.clone());
                        }
                        let seed = Some(seed.wrapping_mul(1_000_003).wrapping_add(plies));
                        let job = EngineJob { limits: limits.clone(), plan, seed, ..EngineJob::new(decision, level) };
                        let decided = job.decide().unwrap();
                        let pits = decided.plan.get(1..).unwrap_or_default().to_vec();
                        planned = Some((seat, Plan { pits, value: decided.value, exact: decided.exact }));
                        let text = format!("{};", decided.choice);
                        if *starter.get_or_insert(seat) == seat && round.line.len() == round.first_turn.len() {
                            round.first_turn.push_str(&text);
                        }
                        round.line.push_str(&text);
                        decided.choice
                    }
                };
                Entry::Decision { seat, answer: Answer::Choice(choice), rationale: None }
            }
            Next::Save { .. } | Next::Over => break,
        };
        events = table.apply(entry).unwrap();
    }
    round
}
