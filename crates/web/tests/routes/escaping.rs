//! Text that users enter is shown as they wrote it, and never becomes markup.

use crate::kit::{Browser, Page, TestServer, file, path_of};

/// A name of the maximum length.
const NAME: &str = "<img src=x>&\"'</svg>";

/// Checks that no part of the name has become an element.
fn assert_plain(page: &Page, what: &str) {
    assert!(!page.has("img, i, [src=x]"), "{what}: {}", page.text());
    let dom = page.dom();
    let scripts = dom.select(&crate::kit::select("script")).count();
    assert_eq!(scripts, 1, "{what}");
    assert!(page.has("body > main, main#main"), "{what}");
}

fn names(browser: &Browser) -> Vec<String> {
    browser.page.all(".seat .who")
}

#[tokio::test(flavor = "multi_thread")]
async fn names_are_shown_as_they_are() {
    let server = TestServer::open();
    let (mut ada, mut ben) = (server.browser(), server.browser());
    ada.set_up("congkak", &[("seats", "link".into()), ("name", NAME.into())]).await;
    assert_plain(&ada.page, "a table");
    let invitation = path_of(&ada.page.value("input[data-key=invite]"));
    ben.go(&invitation).await;
    assert!(ben.page.one("h1").starts_with(NAME), "{}", ben.page.one("h1"));
    assert_plain(&ben.page, "an invitation");
    let other = "\"><i>Ben</i>{{7*7}}";
    ben.fill_and_press(&[("name", other)], "Take the seat").await;
    assert_plain(&ben.page, "a table");
    let shown: String = other.chars().take(20).collect();
    assert_eq!(names(&ben), [NAME.to_owned(), shown.clone()]);
    let seat = path_of(&ada.reload().await.value("#link-human"));
    let mut phone = server.browser();
    phone.go(&seat).await;
    assert!(phone.page.says(NAME));
    assert_plain(&phone.page, "a seat");
    for _ in 0..6 {
        let (mover, other) = crate::kit::asked(&mut ada, &mut ben).await;
        assert_plain(&other.page, "the waiting player");
        mover.answer(&crate::kit::Dice::default()).await;
        assert_plain(&mover.page, "a move");
    }
    let table = ada.table();
    let settings = ada.fetch("/settings").await;
    assert_eq!(settings.value("#name"), NAME);
    for path in ["/".to_owned(), "/settings".to_owned(), format!("{table}/replay?moment=3"), format!("{table}?round=1")]
    {
        assert_plain(&ada.fetch(&path).await, &path);
    }
    for what in ["save/text", "journal"] {
        assert_eq!(ada.download(what).await.header("content-type"), "text/plain; charset=utf-8");
    }
    let film = ada.fetch(&format!("{table}/frames?from=0")).await;
    let film: serde_json::Value = serde_json::from_slice(&film.body).unwrap();
    for frame in film["frames"].as_array().unwrap() {
        for part in frame["parts"].as_array().unwrap() {
            let svg = format!("<!DOCTYPE html><svg>{}</svg>", part["svg"].as_str().unwrap());
            let dom = scraper::Html::parse_document(&svg);
            assert!(dom.select(&crate::kit::select("img, i, script")).next().is_none(), "{svg}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_save_with_such_names_opens_again() {
    let server = TestServer::open();
    let mut ada = server.browser();
    ada.set_up("congkak", &[("name", NAME.into())]).await;
    ada.first_move().await;
    for what in ["save/text", "save/lisp", "save/prolog", "journal"] {
        let save = ada.download(what).await;
        let mut ben = server.browser();
        let page = ben.upload("/open", &[("file", file("x", &save.body))]).await;
        ben.see("/".to_owned(), page).await;
        assert_eq!(ben.page.status, 200, "{what}: {}", ben.page.text());
        assert_plain(&ben.page, what);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn files_and_pasted_text_are_shown_as_they_are() {
    let server = TestServer::open();
    let mut ada = server.browser();
    let text = "</textarea></pre><script>alert(1)</script><img src=x>\n<i>\u{1b}[31m";
    for field in [("text", text.into()), ("file", file("..\\a/<img src=x>&.txt", text))] {
        let page = ada.upload("/open", &[field]).await;
        assert_eq!(page.status, 422);
        assert_plain(&page, "a file that can't be opened");
        assert!(page.one("textarea").contains("</textarea></pre><script>alert(1)</script>"), "{}", page.text());
        assert!(page.one("#faults") == "The pasted text" || page.one("#faults") == "<img src=x>&.txt");
    }
    let dice = [("game", "canoga".into()), ("dice", "file".into()), ("throws", file("<i>.txt", "<i>9</i>"))];
    let page = ada.upload("/tables/options", &dice).await;
    assert_eq!(page.status, 400);
    assert_plain(&page, "a dice file");
    assert!(page.says("<i>.txt: Line 1"));
}

#[tokio::test(flavor = "multi_thread")]
async fn typed_text_is_shown_as_it_is() {
    let server = TestServer::open();
    let mut ada = server.browser();
    ada.set_up("canoga", &[("seats", "here".into()), ("size", "".into())]).await;
    for line in ["<img src=x>", "<script>alert(1)</script>", "\"><i>"] {
        ada.say(line).await;
        assert_eq!(ada.page.status, 422);
        assert_plain(&ada.page, line);
        let table = ada.table();
        let page = ada.post(&format!("{table}/answer"), &[("revision", "0"), ("answer", line)]).await;
        assert_plain(&page, line);
        let page = ada.fetch(&format!("{table}?at=0&pick=%3Cimg%20src=x%3E&round=%3Ci%3E&sure=%3Ci%3E")).await;
        assert_plain(&page, line);
    }
    let page = ada.fetch("/%3Cimg%20src=x%3E").await;
    assert_plain(&page, "an address");
}
