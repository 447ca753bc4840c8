//! People with real browsers at different servers.

use parlor_testkit::browser::{Browser, Options as Screen, Person, Program, Result};

use crate::cluster::Cluster;

/// A person with animations off.
async fn player(at: &str) -> Result<Person> {
    let person = Person::new(&Browser::shared(Program::Chromium).await?, Screen::default()).await?;
    person.set_cookie(at, "parlor-settings", "speed=off&value_bar=no").await?;
    Ok(person)
}

#[tokio::test]
async fn two_browsers_at_different_servers_see_every_move() -> Result<()> {
    let cluster = Cluster::new();
    let servers = [cluster.serve(), cluster.serve()];
    let [here, there] = servers.each_ref().map(|server| format!("http://{}", server.address));
    let (anna, ben) = (player(&here).await?, player(&there).await?);
    anna.goto(&here).await?;
    anna.follow_named("button", "Play a friend at Congkak").await?;
    let invitation = anna.value("[data-key=invite]").await?;
    ben.goto(&invitation.replace("http://games.example.org", &there)).await?;
    ben.fill("#name", "Ben").await?;
    ben.follow_named("button", "Take the seat").await?;
    // Anna's page is updated without reloading.
    anna.wait_for_text(".score", "Ben").await?;
    for page in [&anna, &ben] {
        page.eval("window.loadedOnce = true").await?;
    }
    for _ in 0..20 {
        let who = loop {
            if anna.exists("#main[data-wait='0'] #ask").await? {
                break &anna;
            }
            if ben.exists("#main[data-wait='0'] #ask").await? {
                break &ben;
            }
        };
        let before = who.attribute("#main", "data-revision").await?.unwrap();
        let first = "(document.querySelector('.hit') ?? document.querySelector('.moves > button')).dataset.key";
        let key = who.eval(first).await?;
        who.click(&format!("[data-key='{}']", key.as_str().unwrap())).await?;
        let newer = format!("Number(document.querySelector('#main').dataset.revision) > {before}");
        for page in [&anna, &ben] {
            page.wait_until(&newer).await?;
        }
    }
    for page in [&anna, &ben] {
        assert_eq!(page.eval("window.loadedOnce").await?, true);
        assert_eq!(page.console_errors().await?, [] as [&str; 0]);
    }
    Ok(())
}

/// The page looks hidden, or visible again.
fn hidden(is: bool) -> String {
    format!(
        "Object.defineProperty(document, 'hidden', {{ get: () => {is}, configurable: true }}); \
         document.dispatchEvent(new Event('visibilitychange'))"
    )
}

#[tokio::test]
async fn presence_and_phrases_cross_from_server_to_server() -> Result<()> {
    let cluster = Cluster::new();
    let servers = [cluster.serve(), cluster.serve()];
    let [here, there] = servers.each_ref().map(|server| format!("http://{}", server.address));
    let (anna, ben, cy) = (player(&here).await?, player(&there).await?, player(&there).await?);
    anna.goto(&here).await?;
    anna.follow_named("button", "Play a friend at Canoga").await?;
    let invitation = anna.value("[data-key=invite]").await?;
    let path = anna.eval("location.pathname").await?;
    let table = |server: &str| format!("{server}{}", path.as_str().unwrap());
    ben.goto(&invitation.replace("http://games.example.org", &there)).await?;
    ben.fill("#name", "Ben").await?;
    ben.follow_named("button", "Take the seat").await?;
    for person in [&anna, &ben] {
        person.wait_for("[data-presence][data-is=here]").await?;
    }
    cy.goto(&table(&there)).await?;
    anna.wait_until("document.querySelector('[data-watching]:not([hidden]) span')?.textContent === '1'").await?;

    ben.eval(&hidden(true)).await?;
    anna.wait_for("[data-presence][data-is=away]").await?;
    ben.eval(&hidden(false)).await?;
    anna.wait_for("[data-presence][data-is=here]").await?;

    // A phrase from each side, for viewers too, and no entry in the journal.
    let revision = anna.attribute("#main", "data-revision").await?;
    for (from, phrase, seat, words) in [(&ben, "thanks", 1, "Thanks"), (&anna, "hello", 0, "Hello")] {
        from.click("[data-key=say]").await?;
        from.click(&format!("[name=phrase][value={phrase}]")).await?;
        for person in [&anna, &ben, &cy] {
            person.wait_for_text(&format!("[data-phrase='{seat}']"), words).await?;
        }
    }
    assert_eq!(cy.attribute("#main", "data-revision").await?, revision);

    // A page that is left, and a server that is started later.
    ben.goto(&there).await?;
    anna.wait_for("[data-presence][data-is=left]").await?;
    let third = cluster.serve();
    let late = format!("http://{}", third.address);
    let dan = player(&late).await?;
    dan.goto(&table(&late)).await?;
    dan.wait_until("document.querySelector('[data-presence=\"0\"]')?.dataset.is === 'here'").await?;
    dan.wait_until("document.querySelector('[data-watching]:not([hidden]) span')?.textContent === '2'").await?;
    Ok(())
}
