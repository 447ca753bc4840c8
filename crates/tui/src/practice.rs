//! "Find better": the position before a mistake, to be played again.

mod paint;

use parlor_engine::StopFlag;
use parlor_review::{ExerciseRun, Mistake};
use parlor_rules::Choice;
use parlor_table::Answer;
use parlor_view::{Action, Chooser, Reaction, Scene, exercise_board};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::{Position, Rect};

use crate::board;
use crate::collection::{WHOSE_KEY, Whose};
use crate::game::press;
use crate::job::{Job, JobOutcome, JobResult, Ticket, Work};
use crate::kit::{self, LineKey, Scroll};
use crate::screen::{Request, Screen};
use crate::theme::Theme;

/// Mistakes, one after the other.
pub(crate) struct PracticeScreen {
    mistakes: Vec<Mistake>,
    at: usize,
    /// The exercise about the mistake on screen; `None` without one.
    run: Option<ExerciseRun>,
    /// What can be tried.
    chooser: Option<Chooser>,
    /// A try that is being judged.
    checked: Option<Ticket>,
    /// The answer, while it is being searched.
    asked: Option<Ticket>,
    to_run: Vec<Job>,
    trouble: Option<String>,
    scroll: Scroll,
    /// How many games have no review yet.
    unreviewed: usize,
    /// Whose mistakes they are; `None` if they were chosen in a review.
    whose: Option<Whose>,
    /// Whether the mistake in sight has just come up.
    is_new: bool,
}

impl PracticeScreen {
    /// Practises these mistakes in this order.
    pub(crate) fn new(mistakes: Vec<Mistake>) -> PracticeScreen {
        let mut screen = PracticeScreen {
            mistakes,
            at: 0,
            run: None,
            chooser: None,
            checked: None,
            asked: None,
            to_run: Vec::new(),
            trouble: None,
            scroll: Scroll::default(),
            unreviewed: 0,
            whose: None,
            is_new: true,
        };
        screen.begin(0);
        screen
    }

    /// The same for the mistakes of all reviewed games: whose they are, and how many games have no review yet.
    pub(crate) fn of_all(mistakes: Vec<Mistake>, whose: Whose, unreviewed: usize) -> PracticeScreen {
        PracticeScreen { whose: Some(whose), unreviewed, ..PracticeScreen::new(mistakes) }
    }

    fn mistake(&self) -> Option<&Mistake> {
        self.mistakes.get(self.at)
    }

    fn begin(&mut self, at: usize) {
        self.at = at.min(self.mistakes.len().saturating_sub(1));
        self.run = self.mistake().map(|mistake| ExerciseRun::new(mistake.exercise.clone()));
        self.checked = None;
        self.asked = None;
        self.scroll = Scroll::default();
        self.is_new = true;
        self.choose_anew();
    }

    fn choose_anew(&mut self) {
        self.chooser = self.run.as_ref().and_then(|run| Chooser::of(&run.question(), run.exercise.game()));
    }

    fn forget_try(&mut self) {
        self.checked = None;
        if let Some(run) = &mut self.run {
            run.verdict = None;
        }
    }

    /// Whether there are several people whose mistakes can be looked at.
    fn has_several(&self) -> bool {
        self.whose.as_ref().is_some_and(Whose::has_several)
    }

    fn is_done(&self) -> bool {
        self.run.as_ref().is_some_and(ExerciseRun::is_over)
    }

    fn is_last(&self) -> bool {
        self.at + 1 >= self.mistakes.len()
    }

    /// The board, with what is being chosen and with the best if it was asked for.
    fn scene(&self) -> Option<Scene> {
        let ExerciseRun { exercise, answer, .. } = self.run.as_ref()?;
        let scene = Scene::of(exercise_board(exercise));
        Some(match (answer, &self.chooser) {
            (Some(judged), _) => {
                let best = judged.best.first().map(|best| parlor_view::spots_of(*best, exercise.seat));
                scene.advising(best.unwrap_or_default())
            }
            (_, Some(chooser)) => scene.with_choice(chooser),
            _ => scene,
        })
    }

    /// Takes a key.
    pub(crate) fn key(&mut self, key: KeyEvent) -> Request {
        let Some(code) = kit::pressed(key) else { return Request::Stay };
        self.trouble = None;
        match code {
            KeyCode::PageDown | KeyCode::Char('>') => self.next(),
            KeyCode::PageUp | KeyCode::Char('<') => self.begin(self.at.saturating_sub(1)),
            KeyCode::Char('!') => self.ask_answer(),
            KeyCode::Char(WHOSE_KEY) if self.has_several() => return Request::PracticeOfNext,
            KeyCode::Up if self.is_done() => self.scroll.by(-1),
            KeyCode::Down if self.is_done() => self.scroll.by(1),
            KeyCode::Enter if self.is_done() && !self.is_last() => self.next(),
            KeyCode::Enter if self.is_done() || self.mistakes.is_empty() => return Request::Back,
            KeyCode::Esc | KeyCode::Backspace => {
                let taken = self.chooser.as_mut().map(Chooser::back);
                if taken != Some(Reaction::Moved) && code == KeyCode::Esc {
                    return Request::Back;
                }
            }
            code => self.choose(code),
        }
        Request::Stay
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
        // What came of the last try stays in sight until another one begins.
        if !matches!(
            code,
            KeyCode::Left | KeyCode::Right | KeyCode::Up | KeyCode::Down | KeyCode::Tab | KeyCode::BackTab
        ) {
            self.forget_try();
        }
        let Some(chooser) = &mut self.chooser else { return };
        let reaction = press(chooser, code);
        self.react(&reaction);
    }

    fn react(&mut self, reaction: &Reaction<Action>) {
        if let Reaction::Chosen(Action::Answer(Answer::Choice(choice))) = reaction {
            self.try_choice(*choice);
        }
    }

    fn try_choice(&mut self, choice: Choice) {
        self.forget_try();
        let Some(run) = &self.run else { return };
        let work = Work::Try(Box::new(run.exercise.clone()), choice, StopFlag::default());
        let (job, ticket) = Job::new(work);
        self.to_run.push(job);
        self.checked = Some(ticket);
    }

    fn ask_answer(&mut self) {
        if let Some(ExerciseRun { exercise, answer: None, .. }) = &self.run
            && self.asked.is_none()
        {
            let (job, ticket) = Job::new(Work::Solve(Box::new(exercise.clone()), StopFlag::default()));
            self.to_run.push(job);
            self.asked = Some(ticket);
        }
    }

    fn click(&mut self, at: Position, area: Rect) {
        let Some(scene) = self.scene() else { return };
        self.forget_try();
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

    /// Takes what came of a job.
    pub(crate) fn job_done(&mut self, result: &JobResult) {
        let is_for = |ticket: &mut Ticket| ticket.is_for(result);
        if self.checked.take_if(is_for).or_else(|| self.asked.take_if(is_for)).is_none() {
            return;
        }
        match (&result.outcome, &mut self.run) {
            (JobOutcome::Tried(verdict), Some(run)) => {
                run.verdict = Some(*verdict);
                if !verdict.is_found() {
                    self.choose_anew();
                }
            }
            (JobOutcome::Solved(judged), Some(run)) => run.answer = Some(judged.clone()),
            (JobOutcome::Failed(why), _) => {
                self.trouble = Some(format!("That can't be judged, because the computer player has failed: {why}"));
            }
            _ => {}
        }
    }
}

impl Screen for PracticeScreen {
    fn key(&mut self, key: KeyEvent) -> Request {
        self.key(key)
    }

    fn click(&mut self, at: Position, area: Rect) -> Request {
        if !self.is_done() {
            self.click(at, area);
        }
        Request::Stay
    }

    fn keys(&self, theme: Theme) -> Vec<LineKey> {
        self.keys(theme).into_iter().map(LineKey::from).collect()
    }

    fn paint(&mut self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let mut scroll = std::mem::take(&mut self.scroll);
        PracticeScreen::paint(self, &mut scroll, theme, area, buffer);
        self.scroll = scroll;
    }

    fn take_jobs(&mut self) -> Vec<Job> {
        std::mem::take(&mut self.to_run)
    }

    fn job_done(&mut self, result: &JobResult) {
        self.job_done(result);
    }

    fn refuse(&mut self, why: String) {
        self.trouble = Some(why);
    }

    fn take_practised(&mut self) -> Option<Mistake> {
        std::mem::take(&mut self.is_new).then(|| self.mistake().cloned()).flatten()
    }
}
