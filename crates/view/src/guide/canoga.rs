use parlor_rules::canoga::{Move, Outcome, Position, Squares, Thrown, WonBy};
use parlor_rules::{Decision, DiceCount, Seat, Standing, Throw};
use parlor_table::{Ask, Event, MenuKind, Table};

use super::{Lesson, Page, before_own_turn};
use crate::words::{count, listed};

/// With this seed the person has a short first turn and can soon both cover and uncover.
pub(super) const SEED: u64 = 2_236_347;

/// A row with at most this number of open squares counts as nearly full.
const FEW: u32 = 3;

/// The maximum number of ways to use a throw that are all listed.
const NAMED: usize = 4;

pub(super) fn write(page: &mut Page, table: &Table, ask: &Ask) {
    let Some(Standing::Canoga(standing)) = table.standing() else { return };
    let position = &standing.position;
    match ask {
        Ask::Menu { before: MenuKind::Win, .. } => {
            if let Some(outcome) = position.outcome() {
                page.fact(won(outcome, page));
            }
        }
        Ask::Another => next_round(page, position),
        Ask::Decide(Decision::Dice(position)) => {
            turn_continues(page);
            dice(page, position);
        }
        Ask::Decide(Decision::Canoga(thrown)) => squares(page, thrown),
        ask if before_own_turn(ask, page.you) => turn(page, position),
        _ => {}
    }
}

fn turn(page: &mut Page, position: &Position) {
    let them = page.them.clone();
    page.lesson(Lesson::Goal, || {
        format!(
            "You and {them} each have a row of {} squares. You win the round by covering your whole row, or by \
             uncovering {them}'s last covered square.",
            position.size()
        )
    });
    page.say_first_throws("has the first turn");
    turn_over(page);
    if let Some(did) = their_turn(page) {
        page.fact(did);
    }
    page.lesson(Lesson::Throw, || "Throw the dice, and then choose squares that add up to their sum.".to_owned());
    let (own, others) = (open(position, page.you), open(position, page.you.other()));
    if others.count() <= FEW {
        page.fact(format!("Take care: {them} only needs to cover {}.", all(others)));
    }
    if own.count() <= FEW {
        page.fact(format!("You only need to cover {}.", all(own)));
    }
    if position.covered()[page.you].is_empty() {
        return;
    }
    let (yours, theirs) = (own.sum(), others.sum());
    page.lesson(Lesson::ShownValue, || {
        format!(
            "The first to cover a whole row gets the sum of the opponent's open squares: at the moment {theirs} for \
             you, {yours} for {them}."
        )
    });
    let covered = position.covered();
    let (yours, theirs) = (covered[page.you].sum(), covered[page.you.other()].sum());
    page.lesson(Lesson::WorthUncovering, || {
        format!(
            "A win by uncovering is worth the sum of the winner's own covered squares: at the moment {yours} for \
             you, {theirs} for {them}."
        )
    });
}

fn their_turn(page: &Page) -> Option<String> {
    let (mut covered, mut uncovered) = (Squares::NONE, Squares::NONE);
    for event in page.since {
        match event {
            Event::Moved { seat, chosen: Move::Cover(set), .. } if *seat != page.you => covered = covered.with(*set),
            Event::Moved { seat, chosen: Move::Uncover(set), .. } if *seat != page.you => {
                uncovered = uncovered.with(*set);
            }
            _ => {}
        }
    }
    let covers = (!covered.is_empty()).then(|| format!("covered {}", all(covered)));
    let uncovers = (!uncovered.is_empty()).then(|| format!("uncovered your {}", all(uncovered)));
    let did: Vec<String> = covers.into_iter().chain(uncovers).collect();
    (!did.is_empty()).then(|| format!("In {} turn, {} {}.", page.their(), page.them, did.join(", and ")))
}

/// Explains the end of a turn by a throw that allows no move.
fn turn_over(page: &mut Page) {
    let them = page.them.clone();
    let mut thrown = None;
    let mut ended = None;
    for event in page.since {
        match event {
            Event::Thrown { throw, .. } => thrown = Some(*throw),
            Event::NothingToPlay { seat } if ended.is_none() => ended = thrown.map(|throw| (*seat, throw)),
            _ => {}
        }
    }
    let text = ended.map(|(seat, throw)| {
        let (whose, who) = if seat == page.you {
            ("Your".to_owned(), "you")
        } else {
            (crate::capitalised(&format!("{them}'s")), page.they)
        };
        format!(
            "{whose} turn ended with a throw of {}: no squares add up to it that {who} could cover or uncover.",
            throw.sum()
        )
    });
    page.lesson_if(Lesson::TurnOver, text);
}

/// Explains that the reader's turn continues after a move.
fn turn_continues(page: &mut Page) {
    if page.since.iter().any(|event| matches!(event, Event::Moved { seat, .. } if *seat == page.you)) {
        page.lesson(Lesson::Continues, || {
            "You could move, so it is still your turn. It ends with the first throw that allows no move.".to_owned()
        });
    }
}

fn dice(page: &mut Page, position: &Position) {
    page.lesson(Lesson::OneDie, || {
        "All your squares from 7 up are covered, so before every throw you may choose one die instead of two."
            .to_owned()
    });
    let fits = |dice| {
        let throws: Vec<Thrown> = Throw::all(dice).filter_map(|throw| position.throw(throw).ok()).collect();
        let moves = throws.iter().filter(|thrown| thrown.legal_moves().next().is_some()).count();
        let wins = throws.iter().filter(|thrown| thrown.legal_moves().any(|chosen| wins(thrown, chosen))).count();
        (moves, wins, throws.len())
    };
    let ((one, one_wins, of_one), (two, two_wins, of_two)) = (fits(DiceCount::One), fits(DiceCount::Two));
    page.fact(format!(
        "One die allows a move with {one} of its {of_one} throws, two dice with {two} of their {of_two}."
    ));
    if one_wins + two_wins > 0 {
        page.fact(format!("One die wins at once with {one_wins} of {of_one}, two dice with {two_wins} of {of_two}."));
    }
}

/// The page for the choice of squares after a throw.
fn squares(page: &mut Page, thrown: &Thrown) {
    let position = thrown.position();
    let them = page.them.clone();
    let sum = thrown.throw().sum();
    let (mut covers, mut uncovers) = (Vec::new(), Vec::new());
    for chosen in thrown.legal_moves() {
        match chosen {
            Move::Cover(set) => covers.push(set),
            Move::Uncover(set) => uncovers.push(set),
        }
    }
    if let (Some(only), 1) = (thrown.legal_moves().next(), covers.len() + uncovers.len()) {
        page.fact(match only {
            Move::Cover(set) => format!("You threw {sum}. All you can do is cover {}.", all(set)),
            Move::Uncover(set) => format!("You threw {sum}. All you can do is uncover {them}'s {}.", all(set)),
        });
    } else {
        if !covers.is_empty() {
            page.fact(format!("You threw {sum}. You can cover {}.", ways(&covers)));
        }
        if !uncovers.is_empty() {
            let start = if covers.is_empty() { format!("You threw {sum}. You") } else { "Or you".to_owned() };
            page.fact(format!("{start} can uncover {them}'s {}.", ways(&uncovers)));
        }
    }
    for chosen in thrown.legal_moves().filter(|&chosen| wins(thrown, chosen)) {
        page.fact(match chosen {
            Move::Cover(set) => format!("Covering {} wins the round: then your whole row is covered.", all(set)),
            Move::Uncover(set) => {
                format!("Uncovering {} wins the round: then nothing is covered in {them}'s row.", all(set))
            }
        });
    }
    page.lesson(Lesson::Choose, || {
        format!(
            "Choose squares that add up to the throw. Either cover open squares in your row, or uncover covered squares in \
             {them}'s row, but not both."
        )
    });
    if !covers.is_empty() && !uncovers.is_empty() {
        page.lesson(Lesson::CoverOrUncover, || {
            format!(
                "Here you can do either. Covering brings you closer to a full row. Uncovering sets {them} back, and \
                 leaves your row as it is."
            )
        });
    }
    if covers.len() > 1 {
        let largest = position.size();
        page.lesson(Lesson::LargeFirst, || {
            format!(
                "Playing large squares first is a good habit: square {largest} needs a throw of at least {largest}, while small \
                 squares fit many throws."
            )
        });
    }
    turn_continues(page);
    if covers.len() + uncovers.len() == 1 {
        page.lesson(Lesson::MustMove, || "You can't pass: if you can move, you must.".to_owned());
    }
    page.say_help();
    if !position.may_throw_one() {
        page.lesson(Lesson::OneDieAhead, || {
            "Once all your squares from 7 up are covered, you may throw one die instead of two: better for the small \
             squares."
                .to_owned()
        });
    }
}

fn wins(thrown: &Thrown, chosen: Move) -> bool {
    thrown.play(chosen).is_ok_and(|after| after.outcome().is_some())
}

/// The way in which the round was won, and its points.
fn won(outcome: Outcome, page: &Page) -> String {
    let them = &page.them;
    let their_name = crate::capitalised(them);
    let you = outcome.winner == page.you;
    let points = count(outcome.points, "point");
    match (outcome.by, you) {
        (WonBy::Covering, true) => {
            format!("You have covered your whole row. You get the sum of {them}'s open squares: {points}.")
        }
        (WonBy::Covering, false) => {
            format!("{their_name} has covered a whole row and gets the sum of your open squares: {points}.")
        }
        (WonBy::Uncovering, true) => {
            format!(
                "You have uncovered {them}'s last covered square. You get the sum of your own covered squares: {points}."
            )
        }
        (WonBy::Uncovering, false) => {
            format!(
                "{their_name} has uncovered your last covered square and gets the sum of {} own covered squares: {points}.",
                page.their()
            )
        }
    }
}

/// The advantage in the next round.
fn next_round(page: &mut Page, position: &Position) {
    let them = page.them.clone();
    let Some(outcome) = position.outcome() else { return };
    let points = count(outcome.points, "point");
    let text = match position.handicap() {
        Some(handicap) => {
            let (who, whose) = if handicap.owner == page.you { ("you", "your") } else { (&*them, page.their()) };
            let winner = if outcome.winner == page.you { "your".to_owned() } else { format!("{them}'s") };
            let sum = if outcome.points > 9 {
                "the digits of {winner} {points}, added up until one is left"
            } else {
                "from {winner} {points}"
            };
            format!(
                "The player who went second has an advantage in the next round: {who} would start with {whose} {} covered \
                 ({}).",
                handicap.square,
                sum.replace("{points}", &points).replace("{winner}", &winner)
            )
        }
        None => "This round was worth nothing, so neither player has an advantage in the next.".to_owned(),
    };
    page.lesson(Lesson::RoundEnd, || text);
}

fn open(position: &Position, seat: Seat) -> Squares {
    position.size().full_row().without(position.covered()[seat])
}

fn all(set: Squares) -> String {
    listed(set.ascending().rev().map(|square| square.to_string()))
}

/// "7, or 6 and 1, or 5 and 2".
fn ways(sets: &[Squares]) -> String {
    let shown = if sets.len() > NAMED { NAMED - 1 } else { sets.len() };
    let ways: Vec<String> = sets[..shown].iter().map(|set| all(*set)).collect();
    if shown < sets.len() {
        return format!("{}, and there are {} other ways", ways.join(", or "), sets.len() - shown);
    }
    ways.join(", or ")
}
