//! The engine's hints about a game: advice, the value of the round, and the tutor's ranking. They aren't stored with
//! the table, because the engine can compute them again.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use parlor_engine::Evaluation;
use parlor_host::questions::{EngineQuestion, HelpAnswer, read};
use parlor_host::value_job;
use parlor_rules::{Decision, Pair, Seat};
use parlor_store::TaskOutcome;
use parlor_table::Table;
use parlor_view::{Advice, ShownValue};
use tokio::sync::Notify;

use super::{Room, Snapshot};
use crate::app::AppState;
use crate::pages::KnownValue;

#[derive(Default)]
pub(crate) struct Hints {
    state: Mutex<HintState>,
    /// Notified when the tutor's search ends.
    tutored: Notify,
}

#[derive(Default)]
struct HintState {
    advice: Pair<Option<Arc<Advised>>>,
    value: Option<ValueAtRevision>,
    /// The revision whose value was requested.
    valuing: Option<u64>,
    /// The tutor's search during a player's choice.
    tutoring: Option<TutorSearch>,
}

struct TutorSearch {
    revision: u64,
    /// All choices, the best first; `None` while the search is running.
    ranked: Option<Arc<[Evaluation]>>,
}

#[derive(Clone, Copy)]
struct ValueAtRevision {
    round: u32,
    revision: u64,
    value: ShownValue,
}

pub(crate) struct Advised {
    /// The revision that the advice is for.
    pub(crate) revision: u64,
    pub(crate) found: Option<Advice>,
}

impl Room {
    fn hint_state(&self) -> MutexGuard<'_, HintState> {
        self.hints.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The advice for a seat, if it is for this revision.
    pub(crate) fn advice(&self, seat: Seat, revision: u64) -> Option<Arc<Advised>> {
        self.hint_state().advice[seat].clone().filter(|advised| advised.revision == revision)
    }

    /// Asks the engine for advice, once for each revision. If the engine is busy, `advice` is `None` afterwards.
    pub(crate) fn advise(self: &Arc<Room>, app: &Arc<AppState>, seat: Seat) {
        let table = self.seen().table.clone();
        let (revision, round) = (table.revision(), table.round());
        if self.advice(seat, revision).is_some() {
            return;
        }
        let Some((decider, decision)) = table.decision() else {
            let advice = if table.size().is_some() { Advice::nothing() } else { Advice::no_board() };
            return self.has_advice(seat, revision, Some(advice));
        };
        self.hint_state().advice[seat] = Some(Arc::new(Advised { revision, found: None }));
        let advised = {
            let room = Arc::clone(self);
            move |outcome| room.advised(seat, (revision, round), (decider, decision), outcome)
        };
        let then = advised.clone();
        if let Some(outcome) = app.ask(EngineQuestion::Help.about(&self.name, revision), self.asker(), then) {
            advised(outcome);
        }
    }

    fn advised(&self, seat: Seat, at: (u64, u32), (decider, decision): (Seat, Decision), outcome: TaskOutcome) {
        let (revision, round) = at;
        let found = match outcome {
            TaskOutcome::Answer(text) => {
                let help = read::<HelpAnswer>(&text).and_then(|answer| answer.about(decision));
                help.map(|help| Advice::of(decider, &help))
            }
            TaskOutcome::Failed(why) => {
                tracing::error!(table = %self.name, revision, why, "computing advice failed");
                return self.has_advice(seat, revision, Some(Advice::nothing()));
            }
            TaskOutcome::Busy | TaskOutcome::Dropped => None,
        };
        // Also updated here, so that the value bar never contradicts the advice.
        if let Some(value) = found.as_ref().and_then(|advice| advice.value) {
            self.hint_state().value = Some(ValueAtRevision { round, revision, value });
        }
        self.has_advice(seat, revision, found);
    }

    fn has_advice(&self, seat: Seat, revision: u64, found: Option<Advice>) {
        let advised = found.map(|found| Arc::new(Advised { revision, found: Some(found) }));
        let mut state = self.hint_state();
        // By now, there may be a request for a later revision.
        if state.advice[seat].as_ref().is_none_or(|known| known.revision <= revision) {
            state.advice[seat] = advised;
        }
        drop(state);
        self.notify_extra();
    }

    /// Starts the tutor's search when a player has to choose, once for each revision.
    pub(crate) fn tutor(self: &Arc<Room>, app: &Arc<AppState>, table: &Table) {
        let revision = table.revision();
        let mut state = self.hint_state();
        if state.tutoring.as_ref().is_some_and(|known| known.revision == revision) {
            return;
        }
        state.tutoring = Some(TutorSearch { revision, ranked: None });
        drop(state);
        let room = Arc::clone(self);
        let then = move |outcome| room.has_tutored(revision, outcome);
        if let Some(outcome) = app.ask(EngineQuestion::Rank.about(&self.name, revision), self.asker(), then) {
            self.has_tutored(revision, outcome);
        }
    }

    fn has_tutored(&self, revision: u64, outcome: TaskOutcome) {
        let ranked: Option<Vec<Evaluation>> = match outcome {
            TaskOutcome::Answer(text) => read(&text),
            _ => None,
        };
        let mut state = self.hint_state();
        if state.tutoring.as_ref().is_some_and(|known| known.revision == revision) {
            // Cleared if there is no answer, so that the next page view asks again.
            state.tutoring = ranked.map(|ranked| TutorSearch { revision, ranked: Some(ranked.into()) });
        }
        drop(state);
        self.hints.tutored.notify_waiters();
    }

    pub(crate) fn tutored(&self, revision: u64) -> Option<Arc<[Evaluation]>> {
        let state = self.hint_state();
        state.tutoring.as_ref().filter(|known| known.revision == revision)?.ranked.clone()
    }

    /// Like `tutored`, but waits for the search to finish.
    pub(crate) async fn tutored_within(&self, patience: Duration, revision: u64) -> Option<Arc<[Evaluation]>> {
        let known = async {
            loop {
                let done = self.hints.tutored.notified();
                if let Some(tutored) = self.tutored(revision) {
                    return Some(tutored);
                }
                let thinks = self.hint_state().tutoring.as_ref().is_some_and(|known| known.revision == revision);
                if !thinks {
                    return None;
                }
                done.await;
            }
        };
        tokio::time::timeout(patience, known).await.ok()?
    }

    /// The last known value of the round. Asks the engine once for each revision.
    pub(crate) fn value(self: &Arc<Room>, app: &Arc<AppState>, seen: &Snapshot) -> Option<KnownValue> {
        let (round, revision) = (seen.table.round(), seen.table.revision());
        let shown = self.last_value(round, revision);
        let is_now = shown.is_some_and(|shown| shown.is_now);
        let Some((seat, _)) = value_job(&seen.table).filter(|_| !is_now && !seen.thinking) else {
            return shown;
        };
        if self.hint_state().valuing.replace(revision) == Some(revision) {
            return shown;
        }
        let room = Arc::clone(self);
        let then = move |outcome| {
            room.valued((revision, round), seat, outcome);
            room.notify_extra();
        };
        if let Some(outcome) = app.ask(EngineQuestion::Value.about(&self.name, revision), self.asker(), then) {
            self.valued((revision, round), seat, outcome);
        }
        self.last_value(round, revision)
    }

    fn last_value(&self, round: u32, revision: u64) -> Option<KnownValue> {
        let last = self.hint_state().value.filter(|last| last.round == round && last.revision <= revision);
        last.map(|last| KnownValue { value: last.value, is_now: last.revision == revision })
    }

    fn valued(&self, (revision, round): (u64, u32), seat: Seat, outcome: TaskOutcome) {
        let mut state = self.hint_state();
        match outcome {
            TaskOutcome::Answer(text) => {
                // If the advice has arrived first, its value is more precise.
                let known = state.value.is_some_and(|last| last.revision >= revision);
                if let Some(best) = read::<Evaluation>(&text).filter(|_| !known) {
                    state.value = Some(ValueAtRevision { round, revision, value: ShownValue::of(seat, &best) });
                }
            }
            TaskOutcome::Failed(why) => tracing::error!(table = %self.name, revision, why, "computing a value failed"),
            // Cleared, so that the next page view asks again.
            TaskOutcome::Busy | TaskOutcome::Dropped => {
                state.valuing = state.valuing.filter(|other| *other != revision);
            }
        }
    }
}
