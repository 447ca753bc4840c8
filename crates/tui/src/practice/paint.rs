//! How an exercise looks: the board, the question, and what came of a try.

use parlor_review::{Decided, Mistake, drawbacks};
use parlor_rules::Decision;
use parlor_view::{
    Action, Buttons, Chooser, Names, review_cost, review_to_do, short_size, verdict_in_words, without_review,
};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::PracticeScreen;
use crate::board;
use crate::collection::Whose;
use crate::job::Finding;
use crate::kit::{self, inset, part, put, put_roles, row, width, wrapped};
use crate::theme::{Role, Theme};

/// Where a row of buttons goes: the first line of the text.
fn button_places(buttons: &Buttons<Action>, text: Rect) -> Vec<Rect> {
    let line = inset(row(text, 0), 2);
    let mut x = 0;
    let place = |button: &parlor_view::Button<Action>| {
        let columns = width(&button.label) as u16 + 6;
        let place = part(line, x, 0, columns, 1);
        x += columns + 2;
        place
    };
    buttons.all().iter().map(place).collect()
}

/// The button at this place.
pub(super) fn button_at(buttons: &Buttons<Action>, at: Position, text: Rect) -> Option<usize> {
    button_places(buttons, text).into_iter().position(|place| place.contains(at))
}

impl PracticeScreen {
    pub(super) fn paint_mistake(&mut self, mistake: &Mistake, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let of = if self.mistakes.len() > 1 {
            format!(" {} of {}", self.at + 1, self.mistakes.len())
        } else {
            String::new()
        };
        let exercise = &mistake.exercise;
        let game = exercise.game();
        let whose = self.whose.as_ref().and_then(Whose::name).map_or(String::new(), |name| format!(", {name}"));
        let title = format!("Find better{of}: {game} {}{whose}", short_size(game, exercise.size));
        kit::heading(&title, theme, area, buffer);
        if let Some(scene) = self.scene() {
            let (place, text) = board::with_text(&scene.board.layout, kit::board_body(area));
            board::paint(&scene, &Names::of(&mistake.players), theme, place, buffer);
            self.paint_text(mistake, theme, text, buffer);
        }
        if let Some(why) = &self.trouble {
            put(why, Role::Wrong, theme, inset(row(area, area.height.saturating_sub(2)), 2), buffer);
        }
    }

    pub(super) fn paint_empty(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let whose = self.whose.as_ref().map(Whose::heading).unwrap_or_default();
        kit::heading(&format!("Practice{whose}"), theme, area, buffer);
        let mut words = vec![
            (Role::Prompt, "There is no mistake to practise yet.".to_owned()),
            (Role::Text, String::new()),
            (Role::Text, "Mistakes come from reviews: play a game, and press v when a round is over. A game that is kept is reviewed with v in the list of games.".to_owned()),
        ];
        if self.unreviewed > 0 {
            words.push((Role::Text, without_review(self.unreviewed)));
        }
        let body = kit::body(area);
        put_roles(&wrapped(&words, theme, body.width), theme, part(body, 0, 1, body.width, body.height), buffer);
    }

    fn paint_text(&mut self, mistake: &Mistake, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let mut area = area;
        if let Some(Chooser::Buttons(buttons)) = &self.chooser {
            for (at, (button, place)) in buttons.all().iter().zip(button_places(buttons, area)).enumerate() {
                let role = if at == buttons.at() { Role::Cursor } else { Role::Text };
                put(&format!("[{} {}]", at + 1, button.label), role, theme, place, buffer);
            }
            area = part(area, 0, 1, area.width, area.height);
        }
        let inside = inset(area, 2);
        let lines = wrapped(&self.words(mistake), theme, inside.width.saturating_sub(2));
        self.scroll.paint(&lines, theme, inside, buffer);
    }

    fn words(&self, mistake: &Mistake) -> Vec<(Role, String)> {
        let exercise = &mistake.exercise;
        let game = exercise.game();
        let names = Names::of(&mistake.players);
        let who = names.label(exercise.seat);
        let dice = match &exercise.decision {
            Decision::Canoga(thrown) => format!(" with {}", thrown.throw()),
            _ => String::new(),
        };
        let cost = review_cost(game, exercise.cost, exercise.exact);
        let mut lines = vec![(
            Role::Prompt,
            format!("{who} chose to {}{dice}, which cost {cost}. What is better?", review_to_do(exercise.played)),
        )];
        if let Some(progress) = self.chooser.as_ref().and_then(Chooser::progress).filter(|_| !self.is_done()) {
            lines.push((Role::Quiet, progress));
        }
        match &self.attempt {
            Finding::None => {}
            Finding::Asked(_) => lines.push((Role::Quiet, "Thinking about it.".to_owned())),
            Finding::Found(verdict) => {
                let role = if verdict.is_found() { Role::Chosen } else { Role::Wrong };
                lines.push((role, verdict_in_words(*verdict, game)));
            }
        }
        match &self.solution {
            Finding::None => {}
            Finding::Asked(_) => lines.push((Role::Quiet, "Thinking about the answer.".to_owned())),
            Finding::Found(judged) => {
                lines.extend(
                    drawbacks(&decided(mistake), &judged.best).iter().map(|worse| (Role::Text, worse.to_string())),
                );
                let best = judged.best.first().map(|best| format!("The best is to {}.", review_to_do(*best)));
                lines.extend(best.map(|best| (Role::Prompt, best)));
                lines.extend(judged.reasons.iter().map(|reason| (Role::Why, reason.clone())));
            }
        }
        lines
    }
}

fn decided(mistake: &Mistake) -> Decided {
    let exercise = &mistake.exercise;
    Decided::one(exercise.standing.clone(), exercise.decision.clone(), exercise.played)
}
