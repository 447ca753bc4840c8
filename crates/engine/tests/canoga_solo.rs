//! The chance to cover a whole row in one turn without an opponent, compared with published figures.

use parlor_engine::canoga::solo_chance;
use parlor_rules::canoga::Size;

#[test]
fn a_whole_row_in_one_turn() {
    for (squares, percent) in [(9, 9.7614), (10, 5.3825), (11, 2.1680)] {
        let found = 100.0 * solo_chance(Size::new(squares).unwrap());
        assert!((found - percent).abs() < 5e-5, "rows of {squares}: {found} %");
    }
}
