//! What is practised, and whose games that and the statistics are about. The games come from
//! [`parlor_host::reviewed_games`].

use parlor_host::{JournalName, ReviewedGames};
use parlor_review::{Exercise, Kept, Seen};
use parlor_view::Names;

/// A mistake, and where it was made.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Task {
    /// The game's journal; `None` if it has none.
    pub(crate) journal: Option<JournalName>,
    /// Who played it.
    pub(crate) names: Names,
    pub(crate) exercise: Exercise,
}

impl Task {
    /// The mistakes of all reviewed games in the order of practice, or those of the person with this name.
    pub(crate) fn all(games: &ReviewedGames, name: Option<&str>, seen: &Seen, now: u64) -> Vec<Task> {
        let practised = games.to_practise(name, seen, now).into_iter();
        let task = |(Kept { exercise, .. }, game): (Kept, &parlor_host::Reviewed)| Task {
            journal: Some(game.name.clone()),
            names: Names::of(&game.table.setup().players),
            exercise,
        };
        practised.map(task).collect()
    }

    /// The mistake as it is remembered; `None` if its game isn't kept.
    pub(crate) fn kept(&self) -> Option<Kept> {
        Some(Kept { journal: self.journal.as_ref()?.to_string(), exercise: self.exercise.clone() })
    }
}

/// Whose games are looked at: everybody's, or those of one person.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Whose {
    /// What the people are called.
    names: Vec<String>,
    chosen: Option<usize>,
}

/// The key that chooses the next person. In practice letters choose pits, so it isn't a letter.
pub(crate) const WHOSE_KEY: char = '@';

impl Whose {
    /// The same choice among these people, as far as it is still there.
    pub(crate) fn among(&self, names: Vec<String>) -> Whose {
        let chosen = self.name().and_then(|name| names.iter().position(|other| other == name));
        Whose { names, chosen }
    }

    /// Who was chosen; `None` for everybody.
    pub(crate) fn name(&self) -> Option<&str> {
        self.chosen.map(|chosen| self.names[chosen].as_str())
    }

    /// Chooses the next person, and everybody after the last.
    pub(crate) fn turn(&mut self) {
        self.chosen = match self.chosen {
            None => Some(0),
            Some(chosen) => Some(chosen + 1),
        };
        self.chosen = self.chosen.filter(|chosen| *chosen < self.names.len());
    }

    /// Whether there is anything to choose.
    pub(crate) fn has_several(&self) -> bool {
        self.names.len() > 1
    }

    /// What goes after a heading: ": Ada", or nothing where there is only one person.
    pub(crate) fn heading(&self) -> String {
        match self.name() {
            Some(name) => format!(": {name}"),
            None if self.has_several() => ": everybody".to_owned(),
            None => String::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_leads_through_all_people_and_back_to_everybody() {
        let mut whose = Whose::default().among(vec!["Ada".to_owned(), "Ben".to_owned()]);
        let mut seen = Vec::new();
        for _ in 0..4 {
            seen.push(whose.heading());
            whose.turn();
        }
        assert_eq!(seen, [": everybody", ": Ada", ": Ben", ": everybody"]);
        assert_eq!(whose.among(vec!["Ada".to_owned()]).name(), Some("Ada"));
        assert_eq!(whose.among(Vec::new()).heading(), "");
    }
}
