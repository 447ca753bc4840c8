use std::sync::Arc;

use parlor_rules::{Choice, Decision, DiceCount, Game, Pair, Seat, Standing, Throw, canoga};
use parlor_table::{Answer, Ask, Entry, Event, Next, Rationale, Record, Table};

/// All questions of a tournament's review, round by round, without undone entries.
#[derive(Clone, PartialEq, Debug)]
pub struct Course {
    pub game: Game,
    pub revision: u64,
    /// The rounds with at least one throw or decision.
    pub rounds: Vec<RoundCourse>,
}

/// The questions of a round.
#[derive(Clone, PartialEq, Debug)]
pub struct RoundCourse {
    pub round: u32,
    /// Squares, pits or points per side.
    pub size: i64,
    /// The player who moved first, and why.
    pub first: Option<First>,
    /// Throws and decisions, in order.
    pub questions: Vec<ReviewQuestion>,
    /// The result from Human's side, in net points or seeds; `None` if the round isn't over, or was given up without a
    /// result.
    pub points: Option<i32>,
    /// In Congkak the winner may have fewer seeds.
    pub winner: Option<Seat>,
    /// The player who gave up.
    pub given_up: Option<Seat>,
}

/// The player who moves first, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct First {
    pub seat: Seat,
    pub by: FirstBy,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FirstBy {
    Dice,
    Coin,
    /// A setting of the game (Congkak).
    Setting,
    /// The winner of the last round.
    LastRound,
}

/// A throw or a decision, with everything needed to judge it.
#[derive(Clone, PartialEq, Debug)]
pub struct ReviewQuestion {
    /// The table's revision after it; for a turn of several plays, after the first of them.
    pub revision: u64,
    pub seat: Seat,
    pub matter: Matter,
}

/// The subject of a question.
#[derive(Clone, PartialEq, Debug)]
pub enum Matter {
    /// Dice that decide who plays first.
    FirstThrow {
        throw: Throw,
        /// Human's throw, if this one is Computer's.
        human: Option<Throw>,
        /// The round with each seat as the first player (Canoga). In Kono the dice are reported but not measured.
        starts: Option<Pair<canoga::Position>>,
    },
    /// A throw within a turn (Canoga).
    Throw {
        position: canoga::Position,
        /// The number of dice that the thrower chose or had to throw. A dice file may give a different number.
        chosen: DiceCount,
        throw: Throw,
    },
    Decision(Box<DecisionRecord>),
}

/// A decision: one choice, or a turn of several plays (Congkak).
#[derive(Clone, PartialEq, Debug)]
pub struct DecisionRecord {
    pub standing: Standing,
    /// The first decision of the turn.
    pub decision: Decision,
    /// Never empty.
    pub plays: Vec<PlayedChoice>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct PlayedChoice {
    /// The table's revision after it.
    pub revision: u64,
    pub choice: Choice,
    /// It was the only choice.
    pub forced: bool,
    /// Drawn at random for an arena's opening.
    pub opening: bool,
    /// The computer player's reasons at the time.
    pub rationale: Option<Arc<Rationale>>,
}

impl DecisionRecord {
    pub fn one(standing: Standing, decision: Decision, choice: Choice) -> DecisionRecord {
        DecisionRecord {
            standing,
            decision,
            plays: vec![PlayedChoice { revision: 0, choice, forced: false, opening: false, rationale: None }],
        }
    }

    /// True if it doesn't count: each play was the only choice or belongs to a [random opening](Self::is_opening).
    pub fn is_forced(&self) -> bool {
        self.plays.iter().all(|play| play.forced || play.opening)
    }

    /// True if it belongs to an arena's random opening.
    pub fn is_opening(&self) -> bool {
        self.plays.iter().all(|play| play.opening)
    }
}

/// The reason why a game isn't reviewed or analysed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotReviewed {
    /// A review would help one of two people who play at different browsers, while the game is running.
    BetweenTwoPeople,
    /// Nothing has been thrown or decided yet.
    NothingDecided,
}

impl NotReviewed {
    /// For players who share a screen: neither gets an advantage, so only an empty game isn't reviewed.
    pub fn at_one_screen(table: &Table) -> Option<NotReviewed> {
        Course::of(table).rounds.is_empty().then_some(NotReviewed::NothingDecided)
    }

    /// For players who may have separate screens.
    pub fn on_the_page(table: &Table) -> Option<NotReviewed> {
        let are_people = Seat::BOTH.into_iter().all(|seat| table.player(seat).is_person());
        (are_people && !table.is_over()).then_some(NotReviewed::BetweenTwoPeople)
    }
}

impl Course {
    pub fn of(table: &Table) -> Course {
        let mut reader = CourseReader::default();
        table.replay_all(|table, made, events| reader.read(table, made, events));
        reader.rounds.retain(|round| !round.questions.is_empty());
        Course { game: table.game(), revision: table.revision(), rounds: reader.rounds }
    }

    /// All questions, in order. Answers are given in the same order.
    pub fn questions(&self) -> impl Iterator<Item = &ReviewQuestion> {
        self.rounds.iter().flat_map(|round| &round.questions)
    }

    /// The order in which to answer the questions, so that results appear early: first the last round, which is
    /// displayed first; within each round, first the decision likely to take the least time, then everything in playing
    /// order.
    pub fn order(&self) -> Vec<usize> {
        let mut rounds = Vec::new();
        let mut begin = 0;
        for round in &self.rounds {
            rounds.push((begin, round));
            begin += round.questions.len();
        }
        let last = rounds.pop();
        let mut order = Vec::new();
        for (begin, round) in last.into_iter().chain(rounds) {
            let soonest = round.soonest().map(|place| begin + place);
            order.extend(soonest);
            order.extend((begin..begin + round.questions.len()).filter(|place| Some(*place) != soonest));
        }
        order
    }
}

impl RoundCourse {
    /// The index of the decision likely to take the least time to judge: in Congkak the one with the fewest seeds left,
    /// in Kono the last one, which is closest to the end of the round. Canoga is solved, so all take the same time.
    fn soonest(&self) -> Option<usize> {
        let left = |question: &ReviewQuestion| match &question.matter {
            Matter::Decision(decided) if !decided.is_forced() => match &decided.decision {
                Decision::Congkak(position) => Some(position.seeds_in_play()),
                Decision::Kono(_) => Some(0),
                _ => None,
            },
            _ => None,
        };
        let judged =
            self.questions.iter().enumerate().rev().filter_map(|(place, question)| Some((left(question)?, place)));
        judged.min_by_key(|(left, _)| *left).map(|(_, place)| place)
    }
}

#[derive(Default)]
struct CourseReader {
    rounds: Vec<RoundCourse>,
    /// The table's next step before the current entry, and the state of the game.
    before: Option<(Next, Option<Standing>)>,
    /// The last finished Canoga round.
    last_round: Option<canoga::Standing>,
    /// Human's throw for the first turn, until Computer has thrown.
    human_threw: Option<Throw>,
    first_by: Option<FirstBy>,
    /// The number of plays so far, to recognise those of an arena's opening.
    plays: u32,
}

impl CourseReader {
    fn read(&mut self, table: &Table, made: Option<&Record>, events: &[Event]) {
        if made.is_none() {
            // A save or an analysis starts in the middle of a round. Rounds without questions are left out.
            self.begin(table.round(), table.size().unwrap_or_else(|| table.game().usual_size()));
            self.last_round = match table.standing() {
                Some(Standing::Canoga(standing)) if standing.position.outcome().is_some() => Some(standing),
                _ => None,
            };
        }
        let revision = made.map_or(0, |record| record.revision);
        if let Some(Entry::Decision { seat, answer: Answer::Choice(choice), rationale }) = made.map(|made| &made.entry)
        {
            self.decision(table, *seat, *choice, rationale.as_ref(), revision);
        }
        for event in events {
            self.event(event, revision, table);
        }
        self.before = Some((table.next(), table.standing()));
    }

    fn begin(&mut self, round: u32, size: i64) {
        self.first_by = None;
        self.human_threw = None;
        let questions = Vec::new();
        self.rounds.push(RoundCourse {
            round,
            size,
            first: None,
            questions,
            points: None,
            winner: None,
            given_up: None,
        });
    }

    fn ask(&mut self, revision: u64, seat: Seat, matter: Matter) {
        let round = self.rounds.last_mut().expect("a round has begun before anything is thrown or decided");
        round.questions.push(ReviewQuestion { revision, seat, matter });
    }

    fn decision(
        &mut self,
        table: &Table,
        seat: Seat,
        choice: Choice,
        rationale: Option<&Arc<Rationale>>,
        revision: u64,
    ) {
        let Some((Next::Ask(asked), Some(standing))) = &self.before else { return };
        let Ask::Decide(decision) = asked.ask.clone() else { return };
        // Calls and colours are a matter of taste.
        if matches!(decision, Decision::Call | Decision::Color(_)) {
            return;
        }
        let forced = decision.choices().len() == 1;
        let opening = self.plays < table.setup().opening;
        self.plays += u32::from(!matches!(decision, Decision::Dice(_)));
        let play = PlayedChoice { revision, choice, forced, opening, rationale: rationale.cloned() };
        let standing = standing.clone();
        let round = self.rounds.last_mut().expect("a round has begun before anything is decided");
        // A turn in Congkak is one decision.
        if let Some(ReviewQuestion { seat: earlier, matter: Matter::Decision(turn), .. }) = round.questions.last_mut()
            && matches!(decision, Decision::Congkak(_))
            && *earlier == seat
            && turn.is_opening() == opening
        {
            turn.plays.push(play);
            return;
        }
        self.ask(revision, seat, Matter::Decision(Box::new(DecisionRecord { standing, decision, plays: vec![play] })));
    }

    fn event(&mut self, event: &Event, revision: u64, table: &Table) {
        match event {
            Event::RoundBegins { round, size, .. } => self.begin(*round, *size),
            Event::FirstThrow { seat, throw } => {
                self.first_by = Some(FirstBy::Dice);
                let human = self.human_threw.take();
                if *seat == Seat::Human {
                    self.human_threw = Some(*throw);
                }
                // An analysis may start between the two throws; in that case the second can't be compared with
                // anything.
                let starts = if *seat == Seat::Human || human.is_some() { self.starts(table.game()) } else { None };
                self.ask(revision, *seat, Matter::FirstThrow { throw: *throw, human, starts });
            }
            Event::CoinFell { .. } => self.first_by = Some(FirstBy::Coin),
            Event::First { seat } => {
                let chosen = table.round() == 1 && table.setup().first.is_some();
                let by = self.first_by.unwrap_or(if chosen { FirstBy::Setting } else { FirstBy::LastRound });
                if let Some(round) = self.rounds.last_mut() {
                    round.first = Some(First { seat: *seat, by });
                }
            }
            Event::Thrown { seat, throw, instead_of, .. } => {
                let Some((_, Some(Standing::Canoga(standing)))) = &self.before else { return };
                let chosen = instead_of.unwrap_or(throw.count());
                let position = standing.position;
                self.ask(revision, *seat, Matter::Throw { position, chosen, throw: *throw });
            }
            Event::GaveUp { seat } => {
                if let Some(round) = self.rounds.last_mut() {
                    round.given_up = Some(*seat);
                }
            }
            Event::RoundOver { standing, end, .. } => {
                if let Standing::Canoga(standing) = **standing {
                    self.last_round = Some(standing);
                }
                if let Some(round) = self.rounds.last_mut() {
                    round.points = Some(end.net(standing));
                    round.winner = end.winner();
                }
            }
            _ => {}
        }
    }

    /// The new Canoga round, with each seat as the first player.
    fn starts(&self, game: Game) -> Option<Pair<canoga::Position>> {
        if game != Game::Canoga {
            return None;
        }
        let size = canoga::Size::new(self.rounds.last()?.size)?;
        Some(Pair::from_fn(|first| match &self.last_round {
            None => canoga::Position::start(size, first, None),
            Some(last) => canoga::Position::start(size, first, last.position.handicap()),
        }))
    }
}
