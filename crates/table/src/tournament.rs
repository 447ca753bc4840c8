//! The state machine of a tournament.

use std::sync::Arc;

use parlor_rules::kono::End;
use parlor_rules::{
    Choice, Coin, Decision, DiceCount, Game, NextRoundError, Outcome, Pair, Seat, Standing, Throw, canoga, congkak,
    first_by_coin, first_by_dice, kono,
};

use crate::{Ask, Event, MenuKind, Next, Rationale, RoundEnd, Setup};

/// A tournament of any of the three games.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Tournament {
    game: Game,
    /// The current round, from 1.
    pub(crate) round: u32,
    /// Rounds count from a save, because its file has no round number (Canoga).
    pub(crate) counts_since_save: bool,
    /// The size of the round, once chosen.
    pub(crate) size: Option<i64>,
    /// The contents of a save; `None` before there is anything to save.
    pub(crate) standing: Option<Standing>,
    /// The last round, which gives the scores and Canoga's handicap.
    previous: Option<Standing>,
    stage: Stage,
    /// The player who starts the first round without a coin toss (Congkak).
    first: Option<Seat>,
    /// The number of moves made at this table in this round (Kono).
    pub(crate) moves: usize,
}

#[derive(Clone, PartialEq, Debug)]
enum Stage {
    Size,
    /// The menu before the dice for the first turn (Kono).
    FirstMenu,
    /// The dice for the first turn. Human throws first.
    FirstThrow {
        human: Option<Throw>,
    },
    Call,
    Toss(Coin),
    Color {
        first: Seat,
    },
    /// The menu before a turn.
    Turn,
    /// A sowing, a step, or a number of dice.
    Decide,
    Throw {
        dice: DiceCount,
        rationale: Option<Arc<Rationale>>,
    },
    Move(canoga::Thrown),
    /// The menu before the result (Canoga).
    Won,
    Declared,
}

impl Tournament {
    pub(crate) fn new(setup: &Setup, events: &mut Vec<Event>) -> Tournament {
        let mut tournament = Tournament { first: setup.first, ..Tournament::before_size(setup.game) };
        if let Some(size) = setup.size.filter(|size| setup.game.sizes().contains(size)) {
            tournament.choose_size(size, events);
        }
        tournament
    }

    fn before_size(game: Game) -> Tournament {
        Tournament {
            game,
            round: 1,
            counts_since_save: false,
            size: None,
            standing: None,
            previous: None,
            stage: Stage::Size,
            first: None,
            moves: 0,
        }
    }

    /// A tournament that continues from a save.
    pub(crate) fn resume(standing: Standing, events: &mut Vec<Event>) -> Tournament {
        events.push(Event::Resumed);
        let mut tournament = Tournament::before_size(standing.game());
        tournament.size = Some(standing.size());
        tournament.standing = Some(standing.clone());
        tournament.turn(None, events);
        match standing {
            Standing::Canoga(standing) => {
                tournament.counts_since_save = true;
                events.extend(standing.position.locked().map(|handicap| Event::Handicap(handicap, true)));
            }
            Standing::Congkak(congkak::Standing { rounds, .. }) => {
                tournament.round = rounds.human.saturating_add(rounds.computer).saturating_add(1);
            }
            Standing::Kono(standing) => {
                tournament.round = standing.round;
                if standing.position.is_none() {
                    tournament.stage = Stage::FirstMenu;
                }
            }
        }
        tournament
    }

    pub(crate) fn next(&self, setup: &Setup) -> Next {
        match &self.stage {
            Stage::Size => Next::size(setup, self.previous.as_ref().map(Standing::size)),
            Stage::FirstMenu => Next::menu(setup, MenuKind::FirstDice, None),
            Stage::FirstThrow { human } => Next::first_throw(human.is_some()),
            Stage::Call => Next::decide(Seat::Human, Decision::Call),
            Stage::Toss(_) => Next::Toss,
            Stage::Color { first } => {
                let Some(Standing::Kono(standing)) = &self.standing else { unreachable!("only Kono has colours") };
                Next::decide(*first, Decision::Color(standing.clone()))
            }
            Stage::Turn => Next::menu(setup, MenuKind::Turn, self.on_table().turn()),
            Stage::Decide => Next::decide(self.mover(), self.decision()),
            Stage::Throw { dice, .. } => {
                Next::Throw { seat: self.mover(), dice: *dice, may_be_one: self.may_throw_one() }
            }
            Stage::Move(thrown) => Next::decide(thrown.mover(), Decision::Canoga(*thrown)),
            Stage::Won => {
                let winner = self.on_table().outcome().and_then(|outcome| outcome.winner());
                Next::menu(setup, MenuKind::Win, winner)
            }
            Stage::Declared => Next::ask_owner(setup, Ask::Another),
        }
    }

    /// The board of the current round.
    fn on_table(&self) -> &Standing {
        self.standing.as_ref().expect("a round that is being played has a board")
    }

    fn mover(&self) -> Seat {
        self.on_table().turn().expect("a round that is being played has a player to move")
    }

    fn may_throw_one(&self) -> bool {
        matches!(&self.standing, Some(Standing::Canoga(standing)) if standing.position.may_throw_one())
    }

    /// The first decision of a turn.
    pub(crate) fn decision(&self) -> Decision {
        self.on_table().clone().into()
    }

    /// Applies the choice of a size.
    pub(crate) fn choose_size(&mut self, size: i64, events: &mut Vec<Event>) {
        self.size = Some(size);
        self.moves = 0;
        events.push(Event::RoundBegins { round: self.round, size, since_save: self.counts_since_save });
        self.stage = match self.game {
            Game::Canoga => Stage::FirstThrow { human: None },
            Game::Congkak => match self.first {
                None => Stage::Call,
                Some(first) => return self.begin_congkak(first, events),
            },
            Game::Kono => {
                let size = kono::Size::new(size).expect(GAMES_SIZE);
                let mut winner = None;
                let standing = match &self.previous {
                    Some(Standing::Kono(previous)) => {
                        winner = previous.outcome().and_then(|outcome| outcome.winner);
                        previous.next_round(size).expect(NEXT_ROUND)
                    }
                    _ => kono::Standing::new(size),
                };
                self.standing = Some(standing.into());
                events.extend(winner.map(|seat| Event::First { seat }));
                winner.map_or(Stage::FirstMenu, |first| Stage::Color { first })
            }
        };
    }

    /// Applies "play" in a menu.
    pub(crate) fn pass_menu(&mut self, events: &mut Vec<Event>) {
        match self.stage {
            Stage::FirstMenu => self.stage = Stage::FirstThrow { human: None },
            Stage::Turn => self.stage = self.next_play(),
            Stage::Won => self.turn(None, events),
            _ => unreachable!("only a menu is passed"),
        }
    }

    fn next_play(&self) -> Stage {
        if self.game == Game::Canoga && !self.may_throw_one() {
            Stage::Throw { dice: DiceCount::Two, rationale: None }
        } else {
            Stage::Decide
        }
    }

    /// Starts the next turn, or announces the result of a finished round.
    fn turn(&mut self, swept: Option<u8>, events: &mut Vec<Event>) {
        if let Some(Standing::Kono(standing)) = &mut self.standing {
            while passes(standing) {
                step(standing, kono::Move::Pass, None, events).expect("a player who is stuck may pass");
                self.moves += 1;
            }
        }
        let standing = self.on_table();
        let Some(outcome) = standing.outcome() else {
            self.stage = Stage::Turn;
            return;
        };
        events.push(Event::RoundOver {
            end: match outcome {
                Outcome::Canoga(outcome) => RoundEnd::Canoga(outcome),
                Outcome::Congkak(outcome) => RoundEnd::Congkak { winner: outcome.winner, swept },
                Outcome::Kono(outcome) => RoundEnd::Kono(outcome),
            },
            totals: standing.totals(),
            standing: Box::new(standing.clone()),
        });
        self.stage = Stage::Declared;
    }

    /// Applies the answer to a decision; after a refusal nothing has changed.
    pub(crate) fn decide(
        &mut self,
        choice: Choice,
        rationale: Option<Arc<Rationale>>,
        events: &mut Vec<Event>,
    ) -> Result<(), String> {
        match (&self.stage, choice, &mut self.standing) {
            (Stage::Call, Choice::Coin(call), _) => self.stage = Stage::Toss(call),
            (&Stage::Color { first }, Choice::Color(color), Some(Standing::Kono(standing))) => {
                events.push(Event::ColorChosen { seat: first, color });
                *standing = standing.clone().choose(first, color);
                self.turn(None, events);
            }
            (Stage::Decide, Choice::Dice(dice), _) => self.stage = Stage::Throw { dice, rationale },
            (Stage::Move(thrown), Choice::Canoga(chosen), Some(Standing::Canoga(standing))) => {
                standing.position = thrown.play(chosen).map_err(|refusal| refusal.to_string())?;
                events.push(Event::Moved { seat: thrown.mover(), chosen, rationale });
                let won = standing.position.outcome().is_some();
                self.stage = if won { Stage::Won } else { self.next_play() };
            }
            (Stage::Decide, Choice::Congkak(pit), Some(Standing::Congkak(standing))) => {
                let play = standing.position.play_with_details(pit).map_err(|refusal| refusal.to_string())?;
                standing.position = play.after;
                let swept = play.swept;
                events.push(Event::Sowed { seat: pit.seat(), play, rationale });
                self.turn(Some(swept), events);
            }
            (Stage::Decide, Choice::Kono(chosen), Some(Standing::Kono(standing))) => {
                step(standing, chosen, rationale, events)?;
                self.moves += 1;
                self.turn(None, events);
            }
            _ => return Err("that doesn't answer the question".to_owned()),
        }
        Ok(())
    }

    pub(crate) fn throw(&mut self, throw: Throw, events: &mut Vec<Event>) -> Result<(), String> {
        match (&mut self.stage, &mut self.standing) {
            (&mut Stage::FirstThrow { human }, _) => self.first_throw(human, throw, events),
            (Stage::Throw { dice, rationale }, Some(Standing::Canoga(standing))) => {
                let thrown = standing.position.throw(throw).map_err(|refusal| refusal.to_string())?;
                let seat = thrown.mover();
                let instead_of = (throw.count() != *dice).then_some(*dice);
                events.push(Event::Thrown { seat, throw, instead_of, rationale: rationale.take() });
                self.stage = match thrown.pass() {
                    Ok(after) => {
                        standing.position = after;
                        events.push(Event::NothingToPlay { seat });
                        Stage::Turn
                    }
                    Err(_) => Stage::Move(thrown),
                };
            }
            _ => return Err("the table isn't waiting for dice".to_owned()),
        }
        Ok(())
    }

    fn first_throw(&mut self, human: Option<Throw>, throw: Throw, events: &mut Vec<Event>) {
        let seat = if human.is_none() { Seat::Human } else { Seat::Computer };
        events.push(Event::FirstThrow { seat, throw });
        let Some(human) = human else {
            self.stage = Stage::FirstThrow { human: Some(throw) };
            return;
        };
        let Some(first) = first_by_dice(Pair { human, computer: throw }) else {
            events.push(Event::FirstTied);
            self.stage = Stage::FirstThrow { human: None };
            return;
        };
        events.push(Event::First { seat: first });
        if self.game == Game::Kono {
            self.stage = Stage::Color { first };
            return;
        }
        let size = self.size.and_then(canoga::Size::new).expect(GAMES_SIZE);
        let standing = match &self.previous {
            Some(Standing::Canoga(previous)) => {
                events.push(match previous.position.handicap() {
                    Some(handicap) => Event::Handicap(handicap, handicap.owner != first),
                    None => Event::NoHandicap,
                });
                previous.next_round(size, first).expect(NEXT_ROUND)
            }
            _ => canoga::Standing::new(size, first),
        };
        self.standing = Some(standing.into());
        self.stage = Stage::Turn;
    }

    pub(crate) fn coin(&mut self, shown: Coin, events: &mut Vec<Event>) {
        let Stage::Toss(call) = self.stage else { unreachable!("the table tosses a coin only where one is asked for") };
        events.push(Event::CoinFell { call, shown });
        self.begin_congkak(first_by_coin(call, shown), events);
    }

    /// Starts the first round of Congkak.
    fn begin_congkak(&mut self, first: Seat, events: &mut Vec<Event>) {
        let size = self.size.and_then(congkak::Size::new).expect(GAMES_SIZE);
        events.push(Event::First { seat: first });
        self.standing = Some(congkak::Standing::new(size, first).into());
        self.stage = Stage::Turn;
    }

    /// The current Kono round, if it can be ended early.
    fn playing_kono(&mut self) -> Option<&mut kono::Standing> {
        match (&self.stage, &mut self.standing) {
            (Stage::Turn | Stage::Decide, Some(Standing::Kono(standing))) => Some(standing),
            _ => None,
        }
    }

    /// A person gives up at a menu; returns whether the whole tournament is over.
    pub(crate) fn quit(&mut self, quitter: Seat, events: &mut Vec<Event>) -> bool {
        events.push(Event::GaveUp { seat: quitter });
        let Some(standing) = self.playing_kono() else { return true };
        standing.quit(quitter).expect("a round that is being played can be given up");
        self.turn(None, events);
        false
    }

    /// Both players agree to call the round (rule kon-offer).
    pub(crate) fn call(&mut self, events: &mut Vec<Event>) -> Result<(), String> {
        let standing =
            self.playing_kono().ok_or("only a Kono round can be called, and only while it is being played")?;
        standing.agree_to_call().expect("a round that is being played can be called");
        self.turn(None, events);
        Ok(())
    }

    pub(crate) fn another(&mut self, events: &mut Vec<Event>) -> Result<(), NextRoundError> {
        // In Canoga and Kono, size and first player are chosen later. They don't affect whether another round is
        // possible.
        let next = match &self.standing {
            Some(Standing::Canoga(standing)) => standing.next_round(canoga::Size::USUAL, Seat::Human).map(|_| None)?,
            Some(Standing::Congkak(standing)) => Some(standing.next_round()?),
            Some(Standing::Kono(standing)) => standing.next_round(kono::Size::USUAL).map(|_| None)?,
            None => return Err(NextRoundError::RoundNotOver),
        };
        self.round += 1;
        self.previous = self.standing.take();
        if let (Some(next), Some(size)) = (next, self.size) {
            events.push(Event::RoundBegins { round: self.round, size, since_save: false });
            self.standing = Some(next.into());
            events.push(Event::First { seat: self.mover() });
            self.stage = Stage::Turn;
        } else {
            self.size = None;
            self.stage = Stage::Size;
        }
        Ok(())
    }

    /// The reason why a save file can't hold the current state; `None` if it can.
    pub(crate) fn cant_hold(&self) -> Option<&'static str> {
        match self.standing.as_ref()?.outcome()? {
            Outcome::Kono(kono::Outcome { end: End::Called(_), .. }) => {
                Some("a save file can't record that a round was called: the round would continue when the file is read")
            }
            Outcome::Kono(kono::Outcome { end: End::Quit(_), .. }) => Some(
                "a save file can't record that a round was given up: the round would continue when the file is read",
            ),
            _ => None,
        }
    }

    pub(crate) fn totals(&self) -> Pair<u32> {
        self.standing.as_ref().or(self.previous.as_ref()).map(Standing::totals).unwrap_or_default()
    }

    /// Rounds won, in games that count them (Congkak).
    pub(crate) fn rounds_won(&self) -> Option<Pair<u32>> {
        let Some(Standing::Congkak(standing)) = &self.standing else { return None };
        let mut rounds = standing.rounds;
        if let Some(congkak::Outcome { winner }) = standing.position.outcome() {
            rounds[winner] = rounds[winner].saturating_add(1);
        }
        Some(rounds)
    }
}

/// True if the player to move is stuck. They can only pass (rule kon-stuck), so they aren't asked.
fn passes(standing: &kono::Standing) -> bool {
    standing.position.is_some_and(|position| position.legal_moves().next() == Some(kono::Move::Pass))
}

/// Plays a Kono move.
fn step(
    standing: &mut kono::Standing,
    chosen: kono::Move,
    rationale: Option<Arc<Rationale>>,
    events: &mut Vec<Event>,
) -> Result<(), String> {
    let seat = standing.position.and_then(|position| position.turn()).ok_or("no player is to move")?;
    let kono::Play { after, captured, arrived } = standing.play(chosen).map_err(|refusal| refusal.to_string())?;
    events.push(match chosen {
        kono::Move::Step(from, direction) => Event::Stepped { seat, from, direction, captured, arrived, rationale },
        kono::Move::Pass => Event::Passed { seat, times: standing.passes_in_a_row() },
    });
    if after.turn().is_some() {
        let (quiet, size) = (standing.history().len(), standing.board().size());
        events.extend((standing.repetitions() == 2).then_some(Event::Repeated));
        let left = size.quiet_limit() - quiet;
        events.extend((quiet >= size.counted_from()).then_some(Event::Quiet { moves: quiet, left }));
    }
    Ok(())
}

const GAMES_SIZE: &str = "the table accepts only sizes of the game";
const NEXT_ROUND: &str = "another round was possible when it was offered";
