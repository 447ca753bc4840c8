//! The presence of the players and the number of viewers: which browsers follow the table, at this server and at others.

use std::collections::HashMap;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use parlor_rules::{Pair, Seat};
use parlor_store::{BrowserId, Token};

use super::signals::{Signal, SignalKind};
use super::{Room, RoomPeople};
use crate::app::AppState;
use crate::pages::Presence;

/// A page that is loaded again, or whose connection is cut, comes back within this time.
const GRACE: Duration = Duration::from_secs(8);

/// The time for which a browser counts as present after loading a page without scripts, which doesn't follow the table.
const READING: Duration = Duration::from_mins(30);

/// Changes within this time are sent to the other servers as one.
const TOGETHER: Duration = Duration::from_millis(300);

/// The interval at which a server repeats to the others that its pages have players or viewers.
const REPEAT: Duration = Duration::from_secs(20);

/// A server that sends no repetition for this time counts as gone, and so do its pages.
const SILENCE: Duration = Duration::from_secs(50);

#[derive(Default)]
pub(super) struct TablePresence {
    state: Mutex<PresenceState>,
    /// A message to the other servers is about to be sent.
    sending: AtomicBool,
    /// The message will be repeated.
    repeating: AtomicBool,
}

#[derive(Default)]
struct PresenceState {
    followers: HashMap<u64, Follower>,
    next: u64,
    /// The last time that a player's browser was noticed, and whether its pages run scripts.
    last: HashMap<BrowserId, (Instant, bool)>,
    /// The players and viewers at each other server, and when its last message arrived.
    elsewhere: HashMap<Token, (ServerPresence, Instant)>,
    /// As shown last.
    shown: (Pair<Presence>, u32),
    /// As sent last to the other servers.
    sent: ServerPresence,
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

/// The players and viewers with pages from one server, as it reports them to the others.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct ServerPresence {
    pub(super) players: Pair<Sighting>,
    pub(super) watching: u32,
}

/// How a server last noticed a player. If several apply, the last one in this list counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub(super) enum Sighting {
    #[default]
    None,
    /// A page without scripts was loaded a while ago.
    Read,
    /// A page was loaded or closed just now.
    Recent,
    /// An open page is hidden.
    Hidden,
    /// A page is open and visible.
    Open,
}

impl Sighting {
    pub(super) const ALL: [Sighting; 5] =
        [Sighting::None, Sighting::Read, Sighting::Recent, Sighting::Hidden, Sighting::Open];

    /// Its name in signals.
    pub(super) fn name(self) -> &'static str {
        match self {
            Sighting::None => "none",
            Sighting::Read => "read",
            Sighting::Recent => "recent",
            Sighting::Hidden => "hidden",
            Sighting::Open => "open",
        }
    }

    fn presence(self) -> Presence {
        match self {
            Sighting::None => Presence::Left,
            Sighting::Read | Sighting::Hidden => Presence::Away,
            Sighting::Recent | Sighting::Open => Presence::Here,
        }
    }

    /// A page follows the table, so it runs scripts.
    fn follows(self) -> bool {
        matches!(self, Sighting::Hidden | Sighting::Open)
    }
}

impl FromStr for Sighting {
    type Err = ();
    fn from_str(name: &str) -> Result<Sighting, ()> {
        Sighting::ALL.into_iter().find(|sighting| sighting.name() == name).ok_or(())
    }
}

impl ServerPresence {
    fn is_empty(self) -> bool {
        self == ServerPresence::default()
    }
}

impl TablePresence {
    fn lock(&self) -> MutexGuard<'_, PresenceState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl PresenceState {
    fn sighting(&self, holders: &[BrowserId], now: Instant) -> Sighting {
        let followers = self.followers.values().filter(|one| holders.contains(&one.browser));
        let followed = followers.map(|one| if one.away { Sighting::Hidden } else { Sighting::Open });
        let noticed = holders.iter().filter_map(|browser| {
            let (at, has_scripts) = self.last.get(browser)?;
            match now.saturating_duration_since(*at) {
                since if since < GRACE => Some(Sighting::Recent),
                since if since < READING && !has_scripts => Some(Sighting::Read),
                _ => None,
            }
        });
        followed.chain(noticed).max().unwrap_or_default()
    }

    fn seen_here(&self, people: &RoomPeople, now: Instant) -> ServerPresence {
        let mut watching: Vec<&BrowserId> = self.followers.values().map(|one| &one.browser).collect();
        watching.retain(|browser| !people.plays(**browser));
        watching.sort_unstable_by_key(|browser| browser.0);
        watching.dedup();
        let players = Pair::from_fn(|seat| self.sighting(&people.holders[seat], now));
        ServerPresence { players, watching: u32::try_from(watching.len()).unwrap_or(u32::MAX) }
    }

    /// The presence of the players, and the number of viewers, at all servers.
    fn everywhere(&self, people: &RoomPeople, now: Instant) -> (Pair<Presence>, u32) {
        let here = self.seen_here(people, now);
        let elsewhere = || {
            let in_time = |at: Instant| now.saturating_duration_since(at) < SILENCE;
            self.elsewhere.values().filter(move |(_, at)| in_time(*at)).map(|(seen, _)| *seen)
        };
        let player = |seat: Seat| {
            let others = elsewhere().map(|seen| seen.players[seat]);
            others.chain([here.players[seat]]).max().unwrap_or_default().presence()
        };
        let watching = elsewhere().fold(here.watching, |sum, seen| sum.saturating_add(seen.watching));
        (Pair::from_fn(player), watching)
    }

    fn receive(&mut self, from: Token, seen: ServerPresence, people: &RoomPeople, now: Instant) {
        self.elsewhere.retain(|_, (_, at)| now.saturating_duration_since(*at) < SILENCE);
        self.elsewhere.insert(from, (seen, now));
        // A browser that loaded its page here may follow the table there.
        for seat in Seat::BOTH.into_iter().filter(|seat| seen.players[*seat].follows()) {
            for browser in &people.holders[seat] {
                self.last.entry(*browser).and_modify(|(_, has_scripts)| *has_scripts = true);
            }
        }
    }

    fn notice(&mut self, browser: BrowserId, people: &RoomPeople, now: Instant) {
        let seats = people.seats_of(browser);
        let follows = |seat: Seat| seats[seat] && self.elsewhere.values().any(|(seen, _)| seen.players[seat].follows());
        let has_scripts = Seat::BOTH.into_iter().any(follows);
        self.last.entry(browser).or_insert((now, has_scripts)).0 = now;
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
        self.update_presence(app);
        Following { room: Arc::clone(self), app: Arc::clone(app), number }
    }

    /// Notes that a player has loaded the table's page.
    pub(crate) fn noticed(self: &Arc<Room>, app: &Arc<AppState>, browser: BrowserId) {
        let people = self.people();
        let mut state = self.presence.lock();
        state.notice(browser, &people, Instant::now());
        let follows = state.followers.values().any(|one| one.browser == browser);
        drop(state);
        if !follows && people.are_apart(&self.seen().table) {
            self.update_presence(app);
            self.update_presence_after(app, GRACE);
        }
    }

    /// The presence of the players, and the number of other browsers that watch.
    pub(crate) fn presence(&self) -> (Pair<Presence>, u32) {
        self.presence.lock().everywhere(&self.people(), Instant::now())
    }

    /// Handles another server's message about its players and viewers.
    pub(super) fn seen_elsewhere(self: &Arc<Room>, app: &Arc<AppState>, from: Token, seen: ServerPresence) {
        self.presence.lock().receive(from, seen, &self.people(), Instant::now());
        self.update_presence(app);
    }

    /// Notifies the pages, and the other servers, if a player or viewer has come or left.
    pub(super) fn update_presence(self: &Arc<Room>, app: &Arc<AppState>) {
        let (people, now) = (self.people(), Instant::now());
        let mut state = self.presence.lock();
        let shown = state.everywhere(&people, now);
        let is_new = std::mem::replace(&mut state.shown, shown) != shown;
        let is_sent = state.sent == state.seen_here(&people, now);
        drop(state);
        if is_new {
            self.changes.send_modify(|change| change.presence += 1);
        }
        if !is_sent {
            self.send_presence(app);
        }
    }

    fn update_presence_after(self: &Arc<Room>, app: &Arc<AppState>, pause: Duration) {
        let (room, app_) = (Arc::downgrade(self), Arc::downgrade(app));
        app.later(pause, move || {
            if let (Some(room), Some(app)) = (room.upgrade(), app_.upgrade()) {
                room.update_presence(&app);
            }
        });
    }

    /// Asks the other servers for their players and viewers.
    pub(super) fn ask_for_presence(&self, app: &AppState) {
        if app.registry.is_shared() && self.people().are_apart(&self.seen().table) {
            let signal = Signal { from: app.server, kind: SignalKind::Ask };
            app.registry.signal(&self.name, &signal.to_string());
        }
    }

    /// Sends the players and viewers at this server to the others soon, and repeats that as long as there are any.
    pub(super) fn send_presence(self: &Arc<Room>, app: &Arc<AppState>) {
        if !app.registry.is_shared() || self.presence.sending.swap(true, Ordering::AcqRel) {
            return;
        }
        let (room, app_) = (Arc::downgrade(self), Arc::downgrade(app));
        app.later(TOGETHER, move || {
            let (Some(room), Some(app)) = (room.upgrade(), app_.upgrade()) else { return };
            // Cleared first, because what is sent may not include later changes.
            room.presence.sending.store(false, Ordering::Release);
            room.send_presence_now(&app);
        });
    }

    fn send_presence_now(self: &Arc<Room>, app: &Arc<AppState>) {
        let people = self.people();
        if !people.are_apart(&self.seen().table) {
            return;
        }
        let mut state = self.presence.lock();
        let seen = state.seen_here(&people, Instant::now());
        let before = std::mem::replace(&mut state.sent, seen);
        drop(state);
        if seen.is_empty() && before.is_empty() {
            return;
        }
        let signal = Signal { from: app.server, kind: SignalKind::Seen(seen) };
        app.registry.signal(&self.name, &signal.to_string());
        if seen.is_empty() || self.presence.repeating.swap(true, Ordering::AcqRel) {
            return;
        }
        let (room, app_) = (Arc::downgrade(self), Arc::downgrade(app));
        app.later(REPEAT, move || {
            let (Some(room), Some(app)) = (room.upgrade(), app_.upgrade()) else { return };
            room.presence.repeating.store(false, Ordering::Release);
            // Another server may have become silent.
            room.update_presence(&app);
            room.send_presence_now(&app);
        });
    }
}

impl Drop for Following {
    fn drop(&mut self) {
        let people = self.room.people();
        let mut state = self.room.presence.lock();
        if let Some(Follower { browser, .. }) = state.followers.remove(&self.number)
            && people.plays(browser)
        {
            state.last.insert(browser, (Instant::now(), true));
        }
        drop(state);
        // A browser that is back by then has only reloaded the page.
        self.room.update_presence_after(&self.app, GRACE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn browser() -> BrowserId {
        BrowserId::of(&Token::random())
    }

    #[test]
    fn a_player_is_here_away_or_has_left() {
        let now = Instant::now();
        let (phone, desk) = (browser(), browser());
        let both = [phone, desk];
        let mut state = PresenceState::default();
        let presence = |state: &PresenceState, holders: &[BrowserId], now| state.sighting(holders, now).presence();
        assert_eq!(presence(&state, &both, now), Presence::Left);
        state.followers.insert(0, Follower { browser: phone, away: true });
        assert_eq!(presence(&state, &both, now), Presence::Away);
        state.followers.insert(1, Follower { browser: desk, away: false });
        assert_eq!(presence(&state, &both, now), Presence::Here);
        assert_eq!(presence(&state, &[phone], now), Presence::Away, "each seat has its own browsers");
        // Loading a page again isn't leaving.
        state.followers.clear();
        state.last.insert(desk, (now, true));
        assert_eq!(presence(&state, &both, now), Presence::Here);
        assert_eq!(presence(&state, &both, now + GRACE), Presence::Left);
        // A page without scripts says nothing while it is read.
        state.last.insert(phone, (now, false));
        assert_eq!(presence(&state, &both, now + GRACE), Presence::Away);
        assert_eq!(presence(&state, &both, now + READING), Presence::Left);
    }

    #[test]
    fn players_and_viewers_at_all_servers_count() {
        let now = Instant::now();
        let (ada, ben) = (browser(), browser());
        let people = RoomPeople { holders: Pair { human: vec![ada], computer: vec![ben] }, ..RoomPeople::default() };
        let mut state = PresenceState::default();
        let [one, other] = [Token::random(), Token::random()];
        let seen = |human, computer, watching| ServerPresence { players: Pair { human, computer }, watching };
        state.followers.insert(0, Follower { browser: ada, away: false });
        state.followers.insert(1, Follower { browser: browser(), away: false });
        state.receive(one, seen(Sighting::Hidden, Sighting::Hidden, 2), &people, now);
        let presence = |human, computer| Pair { human, computer };
        assert_eq!(state.everywhere(&people, now), (presence(Presence::Here, Presence::Away), 3));
        state.receive(other, seen(Sighting::None, Sighting::Open, 0), &people, now);
        state.receive(one, seen(Sighting::None, Sighting::None, 0), &people, now);
        assert_eq!(state.everywhere(&people, now), (presence(Presence::Here, Presence::Here), 1));
        // Ben's page came from this server, and follows the table at another one.
        state.notice(ben, &people, now);
        state.receive(other, seen(Sighting::None, Sighting::None, 0), &people, now);
        assert_eq!(state.everywhere(&people, now + GRACE).0.computer, Presence::Left);
        // The other servers are gone.
        state.receive(other, seen(Sighting::None, Sighting::Open, 7), &people, now);
        assert_eq!(state.everywhere(&people, now + SILENCE), (presence(Presence::Here, Presence::Left), 1));
    }
}
