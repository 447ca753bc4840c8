//! The review of a game that ended in line mode.

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::thread;

use parlor_engine::StopFlag;
use parlor_review::{Effort, NotReviewed, ReviewRun};
use parlor_rules::Game;
use parlor_store::Store;

use super::LineMode;

impl<R: BufRead, W: Write> LineMode<'_, R, W> {
    /// Reviews a finished Canoga game, so that its mistakes can be practised. In Canoga all values are known, but a review
    /// of the other games can take a second for each decision, which is too long for the end of a program.
    pub(crate) fn review(&mut self, store: Option<&Arc<dyn Store>>) -> io::Result<()> {
        let table = self.host.table();
        let (Some(store), Some(name)) = (store, self.host.journal_name()) else { return Ok(()) };
        if !table.is_over() || !table.setup().has_people() || NotReviewed::at_one_screen(table).is_some() {
            return Ok(());
        }
        if table.game() != Game::Canoga {
            return self.talk.say("To see the cost of each decision: parlor review");
        }
        let stored = store.review(name).ok().flatten().unwrap_or_default();
        let mut run = ReviewRun::new(table, Effort::Help, &stored);
        let threads = thread::available_parallelism().map_or(1, usize::from);
        run.finish(threads, &StopFlag::default(), &|_, _| {});
        let kept = run.stored().map(|text| store.keep_review(name, &text));
        match kept {
            Some(Err(error)) => self.talk.say(&format!("Can't save the review of this game: {error}")),
            _ => self.talk.say(
                "Reviewed: parlor review shows the cost of each decision, and parlor practice repeats your mistakes.",
            ),
        }
    }
}
