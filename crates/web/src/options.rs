use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

/// The configuration of the server.
#[derive(Clone, Debug)]
pub struct Options {
    pub bind: SocketAddr,
    /// The public address, if it differs from the bound one.
    pub public_url: Option<PublicUrl>,
    /// Proxies whose `X-Forwarded-For` is trusted.
    pub trusted_proxies: Vec<IpAddr>,
    pub rpc: bool,
    /// The address for metrics.
    pub metrics: Option<SocketAddr>,
    /// Adds client addresses to the access log.
    pub log_addresses: bool,
    /// Tables are archived after this time without a move; `None` means never.
    pub archive_after: Option<Duration>,
    pub limits: ServerLimits,
}

#[derive(Clone, Copy, Debug)]
pub struct ServerLimits {
    /// The maximum number of simultaneous connections.
    pub connections: usize,
    /// The maximum number of simultaneous connections from one address. This machine and trusted proxies may use all
    /// connections.
    pub connections_per_address: usize,
    /// The maximum number of tables in memory.
    pub rooms: usize,
    /// The maximum number of tables per browser.
    pub tables_per_browser: usize,
    /// New tables per minute and browser.
    pub new_tables_per_browser: u32,
    /// The maximum number of bytes that one browser can upload in an hour.
    pub uploads_per_browser: u64,
    /// The maximum number of bytes that can be uploaded from one address in an hour.
    pub uploads_per_address: u64,
    /// The size of the store in bytes above which new tables are refused.
    pub store_bytes: u64,
    /// Requests per second and browser.
    pub requests_per_browser: u32,
    /// Requests per second and address. A whole school may share one address.
    pub requests_per_address: u32,
    /// New tables per minute and address.
    pub new_tables_per_address: u32,
    /// The maximum number of open event streams per browser.
    pub streams_per_browser: usize,
    /// The maximum number of open event streams per address.
    pub streams_per_address: usize,
    pub thinkers: usize,
    /// The maximum number of queued engine questions.
    pub waiting: usize,
}

impl Default for ServerLimits {
    fn default() -> ServerLimits {
        ServerLimits {
            connections: 4096,
            connections_per_address: 1000,
            rooms: 10_000,
            tables_per_browser: 500,
            new_tables_per_browser: 20,
            uploads_per_browser: 4 << 20,
            uploads_per_address: 32 << 20,
            store_bytes: 20 << 30,
            requests_per_browser: 30,
            requests_per_address: 1500,
            new_tables_per_address: 300,
            streams_per_browser: 20,
            streams_per_address: 1000,
            thinkers: std::thread::available_parallelism().map_or(2, |cores| cores.get().max(2)),
            waiting: 256,
        }
    }
}

/// A scheme, a host, and optionally a port.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PublicUrl {
    https: bool,
    /// The host as in the `Host` header: with the port, unless it is the scheme's default.
    host: String,
}

/// The text isn't a valid public address.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a public URL looks like https://games.example.org or http://192.168.1.5:7433, without a path")]
pub struct BadUrl;

impl PublicUrl {
    /// The plain-http URL of a machine.
    pub fn of(address: SocketAddr) -> PublicUrl {
        let host = if address.port() == 80 {
            match address.ip() {
                IpAddr::V4(ip) => ip.to_string(),
                IpAddr::V6(ip) => format!("[{ip}]"),
            }
        } else {
            address.to_string()
        };
        PublicUrl { https: false, host }
    }

    pub fn is_https(&self) -> bool {
        self.https
    }

    /// True for a secure context: https, or the browser's own machine.
    pub fn is_trusted(&self) -> bool {
        self.https || self.is_local()
    }

    /// True for an address that only the server's own machine can open.
    pub fn is_local(&self) -> bool {
        let name = self.host.rsplit_once(':').map_or(self.host.as_str(), |(name, _)| name);
        let ip = name.trim_matches(['[', ']']).parse::<IpAddr>();
        name == "localhost" || ip.is_ok_and(|ip| ip.is_loopback())
    }

    pub fn host(&self) -> &str {
        &self.host
    }

    /// The absolute URL for a path that starts with a slash.
    pub fn link(&self, path: &str) -> String {
        format!("{self}{path}")
    }
}

impl std::fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}://{}", if self.https { "https" } else { "http" }, self.host)
    }
}

impl std::str::FromStr for PublicUrl {
    type Err = BadUrl;

    fn from_str(text: &str) -> Result<PublicUrl, BadUrl> {
        let uri: axum::http::Uri = text.trim().parse().map_err(|_| BadUrl)?;
        let https = match uri.scheme_str() {
            Some("https") => true,
            Some("http") => false,
            _ => return Err(BadUrl),
        };
        let authority = uri.authority().ok_or(BadUrl)?;
        let bare = uri.path() == "/" && uri.query().is_none() && !authority.as_str().contains('@');
        if !bare || authority.host().is_empty() {
            return Err(BadUrl);
        }
        let usual = if https { 443 } else { 80 };
        let host = authority.host().to_ascii_lowercase();
        let host = match authority.port_u16() {
            Some(port) if port != usual => format!("{host}:{port}"),
            None if authority.as_str().ends_with(':') => return Err(BadUrl),
            _ => host,
        };
        Ok(PublicUrl { https, host })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_trust_https_and_their_own_machine() {
        let trusted = |text: &str| text.parse::<PublicUrl>().map(|url| url.is_trusted());
        for url in
            ["https://x", "http://localhost", "http://localhost:80", "http://127.0.0.1:7433", "http://[::1]:7433"]
        {
            assert_eq!(trusted(url), Ok(true), "{url}");
        }
        for url in ["http://x", "http://192.168.1.5:7433", "http://[fe80::1]:7433", "http://localhost.example"] {
            assert_eq!(trusted(url), Ok(false), "{url}");
        }
    }

    #[test]
    fn a_public_url_is_a_scheme_and_a_host() {
        let read = |text: &str| text.parse::<PublicUrl>().map(|url| url.to_string());
        assert_eq!(read("https://Games.Example.org"), Ok("https://games.example.org".to_owned()));
        assert_eq!(read("https://games.example.org:443/"), Ok("https://games.example.org".to_owned()));
        assert_eq!(read("http://192.168.1.5:7433"), Ok("http://192.168.1.5:7433".to_owned()));
        assert_eq!(read("http://[::1]:7433/"), Ok("http://[::1]:7433".to_owned()));
        for bad in ["", "games.example.org", "ftp://x", "https://x/games", "https://x?a", "https://me@x", "http://"] {
            assert_eq!(read(bad), Err(BadUrl), "{bad}");
        }
    }
}
