//! "Find a better move": replay the position before a mistake.

use parlor_engine::{NoAnswer, StopFlag};
use parlor_review::{Effort, ExerciseRun, Judgement, Mistake, Stopped, Verdict};
use parlor_table::Answer;
use parlor_view::{
    Action, Button, Buttons, Chooser, LineKind, Names, Reaction, Scene, exercise_answer, exercise_board,
    exercise_question, short_size, verdict_in_words, without_review,
};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::{Position, Rect};

use crate::board;
use crate::game::press;
use crate::job::{Job, JobQueue, JobResult, Ticket};
use crate::kit::{self, LineKey, Scroll, inset, part, put, put_roles, row, width, wrapped};
use crate::player_filter::{PLAYER_KEY, PlayerFilter};
use crate::screen::{Request, Screen};
use crate::theme::{Role, Theme};

/// Practice with a list of mistakes.
pub(crate) struct PracticeScreen {
    mistakes: Vec<Mistake>,
    at: usize,
    /// The exercise for the current mistake; `None` if there is none.
    run: Option<ExerciseRun>,
    chooser: Option<Chooser>,
    attempt: Option<Ticket<Verdict>>,
    solution: Option<Ticket<Judgement>>,
    to_run: JobQueue,
    trouble: Option<String>,
    scroll: Scroll,
    /// The number of games without a review.
    unreviewed: usize,
    /// Empty if the mistakes come from a single review.
    filter: PlayerFilter,
    /// The current mistake has just been shown.
    is_new: bool,
}

impl PracticeScreen {
    /// Practises these mistakes in the given order.
    pub(crate) fn new(mistakes: Vec<Mistake>) -> PracticeScreen {
        let mut screen = PracticeScreen {
            mistakes,
            at: 0,
            run: None,
            chooser: None,
            attempt: None,
            solution: None,
            to_run: JobQueue::default(),
            trouble: None,
            scroll: Scroll::default(),
            unreviewed: 0,
            filter: PlayerFilter::default(),
            is_new: true,
        };
        screen.begin(0);
        screen
    }

    /// Practises the mistakes of one player, or of all players, in all reviewed games.
    pub(crate) fn of_all(mistakes: Vec<Mistake>, filter: PlayerFilter, unreviewed: usize) -> PracticeScreen {
        PracticeScreen { unreviewed, filter, ..PracticeScreen::new(mistakes) }
    }

    fn mistake(&self) -> Option<&Mistake> {
        self.mistakes.get(self.at)
    }

    fn begin(&mut self, at: usize) {
        self.at = at.min(self.mistakes.len().saturating_sub(1));
        self.run = self.mistake().map(|mistake| ExerciseRun::new(mistake.exercise.clone()));
        self.attempt = None;
        self.solution = None;
        self.scroll = Scroll::default();
        self.is_new = true;
        self.choose_anew();
    }

    fn choose_anew(&mut self) {
        self.chooser =
            self.mistake().and_then(|mistake| Chooser::of(&mistake.exercise.asked(), mistake.exercise.game()));
    }

    fn is_done(&self) -> bool {
        self.run.as_ref().is_some_and(ExerciseRun::is_over)
    }

    /// Forgets the last attempt before another one starts.
    fn forget_attempt(&mut self) {
        self.attempt = None;
        if let Some(run) = &mut self.run {
            run.verdict = None;
        }
    }

    fn is_last(&self) -> bool {
        self.at + 1 >= self.mistakes.len()
    }

    /// The board with the choice in progress, and with the best choice if the user requested it.
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

    fn next(&mut self) {
        if self.is_last() {
            self.trouble = Some("That was the last mistake.".to_owned());
        } else {
            self.begin(self.at + 1);
        }
    }

    fn choose(&mut self, code: KeyCode) {
        if self.is_done() {
            return;
        }
        // The last verdict stays visible until the next attempt.
        if !matches!(
            code,
            KeyCode::Left | KeyCode::Right | KeyCode::Up | KeyCode::Down | KeyCode::Tab | KeyCode::BackTab
        ) {
            self.forget_attempt();
        }
        let Some(chooser) = &mut self.chooser else { return };
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
        self.attempt = Some(self.to_run.start(StopFlag::default(), attempt));
    }

    fn ask_answer(&mut self) {
        if let Some(ExerciseRun { exercise, answer: None, .. }) = &self.run
            && self.solution.is_none()
        {
            let exercise = exercise.clone();
            let solve = move |stop: &StopFlag| {
                exercise.judge(exercise.played, Effort::Help, stop).map_err(|Stopped| NoAnswer::Stopped)
            };
            self.solution = Some(self.to_run.start(StopFlag::default(), solve));
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
        let filter = self.filter.name().map_or(String::new(), |name| format!(", {name}"));
        let title = format!("Find a better move{of}: {game} {}{filter}", short_size(game, exercise.size));
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
        kit::heading(&format!("Practice{}", self.filter.heading()), theme, area, buffer);
        let mut words = vec![
            (Role::Prompt, "There are no mistakes to practise yet.".to_owned()),
            (Role::Text, String::new()),
            (Role::Text, "Mistakes come from reviews: play a game, and press v when a round is over. To review an earlier game, press v in the list of your games.".to_owned()),
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
        let Some(ExerciseRun { exercise, verdict, answer }) = &self.run else { return Vec::new() };
        let mut lines = vec![(Role::Prompt, exercise_question(exercise, &Names::for_player(&mistake.players)))];
        if let Some(progress) = self.chooser.as_ref().and_then(Chooser::progress).filter(|_| !self.is_done()) {
            lines.push((Role::Quiet, progress));
        }
        if self.attempt.is_some() {
            lines.push((Role::Quiet, "The engine is checking your choice.".to_owned()));
        }
        if let Some(verdict) = verdict {
            let role = if verdict.is_found() { Role::Chosen } else { Role::Wrong };
            lines.push((role, verdict_in_words(*verdict, exercise.game())));
        }
        if self.solution.is_some() {
            lines.push((Role::Quiet, "The engine is looking for the best choice.".to_owned()));
        }
        for line in answer.iter().flat_map(|judged| exercise_answer(exercise, judged)) {
            let role = match line.kind {
                LineKind::Result => Role::Prompt,
                LineKind::Reason => Role::Why,
                LineKind::Sentence | LineKind::Note => Role::Text,
            };
            lines.push((role, line.text));
        }
        lines
    }
}

impl Screen for PracticeScreen {
    /// True while letters choose pits.
    fn takes_letters(&self) -> bool {
        matches!(self.chooser, Some(Chooser::Pit(_)))
    }

    fn key(&mut self, key: KeyEvent) -> Request {
        let Some(code) = kit::pressed(key) else { return Request::Stay };
        let code = if self.takes_letters() { code } else { kit::arrow_of(code) };
        self.trouble = None;
        match code {
            KeyCode::PageDown | KeyCode::Char('>') => self.next(),
            KeyCode::PageUp | KeyCode::Char('<') => self.begin(self.at.saturating_sub(1)),
            KeyCode::Char('!') => self.ask_answer(),
            KeyCode::Char(PLAYER_KEY) if self.filter.has_several() => return Request::PracticeOfNext,
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
        self.forget_attempt();
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
        let is_hidden = self.solution.is_none() && self.run.as_ref().is_some_and(|run| run.answer.is_none());
        let others: [Option<LineKey>; 5] = [
            is_hidden.then(|| ("!", "answer").into()),
            several.then(|| ("PgDn", "next").into()),
            self.filter.has_several().then(|| ("@", "player").into()),
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
        let Some(run) = &mut self.run else { return };
        let mut failure = None;
        if let Some(verdict) = self.attempt.as_ref().and_then(|ticket| ticket.claim(result)) {
            self.attempt = None;
            run.verdict = verdict.ok().copied();
            failure = verdict.err();
            if failure.is_none() && !run.is_solved() {
                self.choose_anew();
            }
        } else if let Some(judged) = self.solution.as_ref().and_then(|ticket| ticket.claim(result)) {
            self.solution = None;
            run.answer = judged.ok().cloned();
            failure = judged.err();
        }
        if let Some(why) = failure {
            self.trouble = Some(format!("Can't judge that: the computer player failed: {why}"));
        }
    }

    fn refuse(&mut self, why: String) {
        self.trouble = Some(why);
    }

    fn take_practised(&mut self) -> Option<Mistake> {
        std::mem::take(&mut self.is_new).then(|| self.mistake().cloned()).flatten()
    }
}

/// The areas for a row of buttons on the first line of the text.
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
