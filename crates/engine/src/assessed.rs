/// Something that could be chosen, what it is worth, and why.
///
/// `M` is a game's move (or its number of dice), `R` its reasons; a reason's `Display` is its sentence.
#[derive(Clone, PartialEq, Debug)]
pub struct Assessed<M, R> {
    /// What is chosen.
    pub chosen: M,
    /// What the player who chooses can expect of the round's end, from their own side: net points
    /// (Canoga, Kono) or net seeds (Congkak).
    pub value: f64,
    /// Whether that value is proven.
    pub exact: bool,
    /// Why, the plainest first. Each is true of the position, and a checker in the tests shows it.
    pub reasons: Vec<R>,
}
