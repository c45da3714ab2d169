//! The store of solved boards, listed.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::{Path, RawQuery, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use tesuji_archive::store::{Digest, Filter, StoreEntry};
use tesuji_board::{CellSet, Player};
use tesuji_engine::GameSpec;
use tesuji_workbench::types::{Colour, GameState, Setup};

use crate::app::App;
use crate::ask;
use crate::problem::Problem;
use crate::types::{StoreList, StoredPosition};

/// The most positions of one answer, and how many there are if nobody says.
const MOST: usize = 1_000;
const USUAL: usize = 100;

fn refused(detail: impl Into<String>) -> Problem {
    let advice = "use columns, rows, winner (black, white, undecided), limit and offset";
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, detail, advice)
}

/// Entries that a list is to show.
struct ListRequest {
    filter: Filter,
    limit: usize,
    offset: usize,
}

impl ListRequest {
    fn read(query: &str) -> Result<Self, Problem> {
        let mut fields: HashMap<&str, &str> = HashMap::new();
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            fields.insert(name, value);
        }
        let mut number = |name: &str| match fields.remove(name) {
            None => Ok(None),
            Some(value) => {
                value.parse::<usize>().map(Some).map_err(|_| refused(format!("`{name}` is a number, not `{value}`")))
            }
        };
        let (columns, rows) = (number("columns")?, number("rows")?);
        let (limit, offset) = (number("limit")?.unwrap_or(USUAL).min(MOST), number("offset")?.unwrap_or(0));
        let winner = match fields.remove("winner") {
            None => None,
            Some("black") => Some(Some(Player::Black)),
            Some("white") => Some(Some(Player::White)),
            Some("undecided") => Some(None),
            Some(other) => return Err(refused(format!("`winner` is not `{other}`"))),
        };
        if let Some(other) = fields.keys().min() {
            return Err(refused(format!("`{other}` is unknown")));
        }
        let size = match (columns, rows) {
            (None, None) => None,
            (columns, rows) => columns.or(rows).zip(rows.or(columns)),
        };
        Ok(Self { filter: Filter { size, winner }, limit, offset })
    }
}

/// `GET /api/store`: solved positions.
pub(crate) async fn list(State(app): State<Arc<App>>, RawQuery(query): RawQuery) -> Result<Response, Problem> {
    let ListRequest { filter, limit, offset } = ListRequest::read(query.as_deref().unwrap_or_default())?;
    app.quickly(move |app| {
        let (memory, store) = store(app)?;
        let entries = store.entries(&filter).map_err(|error| Problem::unkept(&error))?;
        let list = StoreList {
            path: store.path().display().to_string(),
            total: entries.len(),
            offset,
            entries: entries.iter().skip(offset).take(limit).map(entry).collect(),
            notices: memory.notices(),
        };
        ask::json(StatusCode::OK, &list)
    })
    .await
}

/// `GET /api/store/certificates/{digest}`: a certificate in binary form.
pub(crate) async fn certificate(State(app): State<Arc<App>>, Path(digest): Path<String>) -> Result<Response, Problem> {
    let missing = Problem::new(
        StatusCode::NOT_FOUND,
        "the store has no such certificate",
        "GET /api/store names the certificates that it has",
    );
    let Some(digest) = Digest::from_hex(&digest) else { return Err(missing) };
    app.quickly(move |app| {
        let (_, store) = store(app)?;
        let Ok(mut file) = store.certificates().open(digest) else { return Err(missing) };
        let length = file.metadata().map_or(u64::MAX, |file| file.len());
        let most = app.bounds.certificate_bytes as u64;
        if length > most {
            let detail = format!("the certificate has {} MB, more than {} MB", length >> 20, most >> 20);
            return Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, detail, "use `tesuji store export`"));
        }
        let mut bytes = Vec::new();
        std::io::Read::read_to_end(&mut file, &mut bytes).map_err(|error| Problem::unkept(&error))?;
        let name = format!("attachment; filename=\"{digest}.cert\"");
        Ok(([("content-type", "application/octet-stream"), ("content-disposition", name.as_str())], bytes)
            .into_response())
    })
    .await
}

fn store(app: &App) -> Result<(&crate::remembered::StoreMemory, &tesuji_archive::store::Store), Problem> {
    let missing =
        || Problem::new(StatusCode::NOT_FOUND, "this server has no store", "start it with `tesuji serve --store FILE`");
    let memory = app.memory.as_deref().ok_or_else(missing)?;
    Ok((memory, memory.archive.store().ok_or_else(missing)?))
}

/// A position as questions have it, with what is known about it.
fn entry(entry: &StoreEntry) -> StoredPosition {
    let StoreEntry { question, finding } = entry;
    let name = |cell| question.topology.name(cell).to_owned();
    let names = |cells: &CellSet| cells.iter().map(name).collect();
    let (columns, rows) = question.size();
    let setup = Setup {
        black: names(&question.black),
        white: names(&question.white),
        to_move: Some(question.to_move.into()),
        ..Setup::default()
    };
    StoredPosition {
        state: GameState { game: GameSpec::hex(columns, rows), setup, moves: Vec::new() },
        winner: finding.winner.map(Colour::from),
        winning_move: finding.winning_move.map(name),
        nodes: finding.nodes,
        seconds: finding.seconds,
        solver: finding.solver.clone(),
        certificate: finding.certificate.map(|digest| digest.to_string()),
    }
}
