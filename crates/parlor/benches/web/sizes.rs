use std::net::SocketAddr;
use std::time::Duration;

use parlor_rules::Game;
use tokio::time::sleep;

use crate::browser::{Browser, Failed};
use crate::page::{self, Page};

/// Measures the sizes of a round's pages, with help requested at every question.
pub(crate) async fn measure(server: SocketAddr) {
    println!("Bytes of a table's page with its sheet and script");
    for game in Game::ALL {
        let largest = game.sizes().into_iter().max().unwrap_or_default();
        for (size, kind) in [(game.usual_size(), "usual"), (largest, "largest")] {
            match round(server, game, size).await {
                Ok(Sizes { files, first, most, pages }) => println!(
                    "  {game} of size {size} ({kind}): {} at first, {} at most in {pages} pages",
                    files + first,
                    files + most
                ),
                Err(Failed(why)) => println!("  {game} of size {size} ({kind}): {why}"),
            }
        }
    }
}

struct Sizes {
    files: usize,
    first: usize,
    most: usize,
    pages: usize,
}

async fn round(server: SocketAddr, game: Game, size: i64) -> Result<Sizes, Failed> {
    let mut browser = Browser::new(server, "name=Ada");
    let mut page = page::begin(&mut browser, game, size).await?;
    let mut sizes = Sizes { files: 0, first: page.text.len(), most: 0, pages: 0 };
    for file in page.files() {
        sizes.files += browser.get(file).await?.body.len();
    }
    let mut helped = None;
    // The round ends with the question about another round.
    while !page.text.contains("\"another round\"") {
        if page.takes_help() && helped != Some(page.revision) {
            helped = Some(page.revision);
            let revision = [("revision".to_owned(), page.revision.to_string())];
            page = browser.post(&format!("{}/help", page.path), &revision).await?;
        }
        sizes.pages += 1;
        sizes.most = sizes.most.max(page.text.len());
        page = answered(&mut browser, page, sizes.pages).await?;
    }
    sizes.most = sizes.most.max(page.text.len());
    Ok(sizes)
}

/// The page after an answer, when it is this browser's turn again.
async fn answered(browser: &mut Browser, mut page: Page, number: usize) -> Result<Page, Failed> {
    if let Some(choice) = page.choice(number) {
        page = browser.post(&format!("{}/answer", page.path), &choice).await?;
    }
    while page.waits {
        sleep(Duration::from_millis(20)).await;
        page = browser.page(&page.path).await?;
    }
    Ok(page)
}
