use std::collections::HashMap;
use std::io;
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};

/// A TCP proxy on this machine that can lose its connections, as a bad network does.
pub struct Proxy {
    pub address: SocketAddr,
    state: Arc<Mutex<ProxyState>>,
    accepting: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct ProxyState {
    /// The server behind it.
    to: Option<SocketAddr>,
    is_cut: bool,
    is_over: bool,
    next: u64,
    /// Both ends of each open connection.
    open: HashMap<u64, [TcpStream; 2]>,
}

fn lock(state: &Mutex<ProxyState>) -> MutexGuard<'_, ProxyState> {
    state.lock().unwrap()
}

impl Proxy {
    /// A proxy without a server: connections to it end at once.
    pub fn start() -> Proxy {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let (address, state) = (listener.local_addr().unwrap(), Arc::new(Mutex::new(ProxyState::default())));
        let own = Arc::clone(&state);
        let accepting = thread::spawn(move || {
            for client in listener.incoming() {
                if lock(&own).is_over {
                    return;
                }
                if let Ok(client) = client {
                    // A client whose server can't be reached is disconnected.
                    let _ = connect(&own, client);
                }
            }
        });
        Proxy { address, state, accepting: Some(accepting) }
    }

    /// Directs new connections to this server.
    pub fn forward_to(&self, server: SocketAddr) {
        lock(&self.state).to = Some(server);
    }

    /// Ends all connections, and new ones at once, until [`Proxy::restore`].
    pub fn cut(&self) {
        let mut state = lock(&self.state);
        state.is_cut = true;
        state.close_all();
    }

    pub fn restore(&self) {
        lock(&self.state).is_cut = false;
    }
}

impl ProxyState {
    fn close_all(&mut self) {
        for end in self.open.drain().flat_map(|(_, ends)| ends) {
            // The other side may have closed it.
            let _ = end.shutdown(Shutdown::Both);
        }
    }
}

/// Passes on everything between a client and the server, in two threads.
fn connect(state: &Arc<Mutex<ProxyState>>, client: TcpStream) -> io::Result<()> {
    let to = Some(lock(state)).filter(|state| !state.is_cut).and_then(|state| state.to);
    let server = TcpStream::connect(to.ok_or(io::ErrorKind::ConnectionRefused)?)?;
    let ends = [client.try_clone()?, server.try_clone()?];
    let mut now = lock(state);
    if now.is_cut {
        return Ok(());
    }
    let number = now.next;
    now.next += 1;
    now.open.insert(number, ends);
    drop(now);
    let directions = [(client.try_clone()?, server.try_clone()?), (server, client)];
    for (mut from, mut to) in directions {
        let state = Arc::clone(state);
        thread::spawn(move || {
            // However it ends, the other direction ends as well.
            let _ = io::copy(&mut from, &mut to);
            for end in [from, to] {
                let _ = end.shutdown(Shutdown::Both);
            }
            lock(&state).open.remove(&number);
        });
    }
    Ok(())
}

impl Drop for Proxy {
    fn drop(&mut self) {
        let mut state = lock(&self.state);
        state.is_over = true;
        state.close_all();
        drop(state);
        // Wakes the thread that accepts connections.
        let _ = TcpStream::connect(self.address);
        if let Some(accepting) = self.accepting.take() {
            let _ = accepting.join();
        }
    }
}
