/// A choice, what it is worth, and why.
///
/// `M` is the game's move (or number of dice), `R` its reason; a reason's `Display` is a sentence.
#[derive(Clone, PartialEq, Debug)]
pub struct Assessed<M, R> {
    /// What is chosen.
    pub chosen: M,
    /// What the player who chooses can expect at the end of the round: net points (Canoga, Kono) or net seeds
    /// (Congkak).
    pub value: f64,
    /// Whether that value is proven.
    pub exact: bool,
    /// Why, the plainest reason first. Each is true of the position, which the tests check.
    pub reasons: Vec<R>,
}
