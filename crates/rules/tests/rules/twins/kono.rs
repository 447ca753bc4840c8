//! Kono on a map of points. Player 0 is Human, player 1 Computer; pieces are `w W b B`, in upper case
//! once they may capture.

use std::collections::BTreeMap;

type Pieces = BTreeMap<(i32, i32), char>;

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Kono {
    pub size: i32,
    pub pieces: Pieces,
    /// The player with the white pieces.
    pub white: usize,
    pub next: usize,
    pub over: Option<&'static str>,
    pub quitter: Option<usize>,
    /// The positions since the last capture or first arrival.
    pub before: Vec<(Pieces, usize)>,
}

/// Directions in the order in which moves are listed.
const DIRECTIONS: [(&str, i32, i32); 4] =
    [("northwest", -1, -1), ("northeast", -1, 1), ("southeast", 1, 1), ("southwest", 1, -1)];

/// The values of the points in a first row, from the rule book.
fn home_values(size: i32) -> Vec<i32> {
    match size {
        5 => vec![3, 1, 5, 1, 3],
        7 => vec![3, 1, 5, 7, 5, 1, 3],
        9 => vec![3, 1, 5, 7, 9, 7, 5, 1, 3],
        _ => panic!("the rule book has no board of size {size}"),
    }
}

/// The home points of a colour with their values.
fn home(size: i32, color: char) -> BTreeMap<(i32, i32), i32> {
    let (first, second) = if color == 'w' { (1, 2) } else { (size, size - 1) };
    let mut points = BTreeMap::from([((second, 1), 1), ((second, size), 1)]);
    for (column, value) in home_values(size).into_iter().enumerate() {
        points.insert((first, column as i32 + 1), value);
    }
    points
}

fn other(color: char) -> char {
    if color == 'w' { 'b' } else { 'w' }
}

impl Kono {
    pub fn start(size: i32, first: usize, color: char) -> Kono {
        let mut pieces = Pieces::new();
        for color in ['w', 'b'] {
            pieces.extend(home(size, color).into_keys().map(|point| (point, color)));
        }
        let white = if color == 'w' { first } else { 1 - first };
        Kono { size, pieces, white, next: first, over: None, quitter: None, before: vec![] }
    }

    fn color(&self, player: usize) -> char {
        if player == self.white { 'w' } else { 'b' }
    }

    fn steps(&self, player: usize) -> Vec<String> {
        let color = self.color(player);
        let mut steps = vec![];
        for (&(row, column), &piece) in &self.pieces {
            if piece.to_ascii_lowercase() != color {
                continue;
            }
            for (name, south, east) in DIRECTIONS {
                let to = (row + south, column + east);
                let on_board = (1..=self.size).contains(&to.0) && (1..=self.size).contains(&to.1);
                let allowed = match self.pieces.get(&to) {
                    None => true,
                    Some(there) => piece.is_ascii_uppercase() && there.to_ascii_lowercase() != color,
                };
                if on_board && allowed {
                    steps.push(format!("{row} {column} {name}"));
                }
            }
        }
        steps
    }

    pub fn moves(&self) -> Vec<String> {
        if self.over.is_some() {
            return vec![];
        }
        let steps = self.steps(self.next);
        if steps.is_empty() { vec!["pass".to_owned()] } else { steps }
    }

    pub fn play(&mut self, text: &str) {
        let snapshot = (self.pieces.clone(), self.next);
        let mut quiet = true;
        if text != "pass" {
            let words: Vec<&str> = text.split(' ').collect();
            let (row, column): (i32, i32) = (words[0].parse().unwrap(), words[1].parse().unwrap());
            let (_, south, east) = DIRECTIONS.into_iter().find(|(name, ..)| *name == words[2]).unwrap();
            let mut piece = self.pieces.remove(&(row, column)).unwrap();
            let to = (row + south, column + east);
            if home(self.size, other(self.color(self.next))).contains_key(&to) && piece.is_ascii_lowercase() {
                piece = piece.to_ascii_uppercase();
                quiet = false;
            }
            if self.pieces.insert(to, piece).is_some() {
                quiet = false;
            }
        }
        self.next = 1 - self.next;
        if quiet {
            self.before.push(snapshot);
        } else {
            self.before.clear();
        }
        let home_is_full = ['w', 'b'].into_iter().any(|color| {
            let theirs = home(self.size, other(color));
            self.pieces
                .iter()
                .filter(|(_, piece)| piece.to_ascii_lowercase() == color)
                .all(|(at, _)| theirs.contains_key(at))
        });
        let now = (self.pieces.clone(), self.next);
        let seen = self.before.iter().filter(|&earlier| *earlier == now).count();
        self.over = if home_is_full {
            Some("home")
        } else if self.steps(0).is_empty() && self.steps(1).is_empty() {
            Some("stuck")
        } else if seen >= 2 || self.before.len() as i32 >= 10 * self.size {
            Some("called")
        } else {
            None
        };
    }

    pub fn quit(&mut self) {
        self.over = Some("quit");
        self.quitter = Some(self.next);
    }

    pub fn scores(&self) -> [i32; 2] {
        [0, 1].map(|player| {
            let color = self.color(player);
            let theirs = home(self.size, other(color));
            let mut score = 0;
            let mut opponents = 0;
            for (point, piece) in &self.pieces {
                if piece.to_ascii_lowercase() == color {
                    score += theirs.get(point).unwrap_or(&0);
                } else {
                    opponents += 1;
                }
            }
            score += 5 * (self.size + 2 - opponents);
            if self.quitter == Some(player) {
                score -= 5;
            }
            score
        })
    }

    /// Rows from the north, as in a save file.
    pub fn board(&self) -> Vec<Vec<&'static str>> {
        (1..=self.size)
            .map(|row| {
                (1..=self.size)
                    .map(|column| match self.pieces.get(&(row, column)) {
                        None => "O",
                        Some('w') => "W",
                        Some('b') => "B",
                        Some('W') => "WW",
                        Some(_) => "BB",
                    })
                    .collect()
            })
            .collect()
    }
}
