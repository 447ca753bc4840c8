//! Two people with real browsers at different servers.

use parlor_testkit::browser::{Browser, Options as Screen, Person, Program, Result};

use crate::cluster::Cluster;

/// A person with animations off.
async fn somebody(at: &str) -> Result<Person> {
    let person = Person::new(&Browser::shared(Program::Chromium).await?, Screen::default()).await?;
    person.set_cookie(at, "parlor-settings", "speed=off&value_bar=no").await?;
    Ok(person)
}

#[tokio::test]
async fn two_browsers_at_different_servers_see_every_move() -> Result<()> {
    let cluster = Cluster::new();
    let servers = [cluster.serve(), cluster.serve()];
    let [here, there] = servers.each_ref().map(|server| format!("http://{}", server.address));
    let (anna, ben) = (somebody(&here).await?, somebody(&there).await?);
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
