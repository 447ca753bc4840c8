//! Canoga with lists of squares. Player 0 is Human, player 1 Computer.

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Canoga {
    pub size: u8,
    /// Covered squares of each player, ascending.
    pub covered: [Vec<u8>; 2],
    pub first: usize,
    pub next: usize,
    /// The square that can't be uncovered now, with its owner.
    pub locked: Option<(usize, u8)>,
    /// The winner, the way of winning, the points.
    pub over: Option<(usize, &'static str, u32)>,
}

impl Canoga {
    pub fn start(size: u8, first: usize) -> Canoga {
        Canoga { size, covered: [vec![], vec![]], first, next: first, locked: None, over: None }
    }

    /// The next round after this one, which is over.
    pub fn next_round(&self, size: u8, first: usize) -> Canoga {
        let mut round = Canoga::start(size, first);
        let (_, _, points) = self.over.unwrap();
        let mut digits = points.to_string();
        while digits.len() > 1 {
            let sum: u32 = digits.chars().map(|digit| digit.to_digit(10).unwrap()).sum();
            digits = sum.to_string();
        }
        let square: u8 = digits.parse().unwrap();
        if square > 0 {
            let owner = 1 - self.first;
            round.covered[owner].push(square);
            if first != owner {
                round.locked = Some((owner, square));
            }
        }
        round
    }

    pub fn may_throw_one(&self) -> bool {
        (7..=self.size).all(|square| self.covered[self.next].contains(&square))
    }

    /// Every move for a sum, as text: covers first, larger squares first.
    pub fn moves(&self, sum: u8) -> Vec<String> {
        if self.over.is_some() {
            return vec![];
        }
        let own: Vec<u8> = (1..=self.size).rev().filter(|square| !self.covered[self.next].contains(square)).collect();
        let theirs: Vec<u8> = (1..=self.size)
            .rev()
            .filter(|square| self.covered[1 - self.next].contains(square))
            .filter(|square| self.locked != Some((1 - self.next, *square)))
            .collect();
        let mut moves = vec![];
        for (verb, squares) in [("cover", own), ("uncover", theirs)] {
            let mut sets = vec![];
            choose(&squares, sum, &mut vec![], &mut sets);
            sets.sort();
            sets.reverse();
            for set in sets {
                let words: Vec<String> = set.iter().map(u8::to_string).collect();
                moves.push(format!("{verb} {}", words.join(" ")));
            }
        }
        moves
    }

    /// Plays a move given as text, or ends the turn if there is none.
    pub fn play(&mut self, text: Option<&str>) {
        let me = self.next;
        let Some(text) = text else {
            self.next = 1 - me;
            self.locked = None;
            return;
        };
        let mut words = text.split(' ');
        let verb = words.next().unwrap();
        for square in words.map(|word| word.parse::<u8>().unwrap()) {
            if verb == "cover" {
                self.covered[me].push(square);
                self.covered[me].sort_unstable();
            } else {
                self.covered[1 - me].retain(|&covered| covered != square);
            }
        }
        let all: Vec<u8> = (1..=self.size).collect();
        if self.covered[me] == all {
            let open = all.iter().filter(|square| !self.covered[1 - me].contains(square));
            self.over = Some((me, "covered", open.map(|&square| u32::from(square)).sum()));
        } else if verb == "uncover" && self.covered[1 - me].is_empty() {
            self.over = Some((me, "uncovered", self.covered[me].iter().map(|&square| u32::from(square)).sum()));
        }
        if self.over.is_some() {
            self.locked = None;
        }
    }
}

/// All ways to choose at most four of the squares that add up to the sum. The squares are given in descending
/// order.
fn choose(squares: &[u8], sum: u8, chosen: &mut Vec<u8>, found: &mut Vec<Vec<u8>>) {
    if sum == 0 {
        if !chosen.is_empty() {
            found.push(chosen.clone());
        }
        return;
    }
    let Some((&square, rest)) = squares.split_first() else { return };
    if square <= sum && chosen.len() < 4 {
        chosen.push(square);
        choose(rest, sum - square, chosen, found);
        chosen.pop();
    }
    choose(rest, sum, chosen, found);
}
