use parlor_rules::congkak::{Capture, Hole, Lap, Outcome, Pit, Play, Position};
use parlor_rules::{Decision, Seat, Standing};
use parlor_table::{Ask, Event, Table};

use super::{Lesson, Page};
use crate::words::{count, either, listed};

/// The coin falls heads, which most people call: so most of them begin.
pub(super) const SEED: u64 = 0;

pub(super) fn write(page: &mut Page, table: &Table, ask: &Ask) {
    match ask {
        Ask::Decide(Decision::Call) => call(page, table.size().unwrap_or_default()),
        Ask::Decide(Decision::Congkak(position)) => pits(page, position),
        Ask::Another => {
            if let Some(Standing::Congkak(standing)) = table.standing() {
                round_over(page, &standing.position, standing.next_round().is_ok());
            }
        }
        _ => {}
    }
}

fn call(page: &mut Page, pits: i64) {
    page.lesson(Lesson::Goal, || {
        format!(
            "Each of you has {pits} pits with {pits} seeds in each, and a store. Gather as many seeds as you can in your \
             own store: there they are safe until the round ends."
        )
    });
    page.lesson(Lesson::Coin, || "A coin decides who begins. Call it: heads and tails are equally likely.".to_owned());
}

/// Which pit.
fn pits(page: &mut Page, position: &Position) {
    let them = page.them.clone();
    if let Some(did) = their_turn(page) {
        page.fact(did);
    }
    let (own, other) = (row(position, page.you), row(position, page.you.other()));
    if let Some(Event::CoinFell { call, shown }) =
        page.since.iter().find(|event| matches!(event, Event::CoinFell { .. }))
    {
        let begins = if their_plays(page).is_empty() { "you begin".to_owned() } else { format!("{them} began") };
        let text = if call == shown {
            format!("The coin fell {shown}, as you called, so {begins}.")
        } else {
            format!("You called {call} and the coin fell {shown}, so {begins}.")
        };
        page.lesson(Lesson::First, || text);
    }
    page.lesson(Lesson::Sow, || {
        format!(
            "Take all seeds from one of your pits, {own}. Drop them one by one along your row, into your store, along {other} \
             and round again, past {them}'s store."
        )
    });
    say_plays(page, position);
    page.lesson(Lesson::LastSeed, || {
        "The last seed decides. Into your store: you play again. Into a pit with seeds: you pick them all up and sow on. \
         Into an empty pit: your turn ends."
            .to_owned()
    });
    seen(page);
    if free(position).next().is_some() {
        page.lesson(Lesson::FreeFirst, || {
            "A play that ends in your store is a good one to begin with: it gains a seed at least, and it is still your \
             turn."
                .to_owned()
        });
    }
    page.lesson(Lesson::Capture, || {
        "If your last seed falls into an empty pit of your own, it goes into your store, and so do all seeds in the pit \
         across."
            .to_owned()
    });
    page.say_help();
    page.lesson(Lesson::RoundEnd, || {
        "A player who has no seed left in any pit has lost the round, and the other adds the seeds of their own row to \
         their store."
            .to_owned()
    });
}

/// "P to V".
fn row(position: &Position, seat: Seat) -> String {
    let pit = |index| Pit::new(seat, index).map_or(String::new(), |pit| pit.to_string());
    format!("{} to {}", pit(0), pit(position.size().pits() - 1))
}

/// The plays that the other player made since the reader's last question.
fn their_plays<'a>(page: &Page<'a>) -> Vec<&'a Play> {
    let play = |event: &'a Event| match event {
        Event::Sowed { seat, play, .. } if *seat != page.you => Some(play),
        _ => None,
    };
    page.since.iter().filter_map(play).collect()
}

/// What the other player's turn did.
fn their_turn(page: &Page) -> Option<String> {
    let plays = their_plays(page);
    let gained: u32 = plays.iter().map(|play| gain(play)).sum();
    let pits = plays.iter().filter_map(|play| play.laps.first()).map(|lap| lap.from.to_string());
    let pits: Vec<String> = pits.collect();
    let word = if pits.len() == 1 { "pit" } else { "pits" };
    (!pits.is_empty()).then(|| {
        format!(
            "{} played {word} {} and put {} into {} store.",
            page.them,
            listed(pits),
            count(gained, "seed"),
            page.their()
        )
    })
}

/// The seeds that a play put into the sower's store.
fn gain(play: &Play) -> u32 {
    let sown = play.laps.iter().flat_map(Lap::stops).filter(|hole| *hole == Hole::OwnStore).count() as u32;
    sown + play.capture.map_or(0, |capture| u32::from(capture.seeds) + 1)
}

/// What every pit would do.
fn plays(position: &Position) -> impl Iterator<Item = (Pit, Play)> {
    position.legal_moves().filter_map(|pit| Some((pit, position.play_with_details(pit).ok()?)))
}

/// The pits that earn another play.
fn free(position: &Position) -> impl Iterator<Item = Pit> {
    plays(position).filter(|(_, play)| play.free && play.after.turn().is_some()).map(|(pit, _)| pit)
}

/// What the pits would do that do something special.
fn say_plays(page: &mut Page, position: &Position) {
    let you = page.you;
    let ending = |wins: bool| -> Vec<String> {
        let ends = plays(position)
            .filter(|(_, play)| play.after.outcome().is_some_and(|outcome| (outcome.winner == you) == wins));
        ends.map(|(pit, _)| pit.to_string()).collect()
    };
    let (winning, losing) = (ending(true), ending(false));
    if !winning.is_empty() {
        page.fact(format!("Sowing from {} would end the round, and you would win it.", either(winning)));
    }
    if !losing.is_empty() {
        page.fact(format!("Sowing from {} would end the round, and you would lose it.", either(losing)));
    }
    let free: Vec<String> = free(position).map(|pit| pit.to_string()).collect();
    if !free.is_empty() {
        page.fact(format!("Sowing from {} would end in your store, and you would play again.", either(free.clone())));
    }
    let goes_on = |play: &Play| play.after.turn().is_some();
    let captures = plays(position).filter(|(_, play)| goes_on(play));
    let captures = captures.filter_map(|(pit, play)| Some((pit, play.capture?))).filter(|(_, it)| it.seeds > 0);
    if let Some((pit, Capture { last, across, seeds })) = captures.max_by_key(|(_, capture)| capture.seeds) {
        page.fact(format!(
            "Sowing from {pit} would end in your pit {last}, empty by then, and capture {} from pit {across} across.",
            count(seeds.into(), "seed")
        ));
    } else if free.is_empty()
        && let Some((pit, play)) = plays(position).filter(|(_, play)| goes_on(play)).max_by_key(|(_, play)| gain(play))
    {
        page.fact(match gain(&play) {
            0 => format!("Nothing reaches your store this time: look at what each play leaves {}.", page.them),
            gained => format!(
                "Nothing ends in your store this time. Sowing from {pit} would put the most into it: {}.",
                count(gained, "seed")
            ),
        });
    }
}

/// What has just been seen for the first time.
fn seen(page: &mut Page) {
    let you = page.you;
    let them = page.them.clone();
    let who = |seat: Seat| if seat == you { "you".to_owned() } else { them.clone() };
    let whose = |seat: Seat| if seat == you { "Your".to_owned() } else { format!("{them}'s") };
    let plays = page.since.iter().filter_map(|event| match event {
        Event::Sowed { seat, play, .. } => Some((*seat, play)),
        _ => None,
    });
    let (mut relay, mut capture, mut free) = (None, None, None);
    for (seat, play) in plays {
        if let Some(lap) = play.laps.get(1) {
            relay.get_or_insert_with(|| {
                format!(
                    "{} last seed fell into pit {}, where {} lay, so {} picked up the {} then in it and sowed on.",
                    whose(seat),
                    lap.from,
                    count(u32::from(lap.seeds) - 1, "seed"),
                    who(seat),
                    lap.seeds
                )
            });
        }
        if let Some(Capture { last, across, seeds }) = play.capture.filter(|capture| capture.seeds > 0) {
            capture.get_or_insert_with(|| {
                format!(
                    "{} last seed fell into the empty pit {last}: it went into the store, with {} from pit {across} \
                     across.",
                    whose(seat),
                    count(seeds.into(), "seed")
                )
            });
        }
        if play.free && seat == you {
            free.get_or_insert_with(|| "Your last seed fell into your store, so you play again.".to_owned());
        }
    }
    page.lesson_if(Lesson::SeenFree, free);
    page.lesson_if(Lesson::SeenRelay, relay);
    page.lesson_if(Lesson::SeenCapture, capture);
}

/// How the round ended, and what comes of it.
fn round_over(page: &mut Page, position: &Position, goes_on: bool) {
    let them = page.them.clone();
    let Some(Outcome { winner }) = position.outcome() else { return };
    let totals = position.seeds();
    let (who, has) = if winner == page.you { (&*them, "has") } else { ("you", "have") };
    let (yours, theirs) = (totals[page.you], totals[page.you.other()]);
    let who = crate::capitalised(who);
    page.fact(format!("{who} {has} no seed left in the pits. You have {yours} seeds in all, {them} {theirs}."));
    if goes_on {
        page.lesson(Lesson::Worth, || {
            "In the next round each of you lays out the seeds you have, and the winner of this one begins. With fewer \
             seeds, not every pit is filled."
                .to_owned()
        });
    }
}
