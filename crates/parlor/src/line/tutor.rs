//! The tutor: searches while the player thinks, and warns before a costly move.

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use parlor_engine::{EngineJob, Evaluation, StopFlag};
use parlor_review::DecisionRecord;
use parlor_rules::{Choice, Decision, Pair};
use parlor_view::{UNCHECKED, tutor_question, tutor_reasons};

use super::LineMode;

/// The maximum wait for the tutor after a person's choice. Scripted input waits without a limit, so that games are
/// reproducible.
const PATIENCE: Duration = Duration::from_secs(1);

/// A search for one question. Dropping it stops the search.
pub(super) struct LineTutor {
    revision: u64,
    ranked: Receiver<Vec<Evaluation>>,
    stop: StopFlag,
}

impl Drop for LineTutor {
    fn drop(&mut self) {
        self.stop.set();
    }
}

impl<R: BufRead, W: Write> LineMode<'_, R, W> {
    /// Starts the search, unless the tutor is off or is already searching.
    pub(super) fn start_tutor(&mut self) {
        let table = self.host.table();
        let revision = table.revision();
        if self.tutor_search.as_ref().is_some_and(|search| search.revision == revision) {
            return;
        }
        let here = Pair { human: true, computer: true };
        let Some(decision) = self.tutor.watches(table, here, None) else {
            self.tutor_search = None;
            return;
        };
        let job = EngineJob::full_strength(decision);
        let (stop, (send, ranked)) = (job.limits.stop.clone(), channel());
        self.tutor_search = Some(LineTutor { revision, ranked, stop });
        thread::spawn(move || {
            if let Ok(ranked) = job.rank() {
                // The receiver is gone if the choice was already played.
                let _ = send.send(ranked);
            }
        });
    }

    /// Asks whether to play a costly choice. `None` if the input ended or the player leaves.
    pub(super) fn tutor_asks(&mut self, decision: &Decision, choice: Choice) -> io::Result<Option<bool>> {
        let Some(search) = self.tutor_search.take() else { return Ok(Some(true)) };
        // A script must give the same game on any machine, so the tutor's effort is limited, but not its time.
        let ranked =
            if self.talk.is_scripted() { search.ranked.recv().ok() } else { search.ranked.recv_timeout(PATIENCE).ok() };
        let Some(ranked) = ranked else {
            self.talk.say(UNCHECKED)?;
            return Ok(Some(true));
        };
        let table = self.host.table();
        let (game, size) = (table.game(), table.size().unwrap_or_else(|| table.game().usual_size()));
        let Some(warning) = self.tutor.warning(game, size, &ranked, choice) else { return Ok(Some(true)) };
        let mut words = format!("{} (play, again or why)", tutor_question(&warning, game, false));
        let standing = table.standing();
        while let Some(line) = self.talk.ask_for(&words, &["play", "again", "why", "leave"])? {
            match line.to_lowercase().as_str() {
                "play" | "p" | "play it" => return Ok(Some(true)),
                "again" | "a" | "think again" => return Ok(Some(false)),
                "why" | "w" | "see why" => {
                    if let (Some(standing), Some(best)) = (standing.clone(), ranked.first()) {
                        for reason in tutor_reasons(&DecisionRecord::one(standing, decision.clone(), choice), best) {
                            self.talk.say(&reason)?;
                        }
                    }
                    words = format!("{} (play or again)", tutor_question(&warning, game, true));
                }
                "leave" => break,
                _ => self.talk.say("Type play, again or why. (leave ends the program)")?,
            }
        }
        Ok(None)
    }
}
