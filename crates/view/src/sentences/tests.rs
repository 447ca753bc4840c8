use std::sync::Arc;

use parlor_rules::{Game, NextRoundError, Pair, canoga, congkak, kono};
use parlor_table::{Commitment, Salt, Setup};

use super::*;
use crate::LineKind;

fn sentences_of(event: &Event) -> Vec<String> {
    sentences(event, &Names::plain()).into_iter().map(|line| line.text).collect()
}

fn kinds(event: &Event) -> Vec<LineKind> {
    sentences(event, &Names::plain()).into_iter().map(|line| line.kind).collect()
}

fn why(reason: &str) -> Arc<Rationale> {
    Arc::new(Rationale { value: 1.5, exact: false, plan: Vec::new(), reasons: vec![reason.to_owned()] })
}

fn throw(dice: &[i64]) -> Throw {
    Throw::new(dice).unwrap()
}

const HUMAN: Seat = Seat::Human;
const COMPUTER: Seat = Seat::Computer;

#[test]
fn how_a_round_begins() {
    assert_eq!(sentences_of(&Event::Resumed), ["The tournament resumes from the save."]);
    assert_eq!(sentences_of(&Event::RoundBegins { round: 2, size: 7, since_save: false }), ["Round 2, size 7."]);
    let since = Event::RoundBegins { round: 2, size: 9, since_save: true };
    assert_eq!(sentences_of(&since), ["Round 2 since the save, size 9."]);
    let first = Event::FirstThrow { seat: HUMAN, throw: throw(&[3, 5]) };
    assert_eq!(sentences_of(&first), ["For the first turn Human throws 3 and 5: the sum is 8."]);
    assert_eq!(sentences_of(&Event::FirstTied), ["The sums are equal, so both throw again."]);
    let coin = Event::CoinFell { call: Coin::Heads, shown: Coin::Tails };
    assert_eq!(sentences_of(&coin), ["Human called heads, and the coin shows tails."]);
    assert_eq!(sentences_of(&Event::First { seat: COMPUTER }), ["Computer plays first."]);
    let chosen = Event::ColorChosen { seat: COMPUTER, color: kono::Color::Black };
    assert_eq!(sentences_of(&chosen), ["Computer plays Black, Human plays White."]);
}

#[test]
fn an_advantage_and_its_lock() {
    let handicap = Handicap { owner: HUMAN, square: 4 };
    let advantage = "Human has the advantage: Human's square 4 starts covered.";
    assert_eq!(sentences_of(&Event::Handicap(handicap, false)), [advantage]);
    let lock = "It is locked: Computer can't uncover it until Human has had a turn.";
    assert_eq!(sentences_of(&Event::Handicap(handicap, true)), [advantage, lock]);
    assert_eq!(
        sentences_of(&Event::NoHandicap),
        ["The last round was worth nothing, so neither player has an advantage."]
    );
}

#[test]
fn dice_from_a_file() {
    let skipped = Event::DiceSkipped { line: 3, throw: throw(&[6]) };
    assert_eq!(sentences_of(&skipped), ["Line 3 of the dice file, “6”, isn't allowed now and is skipped."]);
    assert_eq!(kinds(&skipped), [LineKind::Note]);
    let empty = "The queued throws are used up. From now on, dice are thrown as usual.";
    assert_eq!(sentences_of(&Event::QueueEmpty), [empty]);
}

#[test]
fn a_throw_with_its_choice_and_its_reason() {
    let thrown = |dice: &[i64], instead_of, rationale| Event::Thrown {
        seat: COMPUTER,
        throw: throw(dice),
        instead_of,
        rationale,
    };
    assert_eq!(sentences_of(&thrown(&[4], None, None)), ["Computer throws one die: 4."]);
    let explained = thrown(&[4], None, Some(why("It can't overshoot.")));
    assert_eq!(
        sentences_of(&explained),
        ["Computer chooses one die.", "It can't overshoot.", "Computer throws one die: 4."]
    );
    assert_eq!(kinds(&explained), [LineKind::Sentence, LineKind::Reason, LineKind::Sentence]);
    let given = thrown(&[4, 1], Some(DiceCount::One), None);
    assert_eq!(
        sentences_of(&given),
        ["Computer throws 4 and 1: the sum is 5.", "(The choice was one die, but the next queued throw has two dice.)"]
    );
    let nothing = Event::NothingToPlay { seat: HUMAN };
    assert_eq!(sentences_of(&nothing), ["Nothing can be covered or uncovered with that: Human's turn is over."]);
}

#[test]
fn moves_of_canoga() {
    let moved = |chosen: &str, rationale| Event::Moved { seat: HUMAN, chosen: chosen.parse().unwrap(), rationale };
    assert_eq!(sentences_of(&moved("cover 4 2", None)), ["Human covers 4 and 2."]);
    let uncovers = moved("uncover 9", Some(why("It wins.")));
    assert_eq!(sentences_of(&uncovers), ["Human uncovers Computer's 9.", "It wins."]);
    assert_eq!(kinds(&uncovers), [LineKind::Sentence, LineKind::Reason]);
}

/// The lines for a play by Human in a round with 50 seeds; those that aren't in the pits are in Human's store.
fn sowed(human: [i64; 5], computer: [i64; 5], pit: &str) -> Vec<String> {
    let rest = 50 - human.iter().chain(&computer).sum::<i64>();
    let side = |pits: [i64; 5], store| congkak::DraftSide { store, pits: pits.to_vec(), rounds: 0 };
    let sides = Pair { human: side(human, rest), computer: side(computer, 0) };
    let standing = congkak::Draft { size: 5, sides, next: HUMAN, over: None }.check().unwrap();
    let play = standing.position.play_with_details(pit.parse().unwrap()).unwrap();
    sentences_of(&Event::Sowed { seat: HUMAN, play, rationale: None })
}

#[test]
fn plays_of_congkak() {
    assert_eq!(
        sowed([1, 0, 3, 0, 0], [1, 0, 0, 4, 0], "P"),
        [
            "Human takes 1 seed from pit P and sows it into Q.",
            "Pit Q was empty: that seed and the 4 in pit D across go to Human's store."
        ]
    );
    assert_eq!(
        sowed([1, 0, 0, 0, 1], [1, 0, 0, 4, 0], "T"),
        [
            "Human takes 1 seed from pit T and sows it into Human's store.",
            "The last seed falls into Human's store: Human plays again."
        ]
    );
    assert_eq!(
        sowed([1, 0, 0, 0, 2], [3, 1, 1, 1, 0], "T"),
        [
            "Human takes 2 seeds from pit T and sows them into Human's store and A.",
            "Pit A held 3 seeds, so Human picks up the 4 now in it and sows them into B, C, D and E.",
            "Pit E was empty: the turn ends.",
            "Altogether, these 2 sowings put 1 seed into Human's store."
        ]
    );
}

#[test]
fn steps_of_kono() {
    let stepped = |captured, arrived| {
        let kono::Move::Step(from, direction) = "2 1 se".parse().unwrap() else { unreachable!() };
        sentences_of(&Event::Stepped { seat: COMPUTER, from, direction, captured, arrived, rationale: None })
    };
    assert_eq!(stepped(false, false), ["Computer moves the piece at (2,1) southeast, to (3,2)."]);
    assert_eq!(
        stepped(true, true)[1..],
        ["It captures Human's piece there.", "It has reached one of Human's home points and may capture from now on."]
    );
    let repeated = "This position has come up for the second time. The third time, the round is called.";
    assert_eq!(sentences_of(&Event::Repeated), [repeated]);
    let quiet =
        "80 moves in a row without a capture or a first arrival: after 20 more moves like that, the round is called.";
    assert_eq!(sentences_of(&Event::Quiet { moves: 80, left: 20 }), [quiet]);
    assert!(
        sentences_of(&Event::Quiet { moves: 99, left: 1 })[0]
            .ends_with("after 1 more move like that, the round is called.")
    );
}

#[test]
fn only_the_first_the_third_and_every_tenth_pass_in_a_row_has_a_sentence() {
    let passed = |times| sentences_of(&Event::Passed { seat: COMPUTER, times });
    assert_eq!(passed(1), ["All Computer's pieces are blocked: Computer passes until one of them can move."]);
    assert_eq!(
        passed(3),
        [
            "Computer has passed 3 times in a row. Until a piece makes way, only Human moves; either player may offer to \
          call the round."
        ]
    );
    let worded: Vec<usize> = (1..=30).filter(|times| !passed(*times).is_empty()).collect();
    assert_eq!(worded, [1, 3, 10, 20, 30]);
    let you = Names::for_player(&Setup::new(parlor_rules::Game::Kono).players);
    let yours = sentences(&Event::Passed { seat: HUMAN, times: 1 }, &you);
    assert_eq!(yours[0].text, "All your pieces are blocked: you pass until one of them can move.");
}

/// The lines for the end of a round, without the totals.
fn over_on(end: RoundEnd, standing: Standing) -> Vec<String> {
    let event = Event::RoundOver { end, totals: Pair { human: 12, computer: 3 }, standing: Box::new(standing) };
    assert!(kinds(&event).iter().all(|&kind| kind == LineKind::Result));
    let mut lines = sentences_of(&event);
    assert_eq!(lines.pop().as_deref(), Some("Totals: Human 12, Computer 3."));
    lines
}

fn over(end: RoundEnd) -> Vec<String> {
    over_on(end, Standing::Kono(kono::Standing::new(kono::Size::ALL[0])))
}

#[test]
fn ends_of_rounds() {
    let canoga = |by, points| RoundEnd::Canoga(canoga::Outcome { winner: HUMAN, by, points });
    assert_eq!(over(canoga(WonBy::Covering, 1)), ["Human has covered every square and wins the round: 1 point."]);
    let uncovered = "Human has uncovered Computer's last square and wins the round: 9 points.";
    assert_eq!(over(canoga(WonBy::Uncovering, 9)), [uncovered]);
    let kono = |end, scores: [i32; 2], winner, points| {
        let scores = Pair { human: scores[0], computer: scores[1] };
        over(RoundEnd::Kono(kono::Outcome { end, scores, winner, points, parts: Pair::default() })).join(" ")
    };
    let tied = kono(End::Stuck, [0, 0], None, 0);
    assert!(tied.starts_with("Neither player can move: the round is over."), "{tied}");
    assert!(tied.ends_with("The round is a tie, and no points are awarded."), "{tied}");
    let repeated = kono(End::Called(Called::Repetition), [0, 0], None, 0);
    assert!(repeated.starts_with("The round is called, because this position has come up for the third"), "{repeated}");
    let agreed = kono(End::Called(Called::Agreement), [0, 0], None, 0);
    assert!(agreed.starts_with("Both players have agreed to call the round. Human scores nothing."), "{agreed}");
}

#[test]
fn the_seeds_swept_at_a_rounds_end_are_named() {
    let congkak = |swept| over(RoundEnd::Congkak { winner: COMPUTER, swept }).concat();
    assert_eq!(
        congkak(Some(12)),
        "Human has no seed left in the pits: Computer wins the round, and the 12 seeds left in Computer's pits go to \
         Computer's store."
    );
    assert_eq!(
        congkak(Some(1)),
        "Human has no seed left in the pits: Computer wins the round, and the 1 seed left in Computer's pits goes to \
         Computer's store."
    );
    assert_eq!(congkak(Some(0)), "No seeds are left in the pits, and Human would play next: Computer wins the round.");
    assert_eq!(congkak(None), "Human has no seed left in the pits: Computer wins the round.");
}

#[test]
fn konos_score_lists_its_parts() {
    let parts = |home, captured, quit| ScoreParts { home, captured, quit };
    let result = |human: ScoreParts, computer: ScoreParts, scores: [i32; 2]| {
        let outcome = kono::Outcome {
            end: End::Quit(HUMAN),
            scores: Pair { human: scores[0], computer: scores[1] },
            winner: Some(COMPUTER),
            points: scores[0].abs_diff(scores[1]),
            parts: Pair { human, computer },
        };
        over(RoundEnd::Kono(outcome))
    };
    assert_eq!(
        result(parts(10, 0, true), parts(3, 2, false), [5, 13]),
        [
            "Human has quit, which costs 5 points.",
            "Human scores 5: 10 for home points and 5 off for quitting.",
            "Computer scores 13: 3 for home points and 10 for 2 captured pieces.",
            "Computer wins the round and is awarded 8 points."
        ]
    );
    assert_eq!(
        result(parts(0, 0, true), parts(0, 1, false), [-5, 5])[1..3],
        ["Human scores -5: 5 off for quitting.", "Computer scores 5: 5 for 1 captured piece."]
    );
}

#[test]
fn a_round_that_ends_at_home_names_the_player() {
    let mut rounds = 0;
    for seed in 0..40 {
        crate::trial::play(Game::Kono, seed, 1, |_, happened| {
            for event in &happened.events {
                if let Event::RoundOver { end: RoundEnd::Kono(outcome), .. } = event
                    && outcome.end == End::Home
                {
                    let lines = sentences_of(event);
                    let (all, none) = ("All pieces that ", " has no piece left: the round is over.");
                    assert!(lines[0].starts_with(all) || lines[0].ends_with(none), "{lines:?}");
                    rounds += 1;
                }
            }
        });
    }
    assert!(rounds > 0);
}

#[test]
fn ends_of_tournaments() {
    let over = |human, computer, rounds| {
        sentences_of(&Event::TournamentOver { totals: Pair { human, computer }, rounds }).concat()
    };
    assert_eq!(over(5, 3, None), "Human wins the tournament: Human 5, Computer 3.");
    let rounds = Some(Pair { human: 1, computer: 2 });
    assert_eq!(
        over(3, 5, rounds),
        "Computer wins the tournament: Human 3, Computer 5.Rounds won: Human 1, Computer 2. Winning a round only decides who \
         starts the next one; the seeds decide the tournament."
    );
    assert_eq!(over(4, 4, None), "The tournament is a draw: Human 4, Computer 4.");
    assert_eq!(sentences_of(&Event::GaveUp { seat: HUMAN }), ["Human gives up."]);
    let no_more = Event::NoMoreRounds(NextRoundError::RoundNotOver);
    let [line] = &sentences_of(&no_more)[..] else { panic!("one line") };
    assert!(line.starts_with(char::is_uppercase) && line.ends_with('.'), "{line}");
}

#[test]
fn saving_undo_and_seeds_are_notes() {
    let saved = Event::Saved { name: "kono-1.txt".to_owned() };
    let not_saved = Event::NotSaved { why: "the disk is full".to_owned() };
    assert_eq!(sentences_of(&saved), ["The game is saved in kono-1.txt."]);
    assert_eq!(sentences_of(&not_saved), ["The game is not saved: the disk is full."]);
    assert_eq!(sentences_of(&Event::TakenBack), ["Taken back."]);
    assert_eq!(sentences_of(&Event::Redone), ["Played again."]);
    let new_seed = Event::NewSeed { was_hidden: true, commitment: None };
    assert_eq!(sentences_of(&new_seed), ["From now on, dice come from a new seed: the old one is hidden."]);
    let (seed, salt) = (5, Salt([1; 16]));
    let promised = Event::NewSeed { was_hidden: false, commitment: Some(Commitment::of(seed, salt)) };
    let commitment = format!("Its commitment is {}.", Commitment::of(seed, salt));
    assert_eq!(sentences_of(&promised), ["From now on, dice come from a new seed.", &commitment]);
    let revealed = Event::Revealed { seed, salt };
    assert_eq!(sentences_of(&revealed), ["The seed was 5, and its salt 01010101010101010101010101010101."]);
    let corrected = Event::Corrected { was: throw(&[3, 4]), now: throw(&[3, 5]) };
    assert_eq!(sentences_of(&corrected), ["Corrected: the dice show 3 5, not 3 4."]);
    for event in [saved, not_saved, Event::TakenBack, Event::Redone, corrected, Event::Resumed, Event::QueueEmpty] {
        assert_eq!(kinds(&event), [LineKind::Note], "{event:?}");
    }
}

#[test]
fn offers_and_their_replies_are_notes() {
    let offered = |offer| Event::Offered { seat: HUMAN, offer };
    assert_eq!(sentences_of(&offered(Offer::Undo)), ["Human asks to take back the last decision."]);
    assert_eq!(sentences_of(&offered(Offer::Call)), ["Human offers to call the round and score it as it stands."]);
    for offer in [Offer::Undo, Offer::Call] {
        let (accepted, declined) =
            (Event::Accepted { seat: COMPUTER, offer }, Event::Declined { seat: COMPUTER, offer });
        assert_eq!(sentences_of(&accepted), ["Computer accepts."]);
        assert_eq!(sentences_of(&declined), ["Computer declines."]);
        for event in [offered(offer), accepted, declined] {
            assert_eq!(kinds(&event), [LineKind::Note], "{event:?}");
        }
    }
}
