//! A pool with a few places for expensive work. Each client has a limited share of it, and clients take turns.

use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use parlor_store::BrowserId;
use tokio::sync::oneshot;

/// A browser with a valid cookie, or the address of one without.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Identity {
    Browser(BrowserId),
    Address(IpAddr),
}

/// The sender of a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Client {
    pub(crate) identity: Identity,
    pub(crate) address: IpAddr,
}

pub(crate) struct Turns {
    /// The maximum number of places that a client can hold or wait for.
    per_client: usize,
    /// The maximum for all clients of an address together.
    per_address: usize,
    state: Mutex<TurnState>,
}

struct TurnState {
    free: usize,
    clients: HashMap<Identity, usize>,
    addresses: HashMap<IpAddr, usize>,
    waiting: BTreeMap<TurnKey, oneshot::Sender<()>>,
    next: u64,
}

/// The number of places that the client held or waited for when it requested this one, the number for its address, and
/// a serial number.
type TurnKey = (usize, usize, u64);

/// A place, or a claim to one. Dropping it frees the place.
pub(crate) struct PoolPlace {
    turns: Arc<Turns>,
    client: Client,
    key: TurnKey,
}

impl Turns {
    pub(crate) fn new(places: usize, per_client: usize, per_address: usize) -> Arc<Turns> {
        let (clients, addresses, waiting) = (HashMap::new(), HashMap::new(), BTreeMap::new());
        let state = Mutex::new(TurnState { free: places, clients, addresses, waiting, next: 0 });
        Arc::new(Turns { per_client, per_address, state })
    }

    fn state(&self) -> MutexGuard<'_, TurnState> {
        // Nothing panics while it is locked.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a place; `None` if the client or its address has used up its share.
    pub(crate) async fn take(self: &Arc<Turns>, client: Client) -> Option<PoolPlace> {
        let (place, turn) = {
            let mut state = self.state();
            let own = state.clients.get(&client.identity).copied().unwrap_or(0);
            let all = state.addresses.get(&client.address).copied().unwrap_or(0);
            if own >= self.per_client || all >= self.per_address {
                return None;
            }
            state.clients.insert(client.identity, own + 1);
            state.addresses.insert(client.address, all + 1);
            let key = (own, all, state.next);
            state.next += 1;
            let turn = if state.free > 0 {
                state.free -= 1;
                None
            } else {
                let (give, turn) = oneshot::channel();
                state.waiting.insert(key, give);
                Some(turn)
            };
            (PoolPlace { turns: Arc::clone(self), client, key }, turn)
        };
        if let Some(turn) = turn {
            turn.await.ok()?;
        }
        Some(place)
    }
}

impl Drop for PoolPlace {
    fn drop(&mut self) {
        let mut state = self.turns.state();
        count_down(&mut state.clients, &self.client.identity);
        count_down(&mut state.addresses, &self.client.address);
        if state.waiting.remove(&self.key).is_some() {
            return;
        }
        match state.waiting.pop_first() {
            // If the client is gone, dropping its `PoolPlace` passes the place on.
            Some((_, give)) => drop(give.send(())),
            None => state.free += 1,
        }
    }
}

fn count_down<K: Eq + Hash>(counts: &mut HashMap<K, usize>, key: &K) {
    if let Some(count) = counts.get_mut(key) {
        *count -= 1;
        if *count == 0 {
            counts.remove(key);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::Future;
    use std::pin::pin;
    use std::task::{Context, Poll, Waker};

    use super::*;

    fn client(browser: u8, address: u8) -> Client {
        Client { identity: Identity::Browser(BrowserId([browser; 32])), address: IpAddr::from([192, 0, 2, address]) }
    }

    fn poll<F: Future>(future: std::pin::Pin<&mut F>) -> Poll<F::Output> {
        future.poll(&mut Context::from_waker(Waker::noop()))
    }

    fn at_once(turns: &Arc<Turns>, client: Client) -> Option<PoolPlace> {
        match poll(pin!(turns.take(client))) {
            Poll::Ready(place) => place,
            Poll::Pending => panic!("it has to wait"),
        }
    }

    #[test]
    fn a_client_waits_for_at_most_one_request_of_each_other_client() {
        let turns = Turns::new(1, 3, 10);
        let first = at_once(&turns, client(1, 1));
        let (mut second, mut third) = (pin!(turns.take(client(1, 1))), pin!(turns.take(client(1, 1))));
        let mut other = pin!(turns.take(client(2, 2)));
        assert!(poll(second.as_mut()).is_pending() && poll(third.as_mut()).is_pending());
        assert!(poll(other.as_mut()).is_pending());
        drop(first);
        assert!(poll(second.as_mut()).is_pending());
        let Poll::Ready(Some(place)) = poll(other.as_mut()) else { panic!("it was the other's turn") };
        drop(place);
        assert!(matches!(poll(second.as_mut()), Poll::Ready(Some(_))));
        assert!(matches!(poll(third.as_mut()), Poll::Ready(Some(_))), "the place was given back");
    }

    #[test]
    fn shares_hold_for_clients_and_for_addresses() {
        let turns = Turns::new(9, 2, 3);
        let held = [at_once(&turns, client(1, 1)), at_once(&turns, client(1, 1)), at_once(&turns, client(2, 1))];
        assert!(held.iter().all(Option::is_some));
        assert!(at_once(&turns, client(1, 2)).is_none(), "the browser has two");
        assert!(at_once(&turns, client(3, 1)).is_none(), "the address has three");
        assert!(at_once(&turns, client(3, 2)).is_some());
        drop(held);
        assert!(at_once(&turns, client(1, 1)).is_some());
    }

    #[test]
    fn a_place_of_a_client_that_left_is_passed_on() {
        let turns = Turns::new(1, 3, 10);
        let first = at_once(&turns, client(1, 1));
        {
            let mut left = Box::pin(turns.take(client(2, 2)));
            let mut waits = pin!(turns.take(client(3, 3)));
            assert!(poll(left.as_mut()).is_pending() && poll(waits.as_mut()).is_pending());
            drop(first);
            drop(left);
            assert!(matches!(poll(waits.as_mut()), Poll::Ready(Some(_))));
        }
        let state = turns.state();
        assert_eq!((state.free, state.clients.len(), state.addresses.len(), state.waiting.len()), (1, 0, 0, 0));
    }
}
