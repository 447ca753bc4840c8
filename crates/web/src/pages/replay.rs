use askama::Template;
use parlor_review::NotReviewed;
use parlor_rules::Pair;
use parlor_table::Table;
use parlor_view::{Names, Replay, long_list};

use super::table::{BoardHtml, LogLine, is_turned, log_lines, rounds_played, title_line};
use super::{Preview, Shell, Site};

/// A round or a whole tournament, moment by moment.
#[derive(Template, Clone, Copy, Debug)]
#[template(path = "replay.html")]
pub struct ReplayPage<'a> {
    pub site: Site<'a>,
    pub id: &'a str,
    pub table: &'a Table,
    /// The seats that this browser holds; none for a viewer.
    pub seats: Pair<bool>,
    /// `None` if nothing has happened yet.
    pub replay: Option<&'a Replay>,
    /// The round on screen; `None` means the whole tournament.
    pub round: Option<u32>,
    pub names: &'a Names,
}

impl ReplayPage<'_> {
    fn shell(&self) -> Shell<'_> {
        let game = self.table.game();
        let title = format!("Replay \u{2013} {game} \u{2013} Parlor");
        Shell { preview: Preview::of_table(self.table, self.id), ..Shell::at_board(self.site, title, self.table) }
    }

    /// The number of the moment on screen, and the number of moments.
    fn place(&self) -> (usize, usize) {
        self.replay.map_or((0, 0), Replay::place)
    }

    fn board(&self) -> Option<BoardHtml> {
        let scene = self.replay?.moment().scene.as_ref()?;
        let turned = is_turned(&scene.board, self.seats, self.site);
        Some(BoardHtml::of_scene(self.table.game(), scene, self.names, turned))
    }

    fn lines(&self) -> Vec<LogLine> {
        self.replay.map_or_else(Vec::new, |replay| log_lines(&replay.moment().lines, self.names, None))
    }

    /// The moments near this one: the number of each, its first sentence, and whether it is on screen.
    fn nearby(&self) -> Vec<(usize, &str, bool)> {
        const MOST: usize = 80;
        let at = self.place().0;
        let near = self.replay.into_iter().flat_map(|replay| replay.nearby(MOST));
        near.filter_map(|(number, moment)| Some((number, &*moment.lines.first()?.text, number == at))).collect()
    }

    /// The address of a moment.
    fn url(&self, moment: usize) -> String {
        let round = self.round.map_or_else(String::new, |round| format!("round={round}&"));
        format!("/t/{}/replay?{round}moment={moment}", self.id)
    }

    /// Label and moment of the links to other moments.
    fn steps(&self) -> [(&'static str, Option<usize>); 4] {
        let (at, count) = self.place();
        let (earlier, later) = (at > 1, at < count);
        [
            ("First", earlier.then_some(1)),
            ("Back", earlier.then(|| at - 1)),
            ("Next", later.then_some(at + 1)),
            ("Last", later.then_some(count)),
        ]
    }
}
