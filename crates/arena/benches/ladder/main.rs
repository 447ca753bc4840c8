//! Yardsticks: other algorithms, not part of parlor itself, as bots for the arena; and the matches of
//! `docs/research/levels.md`.
//!
//! Two of them represent people: `beginner`, a careful beginner, takes the largest immediate gain, and plays every fifth move
//! at random; `amateur`, a good amateur, looks two plays ahead (`plain:2`, in Canoga `expectimax:1`).
//!
//! `cargo bench -p parlor-arena --bench ladder --` with one of
//!
//! - `bot plain DEPTH`, `bot minimax DEPTH`, `bot expectimax DEPTH`, `bot engine NODES`: such a bot
//! - `match GAME SIZE PAIRS PLAYER PLAYER…`: a match, with a row of a table for each pairing; a yardstick is named
//!   like `plain:8`, `beginner`, `minimax:6` or `expectimax:2`
//! - `ladder GAME SIZE ROUNDS FILE [PLAYER…]`: every pairing of the levels and the stand-ins for people until each has this
//!   number of rounds, and their table; the file keeps the results, so that a later call continues
//! - `overhead`: the arena's time on top of the engines' own, at about 10 ms per move
//! - `speed ROUNDS [SIZE]`: the speeds of our Kono search and of `minimax`, on the same positions
//! - `rounds SIZE COUNT PLAYER PLAYER FILE [unlimited|offers]`: Kono rounds between levels, written to a file that a later run
//!   extends; `unlimited` leaves out the limit of quiet moves, `offers` lets the computer offer to call the round
//! - `report FILE…`: the tables of such rounds
//! - `first-turns SIZE COUNT PLAYER`: the seeds that the first turn of Congkak leaves to the other player
//! - `tune SIZE ROUNDS`: self-play of Kono, and the weights that fit its results best

#![allow(clippy::unwrap_used, reason = "a benchmark may panic")]
#![allow(clippy::cast_precision_loss, clippy::cast_sign_loss, reason = "counts of rounds and nodes are small")]

mod expectimax;
mod ladder;
mod minimax_congkak;
mod minimax_kono;
mod overhead;
mod plain;
mod rounds;
mod tune;

use std::env;
use std::io::BufRead;
use std::time::Instant;

use parlor_arena::{Estimate, Match, MatchPlayer, MatchTally, Report, Running, run};
use parlor_rules::{Choice, Decision, Game, Standing, Throw, canoga, kono};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use rounds::Calls;

fn main() {
    let words: Vec<String> = env::args().skip(1).filter(|word| word != "--bench").collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let number = |place: usize| words.get(place).and_then(|word| word.parse::<i64>().ok());
    match words[..] {
        ["bot", kind, limit] => serve(kind, limit.parse().unwrap()),
        ["match", game, size, pairs, ref players @ ..] => {
            play(game.parse().unwrap(), size.parse().unwrap(), pairs.parse().unwrap(), players);
        }
        ["ladder", game, size, rounds, file, ref players @ ..] => {
            ladder::play(game.parse().unwrap(), size.parse().unwrap(), rounds.parse().unwrap(), file, players);
        }
        ["rounds", size, count, one, other, file, ref more @ ..] => {
            let size = kono::Size::new(size.parse().unwrap()).unwrap();
            let calls = match *more {
                [] => Calls::Limit,
                ["unlimited"] => Calls::Unlimited,
                ["offers"] => Calls::Offers,
                _ => panic!("{more:?} isn't \u{201c}unlimited\u{201d} or \u{201c}offers\u{201d}"),
            };
            rounds::play(size, count.parse().unwrap(), [one, other], file, calls);
        }
        ["first-turns", size, count, player] => {
            rounds::first_turns(size.parse().unwrap(), count.parse().unwrap(), player);
        }
        ["report", ref files @ ..] => files.iter().for_each(|file| rounds::report(file)),
        ["overhead"] => overhead::measure(),
        ["speed", ..] => {
            let sizes = number(2).map_or(kono::Size::ALL.to_vec(), |size| vec![kono::Size::new(size).unwrap()]);
            for size in sizes {
                minimax_kono::speeds(size, number(1).unwrap_or(4) as usize);
            }
        }
        ["tune", ..] => tune::tune(kono::Size::new(number(1).unwrap()).unwrap(), number(2).unwrap_or(1000) as usize),
        // A short smoke test.
        _ => {
            play(Game::Kono, 5, 1, &["club", "plain:3", "minimax:3"]);
            play(Game::Congkak, 5, 1, &["club", "plain:4", "minimax:3"]);
            play(Game::Canoga, 9, 1, &["club", "expectimax:1"]);
        }
    }
}

/// A player of a match: one of the arena's, or a yardstick, which is this program as a bot.
fn player(name: &str) -> MatchPlayer {
    let (kind, limit) = name.split_once(':').unwrap_or((name, "1"));
    let yardstick = ["beginner", "amateur", "plain", "minimax", "expectimax", "engine"].contains(&kind);
    if yardstick {
        let program = env::current_exe().unwrap();
        format!("cmd:'{}' bot {kind} {limit}", program.display()).parse().unwrap()
    } else {
        name.parse().unwrap()
    }
}

/// Plays a match, and prints a table with a row for each pairing.
fn play(game: Game, size: i64, pairs: u64, names: &[&str]) {
    let begun = Instant::now();
    let mut plan = Match::new(game, size, names.iter().map(|name| player(name)).collect());
    plan.pairs = pairs;
    let jobs = std::thread::available_parallelism().map_or(1, usize::from);
    let running = Running::new(jobs);
    let mut tally = MatchTally::new(&plan);
    let ended = run(&plan, &running, &mut tally, &mut |_| Ok(())).unwrap();
    for pairing in &tally.pairings {
        let (one, other) = pairing.players;
        let [won, tied, lost] = pairing.results;
        let interval = |estimate: Option<Estimate>, digits: usize| match estimate {
            Some(Estimate { value, low, high }) => format!("{value:+.digits$} ({low:+.digits$} to {high:+.digits$})"),
            None => "\u{2013}".to_owned(),
        };
        let points = pairing.adjusted.unwrap_or(pairing.points);
        println!(
            "| {game} {size} | {} | {} | {} | {won} | {tied} | {lost} | {} | {} |",
            names[one],
            names[other],
            pairing.rounds(),
            interval(points.mean(), 2),
            interval(pairing.counts.elo(), 0),
        );
        for faults in &pairing.faults {
            assert_eq!(faults.all(), 0, "{:?}\n{}", faults.examples, Report::new(&plan, &tally, ended).text());
        }
    }
    eprintln!("{:.0} s", begun.elapsed().as_secs_f64());
}

/// A request to a yardstick.
#[derive(Deserialize)]
struct Request<'a> {
    id: u64,
    method: &'a str,
    #[serde(borrow)]
    params: Params<'a>,
}

#[derive(Clone, Deserialize)]
struct Params<'a> {
    /// Raw, because the protocol's own reader reads it.
    #[serde(borrow)]
    position: Option<&'a RawValue>,
    dice: Option<Vec<i64>>,
}

/// Answers requests as a yardstick.
fn serve(kind: &str, limit: u32) {
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let request: Request<'_> = serde_json::from_str(&line).unwrap();
        let result = match request.method {
            "version" => json!({ "name": kind, "version": limit.to_string() }),
            _ => chosen(kind, limit, request.params).map_or(Value::Null, |choice| {
                let name = if matches!(choice, Choice::Dice(_)) { "throw" } else { "move" };
                json!({ name: parlor_rpc::choice_value(choice) })
            }),
        };
        println!("{}", json!({ "jsonrpc": "2.0", "id": request.id, "result": result }));
    }
}

fn chosen(kind: &str, limit: u32, params: Params<'_>) -> Option<Choice> {
    let Params { position, dice } = params.clone();
    let standing = parlor_rpc::read_position(position?.get()).ok()?;
    match (decision(standing, dice)?, kind) {
        (decision, "engine") => overhead::think(decision, limit.into()),
        // The randomness comes from the request itself, so equal requests get equal answers.
        (decision, "beginner") => match chance(position?.get()) {
            number if number % 100 < RANDOM_PERCENT => {
                let choices = decision.choices();
                choices.get((number / 100) as usize % choices.len().max(1)).copied()
            }
            _ => chosen(if is_canoga(&decision) { "greedy" } else { "plain" }, 1, params),
        },
        (decision, "amateur") if is_canoga(&decision) => chosen("expectimax", 1, params),
        (_, "amateur") => chosen("plain", 2, params),
        (Decision::Dice(_), "greedy") => Some(Choice::Dice(parlor_rules::DiceCount::Two)),
        (Decision::Canoga(thrown), "greedy") => greedy(&thrown).map(Choice::Canoga),
        (Decision::Dice(position), "expectimax") => expectimax::best_dice(&position, limit).map(Choice::Dice),
        (Decision::Canoga(thrown), "expectimax") => expectimax::best_move(&thrown, limit).map(Choice::Canoga),
        (Decision::Congkak(position), "plain") => plain::congkak(&position, limit).map(Choice::Congkak),
        (Decision::Congkak(position), "minimax") => minimax_congkak::best(&position, limit).map(Choice::Congkak),
        (Decision::Kono(standing), "plain") => plain::kono(&standing, limit).map(Choice::Kono),
        (Decision::Kono(standing), "minimax") => Some(Choice::Kono(minimax_kono::best(&standing, limit))),
        _ => None,
    }
}

fn is_canoga(decision: &Decision) -> bool {
    matches!(decision, Decision::Dice(_) | Decision::Canoga(_))
}

/// The percentage of a careful beginner's moves that are random.
const RANDOM_PERCENT: u64 = 20;

/// A number from the text of a request (FNV-1a).
fn chance(text: &str) -> u64 {
    text.bytes().fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)) >> 8
}

/// The Canoga move that covers the largest square, or, if nothing can be covered, uncovers the largest one.
fn greedy(thrown: &canoga::Thrown) -> Option<canoga::Move> {
    thrown.legal_moves().max_by_key(|chosen| match chosen {
        canoga::Move::Cover(set) => (1, set.ascending().max()),
        canoga::Move::Uncover(set) => (0, set.ascending().max()),
    })
}

fn decision(standing: Standing, dice: Option<Vec<i64>>) -> Option<Decision> {
    Some(match standing {
        Standing::Canoga(standing) => match dice {
            Some(dice) => Decision::Canoga(standing.position.throw(Throw::new(&dice).ok()?).ok()?),
            None => Decision::Dice(standing.position),
        },
        Standing::Congkak(standing) => Decision::Congkak(standing.position),
        Standing::Kono(standing) => Decision::Kono(standing),
    })
}
