use parlor_rules::Game;

/// A game in a few words.
pub fn game_line(game: Game) -> &'static str {
    match game {
        Game::Canoga => "Canoga: dice, and two rows of squares",
        Game::Congkak => "Congkak: seeds sown around two rows of pits",
        Game::Kono => "Kono: diagonal steps to the other side",
    }
}

/// A game's rules on one page, for whoever sits at the table.
pub fn rules_page(game: Game) -> &'static str {
    match game {
        Game::Canoga => CANOGA,
        Game::Congkak => CONGKAK,
        Game::Kono => KONO,
    }
}

/// What giving up means, in a few words (rules can-tournament, con-tournament, kon-score).
pub fn give_up_line(game: Game) -> &'static str {
    match game {
        Game::Canoga => "ends the tournament; this round counts for nobody",
        Game::Congkak => "ends the tournament; each counts store and row",
        Game::Kono => "ends the round and costs 5 points",
    }
}

const CANOGA: &str = "\
Canoga
  Cover all your own squares, or uncover all of your opponent's.
  Throw two dice and take their sum. Either cover some of your own open squares that add up to it, or
  uncover some of your opponent's covered squares that add up to it; never some of both.
  Then throw again. Your turn ends when a throw allows no move; while one exists you must make it.
  Once all your squares from 7 up are covered, you may throw one die instead of two.
  Won by covering: you get the sum of your opponent's open squares. Won by uncovering: the sum of your own
  covered squares.
  From the second round on, whoever did not have the first turn before starts with a square covered: the
  digit sum of the points just won. It can't be uncovered before its owner has had a turn.";

const CONGKAK: &str = "\
Congkak
  Gather the most seeds in your store (Human's is at the left, Computer's at the right).
  Take all seeds of one of your pits and sow them clockwise, one by one, from the next pit on. You sow into
  your own store and skip your opponent's.
  Last seed into a pit with seeds: take all of them up and sow on. Into your store: play again.
  Into an empty pit: your turn ends; if the pit is yours, that seed and all seeds across go to your store.
  Whoever has no seed left in the pits loses the round; the other keeps the seeds of their own row.
  In the next round both lay out what they have. In the end the most seeds win the tournament.";

const KONO: &str = "\
Kono
  Bring your pieces to the points where your opponent's started.
  Move one piece one step northwest, northeast, southeast or southwest, to a vacant point.
  A piece that has reached an opponent's home point is written double and may capture from then on, wherever
  it is, by stepping onto an opponent's piece.
  The round ends when all remaining pieces of a player stand on the other's home points, when somebody quits
  (which costs 5), or when it is called: the same position for the third time, or 100 moves without a capture
  or a first arrival.
  Home points are worth 3 1 5 1 3 (on larger boards 7 and 9 in the middle), 1 in the second row; a captured
  piece is worth 5. The higher score wins the difference.";
