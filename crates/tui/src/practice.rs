//! "Find better": the position before a mistake, to be played again.

mod paint;

use std::cell::Cell;

use parlor_engine::StopFlag;
use parlor_review::{Judgement, Kept, Verdict};
use parlor_rules::{Choice, Decision};
use parlor_table::{Answer, Ask, Question};
use parlor_view::{Action, Arrow, BoardView, Chooser, DiceView, Reaction, Scene};
use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseEvent};
use ratatui::layout::{Position, Rect};

use crate::board;
use crate::collection::{Task, WHOSE_KEY, Whose};
use crate::job::{Job, JobOutcome, JobResult, Ticket, Work};
use crate::kit::{self, Pointed};
use crate::wish::Wish;

/// Mistakes, one after the other.
pub(crate) struct PracticeScreen {
    tasks: Vec<Task>,
    at: usize,
    /// What can be tried; `None` without a mistake.
    chooser: Option<Chooser>,
    attempt: Attempt,
    answer: Solution,
    to_run: Vec<Job>,
    trouble: Option<String>,
    /// How many lines of the text lie above those in sight.
    scroll: Cell<usize>,
    /// How many games have no review yet.
    unreviewed: usize,
    /// Whose mistakes they are; `None` if they were chosen in a review.
    whose: Option<Whose>,
    /// Whether the mistake in sight has just come up.
    is_new: bool,
}

/// How far the try is.
#[derive(Debug)]
enum Attempt {
    None,
    Checked(Ticket),
    Judged(Verdict),
}

/// The answer, as far as it was asked for.
#[derive(Debug)]
enum Solution {
    Hidden,
    Asked(Ticket),
    Shown(Judgement),
}

impl PracticeScreen {
    /// Practises these mistakes in this order.
    pub(crate) fn new(tasks: Vec<Task>) -> PracticeScreen {
        let mut screen = PracticeScreen {
            tasks,
            at: 0,
            chooser: None,
            attempt: Attempt::None,
            answer: Solution::Hidden,
            to_run: Vec::new(),
            trouble: None,
            scroll: Cell::new(0),
            unreviewed: 0,
            whose: None,
            is_new: true,
        };
        screen.begin(0);
        screen
    }

    /// The same for the mistakes of all reviewed games: whose they are, and how many games have no review yet.
    pub(crate) fn of_all(tasks: Vec<Task>, whose: Whose, unreviewed: usize) -> PracticeScreen {
        PracticeScreen { whose: Some(whose), unreviewed, ..PracticeScreen::new(tasks) }
    }

    fn task(&self) -> Option<&Task> {
        self.tasks.get(self.at)
    }

    fn begin(&mut self, at: usize) {
        self.at = at.min(self.tasks.len().saturating_sub(1));
        self.attempt = Attempt::None;
        self.answer = Solution::Hidden;
        self.scroll.set(0);
        self.is_new = true;
        self.choose_anew();
    }

    fn choose_anew(&mut self) {
        self.chooser = self.task().and_then(|task| {
            let question = Question { seat: task.exercise.seat, ask: Ask::Decide(task.exercise.decision.clone()) };
            Chooser::of(&question, task.exercise.game())
        });
    }

    /// The mistake in sight, once, if its game is kept.
    pub(crate) fn take_new(&mut self) -> Option<Kept> {
        std::mem::take(&mut self.is_new).then(|| self.task()?.kept()).flatten()
    }

    /// Says that something went wrong.
    pub(crate) fn refuse(&mut self, why: String) {
        self.trouble = Some(why);
    }

    /// Whether there are several people whose mistakes can be looked at.
    fn has_several(&self) -> bool {
        self.whose.as_ref().is_some_and(Whose::has_several)
    }

    fn is_found(&self) -> bool {
        matches!(self.attempt, Attempt::Judged(verdict) if verdict.is_found())
    }

    /// Whether the exercise is over: something was found, or the answer is in sight.
    fn is_done(&self) -> bool {
        self.is_found() || matches!(self.answer, Solution::Shown(_))
    }

    fn is_last(&self) -> bool {
        self.at + 1 >= self.tasks.len()
    }

    /// The board, with what is being chosen and with the best if it was asked for.
    fn scene(&self) -> Option<Scene> {
        let exercise = &self.task()?.exercise;
        let mut board = BoardView::of_standing(&exercise.standing);
        if let Decision::Canoga(thrown) = &exercise.decision {
            board.dice = Some(DiceView { seat: exercise.seat, throw: thrown.throw(), rolling: false });
        }
        let scene = Scene::of(board);
        Some(match (&self.answer, &self.chooser) {
            (Solution::Shown(judged), _) => {
                let best = judged.best.first().map(|best| parlor_view::spots_of(*best, exercise.seat));
                scene.advising(best.unwrap_or_default())
            }
            (_, Some(chooser)) => scene.with_choice(chooser),
            _ => scene,
        })
    }

    /// Takes a key.
    pub(crate) fn key(&mut self, key: KeyEvent) -> Wish {
        let Some(code) = kit::pressed(key) else { return Wish::Stay };
        self.trouble = None;
        match code {
            KeyCode::PageDown | KeyCode::Char('>') => self.next(),
            KeyCode::PageUp | KeyCode::Char('<') => self.begin(self.at.saturating_sub(1)),
            KeyCode::Char('!') => self.ask_answer(),
            KeyCode::Char(WHOSE_KEY) if self.has_several() => return Wish::TurnWhose,
            KeyCode::Up if self.is_done() => self.scroll.set(self.scroll.get().saturating_sub(1)),
            // There are fewer lines than this.
            KeyCode::Down if self.is_done() => self.scroll.set(self.scroll.get() + 1),
            KeyCode::Enter if self.is_done() && !self.is_last() => self.next(),
            KeyCode::Enter if self.is_done() || self.tasks.is_empty() => return Wish::Back,
            KeyCode::Esc | KeyCode::Backspace => {
                let taken = self.chooser.as_mut().map(Chooser::back);
                if taken != Some(Reaction::Moved) && code == KeyCode::Esc {
                    return Wish::Back;
                }
            }
            code => self.choose(code),
        }
        Wish::Stay
    }

    fn next(&mut self) {
        if self.is_last() {
            self.trouble = Some("That was the last one.".to_owned());
        } else {
            self.begin(self.at + 1);
        }
    }

    fn choose(&mut self, code: KeyCode) {
        if self.is_done() {
            return;
        }
        let Some(chooser) = &mut self.chooser else { return };
        // What came of the last try stays in sight until another one begins.
        if !matches!(
            code,
            KeyCode::Left | KeyCode::Right | KeyCode::Up | KeyCode::Down | KeyCode::Tab | KeyCode::BackTab
        ) {
            self.attempt = Attempt::None;
        }
        let reaction = match code {
            KeyCode::Left => chooser.arrow(Arrow::Left),
            KeyCode::Right => chooser.arrow(Arrow::Right),
            KeyCode::Up => chooser.arrow(Arrow::Up),
            KeyCode::Down => chooser.arrow(Arrow::Down),
            KeyCode::Tab => chooser.cycle(false),
            KeyCode::BackTab => chooser.cycle(true),
            KeyCode::Enter => chooser.enter(),
            KeyCode::Char(' ') => chooser.toggle(),
            KeyCode::Char(digit @ '1'..='9') => chooser.number(digit as usize - '0' as usize),
            KeyCode::Char(letter) => chooser.letter(letter),
            _ => Reaction::Ignored,
        };
        self.react(&reaction);
    }

    fn react(&mut self, reaction: &Reaction<Action>) {
        if let Reaction::Chosen(Action::Answer(Answer::Choice(choice))) = reaction {
            self.try_choice(*choice);
        }
    }

    fn try_choice(&mut self, choice: Choice) {
        let Some(task) = self.task() else { return };
        let work = Work::Try(Box::new(task.exercise.clone()), choice, StopFlag::default());
        let (job, ticket) = Job::new(work);
        self.to_run.push(job);
        self.attempt = Attempt::Checked(ticket);
    }

    fn ask_answer(&mut self) {
        if let (Some(task), Solution::Hidden) = (self.task(), &self.answer) {
            let (job, ticket) = Job::new(Work::Solve(Box::new(task.exercise.clone()), StopFlag::default()));
            self.to_run.push(job);
            self.answer = Solution::Asked(ticket);
        }
    }

    /// Takes a click or the wheel.
    pub(crate) fn mouse(&mut self, event: MouseEvent, area: Rect) -> Wish {
        let Some(Pointed::Click(at)) = Pointed::of(event) else { return Wish::Stay };
        if let Some(code) = self.line_key_at(at, area) {
            return self.key(code.into());
        }
        if !self.is_done() {
            self.click(at, area);
        }
        Wish::Stay
    }

    fn click(&mut self, at: Position, area: Rect) {
        let Some(scene) = self.scene() else { return };
        self.attempt = Attempt::None;
        let Some(chooser) = &mut self.chooser else { return };
        let (place, text) = board::with_text(&scene.board.layout, kit::board_body(area));
        let spots = board::spots(&scene.board.layout, place);
        let reaction = if let Some((spot, _)) = spots.into_iter().find(|(_, place)| place.contains(at)) {
            match chooser.click(spot) {
                // A click plays as soon as the sum is right, as in a game.
                Reaction::Moved if matches!(chooser, Chooser::Squares(squares) if squares.complete().is_some()) => {
                    chooser.enter()
                }
                reaction => reaction,
            }
        } else if let Chooser::Buttons(buttons) = chooser
            && let Some(button) = paint::button_at(buttons, at, text)
        {
            chooser.number(button + 1)
        } else {
            Reaction::Ignored
        };
        self.react(&reaction);
    }

    /// The jobs that are to be run.
    pub(crate) fn take_jobs(&mut self) -> Vec<Job> {
        std::mem::take(&mut self.to_run)
    }

    /// Takes what came of a job.
    pub(crate) fn job_done(&mut self, result: &JobResult) {
        if matches!(&self.attempt, Attempt::Checked(ticket) if ticket.is_for(result)) {
            self.attempt = match &result.outcome {
                JobOutcome::Tried(verdict) => {
                    if !verdict.is_found() {
                        self.choose_anew();
                    }
                    Attempt::Judged(*verdict)
                }
                outcome => {
                    self.fail(outcome);
                    Attempt::None
                }
            };
        } else if matches!(&self.answer, Solution::Asked(ticket) if ticket.is_for(result)) {
            self.answer = match &result.outcome {
                JobOutcome::Solved(judged) => Solution::Shown(judged.clone()),
                outcome => {
                    self.fail(outcome);
                    Solution::Hidden
                }
            };
        }
    }

    fn fail(&mut self, outcome: &JobOutcome) {
        if let JobOutcome::Failed(why) = outcome {
            self.trouble = Some(format!("That can't be judged, because the computer player has failed: {why}"));
        }
    }
}
