//! Pictures, decoded and compared with what the painter was asked to paint.
#![allow(clippy::unwrap_used, reason = "a test that unwraps nothing fails, as it should")]

mod support;

use std::io::Cursor;

use gif::{ColorOutput, DecodeOptions};
use parlor_picture::{
    Card, GifOptions, HEIGHT, MOST_FRAMES, PictureError, Theme, WIDTH, cards, gif, height_of, ico, icon, icon_svg,
    paper, png, preview, site_svg,
};
use parlor_rules::{Game, Seat};
use parlor_table::{Commitment, Player, Salt, Seed, Setup, Table};
use parlor_view::{Names, Replay};
use support::{against_computer, midgame, person, play, setup};

struct Decoded {
    width: u32,
    height: u32,
    rgba: Vec<[u8; 4]>,
}

impl Decoded {
    fn png(bytes: &[u8]) -> Decoded {
        let mut decoder = png::Decoder::new(Cursor::new(bytes));
        decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::ALPHA);
        let mut reader = decoder.read_info().unwrap();
        let mut buffer = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut buffer).unwrap();
        assert_eq!(info.color_type, png::ColorType::Rgba);
        let rgba = buffer.chunks_exact(4).map(|pixel| pixel.try_into().unwrap()).collect();
        Decoded { width: info.width, height: info.height, rgba }
    }

    fn at(&self, x: u32, y: u32) -> [u8; 4] {
        self.rgba[(y * self.width + x) as usize]
    }

    /// The mean difference of a channel.
    fn difference(&self, other: &Decoded) -> f64 {
        assert_eq!((self.width, self.height), (other.width, other.height));
        let off = |(one, other): (&[u8; 4], &[u8; 4])| -> u32 {
            one.iter().zip(other).map(|(one, other)| u32::from(one.abs_diff(*other))).sum()
        };
        let sum: u32 = self.rgba.iter().zip(&other.rgba).map(off).sum();
        f64::from(sum) / f64::from(4 * self.width * self.height)
    }
}

fn rgba(color: &str) -> [u8; 4] {
    let channel = |at: usize| u8::from_str_radix(&color[at..at + 2], 16).unwrap();
    [channel(1), channel(3), channel(5), 255]
}

fn near(one: [u8; 4], other: [u8; 4], most: u8) -> bool {
    one.iter().zip(other).all(|(one, other)| one.abs_diff(other) <= most)
}

fn painted(card: &Card, theme: Theme) -> Decoded {
    Decoded::png(&png(&card.svg(theme), WIDTH).unwrap())
}

#[test]
fn pixels_have_the_colours_of_the_theme() {
    let (table, _) = Table::new(against_computer(Game::Kono, 5));
    let card = Card::of_table(&table, Seat::Human);
    for (theme, surface, line) in [(Theme::Light, "#fffcf6", "#5b3d1c"), (Theme::Dark, "#211b17", "#33200d")] {
        let picture = painted(&card, theme);
        assert_eq!((picture.width, picture.height), (WIDTH, HEIGHT));
        for (x, y) in [(2, 2), (WIDTH - 3, HEIGHT - 3), (1190, 300)] {
            assert_eq!(picture.at(x, y), rgba(paper(theme)));
        }
        // Between the name and the score of the first player.
        assert_eq!(picture.at(1000, 170), rgba(surface));
        // The crossing in the middle of the board, and a stone in each corner.
        assert!(near(picture.at(315, 315), rgba(line), 12), "{:?}", picture.at(315, 315));
        assert!(near(picture.at(141, 141), [245, 242, 236, 255], 14), "{:?}", picture.at(141, 141));
        assert!(near(picture.at(489, 489), [65, 66, 72, 255], 14), "{:?}", picture.at(489, 489));
    }
}

#[test]
fn a_tile_shows_its_side() {
    let tiles = |entries| {
        let card = Card::of_table(&midgame(against_computer(Game::Canoga, 9), entries), Seat::Human);
        painted(&card, Theme::Light)
    };
    // The upper left corners of the lower row's tiles. Open ones are maple, covered ones walnut.
    let is_open = |picture: &Decoded, tile: u32| picture.at(210 + 90 * (tile - 1), 470)[0] > 200;
    let (before, after) = (tiles(0), tiles(30));
    assert!((1..=9).all(|tile| is_open(&before, tile)));
    let covered: Vec<u32> = (1..=9).filter(|tile| !is_open(&after, *tile)).collect();
    let table = midgame(against_computer(Game::Canoga, 9), 30);
    let Some(parlor_view::BoardLayout::Canoga(view)) = parlor_view::BoardView::of(&table).map(|board| board.layout)
    else {
        panic!("a Canoga board")
    };
    let expected: Vec<u32> =
        view.rows.human.iter().filter(|square| square.covered).map(|square| square.number.into()).collect();
    assert!(!expected.is_empty());
    assert_eq!(covered, expected);
}

#[test]
fn equal_moments_give_equal_bytes() {
    for game in Game::ALL {
        let files = |entries| {
            let card = Card::of_table(&midgame(against_computer(game, game.usual_size()), entries), Seat::Human);
            let svg = card.svg(Theme::Light);
            [png(&svg, 600).unwrap(), preview(&svg, 600).unwrap()]
        };
        assert_eq!(files(20), files(20), "{game}");
        let (one, other) = (files(20), files(24));
        assert!(one[0] != other[0] && one[1] != other[1], "{game}");
    }
}

#[test]
fn every_size_fits_at_any_width() {
    for game in Game::ALL {
        for (size, width) in game.sizes().into_iter().zip([200, 201, 333].into_iter().cycle()) {
            let (table, _) = Table::new(against_computer(game, size));
            let svg = Card::of_table(&table, Seat::Human).svg(Theme::Dark);
            let picture = Decoded::png(&png(&svg, width).unwrap());
            assert_eq!((picture.width, picture.height), (width, height_of(width)), "{game} {size}");
            let mut edge = (0..width).flat_map(|x| [picture.at(x, 0), picture.at(x, picture.height - 1)]);
            assert!(edge.all(|pixel| pixel == rgba(paper(Theme::Dark))), "{game} {size}");
        }
    }
}

#[test]
fn the_chosen_player_is_at_the_bottom() {
    let setup = setup(Game::Congkak, 7, [person("Anna"), person("Ben")]);
    let table = midgame(setup, 12);
    let [human, computer] = Seat::BOTH.map(|seat| painted(&Card::of_table(&table, seat), Theme::Light));
    assert!(human.difference(&computer) > 0.5);
}

#[test]
fn previews_are_small_and_close_to_the_picture() {
    for game in Game::ALL {
        let size = *game.sizes().last().unwrap();
        let svg = Card::of_table(&midgame(against_computer(game, size), 40), Seat::Human).svg(Theme::Light);
        let file = preview(&svg, WIDTH).unwrap();
        assert!(file.len() < 150_000, "{game}: {}", file.len());
        let (small, whole) = (Decoded::png(&file), Decoded::png(&png(&svg, WIDTH).unwrap()));
        assert!(small.difference(&whole) < 2.0, "{game}: {}", small.difference(&whole));
        assert_eq!(small.at(2, 2), rgba(paper(Theme::Light)), "{game}");
    }
    let site = Decoded::png(&preview(&site_svg(), WIDTH).unwrap());
    assert_eq!((site.width, site.height), (WIDTH, HEIGHT));
    assert_eq!(site.at(2, 2), rgba(paper(Theme::Light)));
}

#[test]
fn names_are_drawn_and_never_become_markup() {
    let hostile = "</g><script>alert(1)</script>&amp;<image href=\"http://x/\"/>";
    for game in Game::ALL {
        let of = |name: &str| {
            let table = midgame(setup(game, game.usual_size(), [person(name), person("\u{6f22}\u{5b57}")]), 20);
            [Card::of_table(&table, Seat::Human), Card::invitation(&table, Seat::Computer)]
                .map(|card| card.svg(Theme::Light))
        };
        for svg in of(hostile) {
            for word in ["script", "alert", "image", "<text", "&"] {
                assert!(!svg.contains(word), "{game}: {word}");
            }
            assert!(png(&svg, 300).is_ok());
        }
        let pictures =
            ["Zoe", "Zo\u{eb}", "\u{417}\u{43e}\u{44f}", ""].map(|name| of(name).map(|svg| png(&svg, 300).unwrap()));
        for (at, picture) in pictures.iter().enumerate() {
            assert!(!pictures[..at].contains(picture), "{game} {at}");
        }
    }
}

#[test]
fn endless_names_and_captions_stay_inside() {
    let long = format!("{}{}", "M\u{308}".repeat(40), "\u{301}".repeat(100_000));
    for game in Game::ALL {
        let table = midgame(setup(game, game.usual_size(), [person(&long), person(&"\u{6f22}".repeat(99))]), 20);
        let picture = painted(&Card::of_table(&table, Seat::Human), Theme::Light);
        for y in 0..HEIGHT {
            for x in [0, 10, WIDTH - 10, WIDTH - 1] {
                assert_eq!(picture.at(x, y), rgba(paper(Theme::Light)), "{game} {x} {y}");
            }
        }
    }
}

#[test]
fn a_hidden_seed_leaves_no_trace() {
    for game in Game::ALL {
        let at_start = |seed: u64| {
            let seed = Seed::Committed { seed, salt: Salt([seed as u8; 16]) };
            Table::new(Setup { seed, ..against_computer(game, game.usual_size()) }).0
        };
        let (one, other) = (at_start(1), at_start(2));
        let commitments: [Option<Commitment>; 2] = [one.commitment(), other.commitment()];
        assert_ne!(commitments[0], commitments[1]);
        let svg = |table: &Table| Card::of_table(table, Seat::Human).svg(Theme::Light);
        assert_eq!(svg(&one), svg(&other), "{game}");
    }
}

#[test]
fn icons_have_their_sizes_and_a_ground() {
    for size in [16, 32, 180, 192, 512] {
        let icon = Decoded::png(&icon(&icon_svg(false), size).unwrap());
        assert_eq!((icon.width, icon.height), (size, size));
        assert_eq!(icon.at(0, 0)[3], 0, "transparent around the mark");
        // The walnut frame at the left, and the felt in the middle.
        assert!(near(icon.at(size * 7 / 96, size / 2), rgba("#5a3718"), 24), "{size}");
        assert!(near(icon.at(size / 2, size / 2), rgba("#265a47"), 4), "{size}");
    }
    let maskable = Decoded::png(&icon(&icon_svg(true), 512).unwrap());
    for (x, y) in [(0, 0), (511, 511), (60, 60)] {
        assert_eq!(maskable.at(x, y), rgba("#5a3718"));
    }
    assert!(near(maskable.at(256, 256), rgba("#265a47"), 4));
}

#[test]
fn the_icon_file_contains_two_pictures() {
    let file = ico(&icon_svg(false)).unwrap();
    assert_eq!(file[..6], [0, 0, 1, 0, 2, 0]);
    let number = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().unwrap()) as usize;
    let mut end = 6 + 2 * 16;
    for (entry, size) in [16_u8, 32].into_iter().enumerate() {
        let at = 6 + 16 * entry;
        assert_eq!(file[at..at + 2], [size, size]);
        let (length, start) = (number(at + 8), number(at + 12));
        assert_eq!(start, end);
        end = start + length;
        assert_eq!(Decoded::png(&file[start..end]).width, u32::from(size));
    }
    assert_eq!(end, file.len());
}

/// The frames of an animation as whole pictures, with their pauses.
fn frames(bytes: &[u8]) -> Vec<(u16, Decoded)> {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::RGBA);
    let mut decoder = options.read_info(Cursor::new(bytes)).unwrap();
    let (width, height) = (u32::from(decoder.width()), u32::from(decoder.height()));
    let mut canvas = vec![[0; 4]; (width * height) as usize];
    let mut all = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        for (at, pixel) in frame.buffer.chunks_exact(4).enumerate() {
            let (x, y) = (at % usize::from(frame.width), at / usize::from(frame.width));
            let place = (y + usize::from(frame.top)) * width as usize + x + usize::from(frame.left);
            if pixel[3] > 0 {
                canvas[place] = pixel.try_into().unwrap();
            }
        }
        all.push((frame.delay, Decoded { width, height, rgba: canvas.clone() }));
    }
    all
}

fn replay(table: &Table) -> Vec<Card> {
    let names = Names::of(&table.setup().players);
    cards(table, &Replay::of_tournament(table, &names).unwrap(), Seat::Human)
}

#[test]
fn an_animation_shows_every_moment_as_the_painter_does() {
    for game in Game::ALL {
        let cards = replay(&play(against_computer(game, game.sizes()[0]), 1, |_| {}));
        let few = &cards[..6];
        let options = GifOptions::new(240, Theme::Light);
        let mut counted = Vec::new();
        let file = gif(few, options, |painted| counted.push(painted)).unwrap();
        assert_eq!(counted, [1, 2, 3, 4, 5, 6]);
        let frames = frames(&file);
        assert_eq!(frames.len(), 6, "{game}");
        for (at, (card, (pause, frame))) in few.iter().zip(&frames).enumerate() {
            assert_eq!((frame.width, frame.height), (240, height_of(240)));
            assert_eq!(*pause, if at == 5 { options.last_pause } else { options.pause });
            let whole = Decoded::png(&png(&card.svg(Theme::Light), 240).unwrap());
            assert!(frame.difference(&whole) < 2.5, "{game} {at}: {}", frame.difference(&whole));
        }
        assert_eq!(file, gif(few, options, |_| {}).unwrap(), "{game}");
    }
}

#[test]
fn an_animation_has_limits() {
    let card = Card::of_game(Game::Kono);
    let options = GifOptions::new(200, Theme::Light);
    let many = vec![card; MOST_FRAMES + 1];
    let error = gif(&many, options, |_| {}).unwrap_err();
    assert!(
        matches!(error, PictureError::TooLong { moments, most } if (moments, most) == (MOST_FRAMES + 1, MOST_FRAMES))
    );
    assert!(gif(&[], options, |_| {}).is_err());
    // A moment without a change is still a frame.
    assert_eq!(frames(&gif(&many[..3], options, |_| {}).unwrap()).len(), 3);
}

#[test]
fn captions_describe_the_moment_and_the_winner() {
    for game in Game::ALL {
        let table = play(against_computer(game, game.usual_size()), 2, |_| {});
        let description = Card::of_table(&table, Seat::Human).description();
        let totals = table.totals();
        for part in [game.to_string(), format!("Anna {}", totals.human), format!("Computer {}", totals.computer)] {
            assert!(description.contains(&part), "{description}");
        }
        assert!(description.contains("the tournament") || description.contains("is a draw"), "{description}");
        let cards = replay(&table);
        assert!(cards.iter().any(|card| card.description().contains("Anna ")), "{game}");
        let rounds = cards.iter().filter(|card| card.description().contains("round 2")).count();
        assert!(rounds > 3 && rounds < cards.len(), "{game}");
        assert!(matches!(table.player(Seat::Computer), Player::Computer(_)));
    }
}
