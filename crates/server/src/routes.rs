//! All routes, in one table: who answers, and what the OpenAPI document says about them.

use std::sync::Arc;

use axum::Router;
use axum::http::{Method, StatusCode, Uri};
use axum::routing::{MethodRouter, get, post};

use crate::problem::Problem;
use crate::server::App;
use crate::{about, ask, page};

/// A route.
pub(crate) struct Route {
    pub(crate) method: Method,
    /// The path; names in braces are its parameters.
    pub(crate) path: &'static str,
    handler: MethodRouter<Arc<App>>,
}

/// All routes but the page's.
pub(crate) fn routes() -> Vec<Route> {
    let route = |method, path, handler| Route { method, path, handler };
    vec![route(Method::POST, "/api/ask", post(ask::post)), route(Method::GET, "/api/about", get(about::about))]
}

/// What answers requests that the guard lets through.
pub(crate) fn router(app: Arc<App>) -> Router {
    let mut router = Router::new();
    for Route { path, handler, .. } in routes() {
        router = router.route(path, handler);
    }
    router.fallback(page::get).method_not_allowed_fallback(wrong_method).with_state(app)
}

async fn wrong_method(method: Method, uri: Uri) -> Problem {
    let methods: Vec<String> =
        routes().iter().filter(|route| fits(route.path, uri.path())).map(|route| route.method.to_string()).collect();
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
