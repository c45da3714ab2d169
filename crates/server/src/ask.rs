//! `POST /api/ask`: a question, and its answer at once or after a stream of updates.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use tesuji_workbench::{Question, ask};

use crate::answers::counted;
use crate::app::App;
use crate::bodies::{RequestBody, too_large};
use crate::lanes::{LanePlace, has_certificate};
use crate::news::{JobListener, JobNews};
use crate::problem::Problem;
use crate::stream::{self, Events};

/// The time between two updates of one stream.
const PACE: Duration = Duration::from_millis(100);
/// The time after which a stream without news says how many nodes were searched meanwhile.
const SILENCE: Duration = Duration::from_secs(1);
/// After this many such times without any nodes it sends a line that clients skip.
const BEAT: u32 = 10;

/// Stops the work when whoever asked has gone: the request is then dropped, and this with it.
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

pub(crate) async fn post(State(app): State<Arc<App>>, headers: HeaderMap, body: Body) -> Result<Response, Problem> {
    let received = app.bodies.read(&headers, body, app.bounds.certificate_bytes).await?;
    let mut question = read_question(&received, &app)?;
    if let (Question::Open(open), Some(fetcher)) = (&mut question, &app.fetcher) {
        fetcher.fetch(&mut open.text).await?;
    }
    let place = app.lane(&question).enter()?;
    let work = QueuedQuestion { app, question, place, received };
    if !stream::is_wanted(&headers) {
        let stop = StopOnDrop(Arc::default());
        let answer = work.answer(Arc::clone(&stop.0), Arc::default()).await?;
        return Ok(counted(StatusCode::OK, answer));
    }
    let (response, events) = stream::response(work.app.answers.clone());
    tokio::spawn(work.stream(events));
    Ok(response)
}

/// Reads a question, and refuses one that is larger than its kind may be.
pub(crate) fn read_question(received: &RequestBody, app: &App) -> Result<Question, Problem> {
    let question: Question =
        serde_json::from_slice(&received.bytes).map_err(|error| Problem::of_json(&error, "a question"))?;
    if received.bytes.len() > app.bounds.question_bytes && !has_certificate(&question) {
        return Err(too_large(app.bounds.question_bytes));
    }
    Ok(question)
}

/// A response with a body of JSON.
pub(crate) fn json(status: StatusCode, body: &impl serde::Serialize) -> Result<Response, Problem> {
    let bytes = serde_json::to_vec(body).map_err(|error| Problem::fault(format!("the answer is no JSON: {error}")))?;
    let response = Response::builder().status(status).header("content-type", "application/json");
    response.body(bytes.into()).map_err(|error| Problem::fault(error.to_string()))
}

/// A question that has a place.
struct QueuedQuestion {
    app: Arc<App>,
    question: Question,
    place: LanePlace,
    received: RequestBody,
}

impl QueuedQuestion {
    /// The answer as JSON on one line, in memory that is counted.
    async fn answer(self, stop: Arc<AtomicBool>, news: Arc<JobNews>) -> Result<Bytes, Problem> {
        let Self { app, question, place, received } = self;
        let turn = place.turn().await?;
        let time = if question.is_quick() { app.bounds.quick_time } else { app.bounds.long_time };
        let desk = app.desk(stop, news, Some(Instant::now() + time));
        // The text is not needed any more, but its memory counts until the answer: the question has as much.
        let room = received.room;
        drop(received.bytes);
        let (answers, runtime) = (app.answers.clone(), app.jobs.runtime.clone());
        let answer = turn.run(move || {
            let is_quick = question.is_quick();
            let answer = ask(&question, &desk);
            drop(room);
            let text = serde_json::to_vec(&answer?);
            let text = text.map_err(|error| Problem::fault(format!("the answer is no JSON: {error}")))?;
            // A click that is not answered at once is made again; the work of minutes is not thrown away.
            let held = if is_quick { answers.hold(text) } else { answers.hold_soon(text, &runtime) };
            Ok(held?.into_bytes())
        });
        answer.await
    }

    async fn stream(self, events: Events) {
        let news = Arc::new(JobNews::default());
        if self.place.has_to_wait() {
            news.progress_of("waiting for its turn", None);
        }
        let stop = StopOnDrop(Arc::default());
        let mut answer = std::pin::pin!(self.answer(Arc::clone(&stop.0), Arc::clone(&news)));
        let mut listener = JobListener::new(&news);
        let result = tokio::select! {
            biased;
            result = &mut answer => result,
            // Whoever asked has gone: the work is dropped, and so stopped.
            () = listen(&mut listener, &events) => return,
        };
        // Nobody may be there to hear it.
        _ = match result {
            Ok(answer) => events.send_text("answer", answer).await,
            Err(problem) => events.send("trouble", &problem).await,
        };
    }
}

/// Sends what is new, at most ten times a second, until the client has gone.
pub(crate) async fn listen(listener: &mut JobListener, events: &Events) {
    let mut n_silent = 0;
    loop {
        tokio::select! {
            biased;
            () = events.closed() => return,
            () = listener.wait() => {
                for update in listener.take() {
                    if events.offer("update", &*update).await.is_err() {
                        return;
                    }
                }
                n_silent = 0;
                // Whatever comes meanwhile is sent after the pause, the latest of it.
                tokio::time::sleep(PACE).await;
            }
            () = tokio::time::sleep(SILENCE) => {
                n_silent += 1;
                let sent = if listener.has_more_nodes() && let Some(update) = listener.counted() {
                    events.send("update", &*update).await
                } else if n_silent % BEAT == 0 {
                    events.beat().await
                } else {
                    Ok(())
                };
                if sent.is_err() {
                    return;
                }
            }
        }
    }
}
