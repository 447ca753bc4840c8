//! The end of a round or of the tournament: a score table, how it ended, and the next actions.

use parlor_rules::Seat;
use parlor_view::{Names, RoundResult, Scoreboard};

use crate::kit::{cut, width, wrapped};
use crate::theme::{Role, Theme};

/// The maximum number of rounds listed. Earlier ones are included in the totals.
const ROUNDS: usize = 6;

/// The maximum width of a name in the table.
const NAME: usize = 16;

/// In Congkak, totals aren't sums, and the winner of more rounds may lose the tournament.
const WHAT_COUNTS: &str = "Seeds decide, not rounds won.";

/// The number of columns before the first score.
const LABEL: usize = 8;

/// The end of a round or of the tournament.
pub(super) struct ResultPanel {
    pub(super) board: Scoreboard,
    pub(super) over: bool,
}

impl ResultPanel {
    pub(super) fn title(&self) -> String {
        match self.board.rounds.last() {
            _ if self.over => "The tournament is over".to_owned(),
            Some(last) => format!("Round {} is over", last.round),
            None => "The score".to_owned(),
        }
    }

    /// The panel's lines, wrapped. If there are more than `rows`, the table leaves out earlier rounds.
    pub(super) fn lines(
        &self,
        names: &Names,
        next: &[String],
        theme: Theme,
        columns: u16,
        rows: usize,
    ) -> Vec<(Role, String)> {
        let how = self.board.rounds.last().map(|last| &last.how[..]).unwrap_or_default();
        let how: Vec<(Role, String)> = how.iter().map(|how| (Role::Text, how.clone())).collect();
        let mut lines = wrapped(&how, theme, columns);
        let others = lines.len() + 2 + if self.board.rounds_won.is_some() { 2 } else { 0 };
        lines.extend(self.table(names, theme, columns.into(), rows.saturating_sub(others).clamp(1, ROUNDS)));
        lines.extend(wrapped(&next.iter().map(|next| (Role::Quiet, next.clone())).collect::<Vec<_>>(), theme, columns));
        lines
    }

    /// The last rounds and the totals, one below the other. If there isn't enough room, the winners are left out,
    /// because the scores show them, too.
    fn table(&self, names: &Names, theme: Theme, most: usize, last: usize) -> Vec<(Role, String)> {
        let Scoreboard { rounds, totals, rounds_won, unit } = &self.board;
        let name = NAME.min(most.saturating_sub(LABEL + 4) / 2);
        let head = Seat::BOTH.map(|seat| cut(&theme.text(names.short(seat)), name));
        let columns = head.each_ref().map(|name| width(name).max(5));
        let row = |label: &str, cells: [String; 2], end: &str| {
            let cell = |at: usize| {
                let spaces = " ".repeat((columns[at] + 2).saturating_sub(width(&cells[at])));
                format!("{spaces}{}", cells[at])
            };
            let line = format!("{label:<LABEL$}{}{}", cell(0), cell(1));
            if width(&line) + width(end) > most { line } else { line + end }
        };
        let skipped = rounds.len().saturating_sub(last);
        let left_out = match skipped {
            0 => String::new(),
            1 => format!("  without round {}", rounds[0].round),
            2 => format!("  without rounds {} and {}", rounds[0].round, rounds[1].round),
            _ => format!("  without rounds {} to {}", rounds[0].round, rounds[skipped - 1].round),
        };
        let mut lines = vec![(Role::Quiet, row(unit, head, &left_out))];
        for RoundResult { round, got, winner, .. } in &rounds[skipped..] {
            let cells =
                Seat::BOTH.map(|seat| got.map_or(theme.pick("\u{2013}", "-").to_owned(), |got| got[seat].to_string()));
            let end = match (got, winner) {
                (None, _) => "  given up".to_owned(),
                (Some(_), Some(winner)) => format!("  {} won", cut(&theme.text(names.short(*winner)), NAME)),
                (Some(_), None) => "  tied".to_owned(),
            };
            lines.push((Role::Text, row(&format!("round {round}"), cells, &end)));
        }
        lines.push((Role::Prompt, row("total", Seat::BOTH.map(|seat| totals[seat].to_string()), "")));
        if let Some(won) = rounds_won {
            lines.push((Role::Text, row("rounds", Seat::BOTH.map(|seat| won[seat].to_string()), "  won")));
            lines.push((Role::Quiet, WHAT_COUNTS.to_owned()));
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use parlor_rules::Pair;

    use super::*;

    fn result(round: u32, human: u32, computer: u32) -> RoundResult {
        let winner = Some(if human > computer { Seat::Human } else { Seat::Computer });
        let how = vec!["Human has covered every square and wins the round: 12 points.".to_owned()];
        RoundResult { round, got: Some(Pair { human, computer }), winner, how }
    }

    #[test]
    fn a_table_of_rounds_says_which_it_leaves_out() {
        let rounds: Vec<RoundResult> = (1..=9).map(|round| result(round, 3, 0)).collect();
        let board = Scoreboard { rounds, totals: Pair { human: 27, computer: 0 }, rounds_won: None, unit: "points" };
        let panel = ResultPanel { board, over: false };
        let head = |rows: usize| panel.lines(&Names::plain(), &[], Theme::default(), 70, rows)[1].1.clone();
        assert_eq!(head(99), "points    Human  Computer  without rounds 1 to 3");
        assert_eq!(head(11), "points    Human  Computer  without rounds 1 to 3");
    }

    #[test]
    fn the_end_of_a_round_has_a_score_table_its_cause_and_the_next_actions() {
        let rounds = vec![result(1, 0, 30), result(2, 12, 0)];
        let totals = Pair { human: 12, computer: 30 };
        let board = Scoreboard { rounds, totals, rounds_won: None, unit: "points" };
        let panel = ResultPanel { board, over: false };
        assert_eq!(panel.title(), "Round 2 is over");
        let lines = panel.lines(&Names::plain(), &["Another round?".to_owned()], Theme::default(), 70, 8);
        let shown: Vec<&str> = lines.iter().map(|(_, line)| line.as_str()).collect();
        assert_eq!(
            shown,
            [
                "Human has covered every square and wins the round: 12 points.",
                "points    Human  Computer",
                "round 1       0        30  Computer won",
                "round 2      12         0  Human won",
                "total        12        30",
                "Another round?",
            ]
        );
    }
}
