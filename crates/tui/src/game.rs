//! The game screen: a table, as the person in front of it sees it.
//!
//! A [`Mode`] says what the table waits for, and an [`Overlay`] may lie over it. The [`GameStage`] shows what happened,
//! step by step; nothing else happens before it is through. [`Jobs`] keeps track of what the engine was asked.

mod ahead;
mod asking;
mod caption;
mod choice_row;
mod commands;
mod engine_work;
mod failure;
mod guide;
mod help;
mod hints;
mod hosting;
mod jobs;
mod key_line;
mod keys;
mod layout;
mod learning;
mod mode;
mod mouse;
mod offering;
mod options;
mod overlay;
mod paint;
mod panels;
mod pausing;
mod quit_box;
mod replaying;
mod result;
mod saving;
mod stage;
mod status;
#[cfg(test)]
mod tests;
mod throwing;
mod tutor_box;
mod tutoring;
mod typing;
mod value_bar;

use std::time::Duration;

use parlor_host::{AdviceFrom, Host, JournalName};
use parlor_rules::Game;
use parlor_table::{Event, MenuItem, Setup, Table};
use parlor_view::{Line, Names, Replay, Worth};
use ratatui::layout::Rect;

use crate::job::Job;
use crate::log::Log;
use crate::paths::Paths;
use crate::speed::Speed;
use crate::theme::{Role, Theme};
use ahead::TypedAhead;
use caption::Caption;
use guide::GuidePanel;
use help::HelpPanel;
use jobs::Jobs;
use mode::Mode;
use overlay::Overlay;
use pausing::Pause;
use replaying::Replaying;
use result::ResultPanel;
use stage::{Advanced, GameStage, Queued};
use tutoring::Tutoring;
use value_bar::ValueBar;

/// A table that is played at.
pub(crate) struct GameScreen {
    host: Host,
    names: Names,
    /// What typed file names are relative to.
    paths: Paths,
    mode: Mode,
    overlay: Option<Overlay>,
    stage: GameStage,
    log: Log,
    caption: Caption,
    /// What the person wants to do at the next menu: save, or give up.
    wanted: Option<MenuItem>,
    /// The name of a file that couldn't be written, to be corrected.
    refused_name: Option<String>,
    /// The name of a file that exists and is to be replaced.
    replaced_name: Option<String>,
    /// The game has just been saved, and what to do next hasn't been asked yet.
    just_saved: bool,
    /// How to go on with the journal that could no longer be written.
    lost_journal: Option<String>,
    help: HelpPanel,
    /// Whose view help gives.
    advice: AdviceFrom,
    /// How the round or the tournament ended, once it has.
    result: Option<ResultPanel>,
    /// Keys that were typed before anything was asked.
    ahead: TypedAhead,
    /// Whether two programs wait.
    pause: Pause,
    /// What could be taken back, played again or corrected when somebody was last asked.
    can: Can,
    /// Whether somebody has just been asked, after a while in which nobody was.
    just_asked: bool,
    /// `None` if the round isn't guided.
    guide: Option<GuidePanel>,
    bar: ValueBar,
    /// What help or a decision at full strength said the round was worth, and at which revision.
    known: Option<(u64, Worth)>,
    /// What the round came to, once it is over.
    came_to: Option<Worth>,
    jobs: Jobs,
    tutoring: Tutoring,
    /// Whether this is an analysis, and no game.
    is_analysis: bool,
    /// The journal of a game that is only looked at.
    looked_at: Option<JournalName>,
    /// What the tournament or the save ended with, to be said again after the screen is gone.
    farewell: Option<String>,
}

/// What can be done about what was played.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a key that works or doesn't, and all combinations occur")]
struct Can {
    undo: bool,
    redo: bool,
    correct: bool,
    /// Whether calling the round can be offered now (rule kon-offer).
    offer: bool,
}

/// What is to be done after a key or a click.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum After {
    /// Nothing: the game goes on.
    Stay,
    /// Play the same game once more, from the start.
    Again,
    /// Play on after a save.
    PlayOn,
    /// Go to the start screen.
    Start,
    /// Go back to where this was opened from.
    Back,
    /// Review the game.
    Review,
    /// Try things out from here.
    Analyse,
    /// Leave the program.
    Leave,
}

impl GameScreen {
    /// A table that has just been set up or opened, with its first events and notes about it.
    pub(crate) fn new(host: Host, events: &[Event], notes: &[String]) -> GameScreen {
        let names = Names::of(&host.setup().players);
        let stage = GameStage::new(host.table());
        let mut screen = GameScreen {
            host,
            names,
            paths: Paths::new(""),
            mode: Mode::Running,
            overlay: None,
            stage,
            log: Log::default(),
            caption: Caption::default(),
            wanted: None,
            refused_name: None,
            replaced_name: None,
            just_saved: false,
            lost_journal: None,
            help: HelpPanel::Off,
            advice: AdviceFrom::default(),
            result: None,
            ahead: TypedAhead::default(),
            pause: Pause::default(),
            can: Can::default(),
            just_asked: false,
            guide: None,
            bar: ValueBar::Off,
            known: None,
            came_to: None,
            jobs: Jobs::default(),
            tutoring: Tutoring::default(),
            is_analysis: false,
            looked_at: None,
            farewell: None,
        };
        for note in notes {
            screen.log.note(Role::Quiet, note);
        }
        screen.stage.refresh(screen.host.table());
        screen.show(events);
        screen
    }

    /// The same with a guide for the first round.
    pub(crate) fn guided(mut self) -> GameScreen {
        self.guide = Some(GuidePanel::default());
        self
    }

    /// A tournament that is over, to be looked at.
    pub(crate) fn looking(host: Host, journal: &JournalName, notes: &[String]) -> GameScreen {
        let mut screen = GameScreen::new(host, &[], notes);
        screen.looked_at = Some(journal.clone());
        let replay = Replay::of_tournament(screen.table());
        screen.overlay = replay.map(|replay| Overlay::Replay(Replaying::new(replay, After::Back)));
        screen
    }

    /// Says what is wrong with something that isn't this game.
    pub(crate) fn warn(&mut self, wrong: &[String]) {
        for why in wrong {
            self.log.note(Role::Wrong, why);
        }
    }

    fn table(&self) -> &Table {
        self.host.table()
    }

    /// What the table was set up with.
    pub(crate) fn setup(&self) -> &Setup {
        self.host.setup()
    }

    fn game(&self) -> Game {
        self.setup().game
    }

    /// What the end was told with.
    pub(crate) fn farewell(&self) -> Option<&str> {
        self.farewell.as_deref()
    }

    /// Everything that was told.
    pub(crate) fn told(&self) -> impl Iterator<Item = &Line> {
        self.log.told()
    }

    /// Stops scrolling at the first line of the log.
    pub(crate) fn bound_log(&mut self, area: Rect) {
        let parts = self.parts(area);
        self.log.bound(parts.log.width.saturating_sub(1), parts.log.height.saturating_sub(1));
        if let Some(Overlay::Replay(replaying)) = &mut self.overlay {
            let columns = parts.hint.width.saturating_sub(1);
            let told = replaying.told().iter();
            let lines = told.flat_map(|line| crate::log::wrapped(line, Theme::default(), columns)).count();
            replaying.bound(lines, usize::from(parts.hint.height).saturating_sub(1));
        }
    }

    /// The jobs that are to be run.
    pub(crate) fn take_jobs(&mut self) -> Vec<Job> {
        self.jobs.take()
    }

    /// When the screen changes by itself, at the latest.
    pub(crate) fn wake(&self, now: Duration) -> Option<Duration> {
        if let Some(Overlay::Replay(replaying)) = &self.overlay {
            return replaying.until(now);
        }
        let waits = self.jobs.is_deciding() || self.help.is_asked() || self.bar.is_asked();
        let moves = self.stage.until().filter(|_| !self.is_stopped());
        let held = self.tutoring.until(now);
        moves.into_iter().chain(waits.then_some(now + jobs::SPINNER)).chain(held).min()
    }

    /// Whether somebody has just been asked, after a while in which nobody was. It is told once.
    pub(crate) fn take_just_asked(&mut self) -> bool {
        std::mem::take(&mut self.just_asked)
    }

    fn replaying(&self) -> Option<&Replaying> {
        if let Some(Overlay::Replay(replaying)) = &self.overlay { Some(replaying) } else { None }
    }

    fn replay(&self) -> Option<&Replay> {
        self.replaying().map(|replaying| &replaying.replay)
    }

    /// The same, but the game waits until notices of a damaged journal have been read.
    pub(crate) fn damaged(mut self, notices: Vec<String>) -> GameScreen {
        self.overlay = Some(Overlay::Damage(notices));
        self
    }

    /// Whether nothing may happen at the table now.
    fn is_stopped(&self) -> bool {
        matches!(self.overlay, Some(Overlay::Replay(_) | Overlay::Damage(_))) || self.pause == Pause::On
    }

    /// Lets everything happen that can happen by now.
    pub(crate) fn advance(&mut self, speed: Speed, now: Duration) {
        self.advance_table(speed, now);
        self.watch_over(now);
    }

    /// A replay stops the clock.
    fn advance_table(&mut self, speed: Speed, now: Duration) {
        if let Some(Overlay::Replay(replaying)) = &mut self.overlay {
            replaying.advance(speed, now);
        }
        while !self.is_stopped() {
            match self.stage.advance(speed, now) {
                Advanced::Waiting => return,
                Advanced::Shown(queued) => self.tell(*queued),
                Advanced::Through => {
                    self.stage.refresh(self.host.table());
                    if self.pause.has_stepped() {
                        self.pause = Pause::On;
                        return;
                    }
                    if !self.is_running() {
                        return;
                    }
                    if !self.play_on(now) {
                        self.give_ahead();
                        // What was typed before may have answered at once.
                        if !self.is_running() {
                            return;
                        }
                    }
                }
            }
        }
    }

    /// Whether the table waits for nobody.
    fn is_running(&self) -> bool {
        matches!(self.mode, Mode::Running) && !self.jobs.is_deciding()
    }

    /// Tells what a step shows.
    fn tell(&mut self, queued: Queued) {
        let Queued { step, records, mover } = queued;
        if let Some(caption) = step.caption.or_else(|| Some(step.told.first()?.text.clone())) {
            self.caption.say(caption);
        }
        for (number, line) in step.told.into_iter().enumerate() {
            self.log.tell(line, records, mover.filter(|_| number == 0));
        }
    }

    /// Puts events on the stage.
    fn show(&mut self, events: &[Event]) {
        for event in events {
            if let Event::TournamentOver { .. } | Event::Saved { .. } = event {
                let lines: Vec<String> =
                    parlor_view::sentences(event, &self.names).into_iter().map(|line| line.text).collect();
                self.farewell = Some(lines.join(" "));
            }
        }
        self.stage.queue(events, self.host.table(), &self.names);
    }
}
