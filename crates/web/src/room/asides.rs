//! What the engine says beside a game: advice, what the round is worth, and what the tutor thinks. It isn't kept with the
//! table: it can be asked for again.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use parlor_engine::Evaluation;
use parlor_host::Outcome;
use parlor_rules::{Pair, Seat};
use parlor_table::Table;
use parlor_view::{Advice, Worth};
use tokio::sync::Notify;

use super::{Room, Seen};
use crate::app::App;
use crate::pages::ShownWorth;
use crate::questions::{Question, Ranking, read};

/// What the engine says beside a game.
#[derive(Default)]
pub(crate) struct Asides {
    said: Mutex<Said>,
    /// Told when the tutor is done.
    tutored: Notify,
}

#[derive(Default)]
struct Said {
    advice: Pair<Option<Arc<Advised>>>,
    /// What a round was worth at a revision.
    worth: Option<LastWorth>,
    /// The revision that a value is being looked for at.
    valuing: Option<u64>,
    /// What the tutor thinks about while somebody chooses.
    tutoring: Option<Tutoring>,
}

/// What the tutor knows about the choice that somebody is making.
struct Tutoring {
    revision: u64,
    /// Nothing as long as it is being thought about.
    tutored: Option<Arc<Tutored>>,
}

/// Every choice, the best first, and why that is best.
pub(crate) struct Tutored {
    /// The choices. Their reasons are left out.
    pub(crate) ranked: Vec<Evaluation>,
    /// The reasons for the best, in sentences.
    pub(crate) reasons: Vec<String>,
}

#[derive(Clone, Copy)]
struct LastWorth {
    round: u32,
    revision: u64,
    worth: Worth,
}

/// Advice that somebody asked for.
pub(crate) struct Advised {
    /// The revision that it is about.
    pub(crate) revision: u64,
    /// What it says; nothing as long as it is being thought about.
    pub(crate) found: Option<Advice>,
}

impl Room {
    fn said(&self) -> MutexGuard<'_, Said> {
        self.asides.said.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The advice that a seat has asked for, if it is about the table as it is.
    pub(crate) fn advice(&self, seat: Seat, revision: u64) -> Option<Arc<Advised>> {
        self.said().advice[seat].clone().filter(|advised| advised.revision == revision)
    }

    /// Asks the engine for advice, unless that was done already. If it can't be asked, there is no advice afterwards.
    pub(crate) fn advise(self: &Arc<Room>, app: &Arc<App>, seat: Seat) {
        let table = self.seen().table.clone();
        let (revision, round) = (table.revision(), table.round());
        if self.advice(seat, revision).is_some() {
            return;
        }
        if table.decision().is_none() {
            let advice = if table.size().is_some() { Advice::nothing() } else { Advice::no_board() };
            return self.has_advice(seat, revision, Some(advice));
        }
        self.said().advice[seat] = Some(Arc::new(Advised { revision, found: None }));
        let room = Arc::clone(self);
        let then = move |outcome| room.advised(seat, revision, round, outcome);
        if let Some(outcome) = app.ask(Question::Help.about(&self.name, revision), then) {
            self.advised(seat, revision, round, outcome);
        }
    }

    fn advised(&self, seat: Seat, revision: u64, round: u32, outcome: Outcome) {
        let found = match outcome {
            Outcome::Answer(text) => read::<Advice>(&text),
            Outcome::Failed(why) => {
                tracing::error!(table = %self.name, revision, why, "advice has failed");
                return self.has_advice(seat, revision, Some(Advice::nothing()));
            }
            Outcome::Busy | Outcome::Dropped => None,
        };
        // The value bar never contradicts help.
        if let Some(worth) = found.as_ref().and_then(|advice| advice.worth) {
            self.said().worth = Some(LastWorth { round, revision, worth });
        }
        self.has_advice(seat, revision, found);
    }

    fn has_advice(&self, seat: Seat, revision: u64, found: Option<Advice>) {
        let advised = found.map(|found| Arc::new(Advised { revision, found: Some(found) }));
        let mut said = self.said();
        // Somebody may have asked again since, about another revision.
        if said.advice[seat].as_ref().is_none_or(|known| known.revision <= revision) {
            said.advice[seat] = advised;
        }
        drop(said);
        self.tell_aside();
    }

    /// Has the tutor think about a question while a person chooses, once for each revision.
    pub(crate) fn tutor(self: &Arc<Room>, app: &Arc<App>, table: &Table) {
        let revision = table.revision();
        let mut said = self.said();
        if said.tutoring.as_ref().is_some_and(|known| known.revision == revision) {
            return;
        }
        said.tutoring = Some(Tutoring { revision, tutored: None });
        drop(said);
        let room = Arc::clone(self);
        let then = move |outcome| room.has_tutored(revision, outcome);
        if let Some(outcome) = app.ask(Question::Rank.about(&self.name, revision), then) {
            self.has_tutored(revision, outcome);
        }
    }

    fn has_tutored(&self, revision: u64, outcome: Outcome) {
        let ranking: Option<Ranking> = match outcome {
            Outcome::Answer(text) => read(&text),
            _ => None,
        };
        let tutored = ranking.map(|it| Arc::new(Tutored { ranked: it.evaluations(), reasons: it.reasons }));
        let mut said = self.said();
        if said.tutoring.as_ref().is_some_and(|known| known.revision == revision) {
            // If there is nothing, who looks again asks again.
            said.tutoring = tutored.map(|tutored| Tutoring { revision, tutored: Some(tutored) });
        }
        drop(said);
        self.asides.tutored.notify_waiters();
    }

    /// What the tutor knows about the choice at a revision.
    pub(crate) fn tutored(&self, revision: u64) -> Option<Arc<Tutored>> {
        let said = self.said();
        said.tutoring.as_ref().filter(|known| known.revision == revision)?.tutored.clone()
    }

    /// The same, but waits for it for a while.
    pub(crate) async fn tutored_within(&self, patience: Duration, revision: u64) -> Option<Arc<Tutored>> {
        let known = async {
            loop {
                let done = self.asides.tutored.notified();
                if let Some(tutored) = self.tutored(revision) {
                    return Some(tutored);
                }
                let thinks = self.said().tutoring.as_ref().is_some_and(|known| known.revision == revision);
                if !thinks {
                    return None;
                }
                done.await;
            }
        };
        tokio::time::timeout(patience, known).await.ok()?
    }

    /// What the round is worth, or was worth when that was last known. The engine is asked once for each revision.
    pub(crate) fn worth(self: &Arc<Room>, app: &Arc<App>, seen: &Seen) -> Option<ShownWorth> {
        let (round, revision) = (seen.table.round(), seen.table.revision());
        let shown = self.shown_worth(round, revision);
        let is_now = shown.is_some_and(|shown| shown.is_now);
        if is_now || seen.thinking || parlor_host::value_job(&seen.table).is_none() {
            return shown;
        }
        if self.said().valuing.replace(revision) == Some(revision) {
            return shown;
        }
        let room = Arc::clone(self);
        let then = move |outcome| {
            room.valued(round, revision, outcome);
            room.tell_aside();
        };
        if let Some(outcome) = app.ask(Question::Value.about(&self.name, revision), then) {
            self.valued(round, revision, outcome);
        }
        self.shown_worth(round, revision)
    }

    fn shown_worth(&self, round: u32, revision: u64) -> Option<ShownWorth> {
        let last = self.said().worth.filter(|last| last.round == round && last.revision <= revision);
        last.map(|last| ShownWorth { worth: last.worth, is_now: last.revision == revision })
    }

    fn valued(&self, round: u32, revision: u64, outcome: Outcome) {
        let mut said = self.said();
        match outcome {
            Outcome::Answer(text) => {
                // Help may have been quicker, and knows more.
                let known = said.worth.is_some_and(|last| last.revision >= revision);
                if let Some(worth) = read::<Worth>(&text).filter(|_| !known) {
                    said.worth = Some(LastWorth { round, revision, worth });
                }
            }
            Outcome::Failed(why) => tracing::error!(table = %self.name, revision, why, "a value has failed"),
            // Who looks again asks again.
            Outcome::Busy | Outcome::Dropped => {
                said.valuing = said.valuing.filter(|other| *other != revision);
            }
        }
    }
}
