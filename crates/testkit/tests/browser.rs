//! Tests of the harness itself, against a minimal server.

#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

use parlor_testkit::browser::{Browser, Launch, Options, Person, Program, Result};
use parlor_testkit::{job, rerun};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Starts a server that answers each path with a page of these tests, and returns its address.
fn serve() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for connection in listener.incoming().flatten() {
            thread::spawn(move || answer(connection));
        }
    });
    format!("http://{address}")
}

fn answer(mut connection: TcpStream) {
    let mut reader = BufReader::new(connection.try_clone().unwrap());
    let mut head = String::new();
    while reader.read_line(&mut head).is_ok_and(|read| read > 2) {}
    let lower = head.to_ascii_lowercase();
    let header = |name: &str| {
        lower.lines().find_map(|line| line.strip_prefix(&format!("{name}: ")).map(str::to_owned)).unwrap_or_default()
    };
    let mut body = vec![0; header("content-length").parse().unwrap_or(0)];
    if reader.read_exact(&mut body).is_err() {
        return;
    }
    let path = head.split(' ').nth(1).unwrap_or_default();
    let (status, headers, page) = match path {
        "/" => ("200 OK", "", CONTROLS.to_owned()),
        "/fault" => ("200 OK", "", FAULT.to_owned()),
        "/clean" => ("200 OK", STRICT, CLEAN.to_owned()),
        "/refused" => ("200 OK", STRICT, REFUSED.to_owned()),
        "/colours" => ("200 OK", "", COLOURS.to_owned()),
        "/cookie" => {
            let page = format!("{}<p id=cookie>{}</p>", start("Cookie"), header("cookie"));
            ("200 OK", "Set-Cookie: seat=7; HttpOnly\r\n", page)
        }
        "/file" => ("200 OK", "Content-Disposition: attachment; filename=\"save.txt\"\r\n", "Round: 1\n".to_owned()),
        "/host" => ("200 OK", "", format!("{}<p>{}</p>", start("Host"), header("host"))),
        "/posted" => ("200 OK", "", format!("{}<pre>{}</pre>", start("Posted"), String::from_utf8_lossy(&body))),
        "/script.js" => ("200 OK", "Content-Type: text/javascript\r\n", "window.own = 1".to_owned()),
        _ => ("404 Not Found", "", start("Nothing here")),
    };
    let kind = if headers.contains("Content-Type") { "" } else { "Content-Type: text/html; charset=utf-8\r\n" };
    let _ = write!(
        connection,
        "HTTP/1.1 {status}\r\n{headers}{kind}Content-Length: {}\r\nConnection: close\r\n\r\n{page}",
        page.len()
    );
}

fn start(title: &str) -> String {
    format!("<!doctype html><html lang=en><title>{title}</title><link rel=icon href=data:,>")
}

/// As strict as the policy of the real pages.
const STRICT: &str =
    "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'\r\n";

const CONTROLS: &str = r#"<!doctype html><html lang=en><title>Controls</title><link rel=icon href=data:,>
<style>#cover { position: absolute; inset: auto 0 0 0; height: 40px; } #under { position: absolute; bottom: 5px; }
#far { margin-top: 3000px; } #far, #under { display: block; }</style>
<h1>Controls</h1>
<button id=first aria-label="First of all">1</button> <button id=second>Second</button> <button disabled>Third</button>
<a href="/cookie">Cookies</a> <a id=file href="/file" download>Save</a> <a href="/nowhere">Nowhere</a>
<span hidden class=twin>no</span><span class=twin>yes</span>
<form action="/posted" method=post enctype="multipart/form-data"><label>Name <input name=name value=old></label>
<label><input type=checkbox name=box> Check me</label> <input type=file name=file aria-label="Choose a file"> <button>Send</button></form>
<p id=said>nothing</p>
<button id=under>Under</button><div id=cover></div>
<button id=far>Far away</button>
<script>
const say = text => document.getElementById("said").textContent += " " + text;
for (const button of document.querySelectorAll("button[id]"))
    button.addEventListener("click", event => { event.preventDefault(); say(button.id + (event.isTrusted ? "" : " fake")); });
document.addEventListener("keydown", event => say((event.shiftKey ? "Shift+" : "") + event.key));
</script>"#;

const FAULT: &str = r#"<!doctype html><html lang=en><title>Fault</title><link rel=icon href=data:,>
<main><h1>Fault</h1><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" width=9 height=9><button></button></main>"#;

const CLEAN: &str = r#"<!doctype html><html lang=en><title>Clean</title><link rel=icon href=/script.js><script src=/script.js></script>
<header><a href="/">Home</a></header>
<main><h1>Pits <em>and</em> seeds</h1><p>Choose a <b>pit</b>.</p>
<div><button>Pit <span>C</span></button></div><button aria-pressed=true disabled>Undo</button>
<ul><li>One</li><li>Two</li></ul><div hidden>secret</div><div aria-hidden=true>decoration</div>
<label>Name <input value="Ann" required></label><label><input type=checkbox checked> Help</label></main>"#;

const REFUSED: &str = r#"<!doctype html><html lang=en><title>Refused</title><link rel=icon href=/script.js>
<p style="color: red">Red?</p><script>document.title = "Ran"</script>"#;

const COLOURS: &str = r#"<!doctype html><html lang=en><title>Colours</title><link rel=icon href=data:,>
<style>p::before { content: "light" } @media (prefers-color-scheme: dark) { p::before { content: "dark" } }
@media (prefers-reduced-motion: reduce) { p::after { content: " still" } }</style><p></p>"#;

async fn person_at(path: &str) -> Result<(Person, String)> {
    person_in(Program::Chromium, path).await
}

async fn person_in(program: Program, path: &str) -> Result<(Person, String)> {
    let server = serve();
    let person = Browser::shared(program).await?.person().await?;
    person.goto(&format!("{server}{path}")).await?;
    Ok((person, server))
}

#[tokio::test]
async fn clicks_are_real() -> Result<()> {
    for program in Program::ALL {
        let (person, server) = person_in(program, "/").await?;
        assert_eq!(person.title().await?, "Controls");
        assert_eq!(person.url().await?, format!("{server}/"));
        person.click("#second").await?;
        person.click_named("button", "First of all").await?;
        person.click("input[name=box]").await?;
        person.click("#far").await?;
        assert_eq!(person.text("#said").await?, "nothing second first far");
        assert_eq!(person.eval("document.querySelector('[name=box]').checked").await?, true);
        assert_eq!(person.eval("scrollY > 1000").await?, true, "it was scrolled to what is far away");
        assert_eq!(person.console_errors().await?, [""; 0]);
    }
    Ok(())
}

#[tokio::test]
async fn failures_name_the_problem_and_the_line() -> Result<()> {
    let (person, _server) = person_at("/").await?;
    let person = person.with_patience(Duration::ZERO);
    for (css, why) in [
        ("#missing", "#missing is missing, on http://127.0.0.1:"),
        ("#under", "#under is covered by <div id=\"cover\"></div>, on"),
        ("button[disabled]", "is disabled"),
        ("button", "button is not one element but"),
        (".twin[hidden]", "is not visible"),
        ("!", "is not a valid selector"),
    ] {
        let failure = person.click(css).await.unwrap_err().to_string();
        assert!(failure.contains(why), "{failure}");
        assert!(failure.contains(&format!("(asked for at {}:", file!())), "{failure}");
    }
    // Of these two, only one is visible.
    person.click(".twin").await?;
    assert_eq!(person.text("#said").await?, "nothing");
    let checks = [
        (person.click_named("button", "Fourth").await, "the button \u{201c}Fourth\u{201d} is missing"),
        (person.wait_for("#missing").await, "waited in vain"),
        (person.wait_until("nobody").await, "nobody is not defined"),
        (person.wait_for_text("h1", "Lobby").await, "at last it says Some(\"Controls\")"),
        (person.follow("#second").await, "leads to no other page"),
        (person.text("#missing").await.map(drop), "there is no #missing"),
        (person.press("Anykey").await, "is not a key"),
        (person.goto("http://127.0.0.1:1/").await, "can't be opened"),
    ];
    for (result, why) in checks {
        let failure = result.unwrap_err().to_string();
        assert!(failure.contains(why), "{failure}");
    }
    Ok(())
}

#[tokio::test]
async fn keys_move_press_and_type() -> Result<()> {
    let (person, _server) = person_at("/").await?;
    assert_eq!(person.focused().await?, "");
    person.press("Tab").await?;
    assert_eq!(person.focused().await?, "First of all");
    person.press("Tab").await?;
    assert_eq!(person.focused().await?, "Second");
    person.press("Enter").await?;
    person.press("Shift+Tab").await?;
    person.press("Space").await?;
    person.press("ArrowLeft").await?;
    person.press("?").await?;
    assert_eq!(
        person.text("#said").await?,
        "nothing Tab Tab Enter second Shift+Tab first ArrowLeft ?",
        "Space types a space, and spaces are shown as one"
    );
    person.tab_to("Name").await?;
    person.type_text("Zoë ö Ж").await?;
    assert_eq!(person.value("input[name=name]").await?, "Zoë ö Ж");
    person.fill("input[name=name]", "Ann").await?;
    assert_eq!(person.value("input[name=name]").await?, "Ann");
    person.press_to_follow("Enter").await?;
    assert_eq!(person.title().await?, "Posted");
    assert!(person.text("pre").await?.contains("name=\"name\" Ann"));
    person.back().await?;
    assert_eq!(person.title().await?, "Controls");
    Ok(())
}

#[tokio::test]
async fn keys_and_history_work_in_firefox() -> Result<()> {
    let firefox = Browser::start(Launch { program: Program::Firefox, ..Launch::default() }).await?;
    let person = firefox.person().await?;
    person.goto(&serve()).await?;
    for key in ["Tab", "Tab", "Enter", "Shift+Tab", "Space", "ArrowLeft", "?"] {
        person.press(key).await?;
    }
    // Firefox also reports the Shift key, which the driver doesn't press in Chromium.
    assert_eq!(
        person.text("#said").await?.replace(" Shift+Shift", ""),
        "nothing Tab Tab Enter second Shift+Tab first ArrowLeft ?"
    );
    person.fill("input[name=name]", "Zoë ö Ж").await?;
    assert_eq!(person.value("input[name=name]").await?, "Zoë ö Ж");
    person.press_to_follow("Enter").await?;
    assert_eq!((person.title().await?.as_str(), person.status().await?), ("Posted", 200));
    person.back().await?;
    assert_eq!(person.title().await?, "Controls");
    person.reload().await?;
    assert_eq!(person.text("#said").await?, "nothing");
    Ok(())
}

#[tokio::test]
async fn failures_and_errors_are_reported_from_firefox() -> Result<()> {
    let (person, server) = person_in(Program::Firefox, "/").await?;
    let person = person.with_patience(Duration::ZERO);
    let checks = [
        (person.click("#under").await, "#under is covered by <div id=\"cover\"></div>, on"),
        (person.click_named("button", "Fourth").await, "the button \u{201c}Fourth\u{201d} is missing"),
        (person.wait_until("nobody").await, "nobody is not defined"),
        (person.goto("http://127.0.0.1:1/").await, "can't be opened"),
        (person.aria_snapshot().await.map(drop), "use Chromium"),
    ];
    for (result, why) in checks {
        let failure = result.unwrap_err().to_string();
        assert!(failure.contains(why), "{failure}");
    }
    let person = person.with_patience(Duration::from_secs(30));
    person.goto(&format!("{server}/nowhere")).await?;
    assert_eq!(person.status().await?, 404);
    person.eval("console.error('oh', 7), setTimeout(() => { throw new Error('thrown') }), 0").await?;
    person.wait_until("new Promise(done => setTimeout(() => done(true)))").await?;
    let errors = person.console_errors().await?;
    assert!(errors.iter().any(|error| error == "oh 7"), "{errors:#?}");
    assert!(errors.iter().any(|error| error.contains("Error: thrown")), "{errors:#?}");
    Ok(())
}

#[tokio::test]
async fn tabbing_to_a_missing_control_fails() -> Result<()> {
    let (person, _server) = person_at("/").await?;
    let failure = person.tab_to("Third").await.unwrap_err().to_string();
    assert!(
        failure.contains("Tab doesn't reach \u{201c}Third\u{201d}, only [\"First of all\", \"Second\""),
        "{failure}"
    );
    Ok(())
}

#[tokio::test]
async fn without_scripts_pages_can_still_be_read() -> Result<()> {
    let server = serve();
    let chromium = Browser::shared(Program::Chromium).await?;
    let person = Person::new(&chromium, Options { scripts: false, ..Options::default() }).await?;
    person.goto(&server).await?;
    person.click("#second").await?;
    person.press("Tab").await?;
    assert_eq!(person.focused().await?, "Cookies");
    assert_eq!(person.text("#said").await?, "nothing", "the page's scripts don't run");
    assert_eq!(person.eval("6 * 7").await?, 42);
    person.wait_for("#said").await?;
    person.follow_named("button", "Send").await?;
    assert_eq!(person.title().await?, "Posted");
    person.goto(&format!("{server}/clean")).await?;
    assert_eq!(person.eval("typeof window.own").await?, "undefined");
    assert_eq!(person.axe().await?, []);
    Ok(())
}

#[tokio::test]
async fn people_share_no_cookies_but_tabs_do() -> Result<()> {
    for program in Program::ALL {
        let (ann, server) = person_in(program, "/cookie").await?;
        let bob = Browser::shared(program).await?.person().await?;
        assert_eq!(ann.text("#cookie").await?, "");
        ann.reload().await?;
        assert_eq!(ann.text("#cookie").await?, "seat=7");
        bob.goto(&format!("{server}/cookie")).await?;
        assert_eq!(bob.text("#cookie").await?, "");
        let cat = Browser::shared(program).await?.person().await?;
        cat.set_cookie(&server, "name", "Cat&speed=off").await?;
        cat.goto(&format!("{server}/cookie")).await?;
        assert_eq!(cat.text("#cookie").await?, "name=cat&speed=off");
        let tab = ann.another_tab().await?;
        tab.goto(&format!("{server}/cookie")).await?;
        assert_eq!(tab.text("#cookie").await?, "seat=7");
        for person in [&ann, &bob, &tab] {
            assert_eq!(person.eval("document.visibilityState").await?, "visible");
            // In Firefox only one window has the focus.
            assert!(person.eval("document.hasFocus()").await? == true || program == Program::Firefox);
        }
        drop(tab);
        ann.reload().await?;
        assert_eq!(ann.text("#cookie").await?, "seat=7");
    }
    Ok(())
}

#[tokio::test]
async fn settings_reach_the_page() -> Result<()> {
    let server = serve();
    let chromium = Browser::shared(Program::Chromium).await?;
    let shown = async |options: Options| -> Result<String> {
        let person = Person::new(&chromium, options).await?;
        person.goto(&format!("{server}/colours")).await?;
        let shown = "['::before', '::after'].map(part => getComputedStyle(document.querySelector('p'), part).content)
            .join(' ') + ` ${innerWidth}x${innerHeight} ${devicePixelRatio} ${matchMedia('(forced-colors: active)').matches}`";
        Ok(person.eval(shown).await?.as_str().unwrap().replace('"', ""))
    };
    assert_eq!(shown(Options::default()).await?, "light none 1280x800 1 false");
    let dark = Options { dark: true, reduced_motion: true, width: 360, height: 640, ..Options::default() };
    assert_eq!(shown(dark).await?, "dark  still 360x640 1 false");
    let zoomed = Options { forced_colors: true, zoom: 4.0, ..Options::default() };
    assert_eq!(shown(zoomed).await?, "light none 320x200 4 true");
    Ok(())
}

#[tokio::test]
async fn axe_finds_faults() -> Result<()> {
    for program in Program::ALL {
        let (person, server) = person_in(program, "/fault").await?;
        let found = person.axe().await?;
        let ids: Vec<&str> = found.iter().map(|finding| finding.id.as_str()).collect();
        assert_eq!(ids, ["button-name", "image-alt"]);
        assert_eq!((found[0].impact.as_str(), &found[0].targets), ("critical", &vec!["button".to_owned()]));
        assert!(!found[0].help.is_empty());
        person.goto(&format!("{server}/clean")).await?;
        assert_eq!(person.axe().await?, [], "under a strict policy");
        assert_eq!(person.axe().await?, [], "a second time");
        assert_eq!(person.console_errors().await?, [""; 0], "axe itself breaks no policy");
    }
    Ok(())
}

#[tokio::test]
async fn the_outline_reads_as_in_screen_readers() -> Result<()> {
    let (person, _server) = person_at("/clean").await?;
    let expected = "\
page \"Clean\"
  banner
    link \"Home\"
  main
    heading \"Pits and seeds\" level=1
    paragraph
      text \"Choose a\"
      text \"pit\"
      text \".\"
    button \"Pit C\"
    button \"Undo\" pressed disabled
    list
      listitem
        text \"One\"
      listitem
        text \"Two\"
    label
      text \"Name\"
      textbox \"Name\" required value=\"Ann\"
    checkbox \"Help\" checked
";
    assert_eq!(person.aria_snapshot().await?, expected);
    assert_eq!(person.aria_snapshot().await?, expected);
    Ok(())
}

#[tokio::test]
async fn console_errors_are_recorded() -> Result<()> {
    let (person, server) = person_at("/refused").await?;
    let errors = person.console_errors().await?;
    assert_eq!(errors.len(), 2, "{errors:#?}");
    assert!(errors.iter().all(|error| error.contains("Content Security Policy")), "{errors:#?}");
    assert_eq!(person.title().await?, "Refused", "the script in the page didn't run");
    person.goto(&format!("{server}/nowhere")).await?;
    assert_eq!(person.status().await?, 404);
    person.eval("console.error('oh', 7), setTimeout(() => { throw new Error('thrown') })").await?;
    person.wait_until("new Promise(done => setTimeout(() => done(true)))").await?;
    let errors = person.console_errors().await?;
    let (own, more) = (errors.iter().position(|error| error == "oh 7"), errors.len());
    assert!(own.is_some() && more == 5, "{errors:#?}");
    assert!(errors[4].contains("Error: thrown") && errors[2].contains("404"), "{errors:#?}");
    Ok(())
}

#[tokio::test]
async fn files_can_be_uploaded_and_downloaded() -> Result<()> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.txt");
    fs::write(&path, "Kono\n").unwrap();
    for program in Program::ALL {
        let (person, _server) = person_in(program, "/").await?;
        if program == Program::Chromium {
            let file = person.download("#file").await?;
            assert_eq!((file.name.as_str(), file.bytes.as_slice()), ("save.txt", b"Round: 1\n".as_slice()));
        }
        person.upload("input[type=file]", &path).await?;
        person.follow_named("button", "Send").await?;
        let posted = person.text("pre").await?;
        assert!(posted.contains("filename=\"game.txt\"") && posted.contains("Kono"), "{program}: {posted}");
    }
    Ok(())
}

#[tokio::test]
async fn pictures_are_as_large_as_asked() -> Result<()> {
    for program in Program::ALL {
        let (person, _server) = person_in(program, "/").await?;
        let folder = tempfile::tempdir().unwrap();
        let size = |path: &Path| {
            let bytes = fs::read(path).unwrap();
            assert!(bytes.starts_with(b"\x89PNG\r\n") && bytes.ends_with(b"IEND\xaeB`\x82"));
            let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
            (number(16), number(20))
        };
        let path = folder.path().join("page.png");
        person.screenshot(&path, false).await?;
        assert_eq!(size(&path), (1280, 800));
        person.screenshot(&path, true).await?;
        let (width, height) = size(&path);
        assert!(width == 1280 && height > 3000, "{width} by {height}");
    }
    Ok(())
}

#[tokio::test]
async fn a_host_can_be_made_up_and_nothing_is_left_behind() -> Result<()> {
    let server = serve();
    let port = server.rsplit(':').next().unwrap();
    let rules = format!("MAP parlor.example 127.0.0.1:{port}");
    let chromium = Browser::start(Launch { host_resolver_rules: Some(rules), ..Launch::default() }).await?;
    let person = chromium.person().await?;
    person.goto("http://parlor.example/host").await?;
    assert_eq!(person.text("p").await?, "parlor.example");

    let (process, profile) = (chromium.process(), chromium.profile());
    assert!(group_of(process) > 1 && profile.is_dir());
    drop(chromium);
    assert!(group_of(process) > 1, "a person keeps the browser");
    drop(person);
    assert!(!profile.exists());
    until_gone(process);
    Ok(())
}

/// This test starts itself a second time, and kills that process.
#[tokio::test]
async fn a_browser_ends_with_a_test_that_is_killed() -> Result<()> {
    if let Some(job) = job() {
        let program = Program::ALL.into_iter().find(|program| job == program.to_string()).unwrap();
        let browser = Browser::start(Launch { program, ..Launch::default() }).await?;
        println!("\n{} {}", browser.process(), browser.profile().display());
        std::future::pending::<()>().await;
    }
    for program in Program::ALL {
        kill_a_test_with(program);
    }
    Ok(())
}

fn kill_a_test_with(program: Program) {
    let mut victim = rerun("a_browser_ends_with_a_test_that_is_killed", &program.to_string());
    let mut victim = victim.stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(victim.stdout.take().unwrap()).lines().map_while(std::io::Result::ok);
    let lines = lines.find_map(|line| Some((line.split_once(' ')?.0.parse().ok()?, line)));
    let (process, line) = lines.expect("it says its browser's process");
    let profile = PathBuf::from(line.split_once(' ').unwrap().1);
    assert!(group_of(process) > 1 && profile.is_dir());
    victim.kill().unwrap();
    victim.wait().unwrap();
    until_gone(process);
    assert!(!profile.exists());
}

/// The number of processes in a group, including zombies.
fn group_of(leader: u32) -> usize {
    let listed = Command::new("ps").args(["-A", "-o", "pgid="]).output().unwrap();
    let listed = String::from_utf8(listed.stdout).unwrap();
    listed.lines().filter(|group| group.trim() == leader.to_string()).count()
}

/// The system needs a moment to reap killed processes that have lost their parent.
fn until_gone(leader: u32) {
    let deadline = Instant::now() + Duration::from_secs(30);
    while group_of(leader) > 0 {
        assert!(Instant::now() < deadline, "processes are left");
        thread::sleep(Duration::from_millis(20));
    }
}
