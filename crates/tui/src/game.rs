//! The game screen: a table that is played at, as it stands on the stage.

mod keys;
mod layout;
mod paint;

use std::collections::VecDeque;
use std::path::Path;
use std::time::Duration;

use parlor_host::{Advice, Host, Next, Thinking, Worth, any_seed, save_to_disk};
use parlor_rules::{DiceCount, Game, Seat};
use parlor_table::{Answer, Ask, Ending, Entry, Event, MenuItem, MenuKind, Need, Question, Setup};
use parlor_view::{BoardView, Names, coin_prompt, prompt, throw_prompt};
use ratatui::layout::Rect;

use crate::beats::{Beat, beats};
use crate::choose::Chooser;
use crate::how::How;
use crate::input::Input;
use crate::job::{Found, Job, JobKind, Thought};
use crate::log::Log;
use crate::replay::Replay;
use crate::scene::{Dice, Marks, Scene};
use crate::speed::Speed;
use crate::theme::Role;

pub(crate) use keys::After;

/// A table that is played at.
pub(crate) struct GameScreen {
    host: Host,
    names: Names,
    round: u32,
    /// What is in sight, once there is a board.
    scene: Option<Scene>,
    /// The board as it is laid out before anybody has played.
    fresh: Option<BoardView>,
    /// Dice in sight before there is a board.
    dice: Option<Dice>,
    /// Moments that are still to be shown.
    beats: VecDeque<Beat>,
    /// When the one in sight is over.
    until: Option<Duration>,
    /// Whether everything is shown at once until a person is asked again.
    hurry: bool,
    log: Log,
    /// What is asked, or going on.
    caption: String,
    /// What was just refused or noted, until the next key.
    notice: Option<String>,
    /// What is to be noted of the next question.
    next_notice: Option<String>,
    /// What a person is asked, once everything before it has been shown.
    open: Open,
    chooser: Option<Chooser>,
    typing: Option<Input>,
    /// What somebody wants at the next menu.
    wanted: Option<MenuItem>,
    help: Help,
    bar: Bar,
    jobs: Vec<Job>,
    /// The job that the computer decides with, and since when.
    deciding: Option<(u64, Duration)>,
    dialog: Option<Dialog>,
    replay: Option<Replay>,
    /// What the tournament or the save ended with, to be told once more after the screen is gone.
    farewell: Option<String>,
    /// A game that is only looked at.
    only_looked_at: bool,
    /// What was last written to a file.
    saved: Option<String>,
    /// The name of a file that couldn't be written, to be mended.
    refused_name: Option<String>,
}

/// What a person is asked.
#[derive(Clone, PartialEq, Debug)]
enum Open {
    /// Nothing: something goes on.
    Nothing,
    /// A question of the table's.
    Question(Question),
    /// What real dice show.
    Throw(Seat, DiceCount),
    /// What a real coin shows.
    Coin,
    /// What to do now that the table is closed.
    End(Ending),
}

/// Advice, as far as it was asked for.
#[derive(Clone, PartialEq, Debug)]
enum Help {
    None,
    /// The engine is asked.
    Asked(u64),
    /// In words.
    Words(Advice),
    /// All choices, ranked, from so many lines down.
    Ranked(Advice, u16),
}

/// The value bar.
#[derive(Clone, PartialEq, Debug)]
enum Bar {
    Off,
    /// On, with what is known.
    On {
        asked: Option<u64>,
        worth: Option<Worth>,
    },
}

/// A box over the screen.
#[derive(Clone, PartialEq, Debug)]
enum Dialog {
    /// Every key.
    Keys,
    /// Whether to leave, and how.
    Quit { at: usize },
    /// The rules.
    Rules(How),
}

impl GameScreen {
    /// A table that has just been set up or opened, with what it told and what is to be noted of it.
    pub(crate) fn new(host: Host, told: &[Event], notes: &[String]) -> GameScreen {
        let names = Names::of(&host.setup().players);
        let mut screen = GameScreen {
            host,
            names,
            round: 1,
            scene: None,
            fresh: None,
            dice: None,
            beats: VecDeque::new(),
            until: None,
            hurry: false,
            log: Log::default(),
            caption: String::new(),
            notice: None,
            next_notice: None,
            open: Open::Nothing,
            chooser: None,
            typing: None,
            wanted: None,
            help: Help::None,
            bar: Bar::Off,
            jobs: Vec::new(),
            deciding: None,
            dialog: None,
            replay: None,
            farewell: None,
            only_looked_at: false,
            saved: None,
            refused_name: None,
        };
        for note in notes {
            screen.log.note(Role::Quiet, note);
        }
        screen.look();
        screen.show(told);
        screen
    }

    /// A tournament that is over and only looked at.
    pub(crate) fn looking(host: Host, notes: &[String]) -> GameScreen {
        let mut screen = GameScreen::new(host, &[], notes);
        screen.replay = Replay::of_tournament(screen.host.setup(), screen.host.table().entries());
        screen.only_looked_at = true;
        screen
    }

    /// Goes on where another screen stopped: with its log, and its count of rounds.
    pub(crate) fn after(mut self, earlier: &GameScreen) -> GameScreen {
        let now = std::mem::replace(&mut self.log, earlier.log.clone());
        self.log.append(now);
        self.round = earlier.round;
        self
    }

    /// The journal's name, if the game is kept.
    pub(crate) fn journal_name(&self) -> Option<&str> {
        self.host.journal_name()
    }

    /// What it was set up with.
    pub(crate) fn setup(&self) -> &Setup {
        self.host.setup()
    }

    /// Whether it can be played on.
    pub(crate) fn is_open(&self) -> bool {
        !matches!(self.host.table().need(), Need::Nothing(_))
    }

    /// What the end was told with.
    pub(crate) fn farewell(&self) -> Option<&str> {
        self.farewell.as_deref()
    }

    /// Everything that was told.
    pub(crate) fn told(&self) -> impl Iterator<Item = &str> {
        self.log.told()
    }

    /// The setup with which a game that was just saved goes on.
    pub(crate) fn setup_after_save(&self) -> Option<Setup> {
        let text = self.saved.as_ref()?;
        let save = parlor_saves::read(text, None).ok()?;
        let queue = self.host.table().queue_left().iter().filter(|throw| !throw.of_save).copied().collect();
        Some(Setup { seed: any_seed(), queue, ..self.host.setup().clone() }.resuming(&save, text))
    }

    /// Scrolling back stops at the first line.
    pub(crate) fn bound_log(&mut self, area: Rect) {
        let log = self.layout(area).log;
        self.log.bound(log.width.saturating_sub(1), log.height.saturating_sub(1));
    }

    /// Jobs that are to be run.
    pub(crate) fn take_jobs(&mut self) -> Vec<Job> {
        std::mem::take(&mut self.jobs)
    }

    /// When something moves by itself, at the latest.
    pub(crate) fn wake(&self, now: Duration) -> Option<Duration> {
        let spinner = (self.waits_for_thought()).then_some(now + SPINNER);
        self.until.into_iter().chain(spinner).min()
    }

    fn waits_for_thought(&self) -> bool {
        self.deciding.is_some()
            || matches!(self.help, Help::Asked(_))
            || matches!(self.bar, Bar::On { asked: Some(_), .. })
    }

    /// Lets everything happen that can happen by now.
    pub(crate) fn go_on(&mut self, speed: Speed, now: Duration) {
        if self.replay.is_some() {
            return;
        }
        loop {
            if let Some(until) = self.until {
                if now < until {
                    return;
                }
                self.until = None;
            }
            if let Some(beat) = self.beats.pop_front() {
                let lasts = speed.scale(beat.lasts);
                self.stage(beat);
                if !lasts.is_zero() && !self.hurry {
                    self.until = Some(now + lasts);
                }
                continue;
            }
            self.look();
            if self.open != Open::Nothing || self.deciding.is_some() {
                return;
            }
            if !self.next(now) {
                return;
            }
        }
    }

    /// Everything that moves is over at once, until a person is asked again.
    fn skip(&mut self) {
        self.until = None;
        self.hurry = true;
    }

    fn is_moving(&self) -> bool {
        self.until.is_some() || !self.beats.is_empty()
    }

    /// Puts a moment on the stage.
    fn stage(&mut self, beat: Beat) {
        if let Some(board) = beat.board {
            match &mut self.scene {
                Some(scene) => scene.board = board,
                None => self.scene = Some(Scene { board, marks: Marks::default(), dice: self.dice, hand: None }),
            }
        }
        if let Some(dice) = beat.dice {
            self.dice = Some(dice);
        }
        if let Some(scene) = &mut self.scene {
            scene.hand = beat.hand;
            scene.marks.changed = beat.changed;
            scene.dice = self.dice;
        }
        if let Some(caption) = beat.caption.or(beat.told.first().cloned()) {
            self.caption = caption;
        }
        for line in &beat.told {
            self.log.tell(line);
        }
    }

    /// The stage shows what is on the table.
    fn look(&mut self) {
        let Some(standing) = self.host.table().standing() else { return };
        let mut board = BoardView::from(&standing);
        // Points of a round that is over count.
        let totals = self.host.table().totals();
        match &mut board {
            BoardView::Canoga(view) => view.scores = totals,
            BoardView::Kono(view) => {
                view.scores = totals;
                self.round = view.round;
            }
            BoardView::Congkak(view) => view.rounds = self.host.table().rounds_won().unwrap_or(view.rounds),
        }
        match &mut self.scene {
            Some(scene) => {
                scene.board = board;
                scene.hand = None;
            }
            None => self.scene = Some(Scene { board, marks: Marks::default(), dice: self.dice, hand: None }),
        }
    }

    /// Queues what was told, to be shown.
    fn show(&mut self, told: &[Event]) {
        let mut board = self.scene.as_ref().map(|scene| scene.board.clone());
        for event in told {
            match event {
                Event::RoundBegins { round, size } => {
                    self.round = *round;
                    self.dice = None;
                    self.fresh = BoardView::laid_out(self.host.setup().game, *size);
                    if self.scene.is_none() {
                        self.scene = self.fresh_scene();
                    }
                }
                // What decided about the first turn has been seen.
                Event::Stepped { .. } => self.dice = None,
                Event::TournamentOver { .. } | Event::Saved { .. } => {
                    self.farewell = Some(parlor_view::sentences(event, &self.names).join(" "));
                }
                _ => {}
            }
            let moments = beats(event, board.as_ref(), &self.names);
            if let Some(last) = moments.iter().rev().find_map(|beat| beat.board.clone()) {
                board = Some(last);
            }
            self.beats.extend(moments);
        }
        if let Some(trouble) = self.host.trouble() {
            self.log.note(Role::Wrong, &format!("The journal can't be written any more: {trouble}"));
            self.log
                .note(Role::Wrong, "The game goes on, but it won't survive the end of the program unless you save it.");
        }
    }

    /// Lets an entry happen; a refusal is said and changes nothing.
    fn apply(&mut self, entry: &Entry) {
        match self.host.apply(entry) {
            Ok(told) => {
                self.open = Open::Nothing;
                self.chooser = None;
                self.typing = None;
                self.help = Help::None;
                self.deciding = None;
                if let Bar::On { asked, worth } = &mut self.bar {
                    (*asked, *worth) = (None, None);
                }
                if told.contains(&Event::TakenBack) {
                    self.taken_back();
                }
                self.show(&told);
            }
            Err(refusal) => self.notice = Some(format!("No: {refusal}.")),
        }
    }

    fn fresh_scene(&self) -> Option<Scene> {
        let board = self.fresh.clone()?;
        Some(Scene { board, marks: Marks::default(), dice: None, hand: None })
    }

    /// The stage goes back at once to what was before.
    fn taken_back(&mut self) {
        self.beats.clear();
        self.until = None;
        self.dice = None;
        if self.host.table().standing().is_none() {
            self.scene = self.fresh_scene();
        }
        if let Some(scene) = &mut self.scene {
            scene.marks = Marks::default();
            scene.dice = None;
        }
    }

    /// The next thing that happens, once everything before it has been shown; `false` if a person is needed.
    fn next(&mut self, now: Duration) -> bool {
        match self.host.next() {
            Next::Chance(entry) => self.apply(&entry),
            Next::Think(thinking) => {
                self.caption = format!("{} thinks", self.names.label(thinking.question.seat));
                let id = self.job(JobKind::Decide, thinking);
                self.deciding = Some((id, now));
                self.weigh();
                return false;
            }
            Next::Person => match self.host.table().need() {
                Need::Save { name, text } => {
                    let entry = save_to_disk(&name, &text);
                    self.saved = Some(text);
                    self.apply(&entry);
                    if let Entry::NotSaved(why) = entry {
                        self.next_notice = Some(format!("Not saved: {why}"));
                        self.refused_name = Some(name);
                        self.wanted = Some(MenuItem::Save);
                    }
                }
                Need::Answer(question) => {
                    let Some(item) = self.menu_answer(&question) else {
                        self.ask(Open::Question(question));
                        return false;
                    };
                    self.apply(&Entry::decision(question.seat, Answer::Menu(item)));
                }
                Need::Throw { seat, dice, .. } => {
                    self.ask(Open::Throw(seat, dice));
                    return false;
                }
                Need::Coin => {
                    self.ask(Open::Coin);
                    return false;
                }
                Need::Nothing(ending) => {
                    self.ask(Open::End(ending));
                    return false;
                }
            },
        }
        true
    }

    /// What a menu is answered without asking: what was wanted already, or play, where nobody would stop.
    fn menu_answer(&mut self, question: &Question) -> Option<MenuItem> {
        let fits = |item: &MenuItem| question.ask.accepts(&Answer::Menu(*item)).is_ok();
        // Before it is anybody's turn there is no round to give up.
        let begun = !matches!(&question.ask, Ask::Menu { turn: None, .. });
        if let Some(item) = self.wanted.filter(fits).filter(|item| begun || *item == MenuItem::Save) {
            self.wanted = None;
            return Some(item);
        }
        let Ask::Menu { before, turn, .. } = &question.ask else { return None };
        let own_turn = turn.is_some_and(|seat| self.host.table().player(seat).is_person());
        match before {
            MenuKind::Win => None,
            // To throw the dice is a moment of its own. In the other games the choice itself comes next, and
            // takes save and quit as well.
            MenuKind::Turn if own_turn && self.host.setup().game == Game::Canoga => None,
            MenuKind::Turn | MenuKind::FirstDice => Some(MenuItem::Play),
        }
    }

    /// Asks a person.
    fn ask(&mut self, open: Open) {
        self.caption = match &open {
            Open::Nothing => String::new(),
            Open::Question(question) => prompt(question, &self.names),
            Open::Throw(seat, dice) => throw_prompt(*seat, *dice, &self.names),
            Open::Coin => coin_prompt().to_owned(),
            Open::End(Ending::Finished) => self.farewell.clone().unwrap_or("The tournament is over.".to_owned()),
            Open::End(Ending::Saved) => self.farewell.clone().unwrap_or("The game is saved.".to_owned()),
        };
        self.chooser = match &open {
            Open::Question(question) => Chooser::of(question.seat, &question.ask),
            Open::Coin => Some(Chooser::coin_by_hand()),
            Open::End(ending) => Some(Chooser::at_the_end(*ending == Ending::Saved)),
            Open::Nothing | Open::Throw(..) => None,
        };
        self.typing = match &open {
            Open::Question(Question { ask: Ask::FileName, .. }) => {
                let name = self.refused_name.take().unwrap_or_else(|| self.file_name());
                Some(Input::new(&name))
            }
            Open::Throw(..) => Some(Input::default()),
            _ => None,
        };
        // Dice that were thrown before the screen was there, or before an undo, lie on the table all the same.
        if let Open::Question(Question { seat, ask: Ask::Canoga { throw, .. } }) = &open {
            self.dice = Some(Dice { seat: *seat, throw: *throw, rolling: false });
            if let Some(scene) = &mut self.scene {
                scene.dice = self.dice;
            }
        }
        if let Open::End(_) = open {
            self.wanted = None;
        }
        self.notice = self.next_notice.take();
        self.open = open;
        self.hurry = false;
        self.weigh();
    }

    /// A name for a save that isn't taken yet.
    fn file_name(&self) -> String {
        let game = self.host.setup().game.to_string().to_lowercase();
        let free = (1..1000).map(|number| format!("{game}-{number}.txt")).find(|name| !Path::new(name).exists());
        free.unwrap_or(format!("{game}.txt"))
    }

    fn job(&mut self, kind: JobKind, thinking: Thinking) -> u64 {
        let job = Job::new(kind, thinking);
        let id = job.id;
        self.jobs.push(job);
        id
    }

    /// Asks for the value of the position, if it is to be shown.
    fn weigh(&mut self) {
        let Bar::On { worth, .. } = self.bar else { return };
        let Need::Answer(question) = self.host.table().need() else { return };
        if !matches!(
            question.ask,
            Ask::Menu { .. } | Ask::Dice | Ask::Canoga { .. } | Ask::Congkak { .. } | Ask::Kono { .. }
        ) {
            return;
        }
        let thinking = self.host.helper(&question);
        let asked = Some(self.job(JobKind::Weigh, thinking));
        self.bar = Bar::On { asked, worth };
    }

    /// What came of a job. What nobody waits for any more is dropped.
    pub(crate) fn thought(&mut self, thought: Thought) {
        let Thought { id, found } = thought;
        if self.deciding.is_some_and(|(deciding, _)| deciding == id) {
            self.deciding = None;
            match found {
                Found::Decided(Some(entry)) => self.apply(&entry),
                _ => self.failed(),
            }
        } else if self.help == Help::Asked(id) {
            self.help = match found {
                Found::Advised(advice) => Help::Words(advice),
                _ => Help::None,
            };
        } else if let Bar::On { asked: Some(asked), .. } = self.bar
            && asked == id
        {
            let worth = if let Found::Weighed(worth) = found { worth } else { None };
            self.bar = Bar::On { asked: None, worth };
        }
    }

    /// The engine couldn't decide; whoever plays may leave, and the game is kept.
    fn failed(&mut self) {
        let fault = "The computer found no move, which is a fault of this program. The game is kept.";
        self.log.note(Role::Wrong, fault);
        self.ask(Open::End(Ending::Saved));
        fault.clone_into(&mut self.caption);
    }
}

/// How often the sign that somebody thinks moves.
const SPINNER: Duration = Duration::from_millis(150);
