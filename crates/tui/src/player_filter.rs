//! The player filter for practice and statistics.

#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct PlayerFilter {
    names: Vec<String>,
    chosen: Option<usize>,
}

/// The key that selects the next person. It isn't a letter, because letters choose pits in practice.
pub(crate) const PLAYER_KEY: char = '@';

impl PlayerFilter {
    /// Keeps the selected name if it is in the new list.
    pub(crate) fn among(&self, names: Vec<String>) -> PlayerFilter {
        let chosen = self.name().and_then(|name| names.iter().position(|other| other == name));
        PlayerFilter { names, chosen }
    }

    pub(crate) fn name(&self) -> Option<&str> {
        self.chosen.map(|chosen| self.names[chosen].as_str())
    }

    /// Selects the next player, or all players after the last.
    pub(crate) fn next(&mut self) {
        let next = self.chosen.map_or(0, |chosen| chosen + 1);
        self.chosen = Some(next).filter(|next| *next < self.names.len());
    }

    pub(crate) fn has_several(&self) -> bool {
        self.names.len() > 1
    }

    /// The end of a heading: ": Ada" or ": all players"; empty if there is only one player.
    pub(crate) fn heading(&self) -> String {
        match self.name() {
            Some(name) => format!(": {name}"),
            None if self.has_several() => ": all players".to_owned(),
            None => String::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_cycles_through_all_players() {
        let mut filter = PlayerFilter::default().among(vec!["Ada".to_owned(), "Ben".to_owned()]);
        let mut seen = Vec::new();
        for _ in 0..4 {
            seen.push(filter.heading());
            filter.next();
        }
        assert_eq!(seen, [": all players", ": Ada", ": Ben", ": all players"]);
        assert_eq!(filter.among(vec!["Ada".to_owned()]).name(), Some("Ada"));
        assert_eq!(filter.among(Vec::new()).heading(), "");
    }
}
