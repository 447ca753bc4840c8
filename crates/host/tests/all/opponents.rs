//! Hosts with computer players, including ones that fail.

use std::sync::Arc;

use parlor_engine::EngineJob;
use parlor_host::{AdviceFrom, ApplyError, Existing, Host, Opponent, OpponentDecision, Settings};
use parlor_rules::{Choice, Coin, Decision, Game, Level, Pair, Seat};
use parlor_table::{Answer, Ask, Entry, Event, MenuItem, Next, Offer, QueuedThrow, Setup};

struct By<F>(F);

impl<F: Fn(&EngineJob) -> Result<OpponentDecision, String> + Send + Sync> Opponent for By<F> {
    fn decide(&self, job: &EngineJob) -> Result<OpponentDecision, String> {
        self.0(job)
    }
}

fn decided(choice: Choice, value: f64) -> OpponentDecision {
    OpponentDecision { choice, value: Some(value), rationale: None }
}

fn host(opponent: impl Opponent + 'static, setup: Setup) -> Host {
    Host::begin(setup, None).unwrap().0.against(Arc::new(opponent))
}

/// A game of Kono in which Computer has to choose the colour, then to move as White.
fn kono() -> Setup {
    let queue = ["1 1", "6 6"].map(|dice| QueuedThrow { line: 1, throw: dice.parse().unwrap(), of_save: false });
    Setup { size: Some(5), queue: queue.to_vec(), ..Settings::new(Game::Kono).setup().unwrap() }
}

/// Plays until the computer player has to decide, answering menus.
fn until_thinking(host: &mut Host) -> parlor_host::EngineTurn {
    loop {
        if let Some(thinking) = host.thinking() {
            return thinking;
        }
        let entry = host.chance().unwrap_or_else(|| {
            let Next::Ask(question) = host.table().next() else { panic!("nothing else is needed") };
            assert!(matches!(question.ask, Ask::Menu { .. }), "a person is never asked for the computer's move");
            Entry::decision(question.seat, Answer::Menu(MenuItem::Play))
        });
        host.apply(entry).unwrap();
    }
}

#[test]
fn an_engine_that_fails_or_panics_is_reported_and_changes_nothing() {
    type Decide = fn(&EngineJob) -> Result<OpponentDecision, String>;
    let errors: [(Decide, &str); 2] = [
        (|_| Err("out of ideas".to_owned()), "the computer player has failed: out of ideas"),
        (|_| panic!("a bug"), "the computer player has failed: a bug"),
    ];
    for (decide, expected) in errors {
        let mut host = host(By(decide), kono());
        let thinking = until_thinking(&mut host);
        let before = host.table().clone();
        assert_eq!(thinking.run().unwrap_err().to_string(), expected);
        assert_eq!(*host.table(), before);
        assert!(host.thinking().is_some(), "it can be tried again");
    }
}

#[test]
fn an_illegal_answer_of_the_engine_is_refused() {
    let mut host = host(By(|_: &EngineJob| Ok(decided(Choice::Coin(Coin::Heads), 0.0))), kono());
    let entry = until_thinking(&mut host).run().unwrap();
    let before = host.table().clone();
    assert!(matches!(host.apply(entry), Err(ApplyError::Refused(_))));
    assert_eq!(*host.table(), before);
}

#[test]
fn a_copy_can_be_saved_whatever_is_asked() {
    let mut host = host(By(|_: &EngineJob| Err("no".to_owned())), kono());
    until_thinking(&mut host);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("copy.txt");
    host.save_copy(&file, Existing::Keep).unwrap();
    assert!(parlor_saves::read(&std::fs::read_to_string(&file).unwrap(), None).is_ok());
    let again = host.save_copy(&file, Existing::Keep).unwrap_err().to_string();
    assert!(again.contains("exists already"), "nothing is replaced: {again}");
    host.save_copy(&file, Existing::Replace).unwrap();
}

/// A Kono player that plays the legal moves one after the other. If the field is true, it has nothing to gain.
struct Content(bool);

impl Opponent for Content {
    fn decide(&self, job: &EngineJob) -> Result<OpponentDecision, String> {
        let quiet = if let Decision::Kono(standing) = &job.decision { standing.history().len() } else { 0 };
        let choices = job.decision.choices();
        Ok(decided(choices[quiet % choices.len()], 0.0))
    }

    fn has_nothing_to_gain(&self, _: &EngineJob, _: Seat) -> bool {
        self.0
    }
}

/// A Kono table at which the person is to move after `moves` moves back and forth, with the events since the last
/// one.
fn after_moves(opponent: Content, moves: usize) -> (Host, Vec<Event>) {
    let queue = ["6 6", "1 1"].map(|dice| QueuedThrow { line: 1, throw: dice.parse().unwrap(), of_save: false });
    let mut host = host(opponent, Setup { queue: queue.to_vec(), ..kono() });
    let mut last = vec![];
    let mut made = 0;
    loop {
        let entry = match (host.chance(), host.thinking(), host.table().next()) {
            (Some(entry), ..) => entry,
            (None, Some(thinking), _) => thinking.run().unwrap(),
            (None, None, Next::Ask(question)) => match &question.ask {
                Ask::Menu { turn: Some(Seat::Human), .. } if made >= moves => return (host, last),
                Ask::Menu { .. } => Entry::decision(question.seat, Answer::Menu(MenuItem::Play)),
                Ask::Decide(decision) => {
                    let choices = decision.choices();
                    Entry::decision(question.seat, choices[made % choices.len()])
                }
                ask => panic!("{ask:?}"),
            },
            _ => panic!("nothing else is needed"),
        };
        let reply = matches!(entry, Entry::Offer { .. });
        last = host.apply(entry).unwrap();
        made += last.iter().filter(|event| matches!(event, Event::Stepped { .. })).count();
        if reply {
            return (host, last);
        }
    }
}

/// Rule kon-offer: the computer player accepts when it has nothing to gain, and never before each player has made 2n
/// moves.
#[test]
fn kon_offer_is_accepted_if_nothing_is_left_to_gain() {
    for (content, moves, accepted) in [(true, 0, false), (false, 20, false), (true, 20, true)] {
        let (mut host, _) = after_moves(Content(content), moves);
        host.apply(Entry::Offer { seat: Seat::Human, offer: Offer::Call }).unwrap();
        let reply = host.thinking().expect("the program replies at once");
        let events = host.apply(reply.run().unwrap()).unwrap();
        let ended = events.iter().any(|event| matches!(event, Event::RoundOver { .. }));
        assert_eq!(ended, accepted, "{content} after {moves} moves: {events:?}");
    }
}

#[test]
fn a_stopped_search_gives_no_answer() {
    let mut settings = Settings::new(Game::Congkak);
    settings.levels.computer = parlor_rules::Level::Master;
    let setup = Setup { size: Some(11), seed: 1.into(), ..settings.setup().unwrap() };
    let (mut host, _) = Host::begin(setup, None).unwrap();
    host.apply(Entry::decision(Seat::Human, Choice::Coin(Coin::Heads))).unwrap();
    let thinking = until_thinking(&mut host);
    thinking.stop();
    assert_eq!(thinking.run().unwrap_err().to_string(), "the computer player has failed: the search was stopped");
}

/// The first turn against a program of this level.
fn first_turn(game: Game, level: Level) -> Host {
    let settings = Settings { levels: Pair { human: level, computer: level }, seed: Some(1), ..Settings::new(game) };
    let queue = ["6 6", "1 1", "4 3"].map(|dice| QueuedThrow { line: 1, throw: dice.parse().unwrap(), of_save: false });
    let setup = Setup { size: Some(game.sizes()[0]), queue: queue.to_vec(), ..settings.setup().unwrap() };
    let mut host = Host::begin(setup, None).unwrap().0;
    while host.table().decision().is_none_or(|(_, decision)| !is_about_the_board(&decision)) {
        let entry = match (host.chance(), host.table().next()) {
            (Some(entry), _) => entry,
            (None, Next::Ask(question)) => Entry::decision(
                question.seat,
                match question.ask {
                    Ask::Decide(decision) => Answer::Choice(decision.choices()[0]),
                    _ => Answer::Menu(MenuItem::Play),
                },
            ),
            _ => panic!("nothing else is needed"),
        };
        host.apply(entry).unwrap();
    }
    host
}

fn is_about_the_board(decision: &Decision) -> bool {
    matches!(decision, Decision::Canoga(_) | Decision::Congkak(_) | Decision::Kono(_))
}

/// A level only weakens the engine, so help is the same against every level. The level's own evaluation has to be
/// requested.
#[test]
fn help_is_the_engine_at_full_strength_against_every_level() {
    for game in Game::ALL {
        for level in Level::ALL {
            let host = first_turn(game, level);
            let job = host.help_job(AdviceFrom::default()).unwrap();
            assert_eq!(job.level, Level::Master, "{game} against {level}");
            assert_eq!(host.help_job(AdviceFrom::Level).unwrap().level, level, "{game}");
        }
    }
}
