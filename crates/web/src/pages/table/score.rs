use parlor_rules::kono::Color;
use parlor_rules::{Game, Level, Pair, Seat};
use parlor_table::Player;
use parlor_view::{BoardLayout, BoardView, ShownValue, decisive_lead, turn_of};

use super::TablePage;
use crate::pages::minus;
use crate::phrase::Phrase;

/// The presence of a player, as the other player sees it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Presence {
    Here,
    /// Their page is open, but hidden.
    Away,
    /// No page of theirs is open.
    #[default]
    Left,
}

impl Presence {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Presence::Here => "here",
            Presence::Away => "away",
            Presence::Left => "left",
        }
    }
}

/// A player and the player's score.
pub(super) struct SeatView {
    pub(super) seat: Seat,
    /// It is this player's turn.
    pub(super) now: bool,
    /// The colour of the player's stones in Kono.
    pub(super) color: Option<Color>,
    pub(super) words: String,
    /// The computer's level, except while it plays.
    pub(super) level: Option<Level>,
    pub(super) points: String,
    pub(super) unit: &'static str,
}

/// The last known value of a round.
#[derive(Clone, Copy, Debug)]
pub struct KnownValue {
    pub value: ShownValue,
    /// False if this is the value at an earlier revision.
    pub is_now: bool,
}

#[derive(Default)]
pub(super) struct ValueView {
    /// The share of the bar for the seat Human, in thousandths.
    pub(super) share: u32,
    pub(super) known: bool,
    /// This is the value at an earlier revision.
    pub(super) earlier: bool,
    pub(super) amount: String,
    pub(super) words: String,
    pub(super) sure: &'static str,
}

impl TablePage<'_> {
    pub(super) fn seat(&self, seat: Seat) -> SeatView {
        let table = self.table;
        let between = table.is_over() || self.between_rounds();
        let two_people = self.two_people();
        let now = turn_of(&table.next()) == Some(seat);
        let mut words = Vec::new();
        if now {
            let turn = match table.player(seat) {
                Player::Computer(_) | Player::Bot(_) if self.is_paused() => "\u{25b6} to play",
                Player::Computer(_) | Player::Bot(_) if self.busy => "\u{25b6} busy",
                Player::Computer(_) | Player::Bot(_) => "\u{25b6} thinking\u{2026}",
                Player::Human(_) if self.seats[seat] && !self.shares() => "\u{25b6} your turn",
                Player::Human(_) => "\u{25b6} to play",
            };
            words.push(turn.to_owned());
        } else if self.seats[seat] && !self.shares() && two_people {
            words.push("you".to_owned());
        }
        let mut points = table.totals()[seat].to_string();
        let mut unit = table.game().unit();
        let mut color = None;
        let board = BoardView::at_rest(table);
        if let Some(board) = &board {
            points = minus(&board.shown_points(between)[seat].to_string());
        }
        match board.map(|board| board.layout) {
            Some(BoardLayout::Congkak(view)) => {
                // The result's table has them, too.
                if view.rounds != Pair::default() && self.result.is_none() {
                    let won = view.rounds[seat];
                    words.push(format!("{won} {} won", if won == 1 { "round" } else { "rounds" }));
                }
            }
            Some(BoardLayout::Kono(view)) => {
                color = view.colors[seat];
                words.extend(color.map(|color| color.to_string()));
                if view.now.is_some() && !between {
                    unit = "points in this round so far";
                    if view.scores != Pair::default() {
                        words.push(format!("{} before", view.scores[seat]));
                    }
                }
            }
            Some(BoardLayout::Canoga(_)) | None => {}
        }
        if self.result.is_some_and(|result| result.card.winner == Some(seat)) {
            words.insert(0, "\u{2713} won".to_owned());
        }
        if table.player(seat).is_person() && two_people && !self.seats_taken[seat] {
            words.push("not here yet".to_owned());
        }
        match self.helped[seat] {
            times if times == 0 || !two_people => {}
            1 => words.push("was helped once".to_owned()),
            times => words.push(format!("was helped {times} times")),
        }
        let level = table.player(seat).level().filter(|_| !now);
        SeatView { seat, now, color, words: words.join(" \u{b7} "), level, points, unit }
    }

    /// The presence of a player, for the others at the table.
    pub(super) fn presence(&self, seat: Seat) -> Option<Presence> {
        self.present.filter(|_| !self.seats[seat]).map(|(present, _)| present[seat])
    }

    /// This browser can send preset phrases.
    pub(super) fn can_say(&self) -> bool {
        self.present.is_some() && self.holds_seat()
    }

    /// The words that a player says, empty for none; `None` if this browser doesn't show what that player says.
    pub(super) fn says(&self, seat: Seat) -> Option<&'static str> {
        let is_shown = self.seats[seat] || self.site.prefs.looks.phrases;
        (self.present.is_some() && is_shown).then(|| self.phrases[seat].map_or("", Phrase::words))
    }

    pub(super) fn value(&self) -> Option<ValueView> {
        let table = self.table;
        let off = self.help_off || !self.site.prefs.looks.value_bar;
        if off || table.is_over() || self.between_rounds() || table.standing().is_none() {
            return None;
        }
        let Some(KnownValue { value, is_now }) = self.value else {
            // While two programs play, the engine has no time for values.
            if self.watches_programs() && !self.is_paused() {
                return None;
            }
            // Before the first dice and colours, there is no value to show, now or later.
            if table.next().question().is_some() && parlor_host::value_job(table).is_none() {
                return None;
            }
            let words = "The value isn\u{2019}t known yet".to_owned();
            return Some(ValueView { share: 500, words, ..ValueView::default() });
        };
        let leader = if value.human >= 0.0 { Seat::Human } else { Seat::Computer };
        let (amount, words) = match value.amount(table.game()) {
            even if !even.contains('+') => (String::new(), format!("{}even", if value.exact { "" } else { "about " })),
            amount => (amount, format!("{} for {}", table.game().unit(), self.names().label(leader))),
        };
        let sure = match (is_now, value.exact) {
            (false, _) => "a moment ago",
            (true, true) => "exact",
            (true, false) => "",
        };
        Some(ValueView { share: share(value, table.game()), known: true, earlier: !is_now, amount, words, sure })
    }
}

/// The share of the bar for the seat Human, in thousandths. Even chances fill half of it; the larger a lead, the
/// smaller the effect of each further point.
#[allow(clippy::cast_sign_loss, reason = "a share lies between 0 and 1")]
fn share(value: ShownValue, game: Game) -> u32 {
    let share = 0.5 + 0.5 * value.human / (value.human.abs() + decisive_lead(game));
    (share.clamp(0.0, 1.0) * 1000.0).round() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_is_half_full_when_even_and_never_overflows() {
        let at = |human| share(ShownValue { human, exact: true }, Game::Kono);
        assert_eq!([at(0.0), at(8.0), at(-8.0)], [500, 750, 250]);
        assert_eq!([at(1e12), at(-1e12)], [1000, 0]);
    }
}
