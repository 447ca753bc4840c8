use std::collections::{BTreeMap, BTreeSet};

use parlor_rules::kono::{self, Point};
use parlor_rules::{Level, Pair, Throw, congkak};
use parlor_table::{Next, Player};
use proptest::prelude::*;

use super::*;
use crate::{BoardView, Chooser, DiceView, Hand, Reaction, Step, animate, sample_board, trial};

const SHAPES: [Shape; 2] = [Shape::Wide, Shape::Narrow];
const SHEET: &str = include_str!("../../../web/assets/boards.css");

fn named(human: &str, computer: &str) -> Names {
    let person = |name: &str| Player::Human(name.to_owned());
    Names::of(&Pair { human: person(human), computer: person(computer) })
}

fn anna() -> Names {
    let computer = Player::Computer(Level::Club);
    Names::of(&Pair { human: Player::Human("Anna".to_owned()), computer })
}

fn square(seat: Seat, number: u8) -> Spot {
    Spot::Square(seat, number)
}

fn point(row: u8, column: u8) -> Spot {
    Spot::Point(Point { row, column })
}

fn sizes(game: Game) -> Vec<i64> {
    (1..=11).filter(|size| BoardView::laid_out(game, *size).is_some()).collect()
}

/// A crowded board: everything marked, and seeds in every pit.
fn crowded(game: Game, size: i64) -> Scene {
    let mut board = BoardView::laid_out(game, size).unwrap();
    let numbers = 1..=size as u8;
    let can_choose: Vec<Spot> = match game {
        Game::Canoga => numbers.flat_map(|number| Seat::BOTH.map(|seat| square(seat, number))).collect(),
        Game::Congkak => {
            (0..size as usize).map(|at| Spot::Pit(congkak::Pit::new(Seat::Human, at).unwrap().letter())).collect()
        }
        Game::Kono => numbers.clone().flat_map(|row| numbers.clone().map(move |column| point(row, column))).collect(),
    };
    board.changed = vec![can_choose[0], can_choose[1]];
    let chosen = if game == Game::Congkak { Vec::new() } else { vec![can_choose[0]] };
    board.can_choose = can_choose;
    if game != Game::Congkak {
        board.dice = Some(DiceView { seat: Seat::Human, throw: Throw::new(&[6, 6]).unwrap(), rolling: false });
    }
    Scene { chosen, ..Scene::of(board) }
}

/// Visits all scenes of random rounds, with a choice started where possible.
fn scenes(game: Game, seed: u64, mut visit: impl FnMut(&Scene)) {
    trial::play(game, seed, 1, |table, happened| {
        if let Some(board) = BoardView::of(table) {
            let scene = Scene::of(board);
            visit(&scene);
            if let Next::Ask(question) = table.next()
                && let Some(mut chooser) = Chooser::of(&question, game)
                && let Some(cursor) = chooser.cursor()
                && chooser.click(cursor) == Reaction::Moved
            {
                visit(&scene.with_choice(&chooser));
            }
        }
        for event in &happened.events {
            for step in animate(event, happened.before.as_ref(), &Names::plain()) {
                let Some(board) = step.board else { continue };
                visit(&Scene { hand: step.hand, ..Scene::of(board) });
            }
        }
    });
}

/// The values of an attribute, in order.
fn values<'a>(svg: &'a str, attribute: &str) -> Vec<&'a str> {
    let start = format!(" {attribute}=\"");
    svg.split(&start[..]).skip(1).map(|rest| rest.split('"').next().unwrap()).collect()
}

/// Strict check: every element is closed, every attribute is quoted, and there is no stray text.
fn assert_well_formed(svg: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = svg.trim_end();
    while let Some(at) = rest.find('<') {
        assert!(!rest[..at].contains('>'), "a loose > in {:?}", &rest[..at]);
        let (tag, after) = rest[at + 1..].split_once('>').expect("a tag ends");
        rest = after;
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
            continue;
        }
        let name = tag.split([' ', '/']).next().unwrap();
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        let mut names = BTreeSet::new();
        for (at, outside) in tag.split('"').enumerate().filter(|(at, _)| at % 2 == 0) {
            let attribute = if at == 0 { outside.strip_prefix(name).unwrap() } else { outside };
            let attribute = attribute.trim_end_matches('/');
            assert!(attribute.is_empty() || attribute.starts_with(' ') && attribute.ends_with('='), "{tag}");
            assert!(attribute.is_empty() || names.insert(attribute), "{tag} has an attribute twice");
        }
        if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert!(!rest.contains('>') && open.is_empty(), "{open:?} is left open");
}

#[test]
fn a_whole_picture_has_its_parts_in_order() {
    let painting = paint(&Scene::of(sample_board(Game::Canoga)), &anna(), &[], Shape::Wide);
    let svg = painting.inline("wide");
    assert!(svg.starts_with("<svg class=\"wide\" viewBox=\"0 0 988 516\" role=\"img\" aria-label=\"Canoga board. "));
    let ids: Vec<&str> = painting.parts.iter().map(|part| part.id.as_str()).collect();
    assert_eq!(values(&svg, "data-part"), ids);
    assert_eq!([ids[0], ids[1], ids[18]], ["names", "square-computer-1", "square-human-9"]);
    assert_eq!(ids[19..], ["dice", "throw", "advice"]);
    assert!(!svg.contains("style"));
    let parts = |game: Game| {
        let painting = paint(&Scene::of(sample_board(game)), &anna(), &[], Shape::Narrow);
        painting.parts.into_iter().map(|part| part.id).collect::<BTreeSet<String>>()
    };
    assert!(
        ["names", "store-human", "store-computer", "pit-A", "pit-P", "hand", "advice"]
            .iter()
            .all(|id| parts(Game::Congkak).contains(*id))
    );
    assert!(
        ["home-values", "point-1-1", "point-5-5", "dice", "throw", "advice"]
            .iter()
            .all(|id| parts(Game::Kono).contains(*id))
    );
}

#[test]
fn labels_say_the_whole_state() {
    let label = |scene: &Scene, advised: &[Spot]| paint(scene, &anna(), advised, Shape::Wide).label;
    let canoga = Scene::of(sample_board(Game::Canoga));
    assert_eq!(
        label(&canoga, &[square(Seat::Computer, 7)]),
        "Canoga board. Computer: 1, 4 and 7 covered. Anna: 3 and 8 covered, 8 locked. Anna threw 3 and 4, 7 in all. \
         Advice: uncover the Computer's 7."
    );
    let chosen = Scene { chosen: vec![square(Seat::Human, 5)], ..canoga };
    assert!(
        label(&chosen, &[square(Seat::Human, 5), square(Seat::Human, 2)])
            .ends_with(" Chosen: Anna's 5. Advice: cover your 5 and 2.")
    );
    let mut congkak = Scene::of(BoardView::laid_out(Game::Congkak, 5).unwrap());
    congkak.hand = Some(Hand { seat: Seat::Human, seeds: 3 });
    assert_eq!(
        label(&congkak, &[Spot::Pit('P')]),
        "Congkak board. Computer, top row: A 5, B 5, C 5, D 5, E 5, store 0. Anna, bottom row: P 5, Q 5, R 5, S 5, T 5, \
         store 0. In Anna's hand: 3. Advice: pit P."
    );
    let mut kono = Scene::of(sample_board(Game::Kono));
    kono.chosen = vec![point(3, 2)];
    let label = label(&kono, &[point(3, 2), point(4, 3)]);
    assert!(label.starts_with("Kono board, 5 by 5 points. Anna is White, Computer is Black. Row 1: "), "{label}");
    assert!(label.contains("White that can capture"), "{label}");
    let end = " Chosen: the piece at row 3, column 2. Advice: from row 3, column 2 southeast to row 4, column 3.";
    assert!(label.ends_with(end), "{label}");
}

#[test]
fn names_are_never_markup() {
    let evil = named("<script>\"'&</svg>", "]]><g onload='x'>");
    for game in Game::ALL {
        for size in sizes(game) {
            for shape in SHAPES {
                let scene = crowded(game, size);
                let advised = [scene.board.can_choose[0], scene.board.can_choose[1]];
                let painting = paint(&scene, &evil, &advised, shape);
                for svg in [painting.inline("wide"), painting.file(game)] {
                    assert_well_formed(&svg);
                    assert!(!svg.contains("<script") && !svg.contains("onload='"));
                }
            }
        }
    }
}

#[test]
fn long_names_stay_on_their_part_of_the_board() {
    let names = named(&"W".repeat(20), &"語".repeat(20));
    for game in [Game::Canoga, Game::Congkak] {
        for shape in SHAPES {
            let painting = paint(&Scene::of(sample_board(game)), &names, &[], shape);
            let part = &painting.parts.iter().find(|part| part.id == "names").unwrap().svg;
            let room = f64::from(painting.width) * if game == Game::Canoga { 0.36 } else { 0.33 };
            for text in part.split("<text ").skip(1) {
                let size: f64 = text.split("font-size=\"").nth(1).unwrap().split('"').next().unwrap().parse().unwrap();
                let name = text.split('>').nth(1).unwrap().split('<').next().unwrap();
                assert!(name.chars().count() >= 4, "{name}");
                let weight = if text.contains("strong") { 1.0 } else { writer::REGULAR };
                assert!(writer::width_of(name, size) * weight <= room, "{game} {shape:?}: {name} at {size}");
            }
        }
    }
}

#[test]
fn letters_can_be_read_on_a_phone() {
    let names = named(&"W".repeat(20), "Anna");
    for game in Game::ALL {
        for size in sizes(game) {
            let mut scene = crowded(game, size);
            if game == Game::Congkak {
                scene.hand = Some(Hand { seat: Seat::Human, seeds: 12 });
                let BoardLayout::Congkak(view) = &mut scene.board.layout else { panic!("another game's board") };
                view.rows.human[0].seeds = 120;
            }
            let painting = paint(&scene, &names, &[], Shape::Narrow);
            let svg = painting.inline("narrow");
            let letters: Vec<f64> = values(&svg, "font-size").iter().map(|size| size.parse().unwrap()).collect();
            assert!(letters.len() > 15);
            for letter in letters {
                let pixels = letter * 336.0 / f64::from(painting.width);
                assert!(pixels > 10.9, "{game} {size}: {letter} units are {pixels} pixels");
            }
        }
    }
}

#[test]
fn pictures_are_small() {
    for game in Game::ALL {
        let sizes = sizes(game);
        let measured = |size: i64| {
            let scene = crowded(game, size);
            let advised = [scene.board.can_choose[0], scene.board.can_choose[1]];
            let picture = |shape| paint(&scene, &anna(), &advised, shape).inline("narrow").len();
            let pictures = if game == Game::Kono { picture(Shape::Wide) } else { SHAPES.map(picture).iter().sum() };
            println!("{game} {size}: pictures {pictures}, defs {}", defs(game).len());
            pictures + defs(game).len()
        };
        assert!(measured(game.usual_size()) <= 22 * 1024, "{game}");
        assert!(measured(*sizes.last().unwrap()) <= 40 * 1024, "{game}");
    }
    let sheet = SHEET.len() + page_sheet().len();
    println!("sheet {sheet}");
    assert!(sheet <= 13 * 1024);
}

#[test]
fn every_reference_of_a_picture_is_defined_once() {
    let all = defs_of(&Game::ALL);
    let ids: Vec<&str> = values(&all, "id");
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "an id stands twice");
    let mut seen = BTreeSet::new();
    for game in Game::ALL {
        let defs = defs(game);
        assert_well_formed(defs);
        let ids: BTreeSet<&str> = values(defs, "id").into_iter().collect();
        let mut check = |svg: &str| {
            let fills = svg.split("url(#").skip(1).map(|rest| rest.split(')').next().unwrap());
            let uses = svg.split("href=\"#").skip(1).map(|rest| rest.split('"').next().unwrap());
            for id in fills.chain(uses) {
                assert!(ids.contains(id), "{game} has no {id}");
                seen.insert((game.to_string(), id.to_owned()));
            }
        };
        check(defs);
        for seed in 0..8 {
            scenes(game, seed, |scene| {
                for shape in SHAPES {
                    let advised: Vec<Spot> = scene.board.can_choose.iter().take(2).copied().collect();
                    check(&paint(scene, &Names::plain(), &advised, shape).inline("wide"));
                }
            });
        }
        // Locked squares are rare.
        for shape in SHAPES {
            check(&paint(&Scene::of(sample_board(game)), &Names::plain(), &[], shape).inline("wide"));
        }
        let never: Vec<&&str> =
            ids.iter().filter(|id| !seen.contains(&(game.to_string(), (**id).to_owned()))).collect();
        assert!(never.is_empty(), "{game} never uses {never:?}");
    }
}

#[test]
fn every_class_of_a_picture_has_a_look() {
    let sheet = page_sheet();
    for game in Game::ALL {
        let mut all = defs(game).to_owned();
        for shape in SHAPES {
            all += &paint(&crowded(game, game.usual_size()), &anna(), &[point(1, 1), point(2, 2)], shape).inline("");
        }
        for class in values(&all, "class").into_iter().flat_map(str::split_whitespace) {
            let known = sheet.split(['.', ',', '{', '}']).any(|name| name == class);
            assert!(known, "{class} has no look");
        }
    }
}

#[test]
fn dice_never_reach_a_stone() {
    // Half a die's diagonal, with its round corners, and a stone's radius fit in half the diagonal of a space.
    for size in sizes(Game::Kono) {
        for seat in Seat::BOTH {
            let mut scene = Scene::of(BoardView::laid_out(Game::Kono, size).unwrap());
            let throw = Throw::new(&[2, 5]).unwrap();
            scene.board.dice = Some(DiceView { seat, throw, rolling: false });
            let painting = paint(&scene, &anna(), &[], Shape::Wide);
            let dice = &painting.parts.iter().find(|part| part.id == "dice").unwrap().svg;
            for die in values(dice, "transform") {
                let numbers: Vec<f64> = die
                    .split(|letter: char| !(letter.is_ascii_digit() || letter == '.' || letter == '-'))
                    .filter_map(|word| word.parse().ok())
                    .collect();
                let [x, y, _, scale] = numbers[..] else { panic!("{die}") };
                let reach = scale * (50.0 * 2.0_f64.sqrt() - 20.0 * (2.0_f64.sqrt() - 1.0));
                for row in 1..=size {
                    for column in 1..=size {
                        let (east, south) = (28.0 + 100.0 * column as f64, 28.0 + 100.0 * row as f64);
                        assert!((x - east).hypot(y - south) > reach + 36.0);
                    }
                }
            }
            assert!(painting.label.contains("threw 2 and 5, 7 in all."));
            assert!(painting.inline("any").contains(" threw 2 + 5 = 7</text>"));
        }
    }
}

#[test]
fn rolling_dice_have_no_label() {
    for game in [Game::Canoga, Game::Kono] {
        let mut scene = Scene::of(BoardView::laid_out(game, game.usual_size()).unwrap());
        scene.board.dice = Some(DiceView { seat: Seat::Human, throw: Throw::new(&[2, 5]).unwrap(), rolling: true });
        let painting = paint(&scene, &anna(), &[], Shape::Wide);
        assert!(!painting.label.contains("threw") && !painting.inline("").contains("threw"));
        assert!(painting.inline("").contains("#d5"));
    }
}

fn asked(ask: parlor_table::Ask, game: Game) -> Chooser {
    Chooser::of(&parlor_table::Question { seat: Seat::Human, ask }, game).unwrap()
}

#[test]
fn buttons_have_full_names() {
    let all = |board: &BoardView, chooser: &Chooser, names: &Names, advised: &[Spot]| -> Vec<(String, String)> {
        hits(board, chooser, names, advised, false).into_iter().map(|hit| (hit.class, hit.name)).collect()
    };
    let pair = |class: &str, name: &str| (class.to_owned(), name.to_owned());
    let canoga = sample_board(Game::Canoga);
    let squares = asked(trial::which_squares(&[3, 4, 5, 6, 8, 9], &[1, 4, 7], &[3, 4]), Game::Canoga);
    let uncover = square(Seat::Computer, 7);
    assert_eq!(
        all(&canoga, &squares, &anna(), &[uncover]),
        [pair("row-them c7", "Uncover the Computer's 7. Advised."), pair("row-you c7", "Cover your 7")]
    );
    assert_eq!(all(&canoga, &squares, &named("Anna", "Ben"), &[])[0].1, "Uncover Ben's 7");
    assert_eq!(hits_class(&canoga), "canoga n9");

    let congkak = BoardView::laid_out(Game::Congkak, 7).unwrap();
    let names = all(&congkak, &asked(trial::which_pit(), Game::Congkak), &anna(), &[Spot::Pit('P')]);
    assert_eq!((names.len(), &names[0]), (7, &pair("lower k1", "Pit P, 7 seeds. Advised.")));
    assert_eq!(hits_class(&congkak), "congkak n7");

    let kono = BoardView::laid_out(Game::Kono, 5).unwrap();
    let mut steps = asked(trial::which_step(), Game::Kono);
    let names = all(&kono, &steps, &anna(), &[]);
    assert!(names.contains(&pair("r1 c1", "White at row 1, column 1")), "{names:?}");
    assert!(names.contains(&pair("r2 c2", "Go to row 2, column 2")), "{names:?}");
    let state = |steps: &Chooser, wanted: Spot| {
        let hit = hits(&kono, steps, &anna(), &[], false).into_iter().find(|hit| hit.spot == wanted).unwrap();
        (hit.chosen, hit.open, hit.mark)
    };
    assert_eq!(state(&steps, point(1, 1)), (false, true, "can"));
    assert_eq!(state(&steps, point(2, 2)), (false, false, "target"));
    steps.click(point(1, 1));
    assert_eq!(state(&steps, point(1, 1)), (true, false, "can"));
    assert_eq!(state(&steps, point(2, 2)), (false, true, "target"));
}

/// The place of a part: the first coordinates in it.
fn place_of(painting: &Painting, id: &str) -> (f64, f64) {
    let svg = &painting.parts.iter().find(|part| part.id == id).unwrap().svg;
    let number =
        |text: &str| text.split(|c: char| !(c.is_ascii_digit() || c == '.' || c == '-')).find_map(|n| n.parse().ok());
    let after = |start: &str| svg.split_once(start).and_then(|(_, rest)| number(rest));
    match svg.split_once("translate(") {
        Some((_, rest)) => {
            let mut numbers = rest.split([' ', ',', ')']).map(|text| text.parse().unwrap());
            (numbers.next().unwrap(), numbers.next().unwrap())
        }
        None => (after("x=\"").unwrap(), after("y=\"").unwrap()),
    }
}

#[test]
fn a_turned_board_has_the_upper_player_at_the_bottom() {
    for shape in [Shape::Wide, Shape::Narrow] {
        let both = |board: &BoardView| {
            let scene = Scene::of(board.clone());
            let turned = Aspect { shape, turned: true };
            (paint(&scene, &anna(), &[], shape), paint(&scene, &anna(), &[], turned))
        };
        // Numbers of tiles run from left to right on both sides.
        let (plain, turned) = both(&BoardView::laid_out(Game::Canoga, 9).unwrap());
        for number in 1..=9 {
            let [human, computer] = ["human", "computer"].map(|seat| format!("square-{seat}-{number}"));
            assert_eq!(place_of(&plain, &human), place_of(&turned, &computer));
            assert_eq!(place_of(&plain, &computer), place_of(&turned, &human));
        }
        // Half a turn changes neither the direction of sowing nor the places of the labels.
        let (plain, turned) = both(&BoardView::laid_out(Game::Congkak, 7).unwrap());
        let (width, height) = (f64::from(plain.width), f64::from(plain.height));
        for id in ["pit-A", "pit-D", "pit-H", "pit-P", "store-human", "store-computer"] {
            if let Some(id) = plain.parts.iter().map(|part| part.id.as_str()).find(|part| *part == id) {
                let ((x, y), (turned_x, turned_y)) = (place_of(&plain, id), place_of(&turned, id));
                assert!((x + turned_x - width).abs() < 1.0 && (y + turned_y - height).abs() < 8.0, "{id}");
            }
        }
        assert!(turned.label.contains("Anna, top row"), "{}", turned.label);
        let (plain, turned) = both(&BoardView::laid_out(Game::Kono, 5).unwrap());
        for (id, opposite) in [("point-1-1", "point-5-5"), ("point-2-5", "point-4-1")] {
            assert_eq!(place_of(&plain, id), place_of(&turned, opposite));
        }
    }
}

#[test]
fn white_is_the_upper_player_of_kono() {
    let BoardLayout::Kono(mut view) = BoardView::laid_out(Game::Kono, 5).unwrap().layout else { panic!() };
    for (human, upper) in [(kono::Color::White, Seat::Human), (kono::Color::Black, Seat::Computer)] {
        view.colors = Pair { human: Some(human), computer: Some(human.other()) };
        let board = BoardView::bare(BoardLayout::Kono(view.clone()));
        assert!(board.is_upper(upper) && !board.is_upper(upper.other()));
    }
}

#[test]
fn every_place_of_an_answer_has_one_button_on_the_grid() {
    let has_rule = |rule: &String| SHEET.contains(&format!("{rule} {{")) || SHEET.contains(&format!("{rule},"));
    for game in Game::ALL {
        let (mut buttons, mut captures) = (0, 0);
        for seed in 0..6 {
            trial::play(game, seed, 1, |table, _| {
                let (Some(board), Next::Ask(question)) = (BoardView::of(table), table.next()) else { return };
                let Some(chooser) = Chooser::of(&question, game) else { return };
                let hits = hits(&board, &chooser, &Names::plain(), &[], seed % 2 > 0);
                let spots = chooser.answers().into_iter().flat_map(|(spots, _)| spots);
                let wanted: BTreeSet<String> = spots.map(|spot| spot.to_string()).collect();
                assert_eq!(hits.iter().map(|hit| hit.spot.to_string()).collect::<BTreeSet<_>>(), wanted);
                let classes: BTreeSet<&str> = hits.iter().map(|hit| hit.class.as_str()).collect();
                assert_eq!((hits.len(), classes.len()), (wanted.len(), wanted.len()), "two buttons at one place");
                for hit in &hits {
                    assert_eq!(hit.open, chooser.can_click().contains(&hit.spot));
                    assert_eq!(hit.mark == "capture", hit.name.starts_with("Capture "));
                    captures += usize::from(hit.mark == "capture");
                    for class in hit.class.split(' ') {
                        let on_grid = [format!(".{class}"), format!(".{game} .{class}").to_lowercase()];
                        assert!(on_grid.iter().any(has_rule), "the sheet has no {class}");
                    }
                    buttons += 1;
                }
                for class in hits_class(&board).split(' ') {
                    let on_grid = [format!(".{class}"), format!(".hits.{class}")];
                    assert!(on_grid.iter().any(has_rule), "the sheet has no {class}");
                }
            });
        }
        assert!(buttons > 30, "{game}: {buttons}");
        assert_eq!(captures > 0, game == Game::Kono);
    }
}

#[test]
fn choosing_all_places_of_an_answer_gives_it() {
    for game in Game::ALL {
        let mut given = 0;
        trial::play(game, 2, 1, |table, _| {
            let Next::Ask(question) = table.next() else { return };
            let Some(chooser) = Chooser::of(&question, game) else { return };
            for (spots, choice) in chooser.answers() {
                let mut chooser = chooser.clone();
                let last = spots.into_iter().map(|spot| chooser.click(spot)).last().unwrap();
                let reaction = if last == Reaction::Moved { chooser.enter() } else { last };
                assert_eq!(reaction, Reaction::Chosen(crate::Action::Answer(parlor_table::Answer::Choice(choice))));
                given += 1;
            }
        });
        assert!(given > 10, "{game}: {given}");
    }
}

/// The width and height of the smallest button, in pixels.
fn smallest_button(game: Game, size: i64, shape: Shape, width: f64) -> (f64, f64) {
    let painting = paint(&Scene::of(BoardView::laid_out(game, size).unwrap()), &anna(), &[], shape);
    let scale = width / f64::from(painting.width);
    let (wide, tall, margin) = match (game, shape) {
        (Game::Canoga, Shape::Wide) => (100.0, 150.0, 0.04),
        (Game::Canoga, Shape::Narrow) => (100.0, 186.0, 0.0),
        (Game::Congkak, Shape::Wide) => (116.0, 228.0, 0.04),
        (Game::Congkak, Shape::Narrow) => (200.0, 52.0, 0.0),
        (Game::Kono, _) => (100.0, 100.0, 0.04),
    };
    let margin = if margin > 0.0 { 2.0 * margin * wide * scale } else { 2.0 };
    (wide * scale - margin, tall * scale - margin)
}

#[test]
fn buttons_are_large_enough_for_a_finger() {
    for game in Game::ALL {
        for size in sizes(game) {
            // A phone 360 pixels wide, and the smallest screen that gets the wide picture.
            for (shape, width) in [(Shape::Narrow, 336.0), (Shape::Wide, 590.0)] {
                let (wide, tall) = smallest_button(game, size, shape, width);
                assert!(wide >= 24.0 && tall >= 24.0, "{game} {size} {shape:?}: {wide} by {tall}");
            }
        }
    }
    assert!(smallest_button(Game::Congkak, 11, Shape::Narrow, 336.0).1 >= 36.0);
    assert!(smallest_button(Game::Kono, 5, Shape::Narrow, 336.0).1 >= 44.0);
}

/// Applies frames as the page's script does, without the movement.
fn play(painting: &mut Painting, frames: &[Frame]) {
    for FramePart { id, svg, .. } in frames.iter().flat_map(|frame| &frame.parts) {
        let part = painting.parts.iter_mut().find(|part| part.id == *id).expect("frames replace parts that exist");
        part.svg.clone_from(svg);
    }
}

/// All animation steps of one entry; each event starts from the end of the previous one.
fn steps_of(happened: &trial::Happened) -> Vec<Step> {
    let mut board = happened.before.clone();
    let mut steps: Vec<Step> = Vec::new();
    for event in &happened.events {
        steps.extend(animate(event, board.as_ref(), &Names::plain()));
        board = steps.last().unwrap().board.clone();
    }
    steps
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn frames_end_at_the_picture_of_the_last_step(game in 0..3_usize, seed in 0..u64::MAX, wide: bool) {
        let (game, shape) = (Game::ALL[game], if wide { Shape::Wide } else { Shape::Narrow });
        let mut moved = 0;
        trial::play(game, seed, 1, |_, happened| {
            let Some(before) = happened.before.clone() else { return };
            let before = Scene::of(before);
            let steps = steps_of(&happened);
            let Some(last) = steps.iter().rev().find(|step| step.board.is_some()) else { return };
            let last = Scene { hand: last.hand, ..Scene::of(last.board.clone().unwrap()) };
            let frames = frames(&before, &steps, &Names::plain(), shape);
            // Advice in the page's picture disappears as soon as anything moves.
            let advised: Vec<Spot> = before.board.can_choose.iter().take(1).copied().collect();
            let mut painting = paint(&before, &Names::plain(), &advised, shape);
            play(&mut painting, &frames);
            let end = paint(&last, &Names::plain(), &[], shape);
            assert_eq!((painting.background, painting.width), (end.background, end.width));
            if !frames.is_empty() {
                assert_eq!(painting.parts, end.parts);
                moved += 1;
            }
        });
        prop_assert!(moved > 5);
    }
}

fn effects(frames: &[Frame]) -> BTreeMap<String, Effect> {
    frames.iter().flat_map(|frame| &frame.parts).map(|part| (part.id.clone(), part.effect)).collect()
}

#[test]
fn tiles_turn_dice_roll_in_and_hands_travel() {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    let mut count = |what| *seen.entry(what).or_default() += 1;
    for (game, seed) in Game::ALL.into_iter().flat_map(|game| (0..8).map(move |seed| (game, seed))) {
        trial::play(game, seed, 1, |_, happened| {
            let Some(before) = happened.before.clone() else { return };
            let before = Scene::of(before);
            let BoardView { layout, .. } = &before.board;
            for event in &happened.events {
                let steps = animate(event, Some(&before.board), &Names::plain());
                let frames = frames(&before, &steps, &Names::plain(), Shape::Wide);
                let effects = effects(&frames);
                match (event, layout) {
                    (parlor_table::Event::Thrown { seat, .. }, _) => {
                        let Effect::Roll { dy, .. } = effects["dice"] else { panic!("{:?}", effects["dice"]) };
                        assert_eq!(dy > 0, *seat == Seat::Human);
                        // Tumbling is one movement, and the text comes at its end.
                        let announces = |frame: &Frame| frame.parts.iter().any(|part| part.svg.contains("threw"));
                        assert_eq!(frames.iter().map(announces).collect::<Vec<_>>(), [false, true]);
                        count("throws");
                    }
                    (parlor_table::Event::Moved { .. }, _) => {
                        for spot in crate::changed_by(event) {
                            let id = spot.to_string().replace(' ', "-");
                            assert_eq!(effects[&id], Effect::Flip, "{id}");
                        }
                        count("tiles");
                    }
                    (parlor_table::Event::Sowed { play, .. }, _) => {
                        let hands: Vec<Option<HandAt>> = frames.iter().map(|frame| frame.hand).collect();
                        assert_eq!(hands[0].unwrap().seeds, play.laps[0].seeds);
                        assert_eq!(hands.last().unwrap(), &None);
                        let slid = |frame: &Frame| {
                            let slides = |part: &FramePart| matches!(part.effect, Effect::Slide { .. });
                            frame.parts.iter().any(|part| part.id == "hand" && slides(part))
                        };
                        assert!(frames.iter().any(slid));
                        assert!(frames[0].caption.is_some());
                        count("hands");
                    }
                    (parlor_table::Event::Stepped { from, direction, .. }, BoardLayout::Kono(view)) => {
                        let to = from.step(*direction).unwrap();
                        let id = format!("point-{}-{}", to.row, to.column);
                        let (south, east) = direction.offsets();
                        let slide = Effect::Slide { dx: -100 * i32::from(east), dy: -100 * i32::from(south) };
                        assert_eq!(effects[&id], slide);
                        let captured = view.rows[usize::from(to.row) - 1][usize::from(to.column) - 1].cell;
                        let fades = |part: &&FramePart| part.id == id && part.effect == Effect::Fade;
                        let vanished = frames.iter().flat_map(|frame| &frame.parts).filter(fades).count();
                        assert_eq!(vanished, usize::from(captured != kono::Cell::Vacant));
                        count("stones");
                        if vanished > 0 {
                            count("captures");
                        }
                    }
                    _ => {}
                }
            }
        });
    }
    for what in ["throws", "tiles", "hands", "stones"] {
        assert!(seen.get(what).is_some_and(|count| *count > 5), "{seen:?}");
    }
    assert!(seen.contains_key("captures"), "{seen:?}");
}

#[test]
fn frames_end_before_another_board() {
    let small = Scene::of(BoardView::laid_out(Game::Kono, 5).unwrap());
    let large = Step {
        board: BoardView::laid_out(Game::Kono, 7),
        hand: None,
        lines: Vec::new(),
        caption: None,
        lasts: std::time::Duration::from_millis(100),
    };
    let none = Step { board: None, ..large.clone() };
    assert_eq!(frames(&small, &[none, large], &anna(), Shape::Wide), []);
}

#[test]
fn the_narrow_congkak_board_is_turned_to_the_left() {
    let scene = Scene::of(BoardView::laid_out(Game::Congkak, 7).unwrap());
    let painting = paint(&scene, &anna(), &[], Shape::Narrow);
    let place = |id: &str| {
        let part = painting.parts.iter().find(|part| part.id == id).unwrap();
        let place = values(&part.svg, "transform")[0].trim_start_matches("translate(").trim_end_matches(')');
        let (x, y) = place.split_once(' ').unwrap();
        (x.parse::<f64>().unwrap(), y.parse::<f64>().unwrap())
    };
    // Sowing is still clockwise: down at the right, up at the left.
    assert!(place("pit-P").1 < place("pit-V").1 && place("pit-V").1 < place("store-human").1);
    assert!(place("store-computer").1 < place("pit-G").1 && place("pit-G").1 < place("pit-A").1);
    assert!(place("pit-A").0 < place("pit-V").0);
    assert!((place("pit-A").1 - place("pit-V").1).abs() < f64::EPSILON);
}
