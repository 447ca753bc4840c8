use proptest::prelude::*;

use super::*;
use crate::trial::{self, SMALL, assert_keeps_to_themes, click, find, inputs, key, painted, text};

fn press(how: &mut How, codes: &[KeyCode]) -> Request {
    codes.iter().map(|code| how.key(key(*code))).last().unwrap()
}

fn buffer(how: &mut How) -> Buffer {
    painted(SMALL, |theme, area, buffer| how.paint(theme, area, buffer))
}

#[test]
fn every_word_of_the_rules_can_be_read() {
    for game in Game::ALL {
        let mut how = How::new(game);
        let mut seen = String::new();
        for _ in 0..40 {
            seen.push_str(&text(&buffer(&mut how)));
            press(&mut how, &[KeyCode::Down]);
        }
        for word in rules_page(game).paragraphs().flat_map(str::split_whitespace) {
            assert!(seen.contains(word), "{game}: {word}");
        }
        press(&mut how, &[KeyCode::End]);
        let end = text(&buffer(&mut how));
        press(&mut how, &[KeyCode::Down, KeyCode::Down]);
        assert_eq!(text(&buffer(&mut how)), end);
        press(&mut how, &[KeyCode::Home]);
        assert_eq!(text(&buffer(&mut how)), text(&buffer(&mut How::new(game))));
    }
}

#[test]
fn at_the_minimum_size_all_text_is_visible_and_pictures_take_the_rest() {
    for game in Game::ALL {
        let scene = Scene::of(sample_board(game));
        let HowLayout { text, board, small } = places(&scene, game, Theme::default(), kit::body(SMALL));
        assert!(page(game, Theme::default(), text.width - 2).len() <= text.height.into(), "{game}: {text:?}");
        assert!(text.intersection(board).is_empty() && text.intersection(small).is_empty(), "{game}");
    }
}

#[test]
fn keys_and_clicks_lead_around() {
    let mut how = How::new(Game::Canoga);
    press(&mut how, &[KeyCode::Right, KeyCode::Tab, KeyCode::Tab, KeyCode::Left]);
    assert_eq!(how.game, Game::Kono);
    let congkak = click(find(&buffer(&mut how), "Congkak"));
    how.mouse(congkak, SMALL);
    assert_eq!(how.game, Game::Congkak);
    assert_eq!(press(&mut how, &[KeyCode::Char('1')]), Request::Stay);
    assert_eq!(how.game, Game::Canoga);
    assert_eq!(press(&mut how, &[KeyCode::Esc]), Request::Back);
}

#[test]
fn every_look_keeps_to_its_theme() {
    for game in Game::ALL {
        let mut how = How::new(game);
        assert_keeps_to_themes(|theme, area, buffer| how.paint(theme, area, buffer));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn nothing_breaks_it(inputs in inputs()) {
        trial::storm(&mut How::new(Game::Kono), inputs);
    }
}
