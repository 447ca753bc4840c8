//! The visible scene of the game, and a queue of steps that haven't been shown yet.

use std::collections::VecDeque;
use std::time::Duration;

use parlor_host::Speed;
use parlor_rules::Seat;
use parlor_table::{Event, Table};
use parlor_view::{BoardLayout, BoardView, Names, Scene, Step, TurnPace, animate};

/// The visible scene, and a queue of steps that haven't been shown yet.
#[derive(Clone, PartialEq, Default, Debug)]
pub(super) struct GameStage {
    pub(super) round: u32,
    /// `None` until the size of the board is known.
    pub(super) scene: Option<Scene>,
    steps: VecDeque<Queued>,
    pace: TurnPace,
    /// The time at which the visible step ends.
    pub(super) until: Option<Duration>,
    /// Show everything at once until the next question to a person.
    pub(super) hurry: bool,
}

/// A step that hasn't been shown yet.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Queued {
    pub(super) step: Step,
    /// The number of records of the table after the step's event.
    pub(super) records: usize,
    /// The player whose move starts with this step.
    pub(super) mover: Option<Seat>,
    /// A round starts with this step.
    pub(super) begins_round: bool,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Advanced {
    /// The visible step hasn't ended.
    Waiting,
    /// This step has just become visible.
    Shown(Box<Queued>),
    Through,
}

impl GameStage {
    /// An empty stage, for a table that has just been set up or opened.
    pub(super) fn new(table: &Table) -> GameStage {
        GameStage { round: table.round(), ..GameStage::default() }
    }

    pub(super) fn is_moving(&self) -> bool {
        self.until.is_some() || !self.steps.is_empty()
    }

    /// Shows everything at once until the next question to a person.
    pub(super) fn hurry(&mut self) {
        self.until = None;
        self.hurry = true;
    }

    /// Adds the steps of new events to the queue.
    pub(super) fn queue(&mut self, events: &[Event], table: &Table, names: &Names) {
        if self.scene.is_none() {
            self.refresh(table);
        }
        let records = table.record_count();
        let last_queued = self.steps.back().and_then(|queued| queued.step.board.clone());
        let mut board = last_queued.or_else(|| Some(self.scene.as_ref()?.board.clone()));
        for event in events {
            if let Event::RoundBegins { round, .. } = event {
                self.round = *round;
            }
            let steps = self.pace.fit(event, animate(event, board.as_ref(), names));
            board = steps.last().and_then(|step| step.board.clone()).or(board);
            let mover = mover(event);
            let tells = steps.iter().position(|step| !step.lines.is_empty());
            let round = matches!(event, Event::RoundBegins { .. });
            self.steps.extend(steps.into_iter().enumerate().map(|(number, step)| {
                let mover = mover.filter(|_| Some(number) == tells);
                Queued { step, records, mover, begins_round: round && Some(number) == tells }
            }));
        }
    }

    pub(super) fn advance(&mut self, speed: Speed, now: Duration) -> Advanced {
        if self.until.is_some_and(|until| now < until) {
            return Advanced::Waiting;
        }
        self.until = None;
        let Some(queued) = self.steps.pop_front() else { return Advanced::Through };
        let lasts = speed.scale(queued.step.lasts);
        if !lasts.is_zero() && !self.hurry {
            self.until = Some(now + lasts);
        }
        self.put(&queued.step);
        Advanced::Shown(Box::new(queued))
    }

    fn put(&mut self, step: &Step) {
        if let Some(board) = &step.board {
            self.scene = Some(Scene { hand: step.hand, ..Scene::of(board.clone()) });
        }
    }

    /// Shows all remaining steps at once, and returns them for the log.
    pub(super) fn finish(&mut self) -> Vec<Queued> {
        self.until = None;
        let steps: Vec<Queued> = self.steps.drain(..).collect();
        for queued in &steps {
            self.put(&queued.step);
        }
        steps
    }

    /// Shows the current board of the table. The dice and the changes of the last step stay visible.
    pub(super) fn refresh(&mut self, table: &Table) {
        let Some(mut board) = BoardView::of(table) else { return };
        if let BoardLayout::Kono(view) = &board.layout {
            self.round = view.round;
        }
        if let Some(Scene { board: seen, .. }) = &self.scene {
            board.dice = board.dice.or(seen.dice);
            board.changed.clone_from(&seen.changed);
        }
        self.scene = Some(Scene::of(board));
    }

    /// Returns to the current board of the table at once, after an undo.
    pub(super) fn rewind(&mut self, table: &Table) {
        self.steps.clear();
        self.until = None;
        self.scene = None;
        self.refresh(table);
    }
}

fn mover(event: &Event) -> Option<Seat> {
    match event {
        Event::Moved { seat, .. } | Event::Sowed { seat, .. } | Event::Stepped { seat, .. } => Some(*seat),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use parlor_rules::{Choice, Game, Seat};
    use parlor_store::conformance::next_entry;
    use parlor_table::{Answer, Entry, Next, Setup};
    use parlor_view::LONGEST_TURN;

    use super::*;

    /// A Kono table with an event for each step played.
    fn kono() -> (Table, GameStage) {
        let (mut table, events) = Table::new(Setup { size: Some(5), ..Setup::new(Game::Kono) });
        let mut stage = GameStage::new(&table);
        stage.queue(&events, &table, &Names::plain());
        let decide = |table: &mut Table, answer| {
            let Next::Ask(question) = table.next() else { panic!("{:?}", table.next()) };
            table.apply(Entry::decision(question.seat, answer)).unwrap()
        };
        let play = Answer::Menu(parlor_table::MenuItem::Play);
        let mut events = decide(&mut table, play.clone());
        for throw in ["6 5", "1 2"] {
            events.extend(table.apply(Entry::Throw { throw: throw.parse().unwrap(), queued: false }).unwrap());
        }
        events.extend(decide(&mut table, Answer::Choice(Choice::Color(parlor_rules::kono::Color::White))));
        events.extend(decide(&mut table, play));
        events.extend(decide(&mut table, Answer::Choice(Choice::Kono("2 1 se".parse().unwrap()))));
        stage.queue(&events, &table, &Names::plain());
        (table, stage)
    }

    #[test]
    fn steps_take_their_time_and_end_at_the_tables_board() {
        let (table, mut stage) = kono();
        let mut now = Duration::ZERO;
        let mut shown = 0;
        loop {
            match stage.advance(Speed::Normal, now) {
                Advanced::Waiting => now = stage.until.unwrap(),
                Advanced::Shown(_) => shown += 1,
                Advanced::Through => break,
            }
        }
        assert!(shown > 14, "two throws of six steps each, and a move: {shown}");
        assert!(now > Duration::from_secs(2), "{now:?}");
        let animated = stage.scene.as_ref().unwrap().board.layout.clone();
        stage.refresh(&table);
        let BoardLayout::Kono(after) = &stage.scene.as_ref().unwrap().board.layout else { panic!() };
        let BoardLayout::Kono(animated) = animated else { panic!() };
        assert_eq!(animated.rows, after.rows);
        assert_eq!(stage.scene.as_ref().unwrap().board.changed.len(), 2);
        assert_eq!(stage.scene.as_ref().unwrap().board.dice, None, "the dice disappear with the first step");
    }

    #[test]
    fn hurrying_shows_the_rest_at_once() {
        let (_, mut stage) = kono();
        assert!(matches!(stage.advance(Speed::Normal, Duration::ZERO), Advanced::Shown(_)));
        assert_eq!(stage.advance(Speed::Normal, Duration::ZERO), Advanced::Waiting);
        stage.hurry();
        while stage.advance(Speed::Normal, Duration::ZERO) != Advanced::Through {}
        assert!(!stage.is_moving());
    }

    #[test]
    fn finishing_returns_the_remaining_lines() {
        let (_, mut stage) = kono();
        let told: Vec<String> =
            stage.finish().into_iter().flat_map(|queued| queued.step.lines).map(|line| line.text).collect();
        assert_eq!(told.last().map(String::as_str), Some("Human moves the piece at (2,1) southeast, to (3,2)."));
        assert!(!stage.is_moving());
    }

    #[test]
    fn an_undo_marks_the_changes_of_the_play_before_it() {
        let (mut table, mut stage) = kono();
        // Plays a menu answer and a step; returns the board before them.
        let mut play = || {
            stage.finish();
            let before = BoardView::of(&table).unwrap();
            for _ in 0..2 {
                let entry = next_entry(&table).unwrap();
                stage.queue(&table.apply(entry).unwrap(), &table, &Names::plain());
            }
            before
        };
        let _computers = play();
        let before = play();
        assert_eq!(before.changed.len(), 2);
        stage.finish();
        table.apply(Entry::Undo).unwrap();
        stage.rewind(&table);
        assert_eq!(stage.scene.as_ref().unwrap().board.changed, before.changed);
    }

    #[test]
    fn an_undo_goes_back_at_once() {
        let (mut table, mut stage) = kono();
        table.apply(Entry::Undo).unwrap();
        stage.rewind(&table);
        assert!(!stage.is_moving());
        assert_eq!(Some(&stage.scene.as_ref().unwrap().board), BoardView::of(&table).as_ref());
        let Next::Ask(question) = table.next() else { panic!() };
        assert_eq!(question.seat, Seat::Human);
    }

    #[test]
    fn a_turn_never_takes_longer_than_twelve_seconds_at_normal_speed() {
        let mut longest = Duration::ZERO;
        for game in Game::ALL {
            for seed in 0..6 {
                let setup = Setup { seed: u64::into(seed), size: game.sizes().pop(), ..Setup::new(game) };
                let (mut table, events) = Table::new(setup);
                let mut stage = GameStage::new(&table);
                stage.queue(&events, &table, &Names::plain());
                let (mut turn, mut lasted) = (None, Duration::ZERO);
                while let Some(entry) = next_entry(&table) {
                    let events = table.apply(entry).unwrap();
                    let actor = |event: &Event| match event {
                        Event::Thrown { seat, .. } => Some(*seat),
                        event => mover(event),
                    };
                    if let Some(seat) = events.iter().find_map(actor).filter(|seat| turn != Some(*seat)) {
                        (turn, lasted) = (Some(seat), Duration::ZERO);
                    }
                    stage.queue(&events, &table, &Names::plain());
                    lasted += stage.finish().iter().map(|queued| queued.step.lasts).sum::<Duration>();
                    longest = longest.max(lasted);
                }
            }
        }
        assert!(longest <= LONGEST_TURN, "{longest:?}");
        assert!(longest > Duration::from_secs(5), "long turns were among them: {longest:?}");
    }
}
