//! Starts, continues and shows games.

use std::sync::Arc;

use parlor_host::Host;
use parlor_store::{JournalName, StoreError};
use parlor_table::{Setup, Table};

use super::App;
use crate::game::GameScreen;
use crate::reading::ReadingScreen;

impl App {
    pub(super) fn play(&mut self, setup: &Setup, notes: &[String]) {
        let game = self.begin(setup, notes);
        self.open(game);
        self.start.forget_seed();
    }

    /// Starts a guided game. A continued game has no guide, because its player already knows the game.
    pub(super) fn play_guided(&mut self, setup: &Setup) {
        let game = self.begin(setup, &[]).guided();
        self.open(game);
    }

    pub(super) fn begin(&mut self, setup: &Setup, notes: &[String]) -> GameScreen {
        self.learning.is_current = false;
        let mut notes = notes.to_vec();
        let kept = match &self.store {
            Ok(store) => Host::begin(setup.clone(), Some(Arc::clone(store))).map_err(|error| error.to_string()),
            Err(why) => Err(why.clone()),
        };
        let (host, events) = kept.unwrap_or_else(|why| {
            notes.push(format!("No journal ({why}): the game will be lost when you leave the program."));
            let (table, events) = Table::new(setup.clone());
            (Host::unsaved(table), events)
        });
        GameScreen::new(self.seat_opponent(host).saving_in(self.dialect), &events, &notes)
    }

    /// Replaces the engine with the bot, if there is one.
    fn seat_opponent(&self, host: Host) -> Host {
        match &self.opponent {
            Some(opponent) => host.against(Arc::clone(opponent)),
            None => host,
        }
    }

    /// Continues the game in a journal, or shows it if it is over. A journal with different rules is shown as text.
    pub(super) fn continue_journal(&mut self, name: &JournalName) -> Result<(), String> {
        self.learning.is_current = false;
        let store = self.store.clone()?;
        let looked = Host::look(&*store, name);
        if let Err(error @ StoreError::OtherRules { lines, .. }) = &looked {
            self.open(ReadingScreen::new(&error.to_string(), lines));
            return Ok(());
        }
        let (host, notices) = looked.map_err(|error| error.to_string())?;
        let game = if host.table().is_over() {
            GameScreen::looking(host, name, &notices)
        } else {
            let (host, notices) = Host::open(store, name).map_err(|error| error.to_string())?;
            let mut notes = notices.clone();
            notes.push(format!("Resuming {name}."));
            let game = GameScreen::new(self.seat_opponent(host).saving_in(self.dialect), &[], &notes);
            if notices.is_empty() { game } else { game.damaged(notices) }
        };
        self.open(game);
        Ok(())
    }
}
