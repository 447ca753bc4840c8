use parlor_rules::{Pair, Throw};

use crate::{Dialect, Note, canoga, congkak, kono};
use parlor_rules::Standing;

/// A save that was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Save {
    /// The state of the tournament.
    pub standing: Standing,
    /// The dialect that the file is written in.
    pub dialect: Dialect,
    /// The throws that are to be used first (rule dice-file).
    pub dice: Vec<Throw>,
    /// The players' names, if they are not Human and Computer. A name in the Computer seat is that of a
    /// second person.
    pub names: Pair<Option<String>>,
    /// Accepted variations and remarks about the game; those about the whole file come first.
    pub notes: Vec<Note>,
}

/// The text of a save, and the facts lost in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// The exact contents of the file.
    pub text: String,
    /// The facts that the format can't hold; each text continues "lost: ".
    pub lost: Vec<String>,
}

/// Writes a standing. Reading it back gives the same standing, except for what is listed as lost.
///
/// ```
/// use parlor_rules::{Seat, congkak};
/// use parlor_saves::{Dialect, read, write};
///
/// let standing = congkak::Standing::new(congkak::Size::USUAL, Seat::Human).into();
/// let written = write(&standing, Dialect::Text);
/// assert_eq!(written.text, "\
/// Human Player: 0 7 7 7 7 7 7 7 0
/// Computer Player: 0 7 7 7 7 7 7 7 0
/// Next Player: Human
/// ");
/// assert_eq!(read(&written.text, None).unwrap().standing, standing);
/// ```
pub fn write(standing: &Standing, dialect: Dialect) -> Written {
    write_with_dice(standing, &[], dialect)
}

fn write_with_dice(standing: &Standing, dice: &[Throw], dialect: Dialect) -> Written {
    match standing {
        Standing::Canoga(standing) => canoga::write(standing, dice, dialect),
        Standing::Congkak(standing) => congkak::write(standing, dialect),
        Standing::Kono(standing) => kono::write(standing, dialect),
    }
}

impl Save {
    /// Writes the save in any dialect, with the throws if the dialect has a place for them. We always write Human and
    /// Computer, so other names are lost.
    pub fn write(&self, dialect: Dialect) -> Written {
        let mut written = write_with_dice(&self.standing, &self.dice, dialect);
        if let Some(name) = &self.names.human {
            written.lost.push(format!("the name {}, which becomes Human", crate::fault::quoted(name)));
        }
        if self.names.computer.is_some() {
            written.lost.push("that a second person sits in Computer's seat".to_owned());
        }
        written
    }
}
