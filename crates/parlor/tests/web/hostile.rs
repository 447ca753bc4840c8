//! Hostile requests during a game.

use std::fmt::Write as _;
use std::io::{self, BufReader, Write};
use std::net::{Shutdown, TcpStream};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use assert_cmd::cargo::CommandCargoExt;

use parlor_testkit::http::{connect, read_reply, read_to_end};
use parlor_testkit::page::{BOUNDARY, Page, encoded};
use parlor_testkit::{FormBrowser, Home, Player, Random, Server, Turn};

/// The maximum growth of memory that is allowed, in KiB.
const MEMORY: u64 = 200 << 10;

const FORM: &str = "application/x-www-form-urlencoded";

/// A server under attack, with a game in progress.
struct Siege {
    server: Server,
    player: Player,
    numbers: Random,
    memory: u64,
    _home: Home,
}

impl Siege {
    fn new() -> Siege {
        Siege::with(&[])
    }

    fn with(more: &[&str]) -> Siege {
        let home = Home::new();
        let server = home.serve(more);
        Siege::at(home, server)
    }

    fn at(home: Home, server: Server) -> Siege {
        let browser = server.browser().keeping_a_connection();
        let player = Player::begin(browser, "congkak", "5").unwrap();
        let mut siege = Siege { memory: server.memory(), server, player, numbers: Random::new(5), _home: home };
        siege.check_game("nothing at all");
        siege.memory = siege.server.memory();
        siege
    }

    /// Another user's browser.
    fn stranger(&self) -> FormBrowser {
        self.server.browser()
    }

    /// Checks that the game continues and that the server is healthy.
    fn check_game(&mut self, after: &str) {
        self.plays_on();
        self.server.assert_healthy(after);
        let grown = self.server.memory().saturating_sub(self.memory);
        assert!(grown < MEMORY, "after {after} it has {grown} KiB more");
    }

    /// Gives one more answer, no matter how long the computer player needs for its move.
    fn plays_on(&mut self) {
        loop {
            match self.player.play(&mut self.numbers, |_| ()).unwrap() {
                Turn::Answered => return,
                Turn::Waiting => thread::sleep(Duration::from_millis(1)),
                Turn::Over => {
                    self.player = Player::begin(self.player.browser.clone(), "congkak", "5").unwrap();
                }
            }
        }
    }

    /// Plays the tournament to its end, and checks that the server shuts down cleanly.
    fn ends(mut self) {
        self.check_game("everything");
        self.player.play_to_the_end(&mut self.numbers).unwrap();
        self.server.assert_healthy("the end of the game");
        drop(self.player);
        self.server.end();
    }

    /// Sends bytes, and optionally closes the sending side. Returns the whole response.
    fn exchange(&self, bytes: &[u8], no_more: bool) -> String {
        let mut stream = connect(self.server.address).unwrap();
        // If the server has refused the request early, the connection may be closed already.
        let _ = stream.write_all(bytes);
        if no_more {
            let _ = stream.shutdown(Shutdown::Write);
        }
        String::from_utf8_lossy(&read_to_end(&mut stream)).into_owned()
    }

    /// The response to a complete request with `Connection: close`.
    fn ask(&self, request: &str) -> String {
        self.exchange(request.as_bytes(), false)
    }

    /// The status of the response to a complete request; `None` if the connection is closed instead.
    fn status(&self, request: &str) -> Option<u16> {
        let mut stream = connect(self.server.address).unwrap();
        let _ = stream.write_all(request.as_bytes());
        read_reply(&mut BufReader::new(stream)).map(|reply| reply.status).ok()
    }

    /// The status of the response to an incomplete request, if there is a response.
    fn status_of_half(&self, request: &str) -> Option<u16> {
        let response = self.exchange(request.as_bytes(), true);
        response.split(' ').nth(1).map(|code| code.parse().unwrap())
    }

    fn host(&self) -> String {
        self.server.address.to_string()
    }
}

/// True if the request was refused as an error of the client.
fn is_refused(status: Option<u16>) -> bool {
    status.is_none_or(|status| (400..500).contains(&status))
}

#[test]
fn odd_request_heads_are_refused() {
    let mut siege = Siege::new();
    let host = siege.host();
    let long = "x".repeat(3 << 20);
    let many: String = (0..5000).fold(String::new(), |mut many, number| {
        let _ = write!(many, "X-{number}: y\r\n");
        many
    });
    let heads = [
        "G".to_owned(),
        "GET /".to_owned(),
        "GET / HTTP/1.1".to_owned(),
        format!("GET / HTTP/1.1\r\nHost: {host}"),
        "\r\n\r\n\r\n".to_owned(),
        "\0\0\0\0\r\n\r\n".to_owned(),
        "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}\u{1}\u{fc}\u{3}\u{3}".to_owned(),
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_owned(),
        format!("GET / HTTP/9.9\r\nHost: {host}\r\n\r\n"),
        format!("GET / HTTPS/1.1\r\nHost: {host}\r\n\r\n"),
        format!("GET  /  HTTP/1.1\r\nHost: {host}\r\n\r\n"),
        format!("GET /\u{7f} HTTP/1.1\r\nHost: {host}\r\n\r\n"),
        format!("GET / HTTP/1.1\r\nHost {host}\r\n\r\n"),
        format!("GET / HTTP/1.1\r\nHo st: {host}\r\n\r\n"),
        format!("GET / HTTP/1.1\r\nHost: {host}\r\nX: a\0b\r\n\r\n"),
        format!("GET / HTTP/1.1\r\nHost: {host}\r\nX: a\r\n b\r\n\r\n"),
        format!("GET /{long} HTTP/1.1\r\nHost: {host}\r\n\r\n"),
        format!("GET / HTTP/1.1\r\nHost: {host}\r\nX: {long}\r\n\r\n"),
        format!("GET / HTTP/1.1\r\nHost: {host}\r\n{many}\r\n"),
        format!("{long} / HTTP/1.1\r\nHost: {host}\r\n\r\n"),
        format!("GET / HTTP/1.1\r\nHost: {long}\r\n\r\n"),
        format!("BREW /tea HTTP/1.1\r\nHost: {host}\r\n\r\n"),
        format!("CONNECT {host} HTTP/1.1\r\nHost: {host}\r\n\r\n"),
        "CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n".to_owned(),
        format!("TRACE / HTTP/1.1\r\nHost: {host}\r\n\r\n"),
        format!("POST /tables HTTP/1.1\r\nHost: {host}\r\nContent-Length: -1\r\n\r\n"),
        format!("POST /tables HTTP/1.1\r\nHost: {host}\r\nContent-Length: 99999999999999999999\r\n\r\n"),
        format!("POST /tables HTTP/1.1\r\nHost: {host}\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab"),
        format!("POST /tables HTTP/1.1\r\nHost: {host}\r\nTransfer-Encoding: odd\r\n\r\n"),
    ];
    for head in &heads {
        let whole = head.trim_start().contains("\r\n\r\n");
        let status = if whole { siege.status(head) } else { siege.status_of_half(head) };
        assert!(is_refused(status), "{status:?} for {}", &head[..head.len().min(100)].escape_debug());
        siege.plays_on();
    }
    // Several requests together on one connection, and one after an invalid request.
    let good = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
    let last = "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    assert_eq!(siege.ask(&format!("{}{last}", good.repeat(999))).matches("HTTP/1.1 200").count(), 1000);
    assert!(!siege.ask(&format!("BAD\r\n\r\n{last}")).contains("200"));
    siege.check_game("heads");
    siege.ends();
}

#[test]
fn other_hosts_get_nothing() {
    let mut siege = Siege::new();
    let port = siege.server.address.port();
    let page = |host: &str| format!("GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    for ours in [format!("127.0.0.1:{port}"), format!("localhost:{port}"), format!("LocalHost:{port}")] {
        assert_eq!(siege.status(&page(&ours)), Some(200), "{ours}");
    }
    let other = port.wrapping_add(1);
    let wrong =
        ["", "evil.example", "127.0.0.1", "localhost", "127.0.0.1.evil.example", "[::1", "\u{7f}", "::::", "a b"];
    let wrong = wrong.map(str::to_owned).into_iter();
    let ports =
        [format!("evil.example:{port}"), format!("localhost:{other}"), format!("localhost.evil.example:{port}")];
    let more = [format!("127.0.0.1:{port}@evil.example"), format!("evil.example/127.0.0.1:{port}"), format!(":{port}")];
    for host in wrong.chain(ports).chain(more) {
        let response = siege.ask(&page(&host));
        assert!(response.starts_with("HTTP/1.1 421") || response.starts_with("HTTP/1.1 400"), "{host}: {response}");
        assert!(!response.contains("set-cookie"), "{host} gets a cookie");
    }
    assert_eq!(siege.status("GET / HTTP/1.1\r\nConnection: close\r\n\r\n"), Some(421), "without a host");
    assert_eq!(siege.status("GET / HTTP/1.0\r\n\r\n"), Some(421), "in the old way");
    let response =
        siege.ask(&format!("GET http://evil.example/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n"));
    assert!(!response.contains("evil.example"), "{response}");
    siege.check_game("other hosts");
    siege.ends();
}

#[test]
fn slow_request_heads_time_out() {
    let mut siege = Siege::new();
    let request = format!("GET / HTTP/1.1\r\nHost: {}\r\nX-Slow: {}\r\n", siege.host(), "x".repeat(40));
    let mut slow: Vec<TcpStream> = (0..300).map(|_| connect(siege.server.address).unwrap()).collect();
    for byte in request.as_bytes().iter().take(60) {
        for stream in &mut slow {
            stream.write_all(&[*byte]).unwrap();
        }
        siege.plays_on();
    }
    siege.check_game("slow heads");
    drop(slow);
    siege.check_game("slow heads that have gone");
    siege.ends();
}

#[test]
fn odd_request_bodies_are_refused() {
    let mut siege = Siege::new();
    let mut stranger = siege.stranger();
    stranger.get("/").unwrap();
    // Bodies at the limits and just above them.
    let form = |length: usize| format!("game=congkak&x={}", "x".repeat(length - "game=congkak&x=".len()));
    assert_eq!(stranger.post_as(FORM, "/tables", form(64 << 10).as_bytes()).unwrap().status, 303);
    assert_eq!(stranger.post_as(FORM, "/tables", form((64 << 10) + 1).as_bytes()).unwrap().status, 413);
    let file = |length: usize| "x".repeat(length).into_bytes();
    assert_eq!(stranger.upload("/open", &[], Some(&file(1 << 20))).unwrap().status, 422);
    let too_long = stranger.upload("/open", &[], Some(&file((1 << 20) + 1))).unwrap();
    assert_eq!(too_long.status, 413, "{}", too_long.text());
    siege.check_game("bodies at the limits");
    // Far above the limits: if the client is still sending when the response arrives, it may find the connection
    // closed.
    for length in [2 << 20, 30 << 20] {
        if let Ok(reply) = stranger.upload("/open", &[], Some(&file(length))) {
            assert_eq!(reply.status, 413);
        }
        if let Ok(reply) = stranger.post_as(FORM, "/tables", &file(length)) {
            assert_eq!(reply.status, 413);
        }
    }
    siege.check_game("bodies far beyond the limits");
    let chunked = |path: &str, kind: &str| {
        format!("{}Content-Type: {kind}\r\nTransfer-Encoding: chunked\r\n\r\n", siege.stranger().head("POST", path))
    };
    // Endless chunks on several connections at the same time, until the server stops accepting them.
    let multipart = format!("multipart/form-data; boundary={BOUNDARY}");
    let bodies = [chunked("/tables", FORM), chunked("/open", &multipart), chunked("/rpc", "application/json")];
    for head in &bodies {
        let mut stream = connect(siege.server.address).unwrap();
        stream.write_all(head.as_bytes()).unwrap();
        let chunk = format!("4000\r\n{}\r\n", "x".repeat(0x4000));
        let sent = (0..1000).take_while(|_| stream.write_all(chunk.as_bytes()).is_ok()).count();
        assert!(sent < 1000, "16 MB of a body are taken");
    }
    let mut streams = Vec::new();
    for head in bodies.iter().cycle().take(60) {
        let mut stream = connect(siege.server.address).unwrap();
        stream.write_all(format!("{head}5\r\ngame=\r\n").as_bytes()).unwrap();
        streams.push(stream);
    }
    siege.check_game("chunks that don't end");
    drop(streams);
    for bad in ["zz\r\n", "-1\r\n", "ffffffffffffffffff\r\n", "5;x=\"\r\nab", "5\r\nabcdefgh\r\n"] {
        let status = siege.status_of_half(&format!("{}{bad}", bodies[0]));
        assert!(is_refused(status), "{status:?} for {bad:?}");
    }
    // More or less data than announced in the header.
    let request_of = |length: usize, body: &str| {
        let head = siege.stranger().head("POST", "/tables");
        format!("{head}Content-Type: {FORM}\r\nContent-Length: {length}\r\n\r\n{body}")
    };
    assert_eq!(siege.status(&request_of(12, "game=congkak and more")), Some(303));
    assert!(is_refused(siege.status_of_half(&request_of(100, "game=congkak"))));
    assert!(is_refused(siege.status(&request_of(0, ""))));
    siege.check_game("bodies of another length");
    siege.ends();
}

#[test]
fn forms_with_files_of_every_kind() {
    let mut siege = Siege::new();
    let mut stranger = siege.stranger();
    let multipart = format!("multipart/form-data; boundary={BOUNDARY}");
    let part = |name: &str| format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\nx\r\n");
    let long = "x".repeat(100_000);
    let bodies: Vec<(String, Vec<u8>)> = vec![
        ("multipart/form-data".to_owned(), part("game").into_bytes()),
        ("multipart/form-data; boundary=".to_owned(), part("game").into_bytes()),
        (format!("multipart/form-data; boundary={long}"), part("game").into_bytes()),
        (multipart.clone(), Vec::new()),
        (multipart.clone(), part("game").into_bytes()),
        (multipart.clone(), part("game").repeat(5000).into_bytes()),
        (multipart.clone(), format!("{}--{BOUNDARY}--\r\n", part("game").repeat(5000)).into_bytes()),
        (multipart.clone(), format!("{}--{BOUNDARY}--\r\n", part(&long)).into_bytes()),
        (multipart.clone(), format!("--{BOUNDARY}\r\n{}", "X: y\r\n".repeat(10_000)).into_bytes()),
        (multipart.clone(), format!("--{BOUNDARY}\r\n\r\n--{BOUNDARY}--").into_bytes()),
        (multipart.clone(), Random::new(1).bytes(100_000)),
        (FORM.to_owned(), b"game=congkak".to_vec()),
        ("text/plain".to_owned(), b"game=congkak".to_vec()),
        (String::new(), Vec::new()),
    ];
    for path in ["/open", "/tables/options"] {
        for (kind, body) in &bodies {
            // If the header is too long, the connection may be closed before the response arrives.
            let status = stranger.post_as(kind, path, body).map(|reply| reply.status).ok();
            assert!(is_refused(status), "{path} {status:?} for {}", &kind[..kind.len().min(60)]);
        }
        siege.check_game(path);
    }
    // The names of files are displayed, but never become markup, and are never used as paths.
    for name in ["../../etc/passwd", "<script>alert(1)</script>", "a\u{0}b", "\u{202e}txt.exe", &"n".repeat(5000)] {
        let file = format!("name=\"file\"; filename=\"{name}\"");
        let body = format!("--{BOUNDARY}\r\nContent-Disposition: form-data; {file}\r\n\r\nbad\r\n--{BOUNDARY}--\r\n");
        let reply = stranger.post_as(&multipart, "/open", body.as_bytes()).unwrap();
        assert!(is_refused(Some(reply.status)), "{name}: {}", reply.status);
        assert!(!reply.text().contains("<script>alert") && !reply.text().contains("../etc"), "{name}");
    }
    siege.check_game("names of files");
    siege.ends();
}

/// Odd values for form fields, percent-encoded.
const JUNK: [&str; 22] = [
    "",
    "%",
    "%zz",
    "%00",
    "%ff%fe",
    "%c3%28",
    "%ed%a0%80",
    "%f0%9f%8e%b2",
    "%0d%0aX:%20y",
    "%3Cscript%3E",
    "-1",
    "18446744073709551615",
    "18446744073709551616",
    "99999999999999999999999999",
    "1e9",
    "0x10",
    "+1",
    "%D9%A3",
    "pit%20%00",
    "human%20quit",
    "%22%27%3E",
    "%E2%80%AE",
];

/// The response to a request of a certain length. After a request that is too long, the server may close the
/// connection, even before the response has been read.
fn sent(own: &mut FormBrowser, length: usize, send: impl FnOnce(&mut FormBrowser) -> io::Result<Page>) -> Option<Page> {
    let reply = send(own);
    if length <= 60 << 10 {
        return Some(reply.unwrap());
    }
    *own = own.clone().keeping_a_connection();
    reply.ok()
}

#[test]
fn fields_of_every_kind() {
    let mut siege = Siege::new();
    let table = siege.player.table.clone();
    let mut own = siege.player.browser.clone().keeping_a_connection();
    let long = "9".repeat(50_000);
    let picks = "pit%20A,".repeat(8_000);
    let forms = ["answer", "undo", "redo", "help", "offer", "accept", "decline", "correct", "reveal"];
    for value in JUNK.iter().copied().chain([long.as_str(), picks.as_str()]) {
        for form in forms {
            let bodies = [
                format!("revision={value}"),
                format!("revision={}&answer={value}", siege.player.look().unwrap().revision + 1_000_000),
                format!("revision=1&typed={value}&what={value}&spot={value}&pick={value}"),
                format!("revision={value}&spot=pit+A&pick={value}"),
                format!("{value}={value}"),
                "&".repeat(60_000),
            ];
            for body in bodies {
                let reply =
                    sent(&mut own, body.len(), |own| own.post_as(FORM, &format!("{table}/{form}"), body.as_bytes()));
                let shown = &body[..body.len().min(100)];
                assert!(
                    is_refused(reply.as_ref().map(|reply| reply.status)),
                    "{form} {shown}: {:?}",
                    reply.as_ref().map(Page::text)
                );
            }
        }
        siege.plays_on();
        // At the current revision, any outcome is allowed, as long as the table stays intact.
        for field in ["answer", "typed", "spot", "coin", "pick", "throw"] {
            let page = siege.player.look().unwrap();
            let body = format!("revision={}&{field}={value}&pick={value}", page.revision);
            let reply =
                sent(&mut own, body.len(), |own| own.post_as(FORM, &format!("{table}/answer"), body.as_bytes()));
            assert!(
                reply.as_ref().is_none_or(|reply| reply.status < 500),
                "{field}: {:?}",
                reply.as_ref().map(Page::text)
            );
            if siege.player.look().unwrap().is_over {
                siege.plays_on();
                return siege.ends();
            }
        }
        for path in [
            format!("{table}?at={value}&pick={value}&round={value}&sure={value}"),
            format!("{table}/replay?moment={value}&round={value}"),
            format!("{table}/frames?from={value}&picture={value}"),
            format!("{table}/save/{value}"),
            format!("/t/{value}"),
            format!("/join/{value}"),
            format!("/seat/{value}"),
            format!("/how-to-play/{value}"),
            format!("/assets/{value}"),
        ] {
            let status = sent(&mut own, path.len(), |own| own.get(&path)).map(|reply| reply.status);
            let fine = status.is_none_or(|status| [200, 400, 404, 414, 431].contains(&status));
            assert!(fine, "{status:?} for {}", &path[..path.len().min(100)]);
        }
    }
    siege.check_game("fields");
    siege.ends();
}

#[test]
fn odd_paths_are_refused() {
    let mut siege = Siege::new();
    let mut stranger = siege.stranger();
    let table = siege.player.table.clone();
    let id = table.strip_prefix("/t/").unwrap().to_owned();
    let long = "a".repeat(30_000);
    for path in [
        "/assets/../Cargo.toml",
        "/assets/..%2fCargo.toml",
        "/assets/%2e%2e/%2e%2e/etc/passwd",
        "/assets//etc/passwd",
        "/assets/%00",
        "/assets/",
        "/t/",
        "/t/..%2f..%2fetc%2fpasswd",
        "/t/../healthz",
        &format!("/t/{id}0"),
        &format!("/t/{}", &id[1..]),
        &format!("/t/{}", id.to_uppercase()),
        &format!("/t/%20{id}"),
        &format!("/t/{id}%00"),
        &format!("/t/{id}/"),
        &format!("/t/{id}/.."),
        &format!("/t/{id}/save/text/.."),
        &format!("/t/{long}"),
        &format!("/join/{id}"),
        &format!("/seat/{id}"),
        &format!("/join/{long}"),
        "//",
        "/%",
        "/%zz",
        "/\\..\\..",
        "/tables",
        "*",
    ] {
        let head = stranger.head("GET", path);
        let status = siege.status(&format!("{head}\r\n"));
        // The server may accept a token in capitals, because it is just as secret.
        let fine = is_refused(status) || path.contains(&id.to_uppercase());
        assert!(fine, "{status:?} for {}", &path[..path.len().min(100)]);
    }
    // A stranger can only watch.
    let revision = siege.player.look().unwrap().revision.to_string();
    for form in ["answer", "undo", "redo", "help", "offer", "accept", "decline", "correct", "reveal"] {
        let fields = [("revision", revision.as_str()), ("typed", "quit"), ("what", "undo")];
        let reply = stranger.post(&format!("{table}/{form}"), &fields).unwrap();
        assert_eq!(reply.status, 403, "{form}");
    }
    // Even the player's own browser can't act if another site makes the request.
    let own = &siege.player.browser;
    let body = format!("revision={revision}&give_up=1");
    for lie in ["Origin: http://evil.example", "Origin: null", "Sec-Fetch-Site: cross-site"] {
        let head = own.head("POST", &format!("{table}/answer"));
        let length = body.len();
        let request = format!("{head}{lie}\r\nContent-Type: {FORM}\r\nContent-Length: {length}\r\n\r\n{body}");
        assert_eq!(siege.status(&request), Some(403), "{lie}");
    }
    siege.check_game("paths");
    siege.ends();
}

#[test]
fn invented_cookies_and_addresses_are_ignored() {
    let mut siege = Siege::with(&["--trust-proxy", "127.0.0.1"]);
    let host = siege.host();
    let page = |headers: &str| format!("GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{headers}\r\n");
    let secret = "0".repeat(32);
    let cookies = [
        "Cookie: \r\n".to_owned(),
        "Cookie: =;=;;;\r\n".to_owned(),
        "Cookie: parlor\r\n".to_owned(),
        "Cookie: parlor=\r\n".to_owned(),
        "Cookie: parlor=xyz; parlor-settings=%00%ff%3Cb%3E\r\n".to_owned(),
        format!("Cookie: parlor={secret}{secret}\r\n"),
        format!("Cookie: {}\r\n", "a=b; ".repeat(5_000)),
        format!("Cookie: parlor-settings={}\r\n", "n".repeat(30_000)),
        format!("Cookie: parlor-settings={}\r\n", encoded([("name", "<b>\"'&".repeat(2_000).as_str())])),
        "Cookie: parlor=\u{e9}\r\n".to_owned(),
        "Cookie: a=b\r\n".repeat(90),
        format!("X-Forwarded-For: {}\r\n", "1.2.3.4, ".repeat(6_000)),
        "X-Forwarded-For: ::::, x, -1, 999.999.999.999\r\n".to_owned(),
        "X-Forwarded-For: 1.2.3.4\r\n".repeat(90),
    ];
    for headers in &cookies {
        let response = siege.ask(&page(headers));
        let shown = &headers[..headers.len().min(60)];
        assert!(response.starts_with("HTTP/1.1 200"), "{shown}: {}", &response[..response.len().min(300)]);
        assert!(!response.contains("<b>\""), "{shown} is markup");
        assert!(response.len() < 200_000, "{shown} comes back: {}", response.len());
    }
    let status = siege.status(&page(&format!("Cookie: a={}\r\n", "b".repeat(300_000))));
    assert!(is_refused(status), "{status:?}");
    siege.check_game("cookies");
    // Each request has a different cookie and address.
    let mut numbers = Random::new(9);
    for _ in 0..3_000 {
        let (address, secret) = (numbers.bits(), numbers.bits());
        let [a, b, c, d, ..] = address.to_le_bytes();
        let headers = format!("X-Forwarded-For: {a}.{b}.{c}.{d}\r\nCookie: parlor={secret:032x}\r\n");
        assert_eq!(siege.status(&page(&headers).replace("GET / ", "GET /settings ")), Some(200));
    }
    siege.check_game("three thousand browsers from everywhere");
    siege.ends();
}

#[test]
fn abandoned_streams_are_closed() {
    let mut siege = Siege::new();
    let table = siege.player.table.clone();
    // A cookie gets only a limited number of streams, and gets more after those are closed.
    let mut stranger = siege.stranger();
    stranger.get("/").unwrap();
    let open: Vec<_> = (0..30).filter_map(|_| stranger.follow(&table).ok()).collect();
    assert_eq!(open.len(), 20);
    let follow = format!("{}\r\n", stranger.head("GET", &format!("{table}/events")));
    assert_eq!(stranger.send(follow.as_bytes()).unwrap().status, 429);
    drop(open);
    let mut again = None;
    for _ in 0..10_000 {
        again = stranger.follow(&table).ok();
        if again.is_some() {
            break;
        }
        // The server notices that a connection is closed when it sends the next event.
        siege.plays_on();
    }
    assert!(again.is_some(), "abandoned streams count for ever");
    siege.check_game("streams of one browser");
    // Many browsers with invented cookies. Some of them read nothing, some disconnect before the response.
    let mut numbers = Random::new(4);
    let mut kept = Vec::new();
    for number in 0..400 {
        let mut nobody = siege.stranger();
        nobody.remember("parlor", &format!("{:032x}", numbers.bits()));
        let mut stream = nobody.connect().unwrap();
        stream.write_all(format!("{}\r\n", nobody.head("GET", &format!("{table}/events"))).as_bytes()).unwrap();
        if number % 2 == 0 {
            kept.push(stream);
        }
    }
    let mut follower = siege.player.browser.follow(&table).unwrap();
    for _ in 0..10 {
        siege.plays_on();
    }
    let now = siege.player.look().unwrap().revision;
    if siege.player.table == table {
        while follower.next_event().unwrap().unwrap().1 < now {}
    }
    siege.check_game("streams without a reader");
    drop(kept);
    siege.check_game("streams that have gone");
    siege.ends();
}

#[test]
fn connections_above_the_limit_wait() {
    let mut siege = Siege::with(&["--max-connections", "20"]);
    let held: Vec<TcpStream> = (0..100).map(|_| connect(siege.server.address).unwrap()).collect();
    // New connections have to wait. The game has its own connection and continues.
    for _ in 0..5 {
        siege.plays_on();
    }
    let health = "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    let mut waiting = connect(siege.server.address).unwrap();
    waiting.write_all(health.as_bytes()).unwrap();
    siege.plays_on();
    drop(held);
    let reply = read_reply(&mut BufReader::new(waiting)).unwrap();
    assert_eq!(reply.status, 200, "a waiting client is served after other clients have left");
    siege.check_game("more connections than there can be");
    siege.ends();
}

/// Connections must not use up the file handles that the store needs.
#[test]
fn few_file_handles() {
    let home = Home::new();
    let mut shell = Command::new("bash");
    let program = Command::cargo_bin("parlor").unwrap().get_program().to_owned();
    let script =
        "ulimit -n 128; exec \"$0\" web --bind 127.0.0.1:0 --store tables.sqlite --requests-per-browser 1000000";
    shell.args(["-c", script]).arg(program).env("XDG_DATA_HOME", home.file("data")).current_dir(home.file("."));
    shell.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let server = Server::start(&mut shell);
    let mut siege = Siege::at(home, server);
    let held: Vec<TcpStream> = (0..150).map(|_| connect(siege.server.address).unwrap()).collect();
    for _ in 0..5 {
        siege.plays_on();
    }
    drop(held);
    siege.check_game("few file handles");
    let response = siege.server.stderr();
    assert!(!response.contains("can't be accepted"), "{response}");
    assert!(response.contains("there are too few file handles for all connections"), "{response}");
}

#[test]
fn too_many_requests_are_refused_only_for_their_sender() {
    let home = Home::new();
    let store = home.tables();
    let few = ["--requests-per-browser", "5", "--new-tables-per-browser", "2"];
    let mut arguments = vec!["web", "--bind", "127.0.0.1:0", "--store", store.to_str().unwrap()];
    arguments.extend(few);
    let mut server = Server::start(&mut home.command(&arguments));
    let mut greedy = server.browser();
    greedy.get("/").unwrap();
    let statuses: Vec<u16> = (0..200).map(|_| greedy.get("/settings").unwrap().status).collect();
    assert!(statuses[..10].iter().all(|status| *status == 200), "{statuses:?}");
    let refused = statuses.iter().filter(|status| **status == 429).count();
    assert!(refused > 0, "{statuses:?}");
    let mut other = server.browser();
    assert_eq!(other.get("/settings").unwrap().status, 200, "another browser has its own limit");
    let begin = |browser: &mut FormBrowser| browser.post("/tables", &[("game", "kono")]).unwrap();
    assert_eq!([begin(&mut other).status, begin(&mut other).status], [303, 303]);
    let refused = begin(&mut other);
    assert_eq!((refused.status, refused.header("retry-after")), (429, "60"));
    // A game opened from a file counts once, as any other game does.
    let mut third = server.browser();
    third.get("/settings").unwrap();
    let save = b"Human Player: 0 5 5 5 5 5 0\nComputer Player: 0 5 5 5 5 5 0\nNext Player: Human\n";
    let statuses = [1, 2, 3].map(|_| third.upload("/open", &[], Some(save)).unwrap().status);
    assert_eq!(statuses, [303, 303, 429]);
    server.assert_healthy("too many requests");
    server.end();
}

fn rpc(browser: &mut FormBrowser, body: &str) -> Page {
    browser.post_as("application/json", "/rpc", body.as_bytes()).unwrap()
}

#[test]
fn questions_of_programs_of_every_kind() {
    let mut siege = Siege::new();
    let mut program = siege.stranger();
    let version = r#"{"jsonrpc":"2.0","id":1,"method":"version"}"#;
    assert_eq!(rpc(&mut program, version).status, 200);
    let deep = 30_000;
    let bodies = [
        String::new(),
        "{".to_owned(),
        "[]".to_owned(),
        "\u{0}".to_owned(),
        "[".repeat(deep),
        format!("{}{}", "[".repeat(deep), "]".repeat(deep)),
        r#"{"a":"#.repeat(10_000),
        format!(r#"{{"jsonrpc":"2.0","id":{},"method":"version"}}"#, "9".repeat(60_000)),
        format!(r#"{{"jsonrpc":"2.0","id":1e{},"method":"version"}}"#, "9".repeat(1000)),
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":"new","params":{{"game":"kono","size":{}}}}}"#, "9".repeat(300)),
        r#"{"jsonrpc":"2.0","id":1,"method":"new","params":{"game":"kono","size":-5,"first":"human"}}"#.to_owned(),
        r#"{"jsonrpc":"2.0","id":1,"method":"best","params":{"position":{"game":"congkak","size":99999999}}}"#
            .to_owned(),
        r#"{"jsonrpc":"2.0","id":1,"method":"best","params":{"millis":1001}}"#.to_owned(),
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{}"}}"#, "x".repeat(60_000)),
        format!("[{}]", [version; 21].join(",")),
        format!("[{}]", vec![version; 1_400].join(",")),
        format!("[{}]", vec!["1"; 30_000].join(",")),
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":"read","params":{{"text":"{}"}}}}"#, "(".repeat(60_000)),
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":"read","params":{{"text":"{}"}}}}"#, "[".repeat(60_000)),
    ];
    for body in &bodies {
        let reply = rpc(&mut program, body);
        let shown = &body[..body.len().min(80)];
        assert_eq!(reply.status, 200, "{shown}: {}", reply.text());
        assert!(
            reply.text().contains(r#""error""#) || ["\"id\":9", "\"id\":1e"].iter().any(|id| body.contains(id)),
            "{shown}: {}",
            reply.text()
        );
    }
    assert_eq!(rpc(&mut program, &"x".repeat((64 << 10) + 1)).status, 413);
    siege.check_game("questions of programs");
    siege.ends();
}

/// If the client of a long request disconnects, its thread is still busy. So the next request has to wait instead of
/// getting another thread.
#[test]
fn a_client_that_disconnects_gets_no_second_thread() {
    let mut siege = Siege::with(&["--thinkers", "2"]);
    let mut program = siege.stranger();
    let new =
        r#"{"jsonrpc":"2.0","id":1,"method":"new","params":{"game":"kono","size":9,"first":"human","color":"white"}}"#;
    let position = rpc(&mut program, new).text();
    let position = position.split("\"position\":").nth(1).and_then(|rest| rest.strip_suffix("}}")).unwrap();
    let ask = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"rank","params":{{"position":{position}}}}}"#);
    let batch = format!("[{}]", [ask.as_str(); 20].join(","));
    assert!(rpc(&mut program, &ask.replace("\"position\"", "\"millis\":1,\"position\"")).text().contains("choices"));
    while siege.player.look().unwrap().waits {}
    // At this point, no other engine job is running.
    let before = siege.server.engine_ticks();
    let head = program.head("POST", "/rpc");
    let mut asking = program.connect().unwrap();
    asking.write_all(format!("{head}Content-Length: {}\r\n\r\n{batch}", batch.len()).as_bytes()).unwrap();
    let version = r#"{"jsonrpc":"2.0","id":1,"method":"version"}"#;
    let mut other = siege.stranger();
    // Wait until the request has started.
    while siege.server.engine_ticks() < before + 5 {
        thread::sleep(Duration::from_millis(1));
    }
    drop(asking);
    let reply = rpc(&mut other, version);
    assert_eq!(reply.status, 200, "{}", reply.text());
    // If a second thread had answered, the first one would still be computing.
    let answered = siege.server.engine_ticks();
    thread::sleep(Duration::from_millis(200));
    assert!(siege.server.engine_ticks() <= answered + 1, "the first request is still being computed");
    siege.plays_on();
    siege.check_game("a task without a waiting client");
}

/// The journal of a game between two people up to the first choice of a pit, without checksums.
const TWO_PEOPLE: &str = "parlor journal 1\nrules 1\ngame congkak\nhuman person A\ncomputer person B\nseed 1\n\
    dice random\nsize 5\nrounds 1\nbegin\nhuman heads\ncoin tails\ncomputer play\ncomputer pit A\n";

/// These lines with their checksums.
fn journal(lines: &str) -> String {
    parlor_table::with_checksums(lines.lines())
}

/// The maximum number of lines in a journal on a server.
const MOST_LINES: usize = 20_000;

/// A journal with that number of lines.
fn filled(start: &str, more: &str) -> String {
    let start = journal(start);
    let lines: Vec<&str> = more.lines().collect();
    let count = (MOST_LINES - start.lines().count()) / lines.len();
    parlor_table::with_checksums(start.lines().map(|line| &line[..line.len() - 10]).chain(lines.repeat(count)))
}

/// Arguments for tests that upload more than people would.
const MANY_UPLOADS: [&str; 4] = ["--uploads-per-browser", "1000", "--uploads-per-address", "1000"];

#[test]
fn games_that_are_long_or_crafted() {
    let mut siege = Siege::with(&MANY_UPLOADS);
    let mut stranger = siege.stranger();
    let menus = |count: usize| "computer save\nhuman cancel\n".repeat(count);
    let header = |line: &str| TWO_PEOPLE.replace("begin\n", &format!("{line}\nbegin\n"));
    let long = "x".repeat(1_000_000);
    let games = [
        ("undo and redo", filled(TWO_PEOPLE, "undo\nredo\n")),
        ("undo of much", filled(&format!("{TWO_PEOPLE}{}", menus(5_000)), "undo\nredo\n")),
        ("offers", filled(&format!("{TWO_PEOPLE}{}", menus(5_000)), "computer offer undo\nhuman decline\n")),
        ("menus", filled(TWO_PEOPLE, &menus(1))),
        ("more lines than there can be", format!("{TWO_PEOPLE}{}", menus(MOST_LINES / 2 + 100))),
        ("lines without an end", journal(TWO_PEOPLE) + &"x".repeat(1_000_000)),
        ("nothing but lines", journal(TWO_PEOPLE) + &"\n".repeat(1_000_000)),
        ("a queue", header(&"queue file 1 3 4\n".repeat(19_000))),
        ("a queue of Canoga", header(&"queue save 1 3 4\n".repeat(19_000)).replace("congkak", "canoga")),
        ("a long name", TWO_PEOPLE.replace("person A", &format!("person {long}"))),
        ("a name of markup", TWO_PEOPLE.replace("person A", &format!("person {}", "<b>".repeat(300_000)))),
        ("rounds", header("rounds 4294967295").replace("person", "program").replace(" A\n", " club\n")),
        ("a size", header("size 9223372036854775807")),
        ("a save in it", header(&format!("save {long}"))),
        ("a save in lines", header(&"save (\n".repeat(50_000))),
        ("other rules", TWO_PEOPLE.replace("rules 1", "rules 99") + &"line\n".repeat(60_000)),
        ("a reason", TWO_PEOPLE.replace("pit A\n", &format!("pit A \u{2190} 1 \u{2190} {long}\n"))),
        ("not saved", format!("{TWO_PEOPLE}computer save\nhuman file x\nnot saved {long}\n")),
        ("lists", "(".repeat(1 << 20)),
        ("lists of lists", "[".repeat(1 << 20)),
        ("numbers", "Human Player: ".to_owned() + &"9 ".repeat(500_000)),
        ("words", "a ".repeat(500_000)),
        ("quotation marks", "\"".repeat(1 << 20)),
        ("signs", "\u{202e}\u{0}\u{7f}\u{1b}[2J".repeat(50_000)),
    ];
    for (name, game) in games {
        let is_plain = game.starts_with("parlor journal 1\n");
        let game = if is_plain { journal(&game) } else { game };
        assert!(game.len() <= 1 << 20, "{name}");
        let reply = stranger.upload("/open", &[], Some(game.as_bytes())).unwrap();
        assert!([303, 400, 422].contains(&reply.status), "{name}: {} {}", reply.status, reply.text());
        if reply.status == 303 {
            let table = reply.header("location").to_owned();
            for path in
                ["", "/replay", "/replay?moment=9999999", "/frames?from=0", "/journal", "/save/text", "/save/lisp"]
            {
                let reply = stranger.get(&format!("{table}{path}")).unwrap();
                assert!([200, 400].contains(&reply.status), "{name}{path}: {}", reply.status);
                assert!(reply.body.len() < 8 << 20, "{name}{path} has {} bytes", reply.body.len());
                assert!(!reply.text().contains("<b><b>") || path == "/journal", "{name}{path} is markup");
            }
            let lobby = stranger.get("/").unwrap();
            assert!(lobby.body.len() < 4 << 20, "{name}: the lobby has {} bytes", lobby.body.len());
        }
        siege.check_game(name);
    }
    let throws = "3 4\n".repeat((1 << 20) / 4);
    let fields = [("game", "canoga"), ("dice", "file"), ("size", "9"), ("level", "novice")];
    let reply = stranger.upload("/tables/options", &fields, Some(throws.as_bytes())).unwrap();
    assert!([303, 400].contains(&reply.status), "{}", reply.status);
    siege.check_game("dice");
    siege.ends();
}

/// An upload can't block other tables. Replaying this one would take minutes.
#[test]
fn a_journal_with_too_many_undos_is_refused() {
    let mut siege = Siege::new();
    let game = filled(&format!("{TWO_PEOPLE}{}", "computer save\nhuman cancel\n".repeat(5_000)), "undo\nredo\n");
    let reply = siege.stranger().upload("/open", &[], Some(game.as_bytes())).unwrap();
    assert_eq!(reply.status, 422);
    assert!(reply.text().contains("it takes too many steps"), "{}", &reply.text()[..3000]);
    siege.check_game("a journal of many steps");
}

/// Long games are dropped from memory when other tables need the space.
#[test]
fn many_long_games() {
    let mut siege = Siege::with(&[&["--max-rooms", "500"][..], &MANY_UPLOADS].concat());
    let mut stranger = siege.stranger();
    let game = journal(&format!("{TWO_PEOPLE}{}", "computer save\nhuman cancel\n".repeat(9_900)));
    for number in 0..40 {
        let reply = stranger.upload("/open", &[], Some(game.as_bytes())).unwrap();
        let table = reply.header("location").to_owned();
        assert_eq!(stranger.get(&table).unwrap().status, 200, "{number}");
        siege.plays_on();
    }
    siege.check_game("many long games");
    // Games that are being followed stay in memory, so their number is limited.
    let mut follower = siege.stranger();
    follower.get("/").unwrap();
    let mut streams = Vec::new();
    let mut refused = None;
    for _ in 0..20 {
        let reply = stranger.upload("/open", &[], Some(game.as_bytes())).unwrap();
        let table = reply.header("location").to_owned();
        match follower.follow(&table) {
            Ok(stream) => streams.push(stream),
            Err(_) => refused = Some(follower.get(&table).unwrap().status),
        }
        siege.plays_on();
    }
    assert_eq!(refused, Some(429), "{}", streams.len());
    siege.check_game("long games that are followed");
    drop(streams);
    siege.ends();
}

#[test]
fn bytes_of_every_kind() {
    let mut siege = Siege::new();
    let table = siege.player.table.clone();
    let browser = siege.player.browser.clone();
    let revision = siege.player.look().unwrap().revision;
    let form = format!("revision={revision}&typed=A&spot=pit+A&pick=");
    let head = browser.head("POST", &format!("{table}/answer"));
    let good = [
        format!("{}\r\n", browser.head("GET", &table)),
        format!("{}\r\n", browser.head("GET", &format!("{table}/frames?from=0&picture=wide"))),
        format!("{}\r\n", siege.stranger().head("GET", "/settings")),
        format!("{head}Content-Type: {FORM}\r\nContent-Length: {}\r\n\r\n{form}", form.len()),
        format!(
            "{}Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 78\r\n\r\n--b\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\nparlor journal 1\n\r\n--b--",
            siege.stranger().head("POST", "/open")
        ),
    ];
    let mut numbers = Random::new(2);
    for round in 0..3_000 {
        let bytes = if round % 5 == 0 {
            let count = 1 + numbers.below(400);
            numbers.bytes(count)
        } else {
            let mut bytes = good[numbers.below(good.len())].clone().into_bytes();
            for _ in 0..=numbers.below(6) {
                let at = numbers.below(bytes.len());
                match numbers.below(5) {
                    0 => bytes[at] = numbers.bits().to_le_bytes()[0],
                    1 => bytes[at] ^= 1 << numbers.below(8),
                    2 if bytes.len() > 1 => drop(bytes.remove(at)),
                    3 => bytes.insert(at, b"\r\n\0%;&= /:,"[numbers.below(11)]),
                    _ => bytes.truncate(at.max(1)),
                }
            }
            bytes
        };
        let response = siege.exchange(&bytes, true);
        assert!(!response.starts_with("HTTP/1.1 5"), "{}: {response}", bytes.escape_ascii());
        if round % 300 == 0 {
            siege.check_game("random bytes");
        }
    }
    siege.ends();
}
