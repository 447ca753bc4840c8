//! Exercises and statistics based on a browser's own games.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::SystemTime;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use parlor_engine::StopFlag;
use parlor_host::seconds;
use parlor_review::{Mistake, NotReviewed, PracticeLog, ReviewedGames, StudyGame};
use parlor_store::Token;
use parlor_view::Names;
use serde::Deserialize;

use super::{PageResult, page, see_other};
use crate::app::{AppState, SharedApp};
use crate::fault::WebError;
use crate::fields::FormFields;
use crate::pages::{PracticePage, StatisticsPage, ToPractise};
use crate::visitor::Visitor;

/// The maximum number of tables to read, starting with the newest.
const LOOKED_AT: usize = 50;

/// The games of a browser's players. The ids of their tables are stored by journal name.
#[derive(Default)]
struct OwnGames {
    games: ReviewedGames,
    ids: HashMap<String, Token>,
    /// Tables without a complete review.
    unreviewed: Vec<Token>,
}

fn own_games(app: &Arc<AppState>, visitor: &Visitor, stop: &StopFlag) -> Result<OwnGames, WebError> {
    let mut own = OwnGames::default();
    for (listed, id, seats) in app.registry.tables_of(visitor.holder, LOOKED_AT)? {
        if stop.is_set() {
            return Err(WebError::TooSlow);
        }
        let game = app.study.game(&*app.registry, &listed, |review| {
            let table = match app.rooms.get(&id) {
                Some(room) => room.seen().table.clone(),
                None => app.registry.look(&listed.name)?.table,
            };
            let (name, at) = (listed.name.to_string(), seconds(listed.modified));
            Ok(match NotReviewed::on_the_page(&table) {
                Some(_) => StudyGame::without_study(name, at, &table),
                None => StudyGame::new(name, at, &table, review),
            })
        })?;
        let before = own.games.without_review;
        own.games.add(&game, seats);
        if own.games.without_review > before {
            own.unreviewed.push(id);
        }
        own.ids.insert(listed.name.to_string(), id);
    }
    Ok(own)
}

/// Sets its flag when the request ends, answered or not.
struct StopAtEnd(StopFlag);

impl Drop for StopAtEnd {
    fn drop(&mut self) {
        self.0.set();
    }
}

/// Runs work that reads many games. It stops when the client disconnects or when the time is up.
async fn studied<T: Send + 'static>(
    app: &Arc<AppState>,
    visitor: &Visitor,
    work: impl FnOnce(&Arc<AppState>, &Visitor, &StopFlag) -> Result<T, WebError> + Send + 'static,
) -> Result<T, WebError> {
    let (place, visitor, stop) = (app.place(visitor).await?, visitor.clone(), StopFlag::default());
    let _ends = StopAtEnd(stop.clone());
    app.blocking(move |app| {
        let _place = place;
        work(app, &visitor, &stop)
    })
    .await?
}

/// The mistakes to practise, the most urgent first, and the number of games without a review. Blocking.
fn to_practise(app: &Arc<AppState>, visitor: &Visitor, stop: &StopFlag) -> Result<(Vec<ToPractise>, usize), WebError> {
    let log = PracticeLog::read(&app.registry.seen(visitor.holder)?);
    let own = own_games(app, visitor, stop)?;
    let now = seconds(SystemTime::now());
    let found = |mistake: Mistake| {
        let days = log.last(&mistake).map(|at| now.saturating_sub(at) / (24 * 60 * 60));
        let id = own.ids.get(mistake.journal.as_ref()?)?.to_string();
        Some(ToPractise { id, names: Names::of(&mistake.players), days, exercise: mistake.exercise })
    };
    let mistakes = own.games.mistakes(None, &log, now);
    Ok((mistakes.into_iter().filter_map(found).collect(), own.games.without_review))
}

/// The mistakes of this browser's players; the worst and those not seen for the longest time come first.
pub(crate) async fn practice(State(app): SharedApp, visitor: Visitor) -> PageResult {
    let (exercises, without_review) = studied(&app, &visitor, to_practise).await?;
    Ok(page(StatusCode::OK, &PracticePage { site: visitor.site(), exercises: &exercises, without_review }))
}

/// Redirects to the first exercise.
pub(crate) async fn next(State(app): SharedApp, visitor: Visitor) -> PageResult {
    let (exercises, _) = studied(&app, &visitor, to_practise).await?;
    Ok(see_other(&exercises.first().map_or("/practice".to_owned(), ToPractise::url)))
}

#[derive(Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct StatisticsQuery {
    begun: String,
}

pub(crate) async fn statistics(
    State(app): SharedApp,
    visitor: Visitor,
    begun: Result<Query<StatisticsQuery>, QueryRejection>,
) -> PageResult {
    let Query(StatisticsQuery { begun }) = begun.unwrap_or_default();
    let statistics = studied(&app, &visitor, |app, visitor, stop| {
        own_games(app, visitor, stop).map(|own| own.games.statistics(None))
    });
    let statistics = statistics.await?;
    let page_ = StatisticsPage { site: visitor.site(), statistics: &statistics, begun: !begun.is_empty() };
    Ok(page(StatusCode::OK, &page_))
}

pub(crate) async fn review_all(State(app): SharedApp, visitor: Visitor, _: FormFields) -> PageResult {
    studied(&app, &visitor, |app, visitor, stop| {
        for id in own_games(app, visitor, stop)?.unreviewed {
            if let Some(room) = app.rooms.open(app, id)? {
                room.review(app);
            }
        }
        Ok(())
    })
    .await?;
    Ok(see_other("/statistics?begun=1"))
}
