use parlor_rules::congkak::{Capture, Hole, Lap, Outcome, Pit, Play, Position};
use parlor_rules::{Decision, Seat, Standing};
use parlor_table::{Ask, Event, Table};

use super::{Lesson, Page};
use crate::words::{count, either, listed};

/// With this seed the coin shows heads, the more popular call, so most readers play first.
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
    page.lesson(Lesson::Coin, || {
        "A coin decides who plays first. Call it: heads and tails are equally likely.".to_owned()
    });
}

fn pits(page: &mut Page, position: &Position) {
    let them = page.them.clone();
    if let Some(did) = their_turn(page) {
        page.fact(did);
    }
    let (own, other) = (row(position, page.you), row(position, page.you.other()));
    if let Some(Event::CoinFell { call, shown }) =
        page.since.iter().find(|event| matches!(event, Event::CoinFell { .. }))
    {
        let begins = if their_plays(page).is_empty() { "you start".to_owned() } else { format!("{them} started") };
        let text = if call == shown {
            format!("The coin fell {shown}, as you called, so {begins}.")
        } else {
            format!("The coin fell {shown}, not {call}, so {begins}.")
        };
        page.lesson(Lesson::First, || text);
    }
    page.lesson(Lesson::Sow, || {
        format!(
            "Take all seeds from one of your pits, {own}. Sow them one by one along your row, into your store, along {other} \
             and so on, past {them}'s store."
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
            "A play that ends in your store is a good start: it gains at least one seed, and it is still your turn."
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
        "A player with no seeds left in any pit loses the round, and the other player moves the seeds left in the \
             other row to the store."
            .to_owned()
    });
}

fn row(position: &Position, seat: Seat) -> String {
    let pit = |index| Pit::new(seat, index).map_or(String::new(), |pit| pit.to_string());
    format!("{} to {}", pit(0), pit(position.size().pits() - 1))
}

/// The other player's plays since the reader's last question.
fn their_plays<'a>(page: &Page<'a>) -> Vec<&'a Play> {
    let play = |event: &'a Event| match event {
        Event::Sowed { seat, play, .. } if *seat != page.you => Some(play),
        _ => None,
    };
    page.since.iter().filter_map(play).collect()
}

fn their_turn(page: &Page) -> Option<String> {
    let plays = their_plays(page);
    let gained: u32 = plays.iter().map(|play| gain(play)).sum();
    let pits = plays.iter().filter_map(|play| play.laps.first()).map(|lap| lap.from.to_string());
    let pits: Vec<String> = pits.collect();
    let word = if pits.len() == 1 { "pit" } else { "pits" };
    (!pits.is_empty()).then(|| {
        format!(
            "{} played {word} {} and put {} into {} store.",
            crate::capitalised(&page.them),
            listed(pits),
            count(gained, "seed"),
            page.their()
        )
    })
}

/// The seeds that a play puts into the sower's store.
fn gain(play: &Play) -> u32 {
    let sown = play.laps.iter().flat_map(Lap::stops).filter(|hole| *hole == Hole::OwnStore).count() as u32;
    sown + play.capture.map_or(0, |capture| u32::from(capture.seeds) + 1)
}

/// All legal plays with their results.
fn plays(position: &Position) -> impl Iterator<Item = (Pit, Play)> {
    position.legal_moves().filter_map(|pit| Some((pit, position.play_with_details(pit).ok()?)))
}

/// The pits whose play earns another turn.
fn free(position: &Position) -> impl Iterator<Item = Pit> {
    plays(position).filter(|(_, play)| play.free && play.after.turn().is_some()).map(|(pit, _)| pit)
}

/// Describes plays with special results.
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
    let continues = |play: &Play| play.after.turn().is_some();
    let captures = plays(position).filter(|(_, play)| continues(play));
    let captures = captures.filter_map(|(pit, play)| Some((pit, play.capture?))).filter(|(_, it)| it.seeds > 0);
    if let Some((pit, Capture { last, across, seeds })) = captures.max_by_key(|(_, capture)| capture.seeds) {
        page.fact(format!(
            "Sowing from {pit} would end in your pit {last}, empty by then, and capture {} from pit {across} opposite.",
            count(seeds.into(), "seed")
        ));
    } else if free.is_empty()
        && let Some((pit, play)) =
            plays(position).filter(|(_, play)| continues(play)).max_by_key(|(_, play)| gain(play))
    {
        page.fact(match gain(&play) {
            0 => format!("No play reaches your store this time, so look at what each one leaves {}.", page.them),
            gained => format!(
                "No play ends in your store this time. Sowing from {pit} would put the most seeds into it: {}.",
                count(gained, "seed")
            ),
        });
    }
}

/// Explains rules at their first occurrence.
fn seen(page: &mut Page) {
    let you = page.you;
    let them = page.them.clone();
    let who = |seat: Seat| if seat == you { "you".to_owned() } else { them.clone() };
    let whose = |seat: Seat| if seat == you { "Your".to_owned() } else { crate::capitalised(&format!("{them}'s")) };
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

/// The end of the round, and what follows.
fn round_over(page: &mut Page, position: &Position, continues: bool) {
    let them = page.them.clone();
    let Some(Outcome { winner }) = position.outcome() else { return };
    let totals = position.seeds();
    let (who, has) = if winner == page.you { (&*them, "has") } else { ("you", "have") };
    let (yours, theirs) = (totals[page.you], totals[page.you.other()]);
    let who = crate::capitalised(who);
    page.fact(format!(
        "{who} {has} no seeds left in the pits. In all, you have {yours} seeds and {them} has {theirs}."
    ));
    if continues {
        page.lesson(Lesson::ShownValue, || {
            "In the next round, both players lay out their seeds, and the winner of this round plays first. With fewer \
             seeds, some pits stay empty."
                .to_owned()
        });
    }
}
