//! "Find better": the position before a mistake, to be played again.

use parlor_engine::{NoAnswer, StopFlag};
use parlor_review::{DecisionRecord, Effort, Judgement, Mistake, Stopped, Verdict, drawbacks};
use parlor_rules::Decision;
use parlor_table::Answer;
use parlor_view::{
    Action, Button, Buttons, Chooser, Names, Reaction, Scene, exercise_board, review_cost, review_to_do, short_size,
    verdict_in_words, without_review,
};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::{Position, Rect};

use crate::board;
use crate::collection::{WHOSE_KEY, Whose};
use crate::game::press;
use crate::job::{Finding, Job, JobQueue, JobResult};
use crate::kit::{self, LineKey, Scroll, inset, part, put, put_roles, row, width, wrapped};
use crate::screen::{Request, Screen};
use crate::theme::{Role, Theme};

/// Mistakes, one after the other.
pub(crate) struct PracticeScreen {
    mistakes: Vec<Mistake>,
    at: usize,
    /// What can be tried; `None` without a mistake.
    chooser: Option<Chooser>,
    attempt: Finding<Verdict>,
    solution: Finding<Judgement>,
    to_run: JobQueue,
    trouble: Option<String>,
    scroll: Scroll,
    /// How many games have no review yet.
    unreviewed: usize,
    /// Whose mistakes they are, unless they were chosen in a review.
    whose: Whose,
    /// Whether the mistake in sight has just come up.
    is_new: bool,
}

impl PracticeScreen {
    /// Practises these mistakes in this order.
    pub(crate) fn new(mistakes: Vec<Mistake>) -> PracticeScreen {
        let mut screen = PracticeScreen {
            mistakes,
            at: 0,
            chooser: None,
            attempt: Finding::None,
            solution: Finding::None,
            to_run: JobQueue::default(),
            trouble: None,
            scroll: Scroll::default(),
            unreviewed: 0,
            whose: Whose::default(),
            is_new: true,
        };
        screen.begin(0);
        screen
    }

    /// The same for the mistakes of all reviewed games: whose they are, and how many games have no review yet.
    pub(crate) fn of_all(mistakes: Vec<Mistake>, whose: Whose, unreviewed: usize) -> PracticeScreen {
        PracticeScreen { unreviewed, whose, ..PracticeScreen::new(mistakes) }
    }

    fn mistake(&self) -> Option<&Mistake> {
        self.mistakes.get(self.at)
    }

    fn begin(&mut self, at: usize) {
        self.at = at.min(self.mistakes.len().saturating_sub(1));
        self.attempt = Finding::None;
        self.solution = Finding::None;
        self.scroll = Scroll::default();
        self.is_new = true;
        self.choose_anew();
    }

    fn choose_anew(&mut self) {
        self.chooser =
            self.mistake().and_then(|mistake| Chooser::of(&mistake.exercise.asked(), mistake.exercise.game()));
    }

    fn is_found(&self) -> bool {
        matches!(self.attempt, Finding::Found(verdict) if verdict.is_found())
    }

    /// Whether the exercise is over: something was found, or the answer is in sight.
    fn is_done(&self) -> bool {
        self.is_found() || matches!(self.solution, Finding::Found(_))
    }

    fn is_last(&self) -> bool {
        self.at + 1 >= self.mistakes.len()
    }

    /// The board, with what is being chosen and with the best if it was asked for.
    fn scene(&self) -> Option<Scene> {
        let exercise = &self.mistake()?.exercise;
        let scene = Scene::of(exercise_board(exercise));
        Some(match (&self.solution, &self.chooser) {
            (Finding::Found(judged), _) => {
                let best = judged.best.first().map(|best| parlor_view::spots_of(*best, exercise.seat));
                scene.advising(best.unwrap_or_default())
            }
            (_, Some(chooser)) => scene.with_choice(chooser),
            _ => scene,
        })
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
            self.attempt = Finding::None;
        }
        let reaction = press(chooser, code);
        self.react(&reaction);
    }

    fn react(&mut self, reaction: &Reaction<Action>) {
        let (Some(mistake), Reaction::Chosen(Action::Answer(Answer::Choice(choice)))) = (self.mistake(), reaction)
        else {
            return;
        };
        let (exercise, choice) = (mistake.exercise.clone(), *choice);
        let attempt =
            move |stop: &StopFlag| exercise.attempt(choice, Effort::Help, stop).map_err(|Stopped| NoAnswer::Stopped);
        self.attempt = Finding::Asked(self.to_run.start(StopFlag::default(), attempt));
    }

    fn ask_answer(&mut self) {
        if let (Some(mistake), Finding::None) = (self.mistake(), &self.solution) {
            let exercise = mistake.exercise.clone();
            let solve = move |stop: &StopFlag| {
                exercise.judge(exercise.played, Effort::Help, stop).map_err(|Stopped| NoAnswer::Stopped)
            };
            self.solution = Finding::Asked(self.to_run.start(StopFlag::default(), solve));
        }
    }

    fn paint_mistake(&mut self, mistake: &Mistake, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let of = if self.mistakes.len() > 1 {
            format!(" {} of {}", self.at + 1, self.mistakes.len())
        } else {
            String::new()
        };
        let exercise = &mistake.exercise;
        let game = exercise.game();
        let whose = self.whose.name().map_or(String::new(), |name| format!(", {name}"));
        let title = format!("Find better{of}: {game} {}{whose}", short_size(game, exercise.size));
        kit::heading(&title, theme, area, buffer);
        if let Some(scene) = self.scene() {
            let (place, text) = board::with_text(&scene.board.layout, kit::board_body(area));
            board::paint(&scene, &Names::of(&mistake.players), theme, place, buffer);
            self.paint_text(mistake, theme, text, buffer);
        }
        if let Some(why) = &self.trouble {
            put(why, Role::Wrong, theme, inset(row(area, area.height.saturating_sub(2)), 2), buffer);
        }
    }

    fn paint_empty(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        kit::heading(&format!("Practice{}", self.whose.heading()), theme, area, buffer);
        let mut words = vec![
            (Role::Prompt, "There is no mistake to practise yet.".to_owned()),
            (Role::Text, String::new()),
            (Role::Text, "Mistakes come from reviews: play a game, and press v when a round is over. A game that is kept is reviewed with v in the list of games.".to_owned()),
        ];
        if self.unreviewed > 0 {
            words.push((Role::Text, without_review(self.unreviewed)));
        }
        let body = kit::body(area);
        put_roles(&wrapped(&words, theme, body.width), theme, part(body, 0, 1, body.width, body.height), buffer);
    }

    fn paint_text(&mut self, mistake: &Mistake, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let mut area = area;
        if let Some(Chooser::Buttons(buttons)) = &self.chooser {
            for (at, (button, place)) in buttons.all().iter().zip(button_places(buttons, area)).enumerate() {
                let role = if at == buttons.at() { Role::Cursor } else { Role::Text };
                put(&format!("[{} {}]", at + 1, button.label), role, theme, place, buffer);
            }
            area = part(area, 0, 1, area.width, area.height);
        }
        let inside = inset(area, 2);
        let lines = wrapped(&self.words(mistake), theme, inside.width.saturating_sub(2));
        self.scroll.paint(&lines, theme, inside, buffer);
    }

    fn words(&self, mistake: &Mistake) -> Vec<(Role, String)> {
        let exercise = &mistake.exercise;
        let game = exercise.game();
        let names = Names::of(&mistake.players);
        let who = names.label(exercise.seat);
        let dice = match &exercise.decision {
            Decision::Canoga(thrown) => format!(" with {}", thrown.throw()),
            _ => String::new(),
        };
        let cost = review_cost(game, exercise.cost, exercise.exact);
        let mut lines = vec![(
            Role::Prompt,
            format!("{who} chose to {}{dice}, which cost {cost}. What is better?", review_to_do(exercise.played)),
        )];
        if let Some(progress) = self.chooser.as_ref().and_then(Chooser::progress).filter(|_| !self.is_done()) {
            lines.push((Role::Quiet, progress));
        }
        match &self.attempt {
            Finding::None => {}
            Finding::Asked(_) => lines.push((Role::Quiet, "Thinking about it.".to_owned())),
            Finding::Found(verdict) => {
                let role = if verdict.is_found() { Role::Chosen } else { Role::Wrong };
                lines.push((role, verdict_in_words(*verdict, game)));
            }
        }
        match &self.solution {
            Finding::None => {}
            Finding::Asked(_) => lines.push((Role::Quiet, "Thinking about the answer.".to_owned())),
            Finding::Found(judged) => {
                let decided =
                    DecisionRecord::one(exercise.standing.clone(), exercise.decision.clone(), exercise.played);
                let worse = drawbacks(&decided, &judged.best);
                lines.extend(worse.iter().map(|worse| (Role::Text, worse.to_string())));
                let best = judged.best.first().map(|best| format!("The best is to {}.", review_to_do(*best)));
                lines.extend(best.map(|best| (Role::Prompt, best)));
                lines.extend(judged.reasons.iter().map(|reason| (Role::Why, reason.clone())));
            }
        }
        lines
    }
}

impl Screen for PracticeScreen {
    fn key(&mut self, key: KeyEvent) -> Request {
        let Some(code) = kit::pressed(key) else { return Request::Stay };
        self.trouble = None;
        match code {
            KeyCode::PageDown | KeyCode::Char('>') => self.next(),
            KeyCode::PageUp | KeyCode::Char('<') => self.begin(self.at.saturating_sub(1)),
            KeyCode::Char('!') => self.ask_answer(),
            KeyCode::Char(WHOSE_KEY) if self.whose.has_several() => return Request::PracticeOfNext,
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

    fn click(&mut self, at: Position, area: Rect) -> Request {
        let Some(scene) = self.scene().filter(|_| !self.is_done()) else { return Request::Stay };
        self.attempt = Finding::None;
        let Some(chooser) = &mut self.chooser else { return Request::Stay };
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
            && let Some(button) = button_places(buttons, text).into_iter().position(|place| place.contains(at))
        {
            chooser.number(button + 1)
        } else {
            Reaction::Ignored
        };
        self.react(&reaction);
        Request::Stay
    }

    fn keys(&self, theme: Theme) -> Vec<LineKey> {
        let up_down = (kit::up_down(theme), "text");
        if self.is_done() && self.is_last() {
            return kit::line_keys([("Enter", "back"), up_down]);
        }
        let mut keys = match (self.mistakes.is_empty(), self.is_done()) {
            (true, _) => Vec::new(),
            (false, true) => kit::line_keys([("Enter", "next"), up_down]),
            (false, false) => {
                let arrows = theme.pick("\u{2190}\u{2191}\u{2192}\u{2193}", "arrows");
                kit::line_keys([(arrows, "choose"), ("Enter", "try it")])
            }
        };
        let several = self.mistakes.len() > 1;
        let is_hidden = matches!(self.solution, Finding::None) && !self.mistakes.is_empty();
        let others: [Option<LineKey>; 5] = [
            is_hidden.then(|| ("!", "answer").into()),
            several.then(|| ("PgDn", "next").into()),
            self.whose.has_several().then(|| ("@", "whose").into()),
            Some(("Esc", "back").into()),
            several.then(|| ("PgUp", "before").into()),
        ];
        keys.extend(others.into_iter().flatten());
        keys
    }

    fn paint(&mut self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        match self.mistake().cloned() {
            Some(mistake) => self.paint_mistake(&mistake, theme, area, buffer),
            None => self.paint_empty(theme, area, buffer),
        }
        kit::keys(&self.keys(theme), theme, area, buffer);
    }

    fn take_jobs(&mut self) -> Vec<Job> {
        self.to_run.take()
    }

    fn job_done(&mut self, result: &JobResult) {
        let mut taken = self.attempt.take(result);
        if matches!(taken, Some(Ok(()))) && !self.is_found() {
            self.choose_anew();
        }
        taken = taken.or_else(|| self.solution.take(result));
        if let Some(Err(why)) = taken {
            self.trouble = Some(format!("That can't be judged, because the computer player has failed: {why}"));
        }
    }

    fn refuse(&mut self, why: String) {
        self.trouble = Some(why);
    }

    fn take_practised(&mut self) -> Option<Mistake> {
        std::mem::take(&mut self.is_new).then(|| self.mistake().cloned()).flatten()
    }
}

/// Where a row of buttons goes: the first line of the text.
fn button_places(buttons: &Buttons<Action>, text: Rect) -> Vec<Rect> {
    let line = inset(row(text, 0), 2);
    let mut x = 0;
    let place = |button: &Button<Action>| {
        let columns = width(&button.label) as u16 + 6;
        let place = part(line, x, 0, columns, 1);
        x += columns + 2;
        place
    };
    buttons.all().iter().map(place).collect()
}
