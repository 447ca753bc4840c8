//! What a person chooses from, and how far they are: buttons, squares, pits, or a piece and its step.

use parlor_rules::canoga::{self, Squares};
use parlor_rules::kono::{self, Color, Point};
use parlor_rules::{Coin, DiceCount, Seat, Throw, congkak};
use parlor_table::{Answer, Ask, MenuItem, MenuKind};
use parlor_view::menu_label;

use crate::scene::{Marks, Spot};

/// One of the four arrow keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Arrow {
    /// To the left.
    Left,
    /// To the right.
    Right,
    /// Up.
    Up,
    /// Down.
    Down,
}

/// What a person chooses from, and how far they are.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Chooser {
    /// A few words side by side.
    Buttons { buttons: Vec<Button>, at: usize },
    /// Squares that add up to the throw.
    Squares(ChosenSquares),
    /// A pit.
    Pits { pits: Vec<congkak::Pit>, at: usize },
    /// A piece, and then where it goes.
    Steps { moves: Vec<kono::Move>, piece: Option<Point>, cursor: Point },
}

/// A word that can be chosen.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Button {
    /// What it says.
    pub(crate) label: String,
    /// What choosing it does.
    pub(crate) does: Does,
}

/// What choosing something does.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Does {
    /// It answers the question.
    Answer(Answer),
    /// It asks for advice.
    Help,
    /// A coin that was tossed by hand shows this.
    Coin(Coin),
    /// The same game once more, from the start.
    Again,
    /// The game that was just saved goes on.
    GoOn,
    /// Back to the start screen.
    Start,
    /// Out of the program.
    Leave,
}

/// What came of a key or a click.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Chose {
    /// This is chosen.
    This(Does),
    /// Something has moved, and nothing is chosen yet.
    Moved,
    /// It means nothing here.
    Nothing,
}

/// Squares chosen so far.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct ChosenSquares {
    seat: Seat,
    throw: Throw,
    moves: Vec<canoga::Move>,
    cursor: (Seat, u8),
    /// In the order in which they were chosen, all of one row.
    chosen: Vec<(Seat, u8)>,
}

impl Chooser {
    /// What answers a question; `None` where a line is typed.
    pub(crate) fn of(seat: Seat, ask: &Ask) -> Option<Chooser> {
        let button = |label: &str, answer| Button { label: label.to_owned(), does: Does::Answer(answer) };
        let buttons = |buttons, at| Some(Chooser::Buttons { buttons, at });
        match ask {
            Ask::Size { sizes, usual } => {
                let at = sizes.iter().position(|size| size == usual).unwrap_or(0);
                buttons(sizes.iter().map(|&size| button(&size.to_string(), Answer::Size(size))).collect(), at)
            }
            Ask::Coin => {
                buttons(vec![button("Heads", Answer::Coin(Coin::Heads)), button("Tails", Answer::Coin(Coin::Tails))], 0)
            }
            Ask::Color => {
                let color = |label, color| button(label, Answer::Color(color));
                buttons(vec![color("White (from the North)", Color::White), color("Black", Color::Black)], 0)
            }
            Ask::Menu { before, items, .. } => {
                // What nearly everybody wants comes first. A menu before a turn is shown only where dice are thrown.
                let mut items = items.clone();
                items.sort_by_key(|item| {
                    [MenuItem::Play, MenuItem::Help, MenuItem::Save, MenuItem::Quit]
                        .iter()
                        .position(|known| known == item)
                });
                let item = |&item: &MenuItem| Button {
                    label: match (item, before) {
                        (MenuItem::Play, MenuKind::Turn) => menu_label(item, MenuKind::FirstDice),
                        _ => menu_label(item, *before),
                    }
                    .to_owned(),
                    does: if item == MenuItem::Help { Does::Help } else { Does::Answer(Answer::Menu(item)) },
                };
                buttons(items.iter().map(item).collect(), 0)
            }
            Ask::Dice => {
                let dice = |label, dice| button(label, Answer::Dice(dice));
                buttons(vec![dice("One die", DiceCount::One), dice("Two dice", DiceCount::Two)], 1)
            }
            Ask::Another => {
                buttons(vec![button("Yes", Answer::Another(true)), button("No", Answer::Another(false))], 0)
            }
            Ask::Canoga { throw, moves } => ChosenSquares::of(seat, *throw, moves).map(Chooser::Squares),
            Ask::Congkak { pits } => {
                // From left to right, as they lie on the screen.
                let mut pits = pits.clone();
                if pits.first().is_some_and(|pit| pit.seat() == Seat::Human) {
                    pits.sort_by_key(|pit| std::cmp::Reverse(pit.index()));
                }
                let at = pits.len() / 2;
                (!pits.is_empty()).then_some(Chooser::Pits { pits, at })
            }
            Ask::Kono { moves } => match pieces(moves).first() {
                Some(&cursor) => Some(Chooser::Steps { moves: moves.clone(), piece: None, cursor }),
                None => buttons(vec![button("Pass", Answer::Kono(kono::Move::Pass))], 0),
            },
            Ask::FileName => None,
        }
    }

    /// Heads or tails, for a coin that is tossed by hand.
    pub(crate) fn coin_by_hand() -> Chooser {
        let button = |label: &str, coin| Button { label: label.to_owned(), does: Does::Coin(coin) };
        Chooser::Buttons { buttons: vec![button("Heads", Coin::Heads), button("Tails", Coin::Tails)], at: 0 }
    }

    /// What can be done when a table is closed.
    pub(crate) fn at_the_end(saved: bool) -> Chooser {
        let first = if saved { ("Go on playing", Does::GoOn) } else { ("Play again", Does::Again) };
        let choices = [first, ("Start screen", Does::Start), ("Leave", Does::Leave)];
        let button = |(label, does): (&str, Does)| Button { label: label.to_owned(), does };
        Chooser::Buttons { buttons: choices.into_iter().map(button).collect(), at: 0 }
    }

    /// What is to be pointed out on the board.
    pub(crate) fn marks(&self) -> Marks {
        let (cursor, can, chosen) = match self {
            Chooser::Buttons { .. } => return Marks::default(),
            Chooser::Squares(squares) => {
                let spot = |&(row, number): &(Seat, u8)| Spot::Square(row, number);
                (spot(&squares.cursor), squares.selectable(), squares.chosen.iter().map(spot).collect())
            }
            Chooser::Pits { pits, at } => {
                let spots: Vec<Spot> = pits.iter().map(|pit| Spot::Pit(pit.letter())).collect();
                (spots[*at], spots, Vec::new())
            }
            Chooser::Steps { piece, cursor, .. } => {
                (Spot::Point(*cursor), self.spots(), piece.map(Spot::Point).into_iter().collect())
            }
        };
        Marks { cursor: Some(cursor), can, chosen, changed: Vec::new() }
    }

    /// Where the cursor can go.
    fn spots(&self) -> Vec<Spot> {
        match self {
            Chooser::Buttons { .. } => Vec::new(),
            Chooser::Squares(squares) => {
                let mut spots = squares.selectable();
                spots.extend(squares.chosen.iter().map(|&(row, number)| Spot::Square(row, number)));
                spots
            }
            Chooser::Pits { pits, .. } => pits.iter().map(|pit| Spot::Pit(pit.letter())).collect(),
            Chooser::Steps { moves, piece: None, .. } => pieces(moves).into_iter().map(Spot::Point).collect(),
            Chooser::Steps { moves, piece: Some(piece), .. } => {
                targets(moves, *piece).map(|(_, to)| Spot::Point(to)).collect()
            }
        }
    }

    /// An arrow key moves the cursor to the nearest place that way.
    pub(crate) fn arrow(&mut self, arrow: Arrow) -> Chose {
        match self {
            Chooser::Buttons { buttons, at } => {
                *at = match arrow {
                    Arrow::Left | Arrow::Up => at.checked_sub(1).unwrap_or(buttons.len() - 1),
                    Arrow::Right | Arrow::Down => (*at + 1) % buttons.len(),
                };
                Chose::Moved
            }
            Chooser::Pits { pits, at } => {
                *at = match arrow {
                    Arrow::Left => at.checked_sub(1).unwrap_or(pits.len() - 1),
                    Arrow::Right => (*at + 1) % pits.len(),
                    Arrow::Up | Arrow::Down => return Chose::Nothing,
                };
                Chose::Moved
            }
            Chooser::Squares(_) | Chooser::Steps { .. } => {
                let Some(from) = self.marks().cursor.map(place) else { return Chose::Nothing };
                let ways = |spot: &Spot| way(from, place(*spot), arrow);
                let nearest =
                    self.spots().into_iter().filter_map(|spot| Some((ways(&spot)?, spot))).min_by_key(|way| way.0);
                match nearest {
                    Some((_, spot)) => self.point_at(spot),
                    None => Chose::Nothing,
                }
            }
        }
    }

    fn point_at(&mut self, spot: Spot) -> Chose {
        match (self, spot) {
            (Chooser::Squares(squares), Spot::Square(row, number)) => squares.cursor = (row, number),
            (Chooser::Steps { cursor, .. }, Spot::Point(point)) => *cursor = point,
            (Chooser::Pits { pits, at }, Spot::Pit(letter)) => {
                let Some(found) = pits.iter().position(|pit| pit.letter() == letter) else { return Chose::Nothing };
                *at = found;
            }
            _ => return Chose::Nothing,
        }
        Chose::Moved
    }

    /// The next or the one before in reading order.
    pub(crate) fn cycle(&mut self, back: bool) -> Chose {
        if let Chooser::Buttons { .. } | Chooser::Pits { .. } = self {
            return self.arrow(if back { Arrow::Left } else { Arrow::Right });
        }
        let mut spots = self.spots();
        spots.sort_by_key(|spot| (place(*spot).1, place(*spot).0));
        let cursor = self.marks().cursor;
        let at = spots.iter().position(|spot| Some(*spot) == cursor);
        let next = match (at, back) {
            (Some(at), false) => (at + 1) % spots.len(),
            (Some(at), true) => at.checked_sub(1).unwrap_or(spots.len() - 1),
            (None, _) => 0,
        };
        spots.get(next).map_or(Chose::Nothing, |spot| self.point_at(*spot))
    }

    /// Enter: chooses what the cursor is on.
    pub(crate) fn enter(&mut self) -> Chose {
        match self {
            Chooser::Buttons { buttons, at } => {
                buttons.get(*at).map_or(Chose::Nothing, |button| Chose::This(button.does.clone()))
            }
            Chooser::Pits { pits, at } => {
                pits.get(*at).map_or(Chose::Nothing, |&pit| Chose::This(Does::Answer(Answer::Congkak(pit))))
            }
            Chooser::Squares(squares) => {
                if squares.complete().is_none() {
                    squares.toggle(squares.cursor);
                }
                match squares.complete() {
                    Some(chosen) => Chose::This(Does::Answer(Answer::Canoga(chosen))),
                    None => Chose::Moved,
                }
            }
            Chooser::Steps { moves, piece, cursor } => match *piece {
                None if pieces(moves).contains(cursor) => {
                    *piece = Some(*cursor);
                    if let Some((_, to)) = targets(moves, *cursor).next() {
                        *cursor = to;
                    }
                    Chose::Moved
                }
                None => Chose::Nothing,
                Some(from) => match targets(moves, from).find(|&(_, to)| to == *cursor) {
                    Some((step, _)) => Chose::This(Does::Answer(Answer::Kono(step))),
                    None => Chose::Nothing,
                },
            },
        }
    }

    /// Space: takes the square under the cursor into the choice, or out of it. Elsewhere it does nothing, because
    /// whoever skips what moves may press it once too often.
    pub(crate) fn toggle(&mut self) -> Chose {
        match self {
            Chooser::Squares(squares) => squares.toggle(squares.cursor),
            _ => Chose::Nothing,
        }
    }

    /// Esc: takes back the last part of a choice.
    pub(crate) fn back(&mut self) -> Chose {
        match self {
            Chooser::Squares(squares) => match squares.chosen.pop() {
                Some(square) => {
                    squares.cursor = square;
                    Chose::Moved
                }
                None => Chose::Nothing,
            },
            Chooser::Steps { piece, cursor, .. } => match piece.take() {
                Some(point) => {
                    *cursor = point;
                    Chose::Moved
                }
                None => Chose::Nothing,
            },
            _ => Chose::Nothing,
        }
    }

    /// A click on a place of the board.
    pub(crate) fn click(&mut self, spot: Spot) -> Chose {
        match (&mut *self, spot) {
            (Chooser::Squares(squares), Spot::Square(row, number)) => squares.toggle((row, number)),
            (Chooser::Pits { .. }, Spot::Pit(_)) => match self.point_at(spot) {
                Chose::Moved => self.enter(),
                nothing => nothing,
            },
            (Chooser::Steps { moves, piece, cursor }, Spot::Point(point)) => {
                if let Some(from) = *piece
                    && let Some((step, _)) = targets(moves, from).find(|&(_, to)| to == point)
                {
                    return Chose::This(Does::Answer(Answer::Kono(step)));
                }
                if !pieces(moves).contains(&point) {
                    return Chose::Nothing;
                }
                *piece = None;
                *cursor = point;
                self.enter()
            }
            _ => Chose::Nothing,
        }
    }

    /// The button of this number, from 1.
    pub(crate) fn number(&mut self, number: usize) -> Chose {
        match self {
            Chooser::Buttons { buttons, at } if (1..=buttons.len()).contains(&number) => {
                *at = number - 1;
                self.enter()
            }
            _ => Chose::Nothing,
        }
    }

    /// A letter that stands for one of the buttons or pits by itself.
    pub(crate) fn letter(&mut self, letter: char) -> Chose {
        let begins = |label: &str| label.chars().next().is_some_and(|first| first.eq_ignore_ascii_case(&letter));
        match self {
            Chooser::Buttons { buttons, at } => {
                let found: Vec<usize> = (0..buttons.len()).filter(|&i| begins(&buttons[i].label)).collect();
                if let [only] = found[..] {
                    *at = only;
                    return self.enter();
                }
                Chose::Nothing
            }
            Chooser::Pits { .. } if letter.is_ascii_uppercase() => self.point_at(Spot::Pit(letter)),
            _ => Chose::Nothing,
        }
    }

    /// What has been chosen so far, in words, while a choice has several parts.
    pub(crate) fn progress(&self) -> Option<String> {
        match self {
            Chooser::Squares(squares) => Some(squares.progress()),
            Chooser::Steps { piece: None, .. } => Some("Choose a piece.".to_owned()),
            Chooser::Steps { piece: Some(piece), .. } => Some(format!("The piece at {piece}: choose where it goes.")),
            _ => None,
        }
    }
}

impl ChosenSquares {
    fn of(seat: Seat, throw: Throw, moves: &[canoga::Move]) -> Option<ChosenSquares> {
        let mut squares = ChosenSquares { seat, throw, moves: moves.to_vec(), cursor: (seat, 1), chosen: Vec::new() };
        let spots = squares.selectable();
        // The largest of the own row if there is one.
        let best = spots
            .iter()
            .filter_map(
                |spot| if let Spot::Square(row, number) = *spot { Some((row == seat, number, row)) } else { None },
            )
            .max();
        best.map(|(_, number, row)| {
            squares.cursor = (row, number);
            squares
        })
    }

    /// The row and the squares of a move.
    fn squares_of(&self, chosen: canoga::Move) -> (Seat, Squares) {
        match chosen {
            canoga::Move::Cover(set) => (self.seat, set),
            canoga::Move::Uncover(set) => (self.seat.other(), set),
        }
    }

    fn set(&self) -> Squares {
        self.chosen.iter().fold(Squares::NONE, |set, &(_, number)| set.with(Squares::one(number)))
    }

    /// Squares that can join the chosen ones, because together they still become a move.
    fn selectable(&self) -> Vec<Spot> {
        let (set, row) = (self.set(), self.chosen.first().map(|&(row, _)| row));
        let mut spots = Vec::new();
        for &chosen in &self.moves {
            let (of, squares) = self.squares_of(chosen);
            if row.is_none_or(|row| row == of) && set.within(squares) {
                for number in squares.without(set).ascending() {
                    let spot = Spot::Square(of, number);
                    if !spots.contains(&spot) {
                        spots.push(spot);
                    }
                }
            }
        }
        spots
    }

    fn toggle(&mut self, square: (Seat, u8)) -> Chose {
        if let Some(at) = self.chosen.iter().position(|chosen| *chosen == square) {
            self.chosen.remove(at);
        } else if self.selectable().contains(&Spot::Square(square.0, square.1)) {
            self.chosen.push(square);
        } else {
            return Chose::Nothing;
        }
        self.cursor = square;
        // On to the next that fits, so that Enter and Enter again completes a move.
        if self.complete().is_none()
            && let Some(&Spot::Square(row, number)) = self.selectable().iter().max_by_key(|spot| place(**spot))
            && self.chosen.contains(&square)
        {
            self.cursor = (row, number);
        }
        Chose::Moved
    }

    /// The move that the chosen squares are.
    pub(crate) fn complete(&self) -> Option<canoga::Move> {
        let (set, row) = (self.set(), self.chosen.first()?.0);
        self.moves.iter().copied().find(|&chosen| self.squares_of(chosen) == (row, set))
    }

    fn progress(&self) -> String {
        let wanted = self.throw.sum();
        let Some(&(row, _)) = self.chosen.first() else {
            return format!("Choose squares that add up to {wanted}.");
        };
        let verb = if row == self.seat { "Cover" } else { "Uncover" };
        let numbers: Vec<String> = self.chosen.iter().map(|(_, number)| number.to_string()).collect();
        let sum = self.set().sum();
        let then = if self.complete().is_some() {
            "Enter plays".to_owned()
        } else {
            format!("{} to go", u32::from(wanted).saturating_sub(sum))
        };
        format!("{verb} {} = {sum} of {wanted}: {then}.", numbers.join(" + "))
    }
}

/// The pieces that can move.
fn pieces(moves: &[kono::Move]) -> Vec<Point> {
    let mut pieces: Vec<Point> = moves
        .iter()
        .filter_map(|chosen| if let kono::Move::Step(piece, _) = chosen { Some(*piece) } else { None })
        .collect();
    pieces.sort_unstable();
    pieces.dedup();
    pieces
}

/// Where a piece can go.
fn targets(moves: &[kono::Move], piece: Point) -> impl Iterator<Item = (kono::Move, Point)> {
    moves.iter().filter_map(move |&chosen| match chosen {
        kono::Move::Step(from, direction) if from == piece => Some((chosen, from.step(direction)?)),
        _ => None,
    })
}

/// A place as column and row, for the arrow keys.
fn place(spot: Spot) -> (i32, i32) {
    let row = |seat| i32::from(seat == Seat::Human);
    match spot {
        Spot::Square(seat, number) => (number.into(), row(seat)),
        Spot::Point(point) => (point.column.into(), point.row.into()),
        Spot::Pit(letter) => (letter as i32, 0),
        Spot::Store(seat) => (0, row(seat)),
    }
}

/// How far it is to go that way; `None` if it is another way. Straight on is nearer than aside.
fn way(from: (i32, i32), to: (i32, i32), arrow: Arrow) -> Option<i32> {
    let (right, down) = (to.0 - from.0, to.1 - from.1);
    let (ahead, aside) = match arrow {
        Arrow::Left => (-right, down),
        Arrow::Right => (right, down),
        Arrow::Up => (-down, right),
        Arrow::Down => (down, right),
    };
    (ahead > 0).then_some(ahead + 3 * aside.abs())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that unwraps nothing fails, as it should")]
mod tests;
