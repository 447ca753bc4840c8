//! Games that are begun, continued, or only looked at.

use std::sync::Arc;

use parlor_host::{BeginError, Host, JournalName, StoreError};
use parlor_table::Setup;

use super::{App, Screen};
use crate::game::GameScreen;
use crate::reading::ReadingScreen;

impl App {
    /// Shows the lines of a journal that can't be replayed.
    pub(super) fn read_journal(&mut self, title: &str, lines: &[String]) {
        let reading = Box::new(ReadingScreen::new(title, lines));
        let list = match std::mem::replace(&mut self.screen, Screen::Start) {
            Screen::Kept(list) => Some(list),
            _ => None,
        };
        self.screen = Screen::Reading { reading, list };
    }

    pub(super) fn play(&mut self, setup: &Setup, notes: &[String]) -> Result<(), String> {
        self.screen = Screen::Game(Box::new(self.begin(setup, notes)?));
        self.start.forget_seed();
        Ok(())
    }

    /// Begins a game with a guide. One that is continued later has none any more: its person knows the game by then.
    pub(super) fn play_guided(&mut self, setup: &Setup) -> Result<(), String> {
        self.screen = Screen::Game(Box::new(self.begin(setup, &[])?.guided()));
        Ok(())
    }

    pub(super) fn begin(&self, setup: &Setup, notes: &[String]) -> Result<GameScreen, String> {
        let mut notes = notes.to_vec();
        let kept = match &self.store {
            Ok(store) => match Host::begin(setup.clone(), Some(Arc::clone(store))) {
                Err(BeginError::NotKept(error)) => Err(error.to_string()),
                begun => Ok(begun),
            },
            Err(why) => Err(why.clone()),
        };
        let begun = kept.unwrap_or_else(|why| {
            notes.push(format!("No journal is kept ({why}): the game won't survive the end of the program."));
            Host::begin(setup.clone(), None)
        });
        let (host, told) = begun.map_err(|error| error.to_string())?;
        Ok(GameScreen::new(self.seat_opponent(host).saving_in(self.dialect), &told, &notes))
    }

    /// Lets another program decide where the engine would, if there is one.
    fn seat_opponent(&self, host: Host) -> Host {
        match &self.opponent {
            Some(opponent) => host.against(Arc::clone(opponent)),
            None => host,
        }
    }

    /// Continues the game of a journal, or shows it if it is over. A journal of other rules is only read.
    pub(super) fn continue_journal(&mut self, name: &JournalName) -> Result<(), String> {
        let store = self.store.clone()?;
        let looked = Host::look(&*store, name);
        if let Err(error @ StoreError::OtherRules { lines, .. }) = &looked {
            self.read_journal(&error.to_string(), lines);
            return Ok(());
        }
        let (host, notices) = looked.map_err(|error| error.to_string())?;
        let game = if host.table().is_over() {
            GameScreen::looking(host, name, &notices)
        } else {
            let (host, notices) = Host::open(store, name).map_err(|error| error.to_string())?;
            let mut notes = notices.clone();
            notes.push(format!("The game of {name} goes on."));
            let game = GameScreen::new(self.seat_opponent(host).saving_in(self.dialect), &[], &notes);
            if notices.is_empty() { game } else { game.damaged(notices) }
        };
        self.list = match std::mem::replace(&mut self.screen, Screen::Game(Box::new(game))) {
            Screen::Kept(list) => Some(list),
            _ => None,
        };
        Ok(())
    }
}
