//! Congkak by hand: one seed at a time around a list of named holes. Player 0 is Human, player 1 Computer; `<` is
//! Human's store and `>` Computer's, as on the screen.

use std::collections::BTreeMap;

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Congkak {
    pub size: usize,
    pub seeds: BTreeMap<char, u32>,
    pub next: usize,
    pub winner: Option<usize>,
}

/// A play: every pick-up with its stops, and the pit across with its seeds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayRecord {
    pub laps: Vec<String>,
    pub captured: Option<(char, u32)>,
}

impl Congkak {
    pub fn start(size: usize, first: usize) -> Congkak {
        let mut seeds = BTreeMap::from([('<', 0), ('>', 0)]);
        for pit in [row(size, 0), row(size, 1)].concat() {
            seeds.insert(pit, size as u32);
        }
        Congkak { size, seeds, next: first, winner: None }
    }

    /// The next round after this one, which is over; `None` if a player has no seeds.
    pub fn next_round(&self) -> Option<Congkak> {
        let mut round = Congkak::start(self.size, self.winner.unwrap());
        let n = self.size as u32;
        for player in [0, 1] {
            let mut hand = self.seeds[&store(player)];
            if hand == 0 {
                return None;
            }
            // From the pit next to the store outward.
            let mut outward = row(self.size, player);
            outward.reverse();
            for pit in &outward {
                round.seeds.insert(*pit, 0);
            }
            let mut filled = 0;
            while hand >= n && filled < self.size {
                round.seeds.insert(outward[filled], n);
                hand -= n;
                filled += 1;
            }
            if filled == self.size {
                round.seeds.insert(store(player), hand);
                hand = 0;
            }
            let mut at = filled;
            while hand > 0 {
                *round.seeds.get_mut(&outward[at]).unwrap() += 1;
                hand -= 1;
                at += 1;
                if at == self.size {
                    at = filled;
                }
            }
        }
        Some(round)
    }

    pub fn moves(&self) -> Vec<String> {
        if self.winner.is_some() {
            return vec![];
        }
        row(self.size, self.next).into_iter().filter(|pit| self.seeds[pit] > 0).map(String::from).collect()
    }

    pub fn play(&mut self, pit: char) -> PlayRecord {
        let me = self.next;
        let clockwise: Vec<char> = [row(self.size, 1), vec!['>'], row(self.size, 0), vec!['<']]
            .concat()
            .into_iter()
            .filter(|&hole| hole != store(1 - me))
            .collect();
        let after = |hole: char| {
            let at = clockwise.iter().position(|&other| other == hole).unwrap();
            clockwise[(at + 1) % clockwise.len()]
        };
        let mut play_record = PlayRecord { laps: vec![], captured: None };
        let mut hole = pit;
        let free = loop {
            let mut hand = self.seeds.insert(hole, 0).unwrap();
            let mut lap = String::from(hole);
            let mut held_before = 0;
            while hand > 0 {
                hole = after(hole);
                held_before = self.seeds[&hole];
                self.seeds.insert(hole, held_before + 1);
                hand -= 1;
                lap.push(hole);
            }
            play_record.laps.push(lap);
            if hole == store(me) {
                break true;
            }
            if held_before == 0 {
                break false;
            }
        };
        if !free {
            if let Some(place) = row(self.size, me).iter().position(|&own| own == hole) {
                let mut facing = row(self.size, 1 - me);
                facing.reverse();
                let across = facing[place];
                let taken = self.seeds.insert(across, 0).unwrap();
                let last = self.seeds.insert(hole, 0).unwrap();
                *self.seeds.get_mut(&store(me)).unwrap() += taken + last;
                play_record.captured = Some((across, taken));
            }
            self.next = 1 - me;
        }
        let in_row = |player: usize| row(self.size, player).iter().map(|pit| self.seeds[pit]).sum::<u32>();
        let (next, other) = (self.next, 1 - self.next);
        let loser = if in_row(next) == 0 {
            next
        } else if in_row(other) == 0 {
            other
        } else {
            return play_record;
        };
        let winner = 1 - loser;
        for pit in row(self.size, winner) {
            let gathered = self.seeds.insert(pit, 0).unwrap();
            *self.seeds.get_mut(&store(winner)).unwrap() += gathered;
        }
        self.winner = Some(winner);
        self.next = winner;
        play_record
    }
}

pub fn store(player: usize) -> char {
    ['<', '>'][player]
}

/// A player's pits in sowing order.
pub fn row(size: usize, player: usize) -> Vec<char> {
    ["PQRSTUVWXYZ", "ABCDEFGHIJK"][player].chars().take(size).collect()
}
