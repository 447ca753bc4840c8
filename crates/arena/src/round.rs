//! The referee of one round. It is played at an ordinary table, so that its journal can be replayed and reviewed.

use std::cmp::Ordering;
use std::sync::Arc;

use parlor_engine::{EngineJob, Evaluation, Plan, StopFlag};
use parlor_review::{Course, Effort, Matter, ReviewAnswer, ReviewQuestion, Spread, Stopped, rationale};
use parlor_rules::kono::Color;
use parlor_rules::{Choice, Coin, Decision, Game, Pair, Seat};
use parlor_saves::Dialect;
use parlor_table::{
    Answer, Ask, Draw, Entry, Event, MenuItem, Next, Player, RoundEnd, Seed, Setup, Table, write_journal,
};
use serde::{Deserialize, Serialize};

use crate::contestant::Contestant;
use crate::fault::NoMove;
use crate::opening::{RandomPlays, pair_seed};
use crate::player::PlayerKind;
use crate::{BotFault, Match, MatchPlayer, Openings};

/// The result of a round, or of a tournament of several, from the point of view of the pairing's first player.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Round {
    /// 1 if the first player won, 0 after a tie, −1 if the second won. In Congkak the player with more seeds wins, as in a
    /// tournament, even if the other had seeds left to play.
    pub result: i8,
    pub points: f64,
    /// The share of the points that was luck (Canoga).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub luck: Option<f64>,
    /// Number of plays, including the opening.
    pub plays: u32,
    /// Stopped at the maximum number of plays; counts as a tie without points.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub too_long: bool,
    /// The fault that decided the round, and the player at fault: 0 for the first, 1 for the second.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<(usize, BotFault)>,
}

/// A round, and its journal if journals are kept.
pub(crate) type Played = (Round, Option<String>);

enum RefereeResult {
    Over {
        winner: Option<Seat>,
        /// Net points or seeds, from Human's side.
        net: i32,
    },
    TooLong,
    Fault(Seat, BotFault),
}

/// Maximum number of redraws of an opening that ends the round. After that the round is played without an opening.
const ATTEMPTS: u64 = 100;

/// Plays a round of a pair between these players of the match; `seating` is 0 or 1.
pub(crate) fn play(
    plan: &Match,
    pair: u64,
    seating: usize,
    players: [usize; 2],
    contestants: [&mut Contestant; 2],
    keep: bool,
) -> Result<Played, Stopped> {
    let first_sits = Seat::BOTH[seating];
    let [one, other] = contestants;
    let mut seated = if first_sits == Seat::Human {
        Pair { human: one, computer: other }
    } else {
        Pair { human: other, computer: one }
    };
    let names = Pair::from_fn(|seat| players[usize::from(seat != first_sits)]);
    let seed = pair_seed(plan.seed, pair);
    let setup = Setup {
        players: names.map(|player| journal_player(plan, player)),
        seed: Seed::Open(seed),
        size: Some(plan.size),
        rounds: plan.rounds,
        resumed: plan.openings.standing(pair).map(|standing| (standing, Dialect::Text)),
        ..Setup::new(plan.game)
    };
    let mut attempt = 0;
    let (table, end, plays) = loop {
        let random_plays = match plan.openings {
            Openings::Plays(plays) if attempt < ATTEMPTS => plays,
            _ => 0,
        };
        let opening = RandomPlays::new(random_plays, seed, attempt);
        let mut referee = Referee { plan, pair, opening, rounds: 0, plays: 0, asked: false, planned: None, keep };
        let (mut table, events) = Table::new(Setup { opening: random_plays, ..setup.clone() });
        let end = referee.play(&mut table, events, &mut seated)?;
        // An opening that ends the round is drawn again.
        if referee.asked || attempt == ATTEMPTS {
            break (table, end, referee.plays);
        }
        attempt += 1;
    };
    let mine = |net: f64| if first_sits == Seat::Human { net } else { -net };
    let index = |seat: Seat| usize::from(seat != first_sits);
    let mut round = Round { result: 0, points: 0.0, luck: None, plays, too_long: false, fault: None };
    match end {
        RefereeResult::Over { winner, net } => {
            round.points = mine(net.into());
            round.result = winner.map_or(0, |winner| if winner == first_sits { 1 } else { -1 });
            round.luck = (plan.game == Game::Canoga).then(|| mine(luck(&table)));
        }
        RefereeResult::TooLong => {
            round.too_long = true;
            round.luck = (plan.game == Game::Canoga).then_some(0.0);
        }
        RefereeResult::Fault(seat, fault) => {
            round.result = if seat == first_sits { -1 } else { 1 };
            // A fault costs one standard deviation of results: less would reward a crash in a bad position.
            let deviation = Spread::of(plan.game, plan.size).deviation * f64::from(plan.rounds).sqrt();
            round.points = f64::from(round.result) * deviation;
            round.luck = (plan.game == Game::Canoga).then_some(0.0);
            round.fault = Some((index(seat), fault));
        }
    }
    let journal = keep.then(|| {
        let entries: Vec<Entry> = table.records().map(|record| record.entry.clone()).collect();
        write_journal(table.setup(), &entries)
    });
    Ok((round, journal))
}

/// A level with the match's limits is journalled as the computer, every other player by name.
fn journal_player(plan: &Match, player: usize) -> Player {
    match &plan.players[player] {
        MatchPlayer { name: None, millis: None, kind: PlayerKind::Level { level, nodes: None }, .. } => {
            Player::Computer(*level)
        }
        _ => Player::Bot(plan.names[player].clone()),
    }
}

struct Referee<'a> {
    plan: &'a Match,
    pair: u64,
    opening: RandomPlays,
    /// Rounds that are over.
    rounds: u32,
    plays: u32,
    asked: bool,
    /// The rest of a planned turn, and the seat that planned it.
    planned: Option<(Seat, Plan)>,
    keep: bool,
}

impl Referee<'_> {
    /// Plays until the round, or the last round of the tournament, is over.
    fn play(
        &mut self,
        table: &mut Table,
        mut events: Vec<Event>,
        players: &mut Pair<&mut Contestant>,
    ) -> Result<RefereeResult, Stopped> {
        loop {
            for event in &events {
                if let Event::RoundOver { end, standing, .. } = event {
                    self.rounds += 1;
                    self.planned = None;
                    if self.plan.rounds == 1 {
                        let net = end.net(standing);
                        let winner = match end {
                            RoundEnd::Congkak { .. } => by_points(net),
                            RoundEnd::Canoga(_) | RoundEnd::Kono(_) => end.winner(),
                        };
                        finish(table);
                        return Ok(RefereeResult::Over { winner, net });
                    }
                    // A Congkak player without seeds ends the tournament early.
                    if self.rounds == self.plan.rounds || matches!(table.next(), Next::Over) {
                        let totals = standing.totals().map(u32::cast_signed);
                        let net = totals.human - totals.computer;
                        finish(table);
                        return Ok(RefereeResult::Over { winner: by_points(net), net });
                    }
                }
            }
            if self.plays >= self.plan.max_plays.saturating_mul(self.plan.rounds) {
                return Ok(RefereeResult::TooLong);
            }
            let entry = match table.next() {
                Next::Throw { .. } | Next::Toss => match table.draw() {
                    Some(Draw::Entry(entry)) => entry,
                    _ => unreachable!("the seed is known and nothing is thrown by hand"),
                },
                Next::Ask(question) => match question.ask {
                    Ask::Decide(decision) => match self.decide(question.seat, decision, players) {
                        Ok(entry) => entry,
                        Err(NoMove::Fault(fault)) => return Ok(RefereeResult::Fault(question.seat, fault)),
                        Err(NoMove::Stopped) => return Err(Stopped),
                    },
                    ask => Entry::decision(question.seat, routine(&ask, self.plan.size)),
                },
                Next::Save { .. } | Next::Over => unreachable!("a round isn't saved, and its end is an event"),
            };
            events = table.apply(entry).expect("choices are checked, and the rest answers the table's questions");
        }
    }

    fn decide(&mut self, seat: Seat, decision: Decision, players: &mut Pair<&mut Contestant>) -> Result<Entry, NoMove> {
        match &decision {
            Decision::Call => return Ok(Entry::decision(seat, Choice::Coin(Coin::Heads))),
            Decision::Color(_) => {
                let color = if self.pair.is_multiple_of(2) { Color::White } else { Color::Black };
                return Ok(Entry::decision(seat, Choice::Color(color)));
            }
            Decision::Dice(_) => {}
            Decision::Canoga(_) | Decision::Congkak(_) | Decision::Kono(_) => self.plays += 1,
        }
        if let Some(choice) = self.opening.draw(&decision) {
            return Ok(Entry::decision(seat, choice));
        }
        self.asked = true;
        let plan = self.planned.take().filter(|(planner, _)| *planner == seat).map(|(_, plan)| plan);
        // A level picks at random among choices that it rates equally, with the same seed in both rounds of a pair.
        let seed = pair_seed(self.plan.seed, self.pair).rotate_left(17) ^ u64::from(self.plays);
        let job = EngineJob { plan, seed: Some(seed), ..EngineJob::full_strength(decision) };
        let (choice, judged) = players[seat].decide(job)?;
        self.planned = judged.as_ref().map(|Evaluation { value, exact, plan, .. }| {
            let pits = plan.get(1..).unwrap_or_default().to_vec();
            (seat, Plan { pits, value: *value, exact: *exact })
        });
        // Writing the sentences takes longer than many moves, so it is done only for a journal.
        let rationale = judged.filter(|_| self.keep).and_then(|judged| rationale(&judged)).map(Arc::new);
        Ok(Entry::Decision { seat, answer: Answer::Choice(choice), rationale })
    }
}

/// The player with more points or seeds.
fn by_points(net: i32) -> Option<Seat> {
    match net.cmp(&0) {
        Ordering::Greater => Some(Seat::Human),
        Ordering::Less => Some(Seat::Computer),
        Ordering::Equal => None,
    }
}

/// The referee's answers to questions that aren't decisions.
fn routine(ask: &Ask, size: i64) -> Answer {
    match ask {
        Ask::Size { .. } => Answer::Size(size),
        Ask::Menu { .. } => Answer::Menu(MenuItem::Play),
        Ask::Another => Answer::Another(false),
        Ask::FileName => Answer::Cancel,
        Ask::Decide(_) => unreachable!("decisions are the players'"),
    }
}

/// Closes a table whose round is over, without another round.
fn finish(table: &mut Table) {
    while let Next::Ask(question) = table.next() {
        if matches!(question.ask, Ask::Decide(_)) {
            return;
        }
        let answer = routine(&question.ask, 0);
        if table.apply(Entry::decision(question.seat, answer)).is_err() {
            return;
        }
    }
}

/// Net luck of a Canoga round, from Human's side, as its review measures it.
fn luck(table: &Table) -> f64 {
    let stop = StopFlag::default();
    let course = Course::of(table);
    let throws = course.questions().filter(|question| !matches!(question.matter, Matter::Decision(_)));
    let of = |answer: ReviewAnswer| match answer {
        ReviewAnswer::Luck { before, after } => after - before,
        // The first throws of a round that didn't start.
        ReviewAnswer::Nothing => 0.0,
        ReviewAnswer::Judged(_) => unreachable!("only decisions are judged"),
    };
    let answer = |throw: &ReviewQuestion| throw.answer(Effort::Help, &stop).expect("this stop flag is never set");
    let luck: f64 = throws.map(answer).map(of).sum();
    // Six digits are more precise than the solution, and few enough to survive a results file unchanged.
    (luck * 1e6).round() / 1e6
}
