//! Whole rounds, from the first question to the result.

use parlor_rules::{Game, Pair};
use parlor_testkit::browser::{Browser, Launch, Options as Screen, Program, Result};

use crate::playing::InputMethod;
use crate::test_server::{TestServer, against_computer, still};

/// Sizes and seeds with short rounds.
fn round(game: Game) -> (i64, u64) {
    match game {
        Game::Canoga => (9, 3),
        Game::Congkak => (7, 1),
        Game::Kono => (5, 3),
    }
}

async fn plays(game: Game, by: InputMethod) -> Result<()> {
    let screen = Screen { scripts: by != InputMethod::Forms, ..Screen::default() };
    plays_in(&Browser::shared(Program::Chromium).await?, screen, round(game), game, by).await
}

async fn plays_in(
    browser: &Browser,
    screen: Screen,
    (size, seed): (i64, u64),
    game: Game,
    by: InputMethod,
) -> Result<()> {
    let server = TestServer::new();
    let guest = server.guest_in(browser, screen, still()).await?;
    let setup = against_computer(game, size, seed);
    let place = server.table(&setup, &[], Pair { human: Some(&guest), computer: None });
    let turns = guest.plays_a_round(&server, &place, by).await?;
    assert!(turns > 5, "{turns}");
    let (table, _) = server.next(&place).await;
    assert!(table.is_over());
    guest.wait_for_text("#result", "").await?;
    let result = guest.text("#result").await?;
    let totals = table.totals();
    assert!(result.contains(&totals.human.to_string()) && result.contains(&totals.computer.to_string()), "{result}");
    assert_eq!(guest.title().await?, format!("{game} \u{2013} Parlor"));
    assert_eq!(guest.console_errors().await?, [] as [&str; 0]);
    Ok(())
}

#[tokio::test]
async fn a_round_of_canoga_by_clicking() -> Result<()> {
    plays(Game::Canoga, InputMethod::Clicking).await
}

#[tokio::test]
async fn a_round_of_congkak_by_clicking() -> Result<()> {
    plays(Game::Congkak, InputMethod::Clicking).await
}

#[tokio::test]
async fn a_round_of_kono_by_clicking() -> Result<()> {
    plays(Game::Kono, InputMethod::Clicking).await
}

#[tokio::test]
async fn a_round_of_canoga_by_keyboard() -> Result<()> {
    plays(Game::Canoga, InputMethod::Keys).await
}

#[tokio::test]
async fn a_round_of_congkak_by_keyboard() -> Result<()> {
    plays(Game::Congkak, InputMethod::Keys).await
}

#[tokio::test]
async fn a_round_of_kono_by_keyboard() -> Result<()> {
    plays(Game::Kono, InputMethod::Keys).await
}

#[tokio::test]
async fn a_round_of_canoga_without_scripts() -> Result<()> {
    plays(Game::Canoga, InputMethod::Forms).await
}

#[tokio::test]
async fn a_round_of_congkak_without_scripts() -> Result<()> {
    plays(Game::Congkak, InputMethod::Forms).await
}

#[tokio::test]
async fn a_round_of_kono_without_scripts() -> Result<()> {
    plays(Game::Kono, InputMethod::Forms).await
}

/// A phone, held upright.
fn phone() -> Screen {
    Screen { width: 390, height: 844, touch: true, ..Screen::default() }
}

/// The smallest board of a game, with a seed for a short round.
fn short(game: Game) -> (i64, u64) {
    let (usual, seed) = round(game);
    (if game == Game::Congkak { 5 } else { usual }, seed)
}

async fn by_touch(browser: &Browser, game: Game) -> Result<()> {
    plays_in(browser, phone(), short(game), game, InputMethod::Clicking).await
}

#[tokio::test]
async fn a_round_of_canoga_by_touch() -> Result<()> {
    by_touch(&Browser::shared(Program::Chromium).await?, Game::Canoga).await
}

#[tokio::test]
async fn a_round_of_congkak_by_touch() -> Result<()> {
    by_touch(&Browser::shared(Program::Chromium).await?, Game::Congkak).await
}

#[tokio::test]
async fn a_round_of_kono_by_touch() -> Result<()> {
    by_touch(&Browser::shared(Program::Chromium).await?, Game::Kono).await
}

/// Keys and fingers need Firefox's active window, so these rounds use a separate Firefox.
async fn own_firefox() -> Result<Browser> {
    Browser::start(Launch { program: Program::Firefox, ..Launch::default() }).await
}

#[tokio::test]
async fn a_round_of_each_game_by_touch_in_firefox() -> Result<()> {
    let firefox = own_firefox().await?;
    for game in Game::ALL {
        by_touch(&firefox, game).await?;
    }
    Ok(())
}

#[tokio::test]
async fn a_round_of_each_game_by_clicking_in_firefox() -> Result<()> {
    let firefox = Browser::shared(Program::Firefox).await?;
    for game in Game::ALL {
        plays_in(&firefox, Screen::default(), short(game), game, InputMethod::Clicking).await?;
    }
    Ok(())
}

#[tokio::test]
async fn a_round_of_each_game_by_keyboard_in_firefox() -> Result<()> {
    let firefox = own_firefox().await?;
    for game in Game::ALL {
        plays_in(&firefox, Screen::default(), short(game), game, InputMethod::Keys).await?;
    }
    Ok(())
}

/// A newcomer presses one button, and gets instructions at every question from the first page on.
#[tokio::test]
async fn a_guided_round_has_a_guide_from_the_first_page_on() -> Result<()> {
    let server = TestServer::new();
    for game in Game::ALL {
        let guest = server.guest_with(Screen { scripts: false, ..Screen::default() }, still()).await?;
        guest.goto(&format!("{}/how-to-play", server.url)).await?;
        guest.follow_named("button", &format!("Guided round of {game}")).await?;
        for question in 0..6 {
            assert_ne!(guest.text(".guide").await?, "Your guide", "{game}, question {question}");
            let answer = guest.first_answer().await?;
            guest.follow(&answer).await?;
            while guest.attribute("#main", "data-wait").await?.as_deref() == Some("1") {
                guest.reload().await?;
            }
        }
    }
    Ok(())
}
