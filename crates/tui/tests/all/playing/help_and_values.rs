//! Advice, the value bar, and captions.

use parlor_host::{Palette, Speed};
use parlor_rules::Game;
use ratatui::crossterm::event::KeyCode;

use crate::common::{Sitter, enter_until, looks, playing, setup};

#[test]
fn advice_is_marked_on_the_board() {
    for (game, size, words) in
        [(Game::Canoga, 9, "which squares"), (Game::Congkak, 7, "which pit"), (Game::Kono, 5, "which piece")]
    {
        let mut sitter = playing(game, size, 7);
        enter_until(&mut sitter, words);
        let marks = |sitter: &mut Sitter| {
            let text = sitter.text();
            text.lines()
                .skip(2)
                .take(14)
                .map(|line| line.chars().take(45).filter(|letter| *letter == '!').count())
                .sum::<usize>()
        };
        assert_eq!(marks(&mut sitter), 0, "{}", sitter.text());
        sitter.keys(if game == Game::Congkak { "H" } else { "h" });
        assert!(marks(&mut sitter) > 0, "{}", sitter.text());
        sitter.key(KeyCode::PageDown);
        sitter.key(KeyCode::PageDown);
        assert!(sitter.text().contains("! marks it on the board."), "{}", sitter.text());
    }
}

#[test]
fn konos_ranking_is_a_table() {
    let mut sitter = playing(Game::Kono, 5, 7);
    enter_until(&mut sitter, "which piece");
    sitter.keys("hh");
    let shown = sitter.text();
    assert!(shown.contains("from  direction to    points less"), "{shown}");
    assert!(shown.contains("the best"), "{shown}");
}

#[test]
fn the_value_bar_keeps_its_last_value_and_ends_at_the_result() {
    let mut sitter = playing(Game::Kono, 5, 7);
    enter_until(&mut sitter, "which piece");
    sitter.keys("e");
    let bar = |sitter: &mut Sitter| sitter.text().lines().find(|line| line.contains('\u{2588}')).map(str::to_owned);
    assert!(bar(&mut sitter).is_some(), "{}", sitter.text());
    sitter.keys("q4");
    let ended = bar(&mut sitter).unwrap_or_else(|| panic!("{}", sitter.text()));
    assert!(ended.contains("Computer") && ended.contains('5'), "{ended}");
}

#[test]
fn long_sowings_move_their_caption_with_the_hand() {
    let mut seen = Vec::new();
    for seed in 0..8 {
        let mut sitter = Sitter::playing(setup(Game::Congkak, 7, seed), looks(Palette::Mono, false, Speed::Normal));
        for _ in 0..3000 {
            sitter.wait(20);
            let shown = sitter.text();
            if let Some(line) = shown.lines().find(|line| line.contains("Sowing ")) {
                let number = line.split("Sowing ").nth(1).unwrap().split_whitespace().next().unwrap().to_owned();
                if seen.last() != Some(&number) {
                    seen.push(number);
                }
            }
            if seen.contains(&"3".to_owned()) {
                return;
            }
            if shown.contains("heads or tails") || shown.contains("which pit") {
                sitter.key(KeyCode::Enter);
            }
        }
    }
    panic!("no relay of three sowings was seen: {seen:?}");
}
