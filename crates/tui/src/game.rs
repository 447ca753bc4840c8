//! The game screen: a table, as the person in front of it sees it.
//!
//! A [`Mode`] says what the table waits for, and an [`Overlay`] may lie over it. The [`GameStage`] shows what happened,
//! step by step; nothing else happens before it is through. [`Jobs`] keeps track of what the engine was asked.

mod caption;
mod choice_row;
mod failure;
mod guide;
mod help;
mod hints;
mod hosting;
mod jobs;
mod keys;
mod layout;
mod mode;
mod mouse;
mod overlay;
mod paint;
mod stage;
mod status;
#[cfg(test)]
mod tests;
mod typing;
mod value_bar;

use std::time::Duration;

use parlor_host::{Host, JournalName};
use parlor_rules::Game;
use parlor_table::{Event, MenuItem, Setup, Table};
use parlor_view::{Line, Names, Replay, Step};
use ratatui::layout::Rect;

use crate::job::Job;
use crate::log::Log;
use crate::paths::Paths;
use crate::speed::Speed;
use crate::theme::Role;
use caption::Caption;
use guide::GuidePanel;
use help::HelpPanel;
use jobs::Jobs;
use mode::Mode;
use overlay::Overlay;
use stage::{Advanced, GameStage};
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
    /// The game has just been saved, and what to do next hasn't been asked yet.
    just_saved: bool,
    /// The journal that could no longer be written.
    lost_journal: Option<JournalName>,
    help: HelpPanel,
    /// `None` if the round isn't guided.
    guide: Option<GuidePanel>,
    bar: ValueBar,
    jobs: Jobs,
    /// What the tournament or the save ended with, to be said again after the screen is gone.
    farewell: Option<String>,
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
            just_saved: false,
            lost_journal: None,
            help: HelpPanel::Off,
            guide: None,
            bar: ValueBar::Off,
            jobs: Jobs::default(),
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
    pub(crate) fn looking(host: Host, notes: &[String]) -> GameScreen {
        let mut screen = GameScreen::new(host, &[], notes);
        let replay = Replay::of_tournament(screen.table());
        screen.overlay = replay.map(|replay| Overlay::Replay { replay, then_leave: true });
        screen
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
        let log = self.parts(area).log;
        self.log.bound(log.width.saturating_sub(1), log.height.saturating_sub(1));
    }

    /// The jobs that are to be run.
    pub(crate) fn take_jobs(&mut self) -> Vec<Job> {
        self.jobs.take()
    }

    /// When the screen changes by itself, at the latest.
    pub(crate) fn wake(&self, now: Duration) -> Option<Duration> {
        let waits = self.jobs.is_deciding() || self.help.is_asked() || self.bar.is_asked();
        self.stage.until().into_iter().chain(waits.then_some(now + jobs::SPINNER)).min()
    }

    fn replay(&self) -> Option<&Replay> {
        if let Some(Overlay::Replay { replay, .. }) = &self.overlay { Some(replay) } else { None }
    }

    /// The same, but the game waits until notices of a damaged journal have been read.
    pub(crate) fn damaged(mut self, notices: Vec<String>) -> GameScreen {
        self.overlay = Some(Overlay::Damage(notices));
        self
    }

    fn is_paused(&self) -> bool {
        matches!(self.overlay, Some(Overlay::Replay { .. } | Overlay::Damage(_)))
    }

    /// Lets everything happen that can happen by now. A replay stops the clock.
    pub(crate) fn advance(&mut self, speed: Speed, now: Duration) {
        while !self.is_paused() {
            match self.stage.advance(speed, now) {
                Advanced::Waiting => return,
                Advanced::Shown(step) => self.tell(*step),
                Advanced::Through => {
                    self.stage.refresh(self.host.table());
                    let running = matches!(self.mode, Mode::Running) && !self.jobs.is_deciding();
                    if !running || !self.play_on(now) {
                        return;
                    }
                }
            }
        }
    }

    /// Tells what a step shows.
    fn tell(&mut self, step: Step) {
        if let Some(caption) = step.caption.or_else(|| Some(step.told.first()?.text.clone())) {
            self.caption.say(caption);
        }
        for line in step.told {
            self.log.tell(line);
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
