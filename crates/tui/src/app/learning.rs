//! Reviews, practice, statistics and analyses: screens that lie over others and go back to them.

use std::sync::Arc;
use std::time::SystemTime;

use parlor_engine::StopFlag;
use parlor_host::{JournalName, ReviewedGames, SeenFile, seconds};
use parlor_table::Table;

use super::{App, Screen};
use crate::collection::Task;
use crate::game::GameScreen;
use crate::job::{Job, JobOutcome, JobResult, Work};
use crate::practice::PracticeScreen;
use crate::reviewing::{ReviewScreen, why_not_yet};
use crate::statistics::StatisticsScreen;

impl App {
    /// Opens a screen over the one that is up.
    pub(super) fn open_over(&mut self, screen: Screen) {
        let below = std::mem::replace(&mut self.screen, screen);
        self.beneath.push(below);
    }

    /// Goes back to the screen below, if there is one.
    pub(super) fn uncover(&mut self) -> bool {
        let Some(below) = self.beneath.pop() else { return false };
        self.screen = below;
        match &mut self.screen {
            Screen::Kept(list) => list.reload(),
            Screen::Start => self.welcome(),
            _ => {}
        }
        true
    }

    /// Reviews the game in a journal.
    pub(super) fn review_journal(&mut self, name: &JournalName) -> Result<(), String> {
        let store = self.store.clone()?;
        let read = store.look(name).map_err(|error| error.to_string())?;
        if let Some(why) = why_not_yet(&read.table) {
            return Err(why.to_owned());
        }
        let review = ReviewScreen::new(read.table, Some((store, name.clone()))).noting(&read.notices);
        self.open_over(Screen::Review(Box::new(review)));
        Ok(())
    }

    /// Reviews the game that is up.
    pub(super) fn review_game(&mut self) {
        let Screen::Game(game) = &self.screen else { return };
        let kept = self.store.as_ref().ok().zip(game.journal()).map(|(store, name)| (Arc::clone(store), name.clone()));
        let review = ReviewScreen::new(game.table_to_review(), kept);
        self.open_over(Screen::Review(Box::new(review)));
    }

    pub(super) fn analyse(&mut self, table: &Table) {
        self.open_over(Screen::Game(Box::new(GameScreen::analysis(table))));
    }

    /// Remembers in a file what was practised.
    #[must_use]
    pub fn practising(self, file: SeenFile) -> App {
        App { seen: file.read(), seen_file: Some(file), ..self }
    }

    /// Finds something better than these mistakes.
    pub(super) fn practise(&mut self, tasks: Vec<Task>) {
        self.open_over(Screen::Practice(Box::new(PracticeScreen::new(tasks))));
    }

    /// The mistakes of all reviewed games.
    pub(super) fn practise_all(&mut self) -> Result<(), String> {
        self.store.as_ref().map_err(Clone::clone)?;
        let Some(collection) = self.collection.clone() else {
            return Err("The games that are kept are still being read. Try again in a moment.".to_owned());
        };
        let practice = self.practice_of(&collection);
        self.open_over(Screen::Practice(Box::new(practice)));
        Ok(())
    }

    fn practice_of(&mut self, games: &ReviewedGames) -> PracticeScreen {
        let now = seconds(SystemTime::now());
        let tasks = Task::all(games, self.whose.name(), &self.seen, now);
        PracticeScreen::of_all(tasks, self.whose.clone(), games.without)
    }

    /// Remembers the mistake that has just come up.
    pub(super) fn note_practised(&mut self) {
        let Screen::Practice(practice) = &mut self.screen else { return };
        let Some(kept) = practice.take_new() else { return };
        if let Some(file) = &self.seen_file {
            // Another program may have written to it meanwhile.
            self.seen = file.read();
        }
        self.seen.note(&kept, seconds(SystemTime::now()));
        if let Some(Err(error)) = self.seen_file.as_ref().map(|file| file.write(&self.seen)) {
            practice.refuse(format!("What was practised isn't remembered: {error}"));
        }
    }

    pub(super) fn show_statistics(&mut self) -> Result<(), String> {
        self.store.as_ref().map_err(Clone::clone)?;
        self.open_over(Screen::Statistics(StatisticsScreen::new(self.collection.clone(), self.whose.clone())));
        Ok(())
    }

    /// Looks at the next person's mistakes or statistics.
    pub(super) fn turn_whose(&mut self) {
        let Some(collection) = self.collection.clone() else { return };
        self.whose.turn();
        match &self.screen {
            Screen::Practice(_) => self.screen = Screen::Practice(Box::new(self.practice_of(&collection))),
            Screen::Statistics(_) => {
                self.screen = Screen::Statistics(StatisticsScreen::new(Some(collection), self.whose.clone()));
            }
            _ => {}
        }
    }

    /// Starts to read all games that are kept, for practice and statistics.
    pub(super) fn collect(&mut self) {
        if let Ok(store) = &self.store {
            let (job, ticket) = Job::new(Work::Collect(Arc::clone(store), StopFlag::default()));
            self.to_run.push(job);
            self.collecting = Some(ticket);
        }
    }

    /// Takes what was collected; `false` if this is another result.
    pub(super) fn take_collection(&mut self, result: &JobResult) -> bool {
        if !self.collecting.as_ref().is_some_and(|ticket| ticket.is_for(result)) {
            return false;
        }
        self.collecting = None;
        if let JobOutcome::Collected(collection) = &result.outcome {
            self.learn_of(collection);
        }
        true
    }

    fn learn_of(&mut self, collection: &Arc<ReviewedGames>) {
        self.start.set_mistakes(collection.games.iter().map(|game| game.exercises(None).len()).sum());
        self.whose = self.whose.among(collection.names());
        if let Screen::Statistics(statistics) = &mut self.screen {
            *statistics = StatisticsScreen::new(Some(Arc::clone(collection)), self.whose.clone());
        }
        self.collection = Some(Arc::clone(collection));
    }
}
