//! Whose games practice and the statistics are about.

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
        let next = self.chosen.map_or(0, |chosen| chosen + 1);
        self.chosen = Some(next).filter(|next| *next < self.names.len());
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
