//! New tables: with default options, with other options, from a file, and guided.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use parlor_host::{Dice, FirstPlayer, Named, Seats, Settings, random_committed_seed, read_dice_file};
use parlor_rules::{Game, Level, Pair, Seat};
use parlor_store::{BrowserId, LinkKind, NewTable, Token};
use parlor_table::{BadJournal, Entry, Player, Setup, Summary, Table, read_journal_within};

use super::{PageResult, UrlPath, page, see_other};
use crate::app::{AppState, SharedApp};
use crate::fault::{FileFaults, WebError, sentence};
use crate::fields::{FormFields, Upload};
use crate::guard::may_create;
use crate::note::{Rematch, TableNote};
use crate::pages::OpenPage;
use crate::turns::PoolPlace;
use crate::visitor::{NewPrefs, Visitor};

struct TablePlan {
    setup: Setup,
    /// The entries of an uploaded journal.
    entries: Vec<Entry>,
    seating: Seating,
    note: TableNote,
    /// The id in the table's address.
    id: Token,
    /// Held until the table is in the store: writing a long journal keeps others from writing.
    place: Option<PoolPlace>,
}

/// The browsers that get the people's seats.
enum Seating {
    /// All seats go to the browser that creates the table.
    Here,
    /// The creator's seat goes to that browser; the other one is free for the invited player.
    Invite,
    /// The same browsers as at an earlier table.
    As(Pair<Vec<BrowserId>>),
}

impl TablePlan {
    fn new(setup: Setup) -> TablePlan {
        let (seating, note) = (Seating::Here, TableNote::default());
        TablePlan { setup, entries: Vec::new(), seating, note, id: Token::random(), place: None }
    }
}

impl Seating {
    fn holders(self, setup: &Setup, creator: BrowserId) -> Pair<Vec<BrowserId>> {
        let all = match self {
            Seating::Here => Pair::from_fn(|_| vec![creator]),
            Seating::Invite => {
                Pair::from_fn(|seat| if seat == setup.owner_seat() { vec![creator] } else { Vec::new() })
            }
            Seating::As(holders) => holders,
        };
        Pair::from_fn(|seat| if setup.players[seat].is_person() { all[seat].clone() } else { Vec::new() })
    }
}

/// A table with default options, against the computer or with a friend.
pub(crate) async fn usual(State(app): SharedApp, visitor: Visitor, fields: FormFields) -> PageResult {
    let game = game_of(&fields)?;
    let with_friend = match fields.get("seats") {
        None | Some("computer") => false,
        Some("link") => true,
        _ => return Err(WebError::Unclear("The field \u{201c}seats\u{201d} has to be computer or link.".to_owned())),
    };
    may_create(&app, &visitor, 0).await?;
    let settings = Settings {
        seats: if with_friend { Seats::HumanHuman } else { Seats::HumanComputer },
        name: visitor.prefs.name.clone(),
        size: Some(game.usual_size()),
        ..Settings::new(game)
    };
    let setup = settings.setup().map_err(|error| WebError::unclear(&error))?;
    let note = TableNote { help_off: with_friend, ..TableNote::default() };
    let seating = if with_friend { Seating::Invite } else { Seating::Here };
    begin(&app, &visitor, TablePlan { seating, note, ..TablePlan::new(setup) }).await
}

pub(crate) async fn guided(State(app): SharedApp, visitor: Visitor, UrlPath(game): UrlPath<String>) -> PageResult {
    let game: Game = game.parse().map_err(|_| WebError::NoPage)?;
    may_create(&app, &visitor, 0).await?;
    let setup = parlor_view::guided_setup(game, visitor.prefs.name.as_deref());
    let note = TableNote { guided: true, ..TableNote::default() };
    begin(&app, &visitor, TablePlan { note, ..TablePlan::new(setup) }).await
}

pub(crate) async fn with_options(State(app): SharedApp, mut visitor: Visitor, upload: Upload) -> PageResult {
    let fields = &upload.fields;
    let game = game_of(fields)?;
    let level = |name| fields.read::<Level>(name, &Level::names_in_words()).map(Option::unwrap_or_default);
    let (level, other_level) = (level("level")?, level("level2")?);
    let (seats, all_here) = match fields.get("seats").unwrap_or("computer") {
        "computer" => (Seats::HumanComputer, true),
        "link" => (Seats::HumanHuman, false),
        "here" => (Seats::HumanHuman, true),
        "programs" => (Seats::ComputerComputer, true),
        _ => {
            return Err(WebError::Unclear(
                "The field \u{201c}seats\u{201d} has to be computer, link, here or programs.".to_owned(),
            ));
        }
    };
    let dice = match fields.get("dice").unwrap_or("server") {
        "server" | "file" => Dice::Random,
        "hand" => Dice::ByHand,
        _ => {
            return Err(WebError::Unclear("The field \u{201c}dice\u{201d} has to be server, hand or file.".to_owned()));
        }
    };
    if let Some(name) = fields.person("name")? {
        visitor.prefs.name = Some(name);
    }
    if let Some(name) = fields.person("name2")? {
        visitor.prefs.name2 = Some(name);
    }
    let settings = Settings {
        size: fields.read("size", "a number")?,
        seats,
        levels: Pair { human: other_level, computer: level },
        dice,
        first: match fields.get("first") {
            None => FirstPlayer::default(),
            Some(name) => FirstPlayer::named(name).map_err(|_| {
                WebError::Unclear("The field \u{201c}first\u{201d} must be coin, you or computer.".to_owned())
            })?,
        },
        name: visitor.prefs.name.clone(),
        // In another browser, the friend enters their own name.
        name2: visitor.prefs.name2.clone().filter(|_| all_here),
        rounds: fields.read::<u32>("rounds", "a number")?.unwrap_or(1).clamp(1, MOST_ROUNDS),
        ..Settings::new(game)
    };
    let mut setup = settings.setup().map_err(|error| WebError::unclear(&error))?;
    // A chosen file is used, except with dice by hand.
    if fields.get("dice") == Some("file") || (upload.file.is_some() && fields.get("dice") != Some("hand")) {
        let (name, bytes) = upload
            .file
            .as_ref()
            .ok_or_else(|| WebError::Unclear("You chose dice from a file, but didn't choose a file.".to_owned()))?;
        let text = String::from_utf8_lossy(bytes);
        setup.queue = read_dice_file(&text)
            .map_err(|error| WebError::Unclear(format!("{}: {}", shown_name(name), sentence(&error.to_string()))))?;
        if setup.queue.len() > MOST_ENTRIES {
            return Err(WebError::Unclear("A file of dice can have at most 20,000 throws here.".to_owned()));
        }
    }
    let help_off = seats == Seats::HumanHuman
        && match fields.get("help") {
            Some("on") => false,
            Some("off") => true,
            // The player who takes the other seat hasn't agreed to help.
            _ => !all_here,
        };
    let note = TableNote { help_off, ..TableNote::default() };
    let seating = if all_here { Seating::Here } else { Seating::Invite };
    let plan = TablePlan { seating, note, ..TablePlan::new(setup) };
    may_create(&app, &visitor, upload.file.as_ref().map_or(0, |(_, bytes)| bytes.len())).await?;
    let mut response = begin(&app, &visitor, plan).await?;
    response.extensions_mut().insert(NewPrefs(visitor.prefs));
    Ok(response)
}

/// A new table with the game, size, players and seats of one that is over. Everybody who asks for it gets the same one.
pub(crate) async fn rematch(
    State(app): SharedApp,
    visitor: Visitor,
    UrlPath(id): UrlPath<String>,
    _: FormFields,
) -> PageResult {
    let room = app.room_now(&visitor, &id).await?;
    let (seen, people, holder) = (room.seen(), room.people(), visitor.holder);
    let seats = people.seats_of(holder);
    if !(seats.human || seats.computer || people.maker == Some(holder)) {
        return Err(WebError::NotAllowed("You're only watching this table.".to_owned()));
    }
    let Some(setup) = rematch_setup(&seen.table) else {
        return Err(WebError::NotAllowed("A rematch is for a game that is over.".to_owned()));
    };
    if let Some(Rematch { id, .. }) = people.note.rematch
        && exists(&app, id).await?
    {
        return Ok(see_other(&format!("/t/{id}")));
    }
    may_create(&app, &visitor, 0).await?;
    let by = Seat::BOTH.into_iter().find(|&seat| seats[seat]).unwrap_or(Seat::Human);
    let wanted = Rematch { by, id: Token::random() };
    let Rematch { id, .. } = app
        .at_table(&room, move |app, room| {
            room.change_note(&*app.registry, move |note| {
                note.rematch.get_or_insert(wanted);
            })?;
            Ok::<_, WebError>(room.people().note.rematch.unwrap_or(wanted))
        })
        .await??;
    let note = TableNote { help_off: people.note.help_off, ..TableNote::default() };
    let seating = Seating::As(people.holders.clone());
    match begin(&app, &visitor, TablePlan { seating, note, id, ..TablePlan::new(setup) }).await {
        // The other player asked first.
        Err(WebError::Store(_)) if exists(&app, id).await? => Ok(see_other(&format!("/t/{id}"))),
        begun => begun,
    }
}

async fn exists(app: &Arc<AppState>, id: Token) -> Result<bool, WebError> {
    Ok(app.blocking(move |app| app.registry.follow(&id)).await??.is_some())
}

/// The setup of a rematch, if the game is over and its players can play here.
pub(crate) fn rematch_setup(table: &Table) -> Option<Setup> {
    let Setup { players, dice, first, rounds, size, .. } = table.setup();
    let can_play = |seat: Seat| !matches!(players[seat], Player::Bot(_));
    let setup = Setup {
        players: players.clone(),
        dice: *dice,
        first: *first,
        rounds: *rounds,
        size: table.size().or(*size),
        ..Setup::new(table.game())
    };
    (table.is_over() && Seat::BOTH.into_iter().all(can_play)).then_some(setup)
}

/// Continues a save or a journal.
pub(crate) async fn open(State(app): SharedApp, visitor: Visitor, upload: Upload) -> PageResult {
    let pasted = || ("The pasted text".to_owned(), upload.fields.raw("text").unwrap_or_default().as_bytes().to_vec());
    let (name, bytes) = upload.file.clone().unwrap_or_else(pasted);
    let name = shown_name(&name);
    may_create(&app, &visitor, bytes.len()).await?;
    let (file, text) = (name.clone(), String::from_utf8_lossy(&bytes).into_owned());
    let person = visitor.prefs.name.clone();
    let place = app.place(&visitor).await?;
    let (read, place) = app.blocking(move |_| (read_game(&name, &bytes, person), place)).await?;
    match read {
        Ok(plan) => begin(&app, &visitor, TablePlan { place: Some(place), ..*plan }).await,
        Err(faults) => {
            let open = OpenPage { site: visitor.site(), file: &file, faults: &faults, text: &text };
            Ok(page(StatusCode::UNPROCESSABLE_ENTITY, &open))
        }
    }
}

const MOST_ROUNDS: u32 = 100;

/// The maximum number of steps for rebuilding an uploaded game, which happens whenever it is loaded.
const MOST_STEPS: u64 = 100_000;

/// The maximum number of entries of an uploaded game. A typical one has a few hundred.
const MOST_ENTRIES: usize = 20_000;

const TOO_LONG: &str = "This journal is too long for a server: it can have at most 20,000 entries. To open it on your computer, use parlor import.";

/// Reads a save or a journal.
fn read_game(name: &str, bytes: &[u8], person: Option<String>) -> Result<Box<TablePlan>, FileFaults> {
    let text = String::from_utf8_lossy(bytes);
    let faults = |sentence: String, picture: String| FileFaults { sentence, picture };
    if text.trim().is_empty() {
        return Err(faults("It is empty.".to_owned(), String::new()));
    }
    if text.starts_with("parlor journal") {
        // Every line is an entry, a summary, or part of the short header.
        if text.lines().skip(100).filter(|line| !line.starts_with("summary ")).count() > MOST_ENTRIES {
            return Err(faults(TOO_LONG.to_owned(), String::new()));
        }
        // Undone entries are kept, because they are part of the tournament's history.
        let read = read_journal_within(bytes, MOST_STEPS).map_err(|error| {
            let lines =
                if let BadJournal::OtherRules { lines, .. } = &error { lines.join("\n") } else { String::new() };
            faults(sentence(&format!("this journal can't be opened: {error}")), lines)
        })?;
        if read.entries.len() > MOST_ENTRIES {
            return Err(faults(TOO_LONG.to_owned(), String::new()));
        }
        let damage = read.damage.map(|damage| parlor_saves::printable(&damage.notice)).unwrap_or_default();
        return Ok(Box::new(from_journal(&read.table, read.entries, damage)));
    }
    let save = parlor_saves::read_bytes(bytes, None).map_err(|refusal| {
        faults("This save can't be read.".to_owned(), refusal.picture(name, &text).trim_end().to_owned())
    })?;
    let settings = Settings { name: person, ..Settings::new(save.standing.game()) };
    let setup = settings.setup().map_err(|error| faults(sentence(&error.to_string()), String::new()))?;
    Ok(Box::new(TablePlan::new(setup.resuming(&save))))
}

/// Continues from a journal. The uploader may know its seed, so the dice come from a new one.
fn from_journal(table: &Table, mut entries: Vec<Entry>, damage: String) -> TablePlan {
    if !table.is_over() {
        entries.push(Entry::NewSeed(random_committed_seed()));
    }
    let note = TableNote { damage, ..TableNote::default() };
    TablePlan { entries, note, ..TablePlan::new(table.setup().clone()) }
}

async fn begin(app: &Arc<AppState>, visitor: &Visitor, plan: TablePlan) -> PageResult {
    let holder = visitor.holder;
    let id = app
        .blocking(move |app| {
            if app.registry.count_tables_of(holder)? >= app.options.limits.tables_per_browser {
                return Err(WebError::NotAllowed(
                    "This browser has reached its limit of tables. Delete one first.".to_owned(),
                ));
            }
            let TablePlan { mut setup, entries, seating, note, id, place: _place } = plan;
            if entries.is_empty() && !note.guided {
                setup.seed = random_committed_seed();
            }
            let summary = summary_of(&setup, &entries)?;
            let holders = seating.holders(&setup, holder);
            let mut links = vec![(LinkKind::Watch, id)];
            for seat in Seat::BOTH.into_iter().filter(|seat| setup.players[*seat].is_person()) {
                links.push((LinkKind::Seat(seat), Token::random()));
                if holders[seat].is_empty() {
                    links.push((LinkKind::Invite(seat), Token::random()));
                }
            }
            let holders =
                Seat::BOTH.into_iter().flat_map(|seat| holders[seat].iter().map(move |holder| (seat, *holder)));
            let new = NewTable { links, holders: holders.collect(), maker: holder, note: note.to_string() };
            app.registry.create_table(&setup, &entries, summary, &new)?;
            Ok(id)
        })
        .await??;
    Ok(see_other(&format!("/t/{id}")))
}

fn summary_of(setup: &Setup, entries: &[Entry]) -> Result<Summary, WebError> {
    let table = Table::replay(setup.clone(), entries.iter().cloned());
    table.map(|table| table.summary()).map_err(|error| WebError::unclear(&error))
}

fn game_of(fields: &FormFields) -> Result<Game, WebError> {
    let game = fields.read("game", "canoga, congkak or kono")?;
    game.ok_or_else(|| WebError::Unclear("The field \u{201c}game\u{201d} is missing.".to_owned()))
}

/// A file name for display: without folders, and shortened.
fn shown_name(name: &str) -> String {
    let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
    parlor_saves::printable(name).chars().take(60).collect()
}
