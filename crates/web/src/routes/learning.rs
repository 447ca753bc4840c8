//! What a browser's people can learn from their own games: exercises and statistics.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::SystemTime;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::Response;
use parlor_host::{JournalName, Token, seconds};
use parlor_review::{Exercise, Kept, Review, Seen, Statistics};
use parlor_rules::{Pair, Seat};
use parlor_table::Table;
use parlor_view::Names;
use serde::Deserialize;

use super::{page, see};
use crate::app::App;
use crate::fault::Fault;
use crate::fields::Fields;
use crate::pages::{self, PracticePage, StatisticsPage, ToPractise};
use crate::reviews::{Reviewing, not_yet};
use crate::visitor::Visitor;

/// A table of a browser that can be reviewed.
struct Own {
    id: Token,
    name: JournalName,
    table: Table,
    /// The seats of this browser's people.
    seats: Pair<bool>,
    /// When it was last played, in seconds since 1970.
    at: u64,
    /// Its review, if there is one of the table as it is.
    review: Option<Review>,
}

/// The most tables that are looked at.
const LOOKED_AT: usize = 50;

/// The tables of a browser at which something can be learned, the last played first. It blocks.
fn own(app: &Arc<App>, visitor: &Visitor) -> Result<Vec<Own>, Fault> {
    let mut own = Vec::new();
    for (listed, id, seats) in app.registry.tables_of(visitor.holder, LOOKED_AT)? {
        let table = match app.rooms.get(&id) {
            Some(room) => room.seen().table.clone(),
            None => app.registry.look(&listed.name)?.table,
        };
        let seats = Pair::from_fn(|seat: Seat| seats[seat] && table.player(seat).is_person());
        if table.standing().is_none() || not_yet(&table).is_some() || !(seats.human || seats.computer) {
            continue;
        }
        let review = app.registry.review(&listed.name)?.and_then(|text| Reviewing::kept(&table, &text));
        own.push(Own { id, name: listed.name, table, seats, at: seconds(listed.modified), review });
    }
    Ok(own)
}

/// The mistakes of this browser's people in the order of practice, and how many tables have no review yet. It blocks.
fn to_practise(app: &Arc<App>, visitor: &Visitor) -> Result<(Vec<ToPractise>, usize), Fault> {
    let seen = Seen::read(&app.registry.seen(visitor.holder)?);
    let (mut exercises, mut tables, mut without_review) = (Vec::new(), HashMap::new(), 0);
    for Own { id, name, table, seats, review, .. } in own(app, visitor)? {
        let Some(review) = review else {
            without_review += 1;
            continue;
        };
        let journal = name.to_string();
        let kept = |exercise| Kept { journal: journal.clone(), exercise };
        exercises.extend(Exercise::all(&review, seats).into_iter().map(kept));
        tables.insert(journal, (id.to_string(), Names::of(&table.setup().players)));
    }
    let now = seconds(SystemTime::now());
    seen.sort(&mut exercises, now);
    let found = |kept: Kept| {
        let (id, names) = tables.get(&kept.journal)?.clone();
        let days = seen.last(&kept).map(|at| now.saturating_sub(at) / (24 * 60 * 60));
        Some(ToPractise { id, names, days, exercise: kept.exercise })
    };
    Ok((exercises.into_iter().filter_map(found).collect(), without_review))
}

/// The mistakes of this browser's people, the worst and the long-unseen first.
pub(crate) async fn practice(State(app): State<Arc<App>>, visitor: Visitor) -> Result<Response, Fault> {
    let by = visitor.clone();
    let (exercises, without_review) = app.blocking(move |app| to_practise(app, &by)).await??;
    let html = pages::practice_page(&PracticePage { site: visitor.site(), exercises: &exercises, without_review });
    Ok(page(StatusCode::OK, html))
}

/// Leads to the exercise that comes first.
pub(crate) async fn next(State(app): State<Arc<App>>, visitor: Visitor) -> Result<Response, Fault> {
    let (exercises, _) = app.blocking(move |app| to_practise(app, &visitor)).await??;
    Ok(see(&exercises.first().map_or("/practice".to_owned(), ToPractise::url)))
}

/// What the address of the statistics says.
#[derive(Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Begun {
    begun: String,
}

pub(crate) async fn statistics(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    begun: Result<Query<Begun>, QueryRejection>,
) -> Result<Response, Fault> {
    let Query(Begun { begun }) = begun.unwrap_or_default();
    let by = visitor.clone();
    let statistics = app
        .blocking(move |app| {
            let mut statistics = Statistics::default();
            for Own { table, seats, at, review, .. } in own(app, &by)? {
                match review {
                    Some(review) => {
                        for seat in Seat::BOTH.into_iter().filter(|seat| seats[*seat]) {
                            statistics.add(&table, &review, seat, at);
                        }
                    }
                    None => statistics.without_review += 1,
                }
            }
            Ok::<_, Fault>(statistics)
        })
        .await??;
    let page_ = StatisticsPage { site: visitor.site(), statistics: &statistics, begun: !begun.is_empty() };
    Ok(page(StatusCode::OK, pages::statistics_page(&page_)))
}

/// Has the missing reviews made.
pub(crate) async fn review_all(State(app): State<Arc<App>>, visitor: Visitor, _: Fields) -> Result<Response, Fault> {
    app.blocking(move |app| {
        for Own { id, .. } in own(app, &visitor)?.into_iter().filter(|own| own.review.is_none()) {
            if let Some(room) = app.rooms.open(app, id)? {
                room.review(app);
            }
        }
        Ok::<_, Fault>(())
    })
    .await??;
    Ok(see("/statistics?begun=1"))
}
