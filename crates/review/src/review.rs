use parlor_rules::{Game, Pair, Seat, Throw};

use crate::{
    Course, DecisionRecord, Drawback, First, Grade, Judgement, Mark, Marks, Matter, ReviewAnswer, Spread, add_up,
    drawbacks,
};

/// The cost of every decision of a tournament, and its luck.
#[derive(Clone, PartialEq, Debug)]
pub struct Review {
    pub game: Game,
    pub rounds: Vec<RoundReview>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct RoundReview {
    pub round: u32,
    /// Squares, pits or points per side.
    pub size: i64,
    /// The player who moved first, and why; in Congkak and Kono this is the only element of chance.
    pub first: Option<First>,
    /// The value for Human before the first throw or decision (Canoga); for a tournament that resumes from a save, in
    /// the position of the save.
    pub start: Option<f64>,
    /// The result from Human's side.
    pub points: Option<i32>,
    /// In Congkak the winner may have fewer seeds.
    pub winner: Option<Seat>,
    /// The player who gave up the round.
    pub given_up: Option<Seat>,
    pub throws: Vec<ThrowReview>,
    /// Every decision, including forced ones.
    pub decisions: Vec<DecisionReview>,
    /// The number of questions not yet answered.
    pub unanswered: usize,
}

#[derive(Clone, PartialEq, Debug)]
pub struct ThrowReview {
    /// The table's revision after it.
    pub revision: u64,
    pub seat: Seat,
    pub throw: Throw,
    /// True if the throw decides who plays first.
    pub for_first: bool,
    /// The luck from Human's side. `None` if it isn't measured, or isn't known yet.
    pub luck: Option<f64>,
    /// The value for Human afterwards.
    pub value: Option<f64>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct DecisionReview {
    /// The table's revision after it; of a turn, after its first play.
    pub revision: u64,
    pub seat: Seat,
    pub decided: DecisionRecord,
    /// `None` if it was forced or isn't judged yet.
    pub judged: Option<Judgement>,
    pub mark: Option<Mark>,
}

impl DecisionReview {
    /// The cost; zero if it was forced or isn't judged yet.
    pub fn cost(&self) -> f64 {
        self.judged.as_ref().map_or(0.0, Judgement::cost)
    }

    /// The disadvantages compared with the best choice.
    pub fn drawbacks(&self) -> Vec<Drawback> {
        match &self.judged {
            Some(judged) if judged.cost() > 0.0 => drawbacks(&self.decided, &judged.best),
            _ => Vec::new(),
        }
    }
}

/// **points − start = luck + skill + hindsight**, from Human's side.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Equation {
    /// The value for Human at the start.
    pub start: f64,
    /// Net luck of all throws.
    pub luck: f64,
    /// The total cost of each player's decisions.
    pub costs: Pair<f64>,
    /// The part not explained by decisions: later searches saw further than earlier ones. Zero in Canoga, which is
    /// solved.
    pub hindsight: f64,
    pub points: i32,
}

impl Equation {
    /// Net skill: Computer's costs minus Human's.
    pub fn skill(&self) -> f64 {
        self.costs.computer - self.costs.human
    }

    /// The error of the equation: at most the solution's precision for each throw.
    pub fn error(&self) -> f64 {
        f64::from(self.points) - self.start - self.luck - self.skill() - self.hindsight
    }

    /// The equation in hundredths of a point, which add up as printed.
    pub fn printed(&self) -> Printed {
        let points = 100 * i64::from(self.points);
        let terms = add_up(&[self.start, self.luck, self.costs.computer, -self.costs.human, self.hindsight], points);
        let costs = Pair { human: -terms[3], computer: terms[2] };
        Printed { start: terms[0], luck: terms[1], costs, skill: terms[2] + terms[3], hindsight: terms[4], points }
    }
}

/// An [`Equation`] in hundredths of a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Printed {
    /// The value for Human at the start.
    pub start: i64,
    pub luck: i64,
    /// The total cost of each player's decisions.
    pub costs: Pair<i64>,
    pub skill: i64,
    pub hindsight: i64,
    pub points: i64,
}

/// A player's result in one round or in all of them.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct SeatReview {
    /// The number of judged decisions that weren't forced; [`RoundReview::decisions`] has all of them.
    pub decisions: u32,
    pub cost: f64,
    /// The number of decisions that count for the grade.
    pub graded: u32,
    /// The sum of their contributions, see [`Grade::share`].
    pub percent: f64,
    /// The number of decisions with each mark, in the order of [`Mark::ALL`].
    pub marks: [u32; 5],
}

impl SeatReview {
    /// The mean cost of a decision.
    pub fn mean(&self) -> Option<f64> {
        (self.decisions > 0).then(|| self.cost / f64::from(self.decisions))
    }

    /// `None` if too few decisions count.
    pub fn grade(&self, game: Game) -> Option<Grade> {
        (self.graded >= Grade::LEAST_DECISIONS).then(|| Grade::of(game, self.percent / f64::from(self.graded)))
    }

    #[must_use]
    pub fn and(mut self, other: SeatReview) -> SeatReview {
        self.decisions += other.decisions;
        self.cost += other.cost;
        self.graded += other.graded;
        self.percent += other.percent;
        for (mine, others) in self.marks.iter_mut().zip(other.marks) {
            *mine += others;
        }
        self
    }
}

impl Review {
    /// Combines the answers, in the order of [`Course::questions`]. Some may be missing.
    pub fn of(course: &Course, answers: &[Option<ReviewAnswer>]) -> Review {
        let mut answers = answers.iter().map(Option::as_ref);
        let rounds = course.rounds.iter().map(|round| {
            let marks = Marks::of(course.game, round.size);
            let mut review = RoundReview {
                round: round.round,
                size: round.size,
                first: round.first,
                start: None,
                points: round.points,
                winner: round.winner,
                given_up: round.given_up,
                throws: Vec::new(),
                decisions: Vec::new(),
                unanswered: 0,
            };
            for (number, question) in round.questions.iter().enumerate() {
                let answer = answers.next().flatten();
                review.unanswered += usize::from(answer.is_none());
                let (revision, seat) = (question.revision, question.seat);
                if number == 0 && course.game == Game::Canoga {
                    review.start = match answer {
                        Some(ReviewAnswer::Luck { before, .. }) => Some(*before),
                        Some(ReviewAnswer::Judged(judged)) => Some(judged.value),
                        _ => None,
                    };
                }
                match &question.matter {
                    Matter::FirstThrow { throw, .. } | Matter::Throw { throw, .. } => {
                        let (luck, value) = match answer {
                            Some(ReviewAnswer::Luck { before, after }) => (Some(after - before), Some(*after)),
                            _ => (None, None),
                        };
                        let for_first = matches!(question.matter, Matter::FirstThrow { .. });
                        review.throws.push(ThrowReview { revision, seat, throw: *throw, for_first, luck, value });
                    }
                    Matter::Decision(decided) => {
                        let judged = match answer {
                            Some(ReviewAnswer::Judged(judged)) => Some(judged.clone()),
                            _ => None,
                        };
                        let mark = judged.as_ref().map(|judged| marks.mark(judged.cost()));
                        let decided = (**decided).clone();
                        review.decisions.push(DecisionReview { revision, seat, decided, judged, mark });
                    }
                }
            }
            review
        });
        Review { game: course.game, rounds: rounds.collect() }
    }

    /// A player's result in all rounds.
    pub fn seat(&self, seat: Seat) -> SeatReview {
        let of_round = |round: &RoundReview| round.seat(self.game, seat);
        self.rounds.iter().map(of_round).fold(SeatReview::default(), SeatReview::and)
    }
}

impl RoundReview {
    /// Net luck of all throws, from Human's side; `None` where it isn't measured.
    pub fn luck(&self) -> Option<f64> {
        self.start.map(|_| self.throws.iter().filter_map(|throw| throw.luck).sum())
    }

    /// The total cost of each player's decisions.
    pub fn costs(&self) -> Pair<f64> {
        Pair::from_fn(|seat| {
            self.decisions.iter().filter(|decision| decision.seat == seat).map(DecisionReview::cost).sum()
        })
    }

    /// Net skill: Computer's costs minus Human's.
    pub fn skill(&self) -> f64 {
        let costs = self.costs();
        costs.computer - costs.human
    }

    /// The equation of a finished round that wasn't given up, once everything is answered. In Congkak and Kono the
    /// value at the start is that of the first decision, because there were no choices before it.
    pub fn equation(&self) -> Option<Equation> {
        if self.unanswered > 0 || self.given_up.is_some() {
            return None;
        }
        let (points, costs, skill) = (self.points?, self.costs(), self.skill());
        if let (Some(start), Some(luck)) = (self.start, self.luck()) {
            return Some(Equation { start, luck, costs, hindsight: 0.0, points });
        }
        let start = self.decisions.iter().find_map(|decision| decision.judged.as_ref())?.value;
        Some(Equation { start, luck: 0.0, costs, hindsight: f64::from(points) - start - skill, points })
    }

    /// A player's result in this round.
    pub fn seat(&self, game: Game, seat: Seat) -> SeatReview {
        let spread = Spread::of(game, self.size);
        let mut found = SeatReview::default();
        for decision in self.decisions.iter().filter(|decision| decision.seat == seat) {
            let (Some(mark), Some(judged)) = (decision.mark, &decision.judged) else { continue };
            let value = if seat == Seat::Human { judged.value } else { -judged.value };
            if !Grade::is_decided(spread, value) {
                found.graded += 1;
                found.percent += Grade::share(spread, judged.cost());
            }
            found.decisions += 1;
            found.cost += judged.cost();
            found.marks[mark as usize] += 1;
        }
        found
    }
}
