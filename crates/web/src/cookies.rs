//! The keys for signing cookies, read from the store.

use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use parlor_store::{CookieKeys, Registry, StoreError, Token};
use tokio::sync::Mutex;
use tokio::time::Instant;

/// The server's copy of the keys. Another server or the administrator may have replaced the keys since it was read.
pub(crate) struct Cookies {
    registry: Arc<dyn Registry>,
    keys: RwLock<CookieKeys>,
    /// The time at which the keys were last read.
    read_at: Mutex<Instant>,
}

/// The keys are read at most once in this interval, no matter which cookies arrive.
const PAUSE: Duration = Duration::from_secs(1);

/// The number of digits of a token with its signature.
const LENGTH: usize = 64;

impl Cookies {
    pub(crate) fn new(registry: Arc<dyn Registry>) -> Result<Cookies, StoreError> {
        let keys = RwLock::new(registry.cookie_keys()?);
        Ok(Cookies { registry, keys, read_at: Mutex::new(Instant::now()) })
    }

    pub(crate) fn keys(&self) -> CookieKeys {
        self.keys.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The token in a cookie; `None` if it wasn't signed by a server with this store.
    pub(crate) async fn read(&self, cookie: &str) -> Result<Option<Token>, StoreError> {
        let arrived = Instant::now();
        let known = self.keys().read(cookie);
        if known.is_some() || cookie.len() != LENGTH {
            return Ok(known);
        }
        let mut read_at = self.read_at.lock().await;
        if *read_at < arrived {
            // If the cookie was checked with outdated keys, the browser could lose its seats.
            tokio::time::sleep_until(*read_at + PAUSE).await;
            let (now, registry) = (Instant::now(), Arc::clone(&self.registry));
            let keys = tokio::task::spawn_blocking(move || registry.cookie_keys()).await;
            let keys = keys.map_err(|error| StoreError::Io {
                path: "cookies".to_owned(),
                error: std::io::Error::other(error.to_string()),
            })??;
            *self.keys.write().unwrap_or_else(PoisonError::into_inner) = keys;
            *read_at = now;
        }
        drop(read_at);
        Ok(self.keys().read(cookie))
    }
}
