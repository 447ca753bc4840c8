//! The middleware before every request.

use axum::body::Body;
use axum::http::Request;
use parlor_host::ColorScheme;
use parlor_web::Options;
use parlor_web::assets::Assets;

use crate::kit::{Browser, Page, TestServer, options, page_of};

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
                      manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

fn assert_headers(page: &Page, what: &str) {
    let wanted = [
        ("content-security-policy", POLICY),
        ("x-content-type-options", "nosniff"),
        ("x-frame-options", "DENY"),
        ("referrer-policy", "same-origin"),
        ("cross-origin-opener-policy", "same-origin"),
    ];
    for (name, value) in wanted {
        assert_eq!(page.header(name), value, "{name} of {what}");
    }
    let cache = page.header("cache-control");
    let immutable = what.starts_with("asset");
    assert_eq!(cache, if immutable { "public, max-age=31536000, immutable" } else { "no-store" }, "{what}");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_kind_of_answer_has_the_headers() {
    let server = TestServer::open();
    let mut ada = server.browser();
    ada.set_up("congkak", &[("seats", "here".into())]).await;
    ada.first_move().await;
    let table = ada.table();
    for (path, status) in [
        ("/", 200),
        ("/settings", 200),
        ("/how-to-play/kono", 200),
        (table.as_str(), 200),
        (&format!("{table}/replay"), 200),
        (&format!("{table}/journal"), 200),
        (&format!("{table}/save/lisp"), 200),
        (&format!("{table}/frames?from=0"), 200),
        (&format!("{table}/frames"), 400),
        ("/healthz", 200),
        ("/nothing", 404),
        ("/t/x", 404),
        ("/tables", 405),
        ("/rpc", 405),
        ("/assets/nothing.css", 404),
    ] {
        let page = ada.fetch(path).await;
        assert_eq!(page.status, status, "{path}");
        assert_headers(&page, path);
    }
    let page = ada.post("/tables", &[("game", "kono")]).await;
    assert_eq!(page.status, 303);
    assert_headers(&page, "a redirect");
    assert_headers(&ada.post("/tables", &[]).await, "a bad form");
    assert_headers(&ada.post("/open", &[]).await, "a wrong kind");
    assert_headers(&ada.post(&format!("{table}/undo"), &[("revision", "77")]).await, "a late answer");
    let far = Request::get("/").header("host", "evil.example").body(Body::empty()).unwrap();
    let page = ada.send(far).await;
    assert_eq!(page.status, 421);
    assert_headers(&page, "a wrong host");
    let events = ada.begin(Request::get(format!("{table}/events")).body(Body::empty()).unwrap()).await;
    let page = Page { status: 200, ..page_of(&events) };
    assert_eq!(page.header("content-security-policy"), POLICY);
    assert_eq!(page.header("x-content-type-options"), "nosniff");
    assert!(["no-store", "no-cache"].contains(&page.header("cache-control")));
}

/// Browsers ignore the header there, and log a warning for every page.
#[tokio::test(flavor = "multi_thread")]
async fn one_header_is_left_out_over_plain_http_from_other_machines() {
    let server = TestServer::with(public("http://games.example.org"), None);
    let mut ada = server.browser();
    ada.host = "games.example.org".to_owned();
    let page = ada.fetch("/").await;
    assert_eq!((page.status, page.header("cross-origin-opener-policy")), (200, ""));
    assert_eq!(page.header("content-security-policy"), POLICY);
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_keep_to_the_policy() {
    let server = TestServer::open();
    let mut ada = server.browser();
    ada.set_up("canoga", &[]).await;
    let table = ada.table();
    let replay = format!("{table}/replay");
    for path in ["/", "/settings", "/how-to-play", "/how-to-play/canoga", "/nothing", &table, &replay] {
        let page = ada.fetch(path).await;
        assert!(!page.has("[style], style, script:not([src]), [onclick], [onload], [onchange]"), "{path}");
        assert!(!page.has("iframe, object, embed, base"), "{path}");
        for (selector, name) in [("script", "src"), ("link[rel=stylesheet]", "href"), ("link[rel=icon]", "href")] {
            let url = page.attribute(selector, name).unwrap();
            assert!(url.starts_with("/assets/"), "{url}");
            assert_eq!(ada.fetch(&url).await.status, 200, "{url}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn assets_can_be_cached_forever() {
    let server = TestServer::open();
    let mut ada = server.browser();
    let assets = Assets::shared();
    for (url, kind) in [
        (assets.sheet(ColorScheme::System), "text/css; charset=utf-8"),
        (assets.script(), "text/javascript; charset=utf-8"),
        (assets.icon(true), "image/svg+xml"),
        (assets.icon(false), "image/svg+xml"),
    ] {
        let page = ada.fetch(url).await;
        assert_eq!((page.status, page.header("content-type")), (200, kind));
        assert!(!page.body.is_empty());
        assert!(page.header("set-cookie").is_empty());
        assert_headers(&page, &format!("asset {url}"));
    }
    for name in ["parlor.css", "..%2fCargo.toml", "%2e%2e", "parlor-0000000000000000.js", "%FF"] {
        let page = ada.fetch(&format!("/assets/{name}")).await;
        assert_eq!((page.status, page.one("h1")), (404, "Page not found".to_owned()), "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_server_says_that_it_is_fine() {
    let server = TestServer::open();
    let page = server.browser().fetch("/healthz").await;
    assert_eq!((page.status, page.text().as_str()), (200, "fine\n"));
    let foreign = Request::get("/healthz").header("host", "10.1.2.3:1").body(Body::empty()).unwrap();
    assert_eq!(server.browser().send(foreign).await.status, 200, "monitoring may use any name");
}

#[tokio::test(flavor = "multi_thread")]
async fn missing_pages_have_a_link_back() {
    let server = TestServer::open();
    let mut ada = server.browser();
    for path in [
        "/x",
        "/favicon.png",
        "/t",
        "/t/",
        "/t/x/y",
        "/join/",
        "/how-to-play/x",
        "//",
        "/%00",
        "/t/%FF",
        "/join/%ff",
        "/how-to-play/%C0",
    ] {
        let page = ada.fetch(path).await;
        assert_eq!(page.status, 404, "{path}");
        assert!(page.has("main h1") && page.has("main a[href='/']"), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_methods_are_refused_with_the_right_ones() {
    let server = TestServer::open();
    let mut ada = server.browser();
    ada.set_up("kono", &[]).await;
    let table = ada.table();
    let cases = [
        ("GET", "/tables".to_owned(), "POST"),
        ("GET", "/open".to_owned(), "POST"),
        ("GET", format!("{table}/answer"), "POST"),
        ("GET", "/guided/kono".to_owned(), "POST"),
        ("POST", "/".to_owned(), "GET"),
        ("PUT", table.clone(), "GET"),
        ("DELETE", table.clone(), "GET"),
        ("POST", format!("{table}/journal"), "GET"),
        ("PATCH", "/settings".to_owned(), "POST"),
    ];
    for (method, path, right) in cases {
        let request = Request::builder().method(method).uri(&path).header("sec-fetch-site", "same-origin");
        let page = ada.send(request.body(Body::empty()).unwrap()).await;
        assert_eq!((page.status, page.one("h1")), (405, "Method not allowed".to_owned()), "{method} {path}");
        assert!(page.header("allow").contains(right), "{method} {path}: {}", page.header("allow"));
    }
    let head = Request::head("/").body(Body::empty()).unwrap();
    let page = ada.send(head).await;
    assert_eq!((page.status, page.body.len()), (200, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn forms_must_be_sent_as_forms() {
    let server = TestServer::open();
    let mut ada = server.browser();
    ada.set_up("kono", &[]).await;
    let answer = format!("{}/answer", ada.table());
    for path in ["/tables", "/settings", &answer] {
        for kind in ["application/json", "text/plain", "multipart/form-data; boundary=x", ""] {
            let request = Request::post(path).header("content-type", kind).body(Body::from("game=kono")).unwrap();
            assert_eq!(ada.send(request).await.status, 415, "{path} {kind}");
        }
    }
    for path in ["/open", "/tables/options"] {
        let page = ada.post(path, &[("game", "kono")]).await;
        assert_eq!((page.status, page.one("h1")), (415, "Unsupported content type".to_owned()));
    }
}

async fn status_for(server: &TestServer, host: &str) -> u16 {
    let request = Request::get("/").header("host", host).body(Body::empty()).unwrap();
    server.browser().send(request).await.status
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_for_other_host_names_are_refused() {
    let server = TestServer::open();
    for host in
        ["127.0.0.1:7433", "localhost:7433", "LOCALHOST:7433", "[::1]:7433", "192.168.1.5:7433", "[fe80::1]:7433"]
    {
        assert_eq!(status_for(&server, host).await, 200, "{host}");
    }
    for host in [
        "evil.example",
        "evil.example:7433",
        "localhost",
        "localhost:80",
        "127.0.0.1",
        "127.0.0.1:80",
        "localhost.evil.example:7433",
        "127.0.0.1.evil.example:7433",
        "[::1]",
        "",
        ":7433",
        "localhost:7433x",
        "x@localhost:7433",
        "0x7f.1:7433",
    ] {
        assert_eq!(status_for(&server, host).await, 421, "{host}");
    }
    let mut nowhere = server.browser();
    nowhere.host.clear();
    assert_eq!(nowhere.fetch("/").await.status, 421, "no host at all");
}

#[tokio::test(flavor = "multi_thread")]
async fn at_the_usual_port_names_go_without_it() {
    let server = TestServer::with(Options { bind: ([127, 0, 0, 1], 80).into(), ..options() }, None);
    for host in ["127.0.0.1", "localhost", "[::1]", "localhost:80", "[::1]:80", "10.0.0.7"] {
        assert_eq!(status_for(&server, host).await, 200, "{host}");
    }
    for host in ["evil.example", "localhost:7433", "[::1]:7433", "::1"] {
        assert_eq!(status_for(&server, host).await, 421, "{host}");
    }
}

fn public(url: &str) -> Options {
    Options { public_url: Some(url.parse().unwrap()), ..options() }
}

#[tokio::test(flavor = "multi_thread")]
async fn other_machines_must_use_the_public_name() {
    let server = TestServer::with(public("https://games.example.org"), None);
    for host in ["games.example.org", "GAMES.example.ORG", "localhost:7433", "127.0.0.1:7433", "[::1]:7433"] {
        assert_eq!(status_for(&server, host).await, 200, "{host}");
    }
    for host in ["192.168.1.5:7433", "games.example.org:7433", "other.example.org", "games.example.org.evil.example"] {
        assert_eq!(status_for(&server, host).await, 421, "{host}");
    }
    let mut ada = server.browser();
    ada.set_up("kono", &[("seats", "link".into())]).await;
    assert!(ada.page.value("input[data-key=invite]").starts_with("https://games.example.org/join/"));
}

#[tokio::test(flavor = "multi_thread")]
async fn posts_from_other_sites_are_refused_as_a_page() {
    let server = TestServer::open();
    let mut ada = server.browser();
    ada.set_up("congkak", &[("seats", "here".into())]).await;
    ada.first_move().await;
    let (answer, revision) = (format!("{}/answer", ada.table()), ada.page.revision());
    let body = format!("revision={revision}&answer={}", ada.page.answers()[0].1.replace(' ', "+"));
    let foreign = [
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-site"),
        ("origin", "http://evil.example"),
        ("origin", "null"),
        ("origin", "http://127.0.0.1:9999"),
    ];
    for path in [answer.as_str(), "/tables", "/settings", "/rpc"] {
        for (name, value) in foreign {
            let request = Request::post(path)
                .header(name, value)
                .header("content-type", "application/x-www-form-urlencoded")
                .body(Body::from(body.clone()));
            let page = ada.send(request.unwrap()).await;
            assert_eq!(page.status, 403, "{path} {name}: {value}");
            assert_eq!(page.one("h1"), "Request from another site");
            assert_headers(&page, path);
        }
    }
    assert_eq!(ada.reload().await.revision(), revision);
    for (name, value) in
        [("sec-fetch-site", "same-origin"), ("sec-fetch-site", "none"), ("origin", "http://127.0.0.1:7433")]
    {
        let request = Request::post("/tables")
            .header(name, value)
            .header("content-type", "application/x-www-form-urlencoded")
            .body(Body::from("game=kono"));
        assert_eq!(ada.send(request.unwrap()).await.status, 303, "{name}: {value}");
    }
    let link = Request::get("/").header("sec-fetch-site", "cross-site").body(Body::empty()).unwrap();
    assert_eq!(ada.send(link).await.status, 200, "a link may lead here from anywhere");
}

fn cookies(page: &Page) -> Vec<String> {
    page.headers.iter().filter(|(name, _)| name == "set-cookie").map(|(_, cookie)| cookie.clone()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn cookies_are_for_this_server_alone_and_are_renewed() {
    let server = TestServer::open();
    let mut ada = server.browser();
    ada.cookies.clear();
    let first = cookies(&ada.fetch("/").await);
    let secret = ada.cookies["parlor"].clone();
    assert_eq!(secret.len(), 64, "a token and its signature");
    assert_eq!(first, [format!("parlor={secret}; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax")]);
    assert_eq!(cookies(&ada.fetch("/settings").await), first, "renewed, and the same");
    ada.go("/settings").await;
    ada.fill_and_press(&[("name", "Ada; Secure=x\r\ny"), ("speed", "slow")], "Save settings").await;
    let kept = cookies(&ada.page);
    assert_eq!(kept.len(), 2);
    assert!(kept[1].starts_with("parlor-settings=name=Ada%3B+Secure%3Dx"), "{kept:?}");
    assert!(kept[1].ends_with("; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax"), "{kept:?}");
    let mut ben = server.browser();
    ben.cookies = [("parlor".to_owned(), "not-a-secret".to_owned())].into();
    ben.fetch("/").await;
    assert_eq!(ben.cookies["parlor"].len(), 64, "nobody chooses their own secret badly");
    assert_ne!(ben.cookies["parlor"], secret);
}

#[tokio::test(flavor = "multi_thread")]
async fn under_https_cookies_are_secure() {
    let server = TestServer::with(public("https://games.example.org"), None);
    let mut ada = server.browser();
    ada.host = "games.example.org".to_owned();
    for cookie in cookies(&ada.fetch("/").await) {
        assert!(cookie.ends_with("; HttpOnly; SameSite=Lax; Secure"), "{cookie}");
    }
    let server = TestServer::with(public("http://games.example.org"), None);
    let mut ben: Browser = server.browser();
    ben.host = "games.example.org".to_owned();
    assert!(cookies(&ben.fetch("/").await).iter().all(|cookie| !cookie.contains("Secure")));
}
