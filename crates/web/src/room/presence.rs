//! Who is at a table: the browsers whose pages follow it, as far as this server knows.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use parlor_rules::Pair;
use parlor_store::BrowserId;

use super::Room;
use crate::app::AppState;
use crate::pages::Whereabouts;

/// A page that is loaded again, or whose connection is cut, comes back within this time.
const GRACE: Duration = Duration::from_secs(8);

/// Pages without scripts follow nothing, and can be read for a while.
const READING: Duration = Duration::from_mins(30);

#[derive(Default)]
pub(super) struct TablePresence(Mutex<PresenceState>);

#[derive(Default)]
struct PresenceState {
    followers: HashMap<u64, Follower>,
    next: u64,
    /// The last time that a player's browser was noticed, and whether its pages run scripts.
    last: HashMap<BrowserId, (Instant, bool)>,
}

struct Follower {
    browser: BrowserId,
    /// Its page is hidden.
    away: bool,
}

/// A page follows a table until this is dropped.
pub(crate) struct Following {
    room: Arc<Room>,
    app: Arc<AppState>,
    number: u64,
}

impl TablePresence {
    fn lock(&self) -> MutexGuard<'_, PresenceState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl PresenceState {
    fn whereabouts(&self, holders: &[BrowserId], now: Instant) -> Whereabouts {
        let follows = |away| self.followers.values().any(|one| one.away == away && holders.contains(&one.browser));
        let noticed = |within: Duration, scripts: fn(bool) -> bool| {
            let last = holders.iter().filter_map(|browser| self.last.get(browser));
            last.filter(|(_, has)| scripts(*has)).any(|(at, _)| now.saturating_duration_since(*at) < within)
        };
        if follows(false) {
            Whereabouts::Here
        } else if follows(true) {
            Whereabouts::Away
        } else if noticed(GRACE, |_| true) {
            Whereabouts::Here
        } else if noticed(READING, |has| !has) {
            Whereabouts::Away
        } else {
            Whereabouts::Left
        }
    }
}

impl Room {
    /// Notes that a page follows the table.
    pub(crate) fn followed_by(self: &Arc<Room>, app: &Arc<AppState>, browser: BrowserId, away: bool) -> Following {
        let mut state = self.presence.lock();
        let number = state.next;
        state.next += 1;
        state.followers.insert(number, Follower { browser, away });
        drop(state);
        self.notify_presence();
        Following { room: Arc::clone(self), app: Arc::clone(app), number }
    }

    /// Notes that a player has loaded the table's page.
    pub(crate) fn noticed(&self, browser: BrowserId) {
        let mut state = self.presence.lock();
        state.last.entry(browser).or_insert((Instant::now(), false)).0 = Instant::now();
    }

    /// Where the players are, and the number of other browsers that watch.
    pub(crate) fn whereabouts(&self) -> (Pair<Whereabouts>, usize) {
        let (people, state, now) = (self.people(), self.presence.lock(), Instant::now());
        let plays =
            |browser: &BrowserId| people.holders.human.contains(browser) || people.holders.computer.contains(browser);
        let mut watching: Vec<&BrowserId> = state.followers.values().map(|one| &one.browser).collect();
        watching.retain(|browser| !plays(browser));
        watching.sort_unstable_by_key(|browser| browser.0);
        watching.dedup();
        (Pair::from_fn(|seat| state.whereabouts(&people.holders[seat], now)), watching.len())
    }

    fn notify_presence(&self) {
        self.changes.send_modify(|change| change.presence += 1);
    }
}

impl Drop for Following {
    fn drop(&mut self) {
        let mut state = self.room.presence.lock();
        let left = state.followers.remove(&self.number);
        let people = self.room.people();
        if let Some(Follower { browser, .. }) = left
            && (people.holders.human.contains(&browser) || people.holders.computer.contains(&browser))
        {
            state.last.insert(browser, (Instant::now(), true));
        }
        drop(state);
        // A browser that is back by then has only reloaded the page.
        let room = Arc::downgrade(&self.room);
        self.app.later(GRACE, move || room.upgrade().iter().for_each(|room| room.notify_presence()));
    }
}

#[cfg(test)]
mod tests {
    use parlor_store::Token;

    use super::*;

    #[test]
    fn a_player_is_here_away_or_has_left() {
        let now = Instant::now();
        let (phone, desk) = (BrowserId::of(&Token::random()), BrowserId::of(&Token::random()));
        let both = [phone, desk];
        let mut state = PresenceState::default();
        assert_eq!(state.whereabouts(&both, now), Whereabouts::Left);
        state.followers.insert(0, Follower { browser: phone, away: true });
        assert_eq!(state.whereabouts(&both, now), Whereabouts::Away);
        state.followers.insert(1, Follower { browser: desk, away: false });
        assert_eq!(state.whereabouts(&both, now), Whereabouts::Here);
        assert_eq!(state.whereabouts(&[phone], now), Whereabouts::Away, "each seat has its own browsers");
        // Loading a page again isn't leaving.
        state.followers.clear();
        state.last.insert(desk, (now, true));
        assert_eq!(state.whereabouts(&both, now), Whereabouts::Here);
        assert_eq!(state.whereabouts(&both, now + GRACE), Whereabouts::Left);
        // A page without scripts says nothing while it is read.
        state.last.insert(phone, (now, false));
        assert_eq!(state.whereabouts(&both, now + GRACE), Whereabouts::Away);
        assert_eq!(state.whereabouts(&both, now + READING), Whereabouts::Left);
    }
}
