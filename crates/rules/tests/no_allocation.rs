//! Playing a move allocates nothing, in any game. This is a separate test program, because the counter counts all
//! allocations of the process.

#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test, as it should")]

use allocation_counter::measure;
use parlor_rules::{DiceCount, Seat, Throw, canoga, congkak, kono};
use parlor_testkit::Random;

#[test]
fn playing_allocates_nothing() {
    let mut plays = 0;
    let counted = measure(|| {
        let mut random = Random::new(1);
        for size in canoga::Size::ALL {
            let mut now = canoga::Position::start(size, Seat::Human, None);
            while now.outcome().is_none() {
                let throw = Throw::all(DiceCount::Two).nth(random.below(36)).unwrap();
                let thrown = now.throw(throw).unwrap();
                let count = thrown.legal_moves().count();
                now = match count {
                    0 => thrown.pass().unwrap(),
                    _ => thrown.play(thrown.legal_moves().nth(random.below(count)).unwrap()).unwrap(),
                };
                plays += 1;
            }
        }
        for size in congkak::Size::ALL {
            let mut now = congkak::Position::start(size, Seat::Human);
            while now.turn().is_some() {
                let count = now.legal_moves().count();
                now = now.play(now.legal_moves().nth(random.below(count)).unwrap()).unwrap();
                plays += 1;
            }
        }
    });
    assert_eq!(counted.count_total, 0);
    assert!(plays > 200, "only {plays} plays");

    for size in kono::Size::ALL {
        // The history is allocated once, at the start.
        let mut standing = kono::Standing::new(size).choose(Seat::Human, kono::Color::White);
        let mut random = Random::new(2);
        let mut plays = 0;
        let counted = measure(|| {
            while standing.position.unwrap().turn().is_some() {
                let position = standing.position.unwrap();
                let count = position.legal_moves().count();
                let chosen = position.legal_moves().nth(random.below(count)).unwrap();
                standing.play(chosen).unwrap();
                plays += 1;
            }
        });
        assert_eq!(counted.count_total, 0);
        assert!(plays > 20, "only {plays} plays");
    }
}
