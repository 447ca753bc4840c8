//! The tutor: it thinks while the player does, and asks before a costly choice is played.

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use parlor_engine::{EngineJob, Evaluation, StopFlag};
use parlor_review::DecisionRecord;
use parlor_rules::{Choice, Decision, Pair};
use parlor_view::{UNCHECKED, tutor_question, tutor_reasons};

use super::LineMode;

/// How long a person's choice waits for the tutor. What is scripted waits until it is done, so that the same lines always
/// have the same answers.
const PATIENCE: Duration = Duration::from_secs(1);

/// What the tutor thinks about a question. Dropping it stops that.
pub(super) struct Thoughts {
    revision: u64,
    ranked: Receiver<Vec<Evaluation>>,
    stop: StopFlag,
}

impl Drop for Thoughts {
    fn drop(&mut self) {
        self.stop.set();
    }
}

impl<R: BufRead, W: Write> LineMode<'_, R, W> {
    /// Begins to think about a question, if that is wanted and wasn't begun before.
    pub(super) fn tutor_thinks(&mut self) {
        let table = self.host.table();
        let revision = table.revision();
        if self.thoughts.as_ref().is_some_and(|thoughts| thoughts.revision == revision) {
            return;
        }
        let here = Pair { human: true, computer: true };
        let Some(decision) = self.tutor.watches(table, here, None) else {
            self.thoughts = None;
            return;
        };
        let job = EngineJob::full_strength(decision);
        let (stop, (send, ranked)) = (job.limits.stop.clone(), channel());
        self.thoughts = Some(Thoughts { revision, ranked, stop });
        thread::spawn(move || {
            if let Ok(ranked) = job.rank() {
                // Nobody waits for it if the choice was made long ago.
                let _ = send.send(ranked);
            }
        });
    }

    /// Asks about a choice if it is costly: whether it is played. `None` if there is no answer any more.
    pub(super) fn tutor_asks(&mut self, decision: &Decision, choice: Choice) -> io::Result<Option<bool>> {
        let Some(thoughts) = self.thoughts.take() else { return Ok(Some(true)) };
        // A script must give the same game on any machine, so there only the tutor's effort is limited, not its time.
        let ranked = if self.talk.is_scripted() {
            thoughts.ranked.recv().ok()
        } else {
            thoughts.ranked.recv_timeout(PATIENCE).ok()
        };
        let Some(ranked) = ranked else {
            self.talk.say(UNCHECKED)?;
            return Ok(Some(true));
        };
        let table = self.host.table();
        let (game, size) = (table.game(), table.size().unwrap_or_else(|| table.game().usual_size()));
        let Some(warning) = self.tutor.warning(game, size, &ranked, choice) else { return Ok(Some(true)) };
        let words = format!("{} (play, again or why)", tutor_question(&warning, game));
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
                }
                "leave" => break,
                _ => self.talk.say("Type play, again or why. (leave ends the program)")?,
            }
        }
        Ok(None)
    }
}
