//! All routes, in one table: who answers, and what the OpenAPI document says about them.

use std::sync::Arc;

use axum::Router;
use axum::http::{Method, StatusCode, Uri};
use axum::routing::{MethodRouter, delete, get, post, put};

use crate::app::App;
use crate::problem::Problem;
use crate::{about, ask, matches, openapi, page, posting, sessions, stored, studies};

/// A route.
pub(crate) struct HttpRoute {
    pub(crate) method: Method,
    /// The path; names in braces are its parameters.
    pub(crate) path: &'static str,
    /// Purpose, for people.
    pub(crate) about: &'static str,
    /// The type of its body.
    pub(crate) takes: Option<&'static str>,
    /// Bodies that it takes, as JSON.
    pub(crate) examples: &'static [&'static str],
    /// Parameters behind `?`, each with its meaning.
    pub(crate) query: &'static [(&'static str, &'static str)],
    /// Answer if all is well.
    pub(crate) gives: Gives,
    handler: MethodRouter<Arc<App>>,
}

/// Answers of a route if all is well.
#[derive(Clone, Copy)]
pub(crate) enum Gives {
    /// A value of this type.
    Json(u16, &'static str),
    /// A value of this type, or events if the client accepts only these.
    JsonOrEvents(&'static str),
    /// Events.
    Events,
    /// A file of this kind.
    File(&'static str),
    /// Nothing.
    Nothing,
}

impl HttpRoute {
    fn new(
        method: Method,
        path: &'static str,
        handler: MethodRouter<Arc<App>>,
        gives: Gives,
        about: &'static str,
    ) -> Self {
        Self { method, path, about, takes: None, examples: &[], query: &[], gives, handler }
    }

    fn takes(self, takes: &'static str, examples: &'static [&'static str]) -> Self {
        Self { takes: Some(takes), examples, ..self }
    }
}

const QUESTIONS: &[&str] = &[
    r#"{ "ask": "position", "state": { "game": { "game": "hex", "columns": 5, "rows": 5 }, "moves": ["c3"] } }"#,
    r#"{ "ask": "solve", "state": { "game": { "game": "hex", "columns": 4, "rows": 4 } }, "budget": { "seconds": 10 } }"#,
];
const WORKS: &[&str] = &[
    r#"{ "ask": "openings", "columns": 5, "rows": 5, "title": "all openings of 5x5" }"#,
    r#"{ "match": "format = 'match'\ngames = 2\n[game]\ngame = 'hex'\ncolumns = 4\nrows = 4\n[[player]]\nname = 'a'\nkind = 'uct'\nplayouts = 100\n[[player]]\nname = 'b'\nkind = 'random'\n" }"#,
    r#"{ "study": "sato2016/table2", "full": false }"#,
];

/// All routes but the page's.
pub(crate) fn routes() -> Vec<HttpRoute> {
    use Gives::{Events, File, Json, JsonOrEvents, Nothing};
    let on_get = |path, handler, gives, about| HttpRoute::new(Method::GET, path, handler, gives, about);
    let on_post = |path, handler, gives, about| HttpRoute::new(Method::POST, path, handler, gives, about);
    let on_put = |path, handler, gives, about| HttpRoute::new(Method::PUT, path, handler, gives, about);
    let on_delete = |path, handler, gives, about| HttpRoute::new(Method::DELETE, path, handler, gives, about);
    vec![
        on_post("/api/ask", post(ask::post), JsonOrEvents("Answer"), "answers a question").takes("Question", QUESTIONS),
        on_get("/api/about", get(about::about), Json(200, "About"), "says what this server is"),
        on_get("/api/schema.json", get(openapi::schema), File("application/schema+json"), "the types of all messages"),
        on_get("/api/openapi.json", get(openapi::document), File("application/json"), "this document"),
        on_get("/api/jobs", get(posting::list), Json(200, "Jobs"), "lists all jobs"),
        on_post("/api/jobs", post(posting::post), Json(201, "Job"), "begins a job").takes("Work", WORKS),
        on_get("/api/jobs/{id}", get(posting::get), Json(200, "Job"), "shows a job with all that is known"),
        on_delete("/api/jobs/{id}", delete(posting::delete), Nothing, "stops and forgets a job"),
        on_get("/api/jobs/{id}/events", get(posting::events), Events, "follows a job until it ends"),
        on_post("/api/jobs/{id}/stop", post(posting::stop), Json(200, "Job"), "stops a job and keeps what it knows"),
        on_post("/api/jobs/{id}/resume", post(posting::resume), Json(200, "Job"), "goes on with a job"),
        on_get("/api/sessions", get(sessions::list), Json(200, "Sessions"), "lists all sessions"),
        on_get("/api/sessions/{id}", get(sessions::get), Json(200, "Anything"), "gives a session as it was kept"),
        on_put("/api/sessions/{id}", put(sessions::put), Nothing, "keeps a session")
            .takes("Anything", &["{ \"moves\": [\"c3\"] }"]),
        on_delete("/api/sessions/{id}", delete(sessions::delete), Nothing, "forgets a session"),
        HttpRoute {
            query: &[
                ("columns", "only boards with that many columns"),
                ("rows", "only boards with that many rows"),
                ("winner", "only positions that `black` or `white` wins, or that are `undecided`"),
                ("limit", "how many to list, at most 1000"),
                ("offset", "how many to leave out at the beginning"),
            ],
            ..on_get("/api/store", get(stored::list), Json(200, "StoreList"), "lists solved positions of Hex")
        },
        on_get(
            "/api/store/certificates/{digest}",
            get(stored::certificate),
            File("application/octet-stream"),
            "gives a certificate in binary form",
        ),
        on_get("/api/matches", get(matches::list), Json(200, "Matches"), "lists all matches"),
        on_get("/api/matches/{id}", get(matches::show), Json(200, "MatchView"), "adds up the games of a match so far"),
        on_get(
            "/api/matches/{id}/games/{number}",
            get(matches::game),
            File("application/x-go-sgf"),
            "gives a game of a match as SGF",
        ),
        on_get("/api/studies", get(studies::list), Json(200, "Studies"), "lists papers and studies"),
        on_get("/api/studies/report", get(studies::report), File("text/html"), "one page with all runs that are done"),
        on_get("/api/studies/{paper}/{item}", get(studies::show), Json(200, "StudyView"), "shows a study"),
    ]
}

/// Router for requests that the guard lets through.
pub(crate) fn router(app: Arc<App>) -> Router {
    let mut router = Router::new();
    for HttpRoute { path, handler, .. } in routes() {
        router = router.route(path, handler);
    }
    router.fallback(page::get).method_not_allowed_fallback(wrong_method).with_state(app)
}

async fn wrong_method(method: Method, uri: Uri) -> Problem {
    let fitting = routes().into_iter().filter(|route| fits(route.path, uri.path()));
    let methods: Vec<String> = fitting.map(|route| route.method.to_string()).collect();
    Problem::new(
        StatusCode::METHOD_NOT_ALLOWED,
        format!("{} does not answer {method}", uri.path()),
        format!("use {}", methods.join(" or ")),
    )
}

/// Whether a path fits a route, whose parameters stand in braces.
fn fits(route: &str, path: &str) -> bool {
    let (route, path): (Vec<&str>, Vec<&str>) = (route.split('/').collect(), path.split('/').collect());
    route.len() == path.len() && route.iter().zip(&path).all(|(part, given)| part.starts_with('{') || part == given)
}
