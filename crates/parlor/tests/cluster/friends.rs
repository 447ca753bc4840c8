//! Two friends on two phones, from the lobby to a rematch, and a viewer. One player has Firefox, the other one Chromium
//! without scripts. Connections are cut, and the server is killed in the middle.

use std::time::{Duration, Instant};

use parlor_testkit::browser::{Browser, Options as Screen, Person, Program, Result};
use parlor_testkit::{AT_MOST, Home, Proxy};

/// A person with a phone, with animation and values off.
async fn phone(program: Program, at: &str, name: &str, scripts: bool) -> Result<Person> {
    let screen = Screen { width: 390, height: 844, scripts, ..Screen::default() };
    let person = Person::new(&Browser::shared(program).await?, screen).await?;
    person.set_cookie(at, "parlor-settings", &format!("speed=off&value_bar=no&name={name}")).await?;
    Ok(person)
}

/// The revision on a page; `None` while another page is being loaded.
async fn revision(person: &Person) -> Option<u64> {
    person.attribute("#main", "data-revision").await.ok()??.parse().ok()
}

/// The players: Ben, whose pages run scripts, and Anna, whose pages don't.
struct Friends {
    ben: Person,
    anna: Person,
    cy: Person,
}

impl Friends {
    /// Waits until a player is asked; true for Ben.
    async fn ben_is_asked(&self) -> bool {
        let begun = Instant::now();
        loop {
            for (person, is_ben) in [(&self.ben, true), (&self.anna, false)] {
                // Without scripts, a page that waits is loaded again every few seconds.
                let asked = person.exists("#main[data-wait='0'] :is(#ask, #result)").await;
                if asked.unwrap_or(false) {
                    return is_ben;
                }
            }
            assert!(begun.elapsed() < AT_MOST, "no player is asked");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Presses the first answer on the page of the player who is asked. Returns the revision before it.
    async fn answer(&self) -> Result<u64> {
        let is_ben = self.ben_is_asked().await;
        let who = if is_ben { &self.ben } else { &self.anna };
        let before = revision(who).await.expect("the page of a player who is asked stays");
        let first =
            "(document.querySelector('.hit:not([hidden])') ?? document.querySelector('.moves > button')).dataset.key";
        let key = who.eval(first).await?;
        let key = format!("[data-key='{}']", key.as_str().unwrap());
        if is_ben {
            who.click(&key).await?;
        } else {
            who.follow(&key).await?;
        }
        Ok(before)
    }

    /// A few answers. Everybody sees each of them.
    async fn play(&self, answers: usize) -> Result<()> {
        for _ in 0..answers {
            let before = self.answer().await?;
            let newer = format!("Number(document.querySelector('#main').dataset.revision) > {before}");
            for person in [&self.ben, &self.anna, &self.cy] {
                person.wait_until(&newer).await?;
            }
        }
        Ok(())
    }

    /// The page of a player without scripts is loaded again, however often the connection fails.
    async fn anna_reloads(&self, table: &str) {
        let begun = Instant::now();
        while self.anna.goto(table).await.is_err() || !self.anna.exists(".score").await.unwrap_or(false) {
            assert!(begun.elapsed() < AT_MOST, "the table can't be opened");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
}

const LOST: &str = "No connection to the server. This page keeps trying.";

#[tokio::test]
async fn friends_play_to_a_rematch_through_cut_connections_and_a_killed_server() -> Result<()> {
    let (home, proxy) = (Home::new(), Proxy::start());
    let url = format!("http://{}", proxy.address);
    let more = ["--public-url", &url];
    let mut server = home.serve(&more);
    proxy.forward_to(server.address);
    let friends = Friends {
        ben: phone(Program::Firefox, &url, "Ben", true).await?,
        anna: phone(Program::Chromium, &url, "Anna", false).await?,
        cy: phone(Program::Chromium, &url, "Cy", true).await?,
    };
    let Friends { ben, anna, cy } = &friends;

    // From the lobby to the table.
    ben.goto(&url).await?;
    ben.follow_named("button", "Play a friend at Congkak").await?;
    let (invitation, table) = (ben.value("[data-key=invite]").await?, ben.url().await?);
    ben.eval("window.loadedOnce = true").await?;
    anna.goto(&invitation).await?;
    assert_eq!(anna.text("h1").await?, "Ben invites you to play Congkak");
    anna.follow_named("button", "Take the seat").await?;
    ben.wait_for_text(".score", "Anna").await?;
    assert_eq!(ben.eval("window.loadedOnce").await?, true, "the invitation has turned into the game");
    cy.goto(&table).await?;
    cy.eval("window.loadedOnce = true").await?;
    ben.wait_for("[data-watching]:not([hidden])").await?;
    friends.play(2).await?;

    // Preset phrases, with and without scripts.
    ben.click("[data-key=say]").await?;
    ben.click("[name=phrase][value=hello]").await?;
    cy.wait_for_text("[data-phrase='0']", "Hello").await?;
    // Without scripts, a page with a question stays as it is.
    friends.anna_reloads(&table).await;
    assert_eq!(anna.text("[data-phrase='0']").await?, "Hello");
    anna.follow("[data-key=say-page]").await?;
    anna.follow("[name=phrase][value=thinking]").await?;
    for person in [ben, cy] {
        person.wait_for_text("[data-phrase='1']", "Thinking\u{2026}").await?;
    }
    assert!(ben.text("#live").await?.contains("Anna: Thinking\u{2026}"), "it is read out");

    // All connections are cut, and no new ones are possible for a while.
    proxy.cut();
    for person in [ben, cy] {
        person.wait_for_text("#live.notice", LOST).await?;
    }
    proxy.restore();
    friends.anna_reloads(&table).await;
    for person in [ben, cy] {
        person.wait_until("!document.querySelector('#live.notice')").await?;
    }
    friends.play(2).await?;

    // The server is killed while it is asked, and another one continues.
    let before = revision(cy).await;
    server.kill_in_place();
    if friends.ben_is_asked().await {
        friends.answer().await?;
    }
    for person in [ben, cy] {
        person.wait_for_text("#live.notice", LOST).await?;
    }
    let server = home.serve(&more);
    proxy.forward_to(server.address);
    friends.anna_reloads(&table).await;
    for person in [ben, cy] {
        person.wait_until("!document.querySelector('#live.notice')").await?;
    }
    assert!(revision(anna).await >= before, "nothing that was shown is lost");
    friends.play(2).await?;
    for person in [ben, cy] {
        assert_eq!(person.eval("window.loadedOnce").await?, true, "the page was never loaded again");
    }

    // The player who is asked gives up, and the host wants no other round.
    let who = if friends.ben_is_asked().await { ben } else { anna };
    who.goto(&format!("{table}?sure=give-up")).await?;
    who.click("[data-key=sure]").await?;
    ben.wait_for("[data-key='answer:no more'], #result").await?;
    if ben.exists("[data-key='answer:no more']").await? {
        ben.click("[data-key='answer:no more']").await?;
    }
    for person in [ben, anna, cy] {
        person.wait_for("#result").await?;
    }
    ben.follow("[data-key=rematch]").await?;
    let again = ben.url().await?;
    assert_ne!(again, table);
    anna.wait_for_text("#rematch", "Ben wants a rematch.").await?;
    anna.follow("[data-key=rematch]").await?;
    cy.follow_named("link", "Watch the rematch").await?;
    for person in [anna, cy] {
        assert_eq!(person.url().await?, again);
    }
    friends.play(2).await?;
    for person in [ben, cy] {
        let errors = person.console_errors().await?;
        let cut = |error: &&String| error.contains("net::ERR") || error.contains("was interrupted");
        let errors: Vec<_> = errors.iter().filter(|error| !cut(error)).collect();
        assert!(errors.is_empty(), "{errors:?}");
    }
    assert!(!server.stderr().contains("panicked"), "{}", server.stderr());
    Ok(())
}
