use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use parlor_store::StoreAddress;

/// How the server is set up.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where it listens.
    pub bind: SocketAddr,
    /// Where the tables are kept.
    pub store: StoreAddress,
    /// The address that people use, if it isn't the one that the server is bound to.
    pub public_url: Option<PublicUrl>,
    /// The proxies whose `X-Forwarded-For` is believed.
    pub trusted_proxies: Vec<IpAddr>,
    /// Whether programs can ask through `POST /rpc`.
    pub rpc: bool,
    /// Whether the access log has addresses.
    pub log_addresses: bool,
    /// Tables that nobody has played for this long are archived; `None` if they never are.
    pub archive_after: Option<Duration>,
    /// What is allowed at most.
    pub limits: ServerLimits,
}

/// What is allowed at most, so that nobody can take the server away from the others.
#[derive(Clone, Copy, Debug)]
pub struct ServerLimits {
    /// Connections at the same time.
    pub connections: usize,
    /// Connections from one address at the same time. This machine and trusted proxies may have all of them.
    pub connections_per_address: usize,
    /// Tables that are kept in memory.
    pub rooms: usize,
    /// Tables that one browser can have.
    pub tables_per_browser: usize,
    /// Tables that one browser can begin in a minute.
    pub new_tables_per_browser: u32,
    /// Requests that one browser can make in a second.
    pub requests_per_browser: u32,
    /// Requests that can come from one address in a second. A school is one address.
    pub requests_per_address: u32,
    /// Tables that can be begun from one address in a minute.
    pub new_tables_per_address: u32,
    /// Streams of events that one browser can have open.
    pub streams_per_browser: usize,
    /// Threads that think.
    pub thinkers: usize,
    /// Decisions, and pieces of advice, that can wait for a thread that thinks.
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
            requests_per_browser: 30,
            requests_per_address: 1500,
            new_tables_per_address: 300,
            streams_per_browser: 20,
            thinkers: std::thread::available_parallelism().map_or(2, |cores| cores.get().max(2)),
            waiting: 256,
        }
    }
}

/// The address that people use: a scheme, a host, and perhaps a port.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PublicUrl {
    https: bool,
    /// The host as the `Host` header has it: with the port, unless it is the scheme's usual one.
    host: String,
}

/// The text can't be a public address.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a public URL looks like https://games.example.org or http://192.168.1.5:7433, without a path")]
pub struct BadUrl;

impl PublicUrl {
    /// The plain address of a machine.
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

    /// Whether browsers may send cookies only over https.
    pub fn is_https(&self) -> bool {
        self.https
    }

    /// Whether browsers trust what comes from there: over https, or from their own machine.
    pub fn is_trusted(&self) -> bool {
        let name = self.host.rsplit_once(':').map_or(self.host.as_str(), |(name, _)| name);
        let ip = name.trim_matches(['[', ']']).parse::<IpAddr>();
        self.https || name == "localhost" || ip.is_ok_and(|ip| ip.is_loopback())
    }

    /// What the `Host` header says.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// The whole address of a path that begins with a slash.
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
