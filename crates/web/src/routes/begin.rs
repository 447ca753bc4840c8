//! New tables: with default options, with other options, from a file, and guided.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use parlor_host::{Dice, Seats, Settings, random_committed_seed, read_dice_file};
use parlor_rules::{Game, Level, Pair, Seat};
use parlor_store::{LinkKind, NewTable, Token};
use parlor_table::{BadJournal, Entry, Setup, Summary, Table, read_journal_within};

use super::{PageResult, UrlPath, page, see};
use crate::app::{AppState, SharedApp};
use crate::fault::{FileFaults, WebError, sentence};
use crate::fields::{FormFields, Upload};
use crate::guard::may_begin;
use crate::note::TableNote;
use crate::pages::OpenPage;
use crate::visitor::{NewPrefs, Visitor};

struct TablePlan {
    setup: Setup,
    /// The entries of an uploaded journal.
    entries: Vec<Entry>,
    /// The browser that creates the table takes the seats of all people. If false, it takes only the keeper's, and the
    /// other is free for the invited player.
    all_here: bool,
    note: TableNote,
}

impl TablePlan {
    fn new(setup: Setup) -> TablePlan {
        TablePlan { setup, entries: Vec::new(), all_here: true, note: TableNote::default() }
    }
}

/// A table with default options.
pub(crate) async fn usual(State(app): SharedApp, visitor: Visitor, fields: FormFields) -> PageResult {
    let game = game_of(&fields)?;
    may_begin(&app, &visitor, 0).await?;
    let settings = Settings { name: visitor.prefs.name.clone(), size: Some(game.usual_size()), ..Settings::new(game) };
    let setup = settings.setup().map_err(|error| WebError::unclear(&error))?;
    begin(&app, &visitor, TablePlan::new(setup)).await
}

pub(crate) async fn guided(State(app): SharedApp, visitor: Visitor, UrlPath(game): UrlPath<String>) -> PageResult {
    let game: Game = game.parse().map_err(|_| WebError::NoPage)?;
    may_begin(&app, &visitor, 0).await?;
    let setup = parlor_view::guided_setup(game, visitor.prefs.name.as_deref());
    let note = TableNote { guided: true, ..TableNote::default() };
    begin(&app, &visitor, TablePlan { note, ..TablePlan::new(setup) }).await
}

pub(crate) async fn with_options(State(app): SharedApp, mut visitor: Visitor, upload: Upload) -> PageResult {
    let fields = &upload.fields;
    let game = game_of(fields)?;
    let level = |name| fields.read::<Level>(name, "novice, club or master").map(Option::unwrap_or_default);
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
    if let Some(name) = fields.person()? {
        visitor.prefs.name = Some(name);
    }
    let settings = Settings {
        size: fields.read("size", "a number")?,
        seats,
        levels: Pair { human: other_level, computer: level },
        dice,
        name: visitor.prefs.name.clone(),
        rounds: fields.read::<u32>("rounds", "a number")?.unwrap_or(1).clamp(1, MOST_ROUNDS),
        ..Settings::new(game)
    };
    let mut setup = settings.setup().map_err(|error| WebError::unclear(&error))?;
    // A chosen file is meant to be used, except with dice by hand.
    if fields.get("dice") == Some("file") || (upload.file.is_some() && fields.get("dice") != Some("hand")) {
        let (name, bytes) = upload
            .file
            .as_ref()
            .ok_or_else(|| WebError::Unclear("You chose dice from a file, but no file.".to_owned()))?;
        let text = String::from_utf8_lossy(bytes);
        setup.queue = read_dice_file(&text)
            .map_err(|error| WebError::Unclear(format!("{}: {}", shown_name(name), sentence(&error.to_string()))))?;
        if setup.queue.len() > MOST_ENTRIES {
            return Err(WebError::Unclear("A file of dice can have at most 20,000 throws here.".to_owned()));
        }
    }
    let help_off = seats == Seats::HumanHuman && fields.get("help") == Some("off");
    let note = TableNote { help_off, ..TableNote::default() };
    let plan = TablePlan { all_here, note, ..TablePlan::new(setup) };
    may_begin(&app, &visitor, upload.file.as_ref().map_or(0, |(_, bytes)| bytes.len())).await?;
    let mut response = begin(&app, &visitor, plan).await?;
    response.extensions_mut().insert(NewPrefs(visitor.prefs));
    Ok(response)
}

/// Continues a save or a journal.
pub(crate) async fn open(State(app): SharedApp, visitor: Visitor, upload: Upload) -> PageResult {
    let pasted = || ("what was pasted".to_owned(), upload.fields.raw("text").unwrap_or_default().as_bytes().to_vec());
    let (name, bytes) = upload.file.clone().unwrap_or_else(pasted);
    let name = shown_name(&name);
    may_begin(&app, &visitor, bytes.len()).await?;
    let (file, text) = (name.clone(), String::from_utf8_lossy(&bytes).into_owned());
    let person = visitor.prefs.name.clone();
    let place = app.place(&visitor).await?;
    let read = app
        .blocking(move |_| {
            let _place = place;
            read_game(&name, &bytes, person)
        })
        .await?;
    match read {
        Ok(plan) => begin(&app, &visitor, *plan).await,
        Err(faults) => {
            let open = OpenPage { site: visitor.site(), file: &file, faults: &faults, text: &text };
            Ok(page(StatusCode::UNPROCESSABLE_ENTITY, &open))
        }
    }
}

const MOST_ROUNDS: u32 = 100;

/// The limit of steps to rebuild an uploaded game, which happens whenever it is loaded.
const MOST_STEPS: u64 = 100_000;

/// The limit of entries of an uploaded game. A typical one has a few hundred.
const MOST_ENTRIES: usize = 20_000;

const TOO_LONG: &str = "This journal is too long for a server: it can have at most 20,000 entries. parlor import opens it on your computer.";

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
        // Undone entries stay: they are part of the tournament's history.
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

/// Continues from a journal. The uploader may know its seed, so the dice get a new one.
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
            let TablePlan { mut setup, entries, all_here, note } = plan;
            if entries.is_empty() && !note.guided {
                setup.seed = random_committed_seed();
            }
            let summary = summary_of(&setup, &entries)?;
            let people = |seat: &Seat| setup.players[*seat].is_person();
            let keeper = setup.keeper();
            let here = |seat: &Seat| people(seat) && (all_here || *seat == keeper);
            let watch = Token::random();
            let mut links = vec![(LinkKind::Watch, watch)];
            for seat in Seat::BOTH.into_iter().filter(people) {
                links.push((LinkKind::Seat(seat), Token::random()));
                if !here(&seat) {
                    links.push((LinkKind::Invite(seat), Token::random()));
                }
            }
            let holders = Seat::BOTH.into_iter().filter(here).map(|seat| (seat, holder)).collect();
            let new = NewTable { links, holders, maker: holder, note: note.to_string() };
            app.registry.create_table(&setup, &entries, summary, &new)?;
            Ok(watch)
        })
        .await??;
    Ok(see(&format!("/t/{id}")))
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
