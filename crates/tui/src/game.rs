//! The game screen: a table as seen by the player in front of it.
//!
//! A [`Mode`] says what the table is waiting for, and an [`Overlay`] may cover it. The [`GameStage`] shows events step
//! by step, and the game waits until it has finished. [`Jobs`] keeps track of the engine's jobs.

mod analysis;
mod asking;
mod caption;
mod choice_row;
mod commands;
mod engine_work;
mod extras;
mod help;
mod hints;
mod hosting;
mod key_line;
mod keys;
mod mode;
pub(crate) mod options;
mod overlay;
mod paint;
mod panels;
mod replaying;
mod result;
mod saving;
mod stage;
mod status;
#[cfg(test)]
mod tests;
mod tutoring;
mod typing;
mod value_bar;

use std::collections::VecDeque;
use std::time::Duration;

use parlor_host::{Host, Looks, Speed};
use parlor_review::Tutor;
use parlor_rules::{Choice, Game, Level};
use parlor_store::JournalName;
use parlor_table::{Entry, Event, MenuItem, Player, Setup, Table};
use parlor_view::{Names, Replay, ShownValue};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyEvent;
use ratatui::layout::{Position, Rect};

use crate::job::{Job, JobResult};
use crate::kit::{self, LineKey};
use crate::log::Log;
use crate::screen::{Request, Screen};
use crate::theme::{Role, Theme};
use analysis::ScreenPurpose;
use caption::Caption;
use commands::KeyCommand;
use engine_work::Jobs;
use extras::Pause;
pub(crate) use keys::press;
use mode::Mode;
use overlay::Overlay;
use panels::Panels;
use replaying::Replaying;
use saving::Saving;
use stage::{Advanced, GameStage, Queued};
use tutoring::Tutoring;
use typing::TypedAhead;

/// The screen of a game or an analysis.
pub(crate) struct GameScreen {
    session: Session,
    mode: Mode,
    overlay: Option<Overlay>,
    stage: GameStage,
    pub(crate) log: Log,
    caption: Caption,
    turn: PlayerControls,
    saving: Saving,
    panels: Panels,
    jobs: Jobs,
    tutoring: Tutoring,
    /// A copy of the [`App`](crate::App)'s looks, with changes made on this screen.
    looks: Looks,
}

/// The table and its journal.
struct Session {
    host: Host,
    names: Names,
    purpose: ScreenPurpose,
    /// The journal of a game that was opened for viewing only.
    looked_at: Option<JournalName>,
    /// The command that continues the game from its journal, if the journal could no longer be written.
    lost_journal: Option<String>,
}

#[derive(Default)]
struct PlayerControls {
    /// A request that waits for the next menu: save, or give up.
    wanted: Option<MenuItem>,
    /// The rest of an advised turn being played (Congkak).
    plan: VecDeque<Choice>,
    can: Can,
    /// Keys typed before the question.
    ahead: TypedAhead,
    /// h moves the cursor, as j, k and l do, so help is H.
    letters_move: bool,
    /// The pause of a game between two computer players.
    pause: Pause,
    /// A question has just been asked, so the bell may ring.
    just_asked: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each flag enables a key, and all combinations occur")]
struct Can {
    undo: bool,
    redo: bool,
    correct: bool,
    /// Offering to call the round (rule kon-offer).
    offer: bool,
    review: bool,
}

impl GameScreen {
    /// A screen for a new or opened table, with its first events and notes about it.
    pub(crate) fn new(host: Host, events: &[Event], notes: &[String]) -> GameScreen {
        let names = Names::for_player(&host.setup().players);
        let stage = GameStage::new(host.table());
        let mut screen = GameScreen {
            session: Session { host, names, purpose: ScreenPurpose::Game, looked_at: None, lost_journal: None },
            mode: Mode::Running,
            overlay: None,
            stage,
            log: Log::default(),
            caption: Caption::default(),
            turn: PlayerControls::default(),
            saving: Saving::default(),
            panels: Panels::default(),
            jobs: Jobs::default(),
            tutoring: Tutoring::default(),
            looks: Looks::default(),
        };
        for note in notes {
            screen.log.note(Role::Quiet, note);
        }
        screen.stage.refresh(screen.session.host.table());
        screen.show(events);
        screen
    }

    /// Adds a guide for the first round.
    pub(crate) fn guided(mut self) -> GameScreen {
        self.panels.guide = Some(Vec::new());
        self
    }

    /// A screen for viewing a finished tournament.
    pub(crate) fn looking(host: Host, journal: &JournalName, notes: &[String]) -> GameScreen {
        let mut screen = GameScreen::new(host, &[], notes);
        screen.session.looked_at = Some(journal.clone());
        let replay = Replay::of_tournament(screen.table(), &screen.session.names);
        screen.overlay = replay.map(|replay| Overlay::Replay(Replaying::new(replay)));
        screen
    }

    fn table(&self) -> &Table {
        self.session.host.table()
    }

    pub(crate) fn setup(&self) -> &Setup {
        self.session.host.setup()
    }

    fn game(&self) -> Game {
        self.setup().game
    }

    pub(crate) fn farewell(&self) -> Option<&str> {
        self.saving.farewell.as_deref()
    }

    fn replaying(&self) -> Option<&Replaying> {
        if let Some(Overlay::Replay(replaying)) = &self.overlay { Some(replaying) } else { None }
    }

    fn replay(&self) -> Option<&Replay> {
        self.replaying().map(|replaying| &replaying.replay)
    }

    /// Makes the game wait until the user has closed the notice about a damaged journal.
    pub(crate) fn damaged(mut self, notices: Vec<String>) -> GameScreen {
        self.overlay = Some(Overlay::Damage(notices));
        self
    }

    /// True while a replay, a notice or a pause blocks the table.
    fn is_stopped(&self) -> bool {
        matches!(self.overlay, Some(Overlay::Replay(_) | Overlay::Damage(_))) || self.turn.pause == Pause::On
    }

    /// Advances the table, unless a replay has stopped the game's clock.
    fn advance_table(&mut self, speed: Speed, now: Duration) {
        if let Some(Overlay::Replay(replaying)) = &mut self.overlay {
            replaying.advance(speed, now);
        }
        while !self.is_stopped() {
            match self.stage.advance(speed, now) {
                Advanced::Waiting => return,
                Advanced::Shown(queued) => self.show_step(*queued),
                Advanced::Through => {
                    self.stage.refresh(self.session.host.table());
                    if self.turn.pause == (Pause::Step { has_events: true }) {
                        self.turn.pause = Pause::On;
                        return;
                    }
                    if !self.is_running() {
                        return;
                    }
                    if !self.play_on(now) {
                        self.replay_typed_ahead();
                        // Type-ahead may have answered the question already.
                        if !self.is_running() {
                            return;
                        }
                    }
                }
            }
        }
    }

    /// Handles input, which may change the looks.
    fn take(&mut self, input: impl FnOnce(&mut GameScreen) -> Request) -> Request {
        let before = self.looks;
        let mut request = input(self);
        if self.session.purpose == ScreenPurpose::Analysis {
            request = self.leaving_analysis(request);
        }
        if self.looks == before { request } else { Request::SetLooks(self.looks) }
    }

    fn is_running(&self) -> bool {
        matches!(self.mode, Mode::Running) && !self.jobs.is_deciding()
    }

    /// Adds the lines of a step to the log.
    fn show_step(&mut self, queued: Queued) {
        let Queued { step, records, mover, begins_round } = queued;
        if let Some(caption) = step.caption.or_else(|| Some(step.lines.first()?.text.clone())) {
            self.caption.say(caption);
        }
        if begins_round {
            self.log.begin_round();
        }
        for (number, line) in step.lines.into_iter().enumerate() {
            self.log.push(line, records, mover.filter(|_| number == 0));
        }
    }

    /// Shows all remaining steps at once, and adds their lines to the log.
    fn finish_stage(&mut self) {
        for queued in self.stage.finish() {
            self.show_step(queued);
        }
    }

    /// Queues events on the stage.
    fn show(&mut self, events: &[Event]) {
        for event in events {
            if let Event::TournamentOver { .. } | Event::Saved { .. } = event {
                let lines: Vec<String> =
                    parlor_view::sentences(event, &self.session.names).into_iter().map(|line| line.text).collect();
                self.saving.farewell = Some(lines.join("\n"));
            }
        }
        self.stage.queue(events, self.session.host.table(), &self.session.names);
    }
}

impl Screen for GameScreen {
    fn key(&mut self, key: KeyEvent) -> Request {
        self.take(|screen| screen.take_key(key))
    }

    fn click(&mut self, at: Position, area: Rect) -> Request {
        self.take(|screen| screen.take_click(at, area))
    }

    fn scroll(&mut self, by: isize) {
        match &mut self.overlay {
            Some(Overlay::Rules(how)) => how.scroll(by),
            _ => self.scroll_up(if by < 0 { 3 } else { -3 }),
        }
    }

    fn keys(&self, theme: Theme) -> Vec<LineKey> {
        let key = |command, what| self.command_key(command, what);
        match &self.overlay {
            Some(Overlay::Replay(replaying)) => return replaying.keys(theme),
            Some(Overlay::Replace(..)) => return kit::line_keys([("y", "replace it"), ("n", "another name")]),
            Some(Overlay::Options(_)) => return kit::line_keys([("arrows", "choose, change"), ("Esc", "back")]),
            Some(Overlay::Quit(_) | Overlay::Offer(_)) => {
                return kit::line_keys([("Enter", "choose"), ("Esc", "back")]);
            }
            Some(Overlay::Tutor(_)) => return kit::line_keys([("Enter", "choose"), ("Esc", "think again")]),
            Some(Overlay::Keys | Overlay::Damage(_)) => return kit::line_keys([("any key", "back")]),
            Some(Overlay::Rules(how)) => return how.keys(theme),
            None => {}
        }
        match &self.mode {
            Mode::Naming(..) | Mode::Typing(..) => self.keys_of_a_line(),
            Mode::Ended(..) => self.keys_at_an_end(),
            Mode::Failed(_) => {
                let mut keys = vec![("Enter", "choose").into(), key(KeyCommand::Save, "save a copy")];
                keys.extend(self.undo_keys());
                keys.extend([key(KeyCommand::Keys, "keys"), key(KeyCommand::Quit, "quit")]);
                keys
            }
            _ if !self.setup().has_people() => self.keys_of_programs(),
            Mode::Replying(..) => {
                let mut keys = kit::line_keys([("y", "call it"), ("n", "play on"), ("Enter", "choose")]);
                keys.extend([key(KeyCommand::Keys, "keys"), key(KeyCommand::Quit, "quit")]);
                keys
            }
            Mode::Running => self.keys_while_waiting(),
            Mode::Choosing(asking) => self.keys_at_a_question(asking),
        }
    }

    /// Pastes text where text is being typed.
    fn paste(&mut self, text: &str) {
        if let Some(input) = self.mode.input_mut() {
            input.insert(text);
        }
    }

    /// True except in a replay, because a game has its own list of keys and settings.
    fn takes_letters(&self) -> bool {
        !matches!(self.overlay, Some(Overlay::Replay(_)))
    }

    fn paint(&mut self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let parts = self.parts(area);
        // Scrolling stops at the first line of the log.
        self.log.bound(parts.log.width.saturating_sub(1), parts.log.height.saturating_sub(1));
        self.paint_title(theme, parts.title, buffer);
        self.paint_status(theme, parts.status, buffer);
        self.paint_board(theme, parts.board, buffer);
        self.paint_caption(theme, parts.prompt, buffer);
        if self.replay().is_none() {
            self.panels.value.paint(self.game(), &self.session.names, theme, parts.bar, buffer);
            self.paint_choice(theme, parts.choice, buffer);
        }
        self.paint_notice(theme, parts.notice, buffer);
        self.paint_panels(theme, parts, buffer);
        kit::keys(&self.keys(theme), theme, area, buffer);
        self.paint_overlay(theme, area, buffer);
    }

    fn advance(&mut self, looks: Looks, now: Duration) {
        self.looks = looks;
        let asked_by = self.mode.question().map(|question| question.seat);
        let is_game = self.session.purpose == ScreenPurpose::Game;
        self.tutoring.set(if is_game { looks.tutor } else { Tutor::Off }, asked_by);
        self.jobs.now = now;
        self.advance_table(looks.speed, now);
        self.advance_tutor(now);
    }

    fn wake(&self, now: Duration) -> Option<Duration> {
        if let Some(replaying) = self.replaying() {
            return replaying.until(now);
        }
        let waits = self.jobs.is_deciding() || self.panels.help.advice.is_asked() || self.panels.value.asked.is_some();
        let moves = self.stage.until.filter(|_| !self.is_stopped());
        let held = self.tutoring.until(now);
        moves.into_iter().chain(waits.then_some(now + engine_work::SPINNER)).chain(held).min()
    }

    fn take_bell(&mut self) -> bool {
        std::mem::take(&mut self.turn.just_asked)
    }

    fn take_jobs(&mut self) -> Vec<Job> {
        self.jobs.queue.take()
    }

    /// Handles a result. Results that are no longer needed are dropped.
    fn job_done(&mut self, result: &JobResult) {
        if let Some(decided) = self.jobs.take_decision(result) {
            let applied = decided.and_then(|(revision, entry)| {
                // Only a decision at full strength gives the value of the round; lower levels misjudge the value.
                if let Entry::Decision { seat, rationale: Some(rationale), .. } = &entry
                    && *self.table().player(*seat) == Player::Computer(Level::Master)
                {
                    self.know(revision, ShownValue::seen_by(*seat, rationale.value, rationale.exact));
                }
                self.apply_at(revision, &entry).map_err(|refusal| refusal.to_string())
            });
            if let Err(why) = applied {
                self.fail(&why);
            }
        } else if self.take_ranking(result) {
        } else if let Some(taken) = self.panels.help.advice.take(result) {
            // A notice that the advice isn't ready is no longer true.
            self.caption.notice = None;
            if let Some(value) = self.panels.help.shown().and_then(|advice| advice.value) {
                self.know(self.table().revision(), value);
            }
            self.point_at_advice();
            if let Err(why) = taken {
                self.caption.note(format!("No advice: the computer player failed: {why}"));
            }
        } else {
            self.panels.value.take(result);
        }
    }

    fn refuse(&mut self, why: String) {
        self.log.note(Role::Wrong, &why);
    }

    fn game(&self) -> Option<&GameScreen> {
        (self.session.purpose == ScreenPurpose::Game).then_some(self)
    }
}
