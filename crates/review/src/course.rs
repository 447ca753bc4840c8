use std::sync::Arc;

use parlor_rules::{Choice, Decision, DiceCount, Game, Pair, Seat, Standing, Throw, canoga};
use parlor_table::{Answer, Ask, Entry, Event, Next, Rationale, Record, Table};

/// Everything that a review asks about a tournament, round by round. What was taken back is left out.
#[derive(Clone, PartialEq, Debug)]
pub struct Course {
    /// Which game.
    pub game: Game,
    /// The table's revision.
    pub revision: u64,
    /// The rounds in which something was thrown or decided.
    pub rounds: Vec<RoundCourse>,
}

/// What happened in a round.
#[derive(Clone, PartialEq, Debug)]
pub struct RoundCourse {
    /// Its number, from 1.
    pub round: u32,
    /// Squares, pits or points a side.
    pub size: i64,
    /// Who played first, and why.
    pub first: Option<First>,
    /// Throws and decisions, in order.
    pub questions: Vec<ReviewQuestion>,
    /// Its result from Human's side, in net points or seeds; nothing if it isn't over, or was given up without a result.
    pub points: Option<i32>,
    /// Who won it. In Congkak that can be the player with fewer seeds.
    pub winner: Option<Seat>,
    /// Who gave it up, if anybody did.
    pub given_up: Option<Seat>,
}

/// Who plays first, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct First {
    /// That seat.
    pub seat: Seat,
    /// What decided it.
    pub by: FirstBy,
}

/// What decides who plays first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FirstBy {
    /// Both threw dice.
    Dice,
    /// A coin was tossed.
    Coin,
    /// The winner of the round before plays first.
    LastRound,
}

/// A throw or a decision, with everything that is needed to judge it.
#[derive(Clone, PartialEq, Debug)]
pub struct ReviewQuestion {
    /// The table's revision after it; for a turn of several plays, after the first of them.
    pub revision: u64,
    /// Who threw or decided.
    pub seat: Seat,
    /// What it was.
    pub matter: Matter,
}

/// What a review asks about.
#[derive(Clone, PartialEq, Debug)]
pub enum Matter {
    /// Dice that decide who plays first.
    FirstThrow {
        /// What they show.
        throw: Throw,
        /// What Human has thrown before, if it is Computer who throws.
        human: Option<Throw>,
        /// The round if each seat plays first (Canoga). In Kono the dice are named, not measured.
        starts: Option<Pair<canoga::Position>>,
    },
    /// A throw of a turn (Canoga).
    Throw {
        /// The position before it.
        position: canoga::Position,
        /// How many dice the thrower chose or had to throw. A dice file may have given another number.
        chosen: DiceCount,
        /// What they show.
        throw: Throw,
    },
    /// A decision.
    Decision(Box<DecisionRecord>),
}

/// What was decided: one choice, or a turn of several plays (Congkak).
#[derive(Clone, PartialEq, Debug)]
pub struct DecisionRecord {
    /// The game before it.
    pub standing: Standing,
    /// What was to be decided first.
    pub decision: Decision,
    /// What was chosen; never empty.
    pub plays: Vec<PlayedChoice>,
}

/// One choice.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedChoice {
    /// The table's revision after it.
    pub revision: u64,
    /// What was chosen.
    pub choice: Choice,
    /// Whether nothing else could be chosen.
    pub forced: bool,
    /// Whether an arena drew it at random for the opening.
    pub opening: bool,
    /// What the program said about it at the time.
    pub rationale: Option<Arc<Rationale>>,
}

impl DecisionRecord {
    /// One choice.
    pub fn one(standing: Standing, decision: Decision, choice: Choice) -> DecisionRecord {
        DecisionRecord {
            standing,
            decision,
            plays: vec![PlayedChoice { revision: 0, choice, forced: false, opening: false, rationale: None }],
        }
    }

    /// Whether there was nothing to decide. Forced decisions and the random plays of an opening don't count.
    pub fn is_forced(&self) -> bool {
        self.plays.iter().all(|play| play.forced || play.opening)
    }

    /// Whether it belongs to an arena's random opening.
    pub fn is_opening(&self) -> bool {
        self.plays.iter().all(|play| play.opening)
    }
}

/// Why a game isn't reviewed or analysed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotReviewed {
    /// It would help one of two people who sit at different browsers, while the game is on.
    BetweenTwoPeople,
    /// Nothing was thrown or decided yet.
    NothingDecided,
}

impl NotReviewed {
    /// Where both players see the same screen, neither has an advantage, so only an empty game isn't reviewed.
    pub fn at_one_screen(table: &Table) -> Option<NotReviewed> {
        Course::of(table).rounds.is_empty().then_some(NotReviewed::NothingDecided)
    }

    /// Where each player may have a screen of their own.
    pub fn on_the_page(table: &Table) -> Option<NotReviewed> {
        let are_people = Seat::BOTH.into_iter().all(|seat| table.player(seat).is_person());
        (are_people && !table.is_over()).then_some(NotReviewed::BetweenTwoPeople)
    }
}

impl Course {
    /// What happened at a table.
    pub fn of(table: &Table) -> Course {
        let mut reader = CourseReader::default();
        table.retell(|table, made, told| reader.read(table, made, told));
        reader.rounds.retain(|round| !round.questions.is_empty());
        Course { game: table.game(), revision: table.revision(), rounds: reader.rounds }
    }

    /// All questions, in order. Answers are given in the same order.
    pub fn questions(&self) -> impl Iterator<Item = &ReviewQuestion> {
        self.rounds.iter().flat_map(|round| &round.questions)
    }

    /// The order in which to answer the questions, so that there is something to see soon: the last round, which is shown
    /// first, before the others; of each round first the decision that probably takes the least time, and then everything as
    /// it was played.
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
    /// The place of the decision that probably takes the least time to judge: in Congkak the one with the fewest seeds left,
    /// in Kono the last one, which is nearest to the end of the round. Canoga is solved, so all take the same time.
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

/// Reads a replay.
#[derive(Default)]
struct CourseReader {
    rounds: Vec<RoundCourse>,
    /// What the table waited for before the entry that is read now, and how the game stood.
    before: Option<(Next, Option<Standing>)>,
    /// The last round of Canoga that was over.
    last_round: Option<canoga::Standing>,
    /// Human's throw for the first player, while Computer's is still to come.
    human_threw: Option<Throw>,
    first_by: Option<FirstBy>,
    /// How many plays were made so far, to tell those of an arena's opening.
    plays: u32,
}

impl CourseReader {
    fn read(&mut self, table: &Table, made: Option<&Record>, told: &[Event]) {
        if made.is_none() {
            // A save or an analysis is in the middle of a round. A round in which nothing is asked is left out.
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
        for event in told {
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
        // A turn of Congkak is one decision.
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
                // An analysis may begin between the two throws. Then there is nothing to compare the second with.
                let starts = if *seat == Seat::Human || human.is_some() { self.starts(table.game()) } else { None };
                self.ask(revision, *seat, Matter::FirstThrow { throw: *throw, human, starts });
            }
            Event::CoinFell { .. } => self.first_by = Some(FirstBy::Coin),
            Event::First { seat } => {
                let by = self.first_by.unwrap_or(FirstBy::LastRound);
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

    /// The round of Canoga that begins, with each seat as the first.
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
