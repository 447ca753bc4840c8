use parlor_rules::Choice;
use parlor_table::{Answer, Entry, MenuItem, MenuKind, Question};

use super::*;
use crate::trial;

#[test]
fn there_is_no_board_before_its_size_is_known() {
    for game in Game::ALL {
        let (mut table, _) = Table::new(trial::setup(game, 1));
        assert_eq!(BoardView::of(&table), None);
        let Next::Ask(question) = table.next() else { panic!("a size is asked for") };
        table.apply(Entry::decision(question.seat, Answer::Size(game.usual_size()))).unwrap();
        let laid_out = BoardView::laid_out(game, game.usual_size()).unwrap();
        assert_eq!(BoardView::of(&table).unwrap().layout, laid_out.layout);
    }
    assert_eq!(BoardView::laid_out(Game::Kono, 6), None);
}

#[test]
fn only_people_see_marked_choices() {
    let (mut shown, mut hidden) = (0, 0);
    for game in Game::ALL {
        trial::play(game, 3, 1, |table, _| {
            let Next::Ask(question) = table.next() else { return };
            let view = BoardView::of(table);
            match &question.ask {
                Ask::Decide(Decision::Canoga(_) | Decision::Congkak(_)) => {}
                Ask::Decide(decision @ Decision::Kono(_)) if decision.choices() != [Choice::Kono(kono::Move::Pass)] => {
                }
                _ => return assert!(view.is_none_or(|view| view.can_choose.is_empty()), "{question:?}"),
            }
            let view = view.unwrap();
            if table.player(question.seat).is_person() {
                assert!(!view.can_choose.is_empty(), "{question:?}");
                shown += 1;
            } else {
                assert_eq!(view.can_choose, []);
                hidden += 1;
            }
        });
    }
    assert!(shown > 20 && hidden > 20, "{shown} {hidden}");
}

#[test]
fn dice_lie_beside_the_board_until_they_are_played() {
    let mut seen = 0;
    trial::play(Game::Canoga, 5, 1, |table, _| {
        let Some(view) = BoardView::of(table) else { return };
        let thrown = match table.next() {
            Next::Ask(Question { seat, ask: Ask::Decide(Decision::Canoga(thrown)) }) => {
                seen += 1;
                Some(DiceView { seat, throw: thrown.throw(), rolling: false })
            }
            _ => None,
        };
        assert_eq!(view.dice, thrown);
    });
    assert!(seen > 3, "{seen}");
}

#[test]
fn points_count_as_soon_as_a_round_is_won() {
    for game in [Game::Canoga, Game::Kono] {
        let (mut won, mut counted) = (0, 0);
        trial::play(game, 11, 2, |table, _| {
            let (Some(view), Next::Ask(question)) = (BoardView::of(table), table.next()) else { return };
            let (BoardLayout::Canoga(CanogaView { scores, .. }) | BoardLayout::Kono(KonoView { scores, .. })) =
                view.layout
            else {
                panic!("another game's board")
            };
            match question.ask {
                Ask::Menu { before: MenuKind::Win, items, .. } => {
                    assert!(items.contains(&MenuItem::Play));
                    let Some(Standing::Canoga(standing)) = table.standing() else { panic!("only Canoga asks here") };
                    assert_eq!(scores, table.totals());
                    assert_ne!(scores, standing.scores, "the points of the rounds before");
                    won += 1;
                }
                Ask::Another => {
                    assert_eq!(scores, table.totals());
                    counted += 1;
                }
                _ => {}
            }
        });
        assert_eq!((won, counted), (if game == Game::Canoga { 2 } else { 0 }, 2), "{game}");
    }
}

#[test]
fn rounds_of_congkak_count_once_they_are_won() {
    let mut over = 0;
    trial::play(Game::Congkak, 2, 2, |table, _| {
        if let (Some(view), Next::Ask(Question { ask: Ask::Another, .. })) = (BoardView::of(table), table.next()) {
            over += 1;
            let BoardLayout::Congkak(view) = view.layout else { panic!("another game's board") };
            assert_eq!(view.rounds.human + view.rounds.computer, over);
        }
    });
    assert_eq!(over, 2);
}

#[test]
fn a_tally_has_the_players_score() {
    let tally = |game, between| BoardView::laid_out(game, Game::usual_size(game)).unwrap().tally(Seat::Human, between);
    assert_eq!(tally(Game::Canoga, false), " score 0");
    assert_eq!(tally(Game::Congkak, false), ": 49 seeds \u{b7} 0 rounds won");
    assert_eq!(tally(Game::Kono, false), " score 0");
    let mut played = None;
    trial::play(Game::Kono, 4, 1, |table, _| {
        played = played.take().or_else(|| {
            let view = BoardView::of(table)?;
            matches!(table.next(), Next::Ask(Question { ask: Ask::Decide(Decision::Kono(_)), .. })).then_some(view)
        });
    });
    let played = played.unwrap();
    assert!(played.tally(Seat::Human, false).ends_with(") score 0, now +0"), "{}", played.tally(Seat::Human, false));
    assert_eq!(played.tally(Seat::Human, true), " score 0");
}

#[test]
fn spots_are_read_as_they_are_written() {
    let point = |row, column| Spot::Point(Point { row, column });
    let written = [
        (Spot::Square(Seat::Human, 4), "square human 4"),
        (Spot::Square(Seat::Computer, 11), "square computer 11"),
        (Spot::Pit('P'), "pit P"),
        (Spot::Store(Seat::Human), "store human"),
        (point(1, 3), "point 1 3"),
    ];
    for (spot, text) in written {
        assert_eq!(spot.to_string(), text);
        assert_eq!(text.parse(), Ok(spot));
    }
    for letter in 'A'..='Z' {
        assert_eq!(Spot::Pit(letter).to_string().parse(), Ok(Spot::Pit(letter)));
    }
    for number in 0..=255 {
        for spot in [Spot::Square(Seat::Human, number), point(number, 255 - number)] {
            assert_eq!(spot.to_string().parse(), Ok(spot));
        }
    }
    let wrong = [
        "",
        "pit",
        "pit p",
        "pit PQ",
        "pit é",
        "pit  P",
        " pit P",
        "pit P ",
        "square 4",
        "square Human 4",
        "square human +4",
        "square human 04",
        "square human 256",
        "square human 4 4",
        "store",
        "store nobody",
        "point 1",
        "point 1 -1",
        "point 1\n3",
    ];
    for text in wrong {
        assert_eq!(text.parse::<Spot>(), Err(BadSpot), "{text:?}");
    }
}
