//! Jobs: work that goes on without anybody listening, and survives the server.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use serde_json::value::RawValue;
use tesuji_archive::SearchWatcher;
use tesuji_arena::guest::GtpGuest;
use tesuji_workbench::Update;
use tokio::sync::{Semaphore, watch};

use crate::answers::{Answers, CountedAnswer};
use crate::desk::ServerDesk;
use crate::kept::{JobFile, KeptJob, now};
use crate::lanes::on_thread;
use crate::news::JobNews;
use crate::problem::Problem;
use crate::remembered::StoreMemory;
use crate::settings::{ServerBounds, random_name};
use crate::types::{Job, JobKind, JobState, JobSummary};
use crate::work::{Tools, Work, WorkEnd, json};
use crate::{matches, studies};

/// Interval at which the state of a running job is written down.
const SAVING: Duration = Duration::from_secs(2);
/// Longest wait of a request for a job that it stops.
const PATIENCE: Duration = Duration::from_secs(5);
/// The longest result that is kept, and the longest of all together, in bytes.
const MOST_RESULT: usize = 64 << 20;
const MOST_RESULTS: u64 = 1 << 30;

/// All jobs.
#[derive(Debug)]
pub(crate) struct Jobs {
    pub(crate) kept: Arc<JobFile>,
    pub(crate) watch: Arc<SearchWatcher>,
    pub(crate) memory: Option<Arc<StoreMemory>>,
    pub(crate) folder: PathBuf,
    pub(crate) bounds: ServerBounds,
    pub(crate) runtime: tokio::runtime::Handle,
    guests: Vec<Arc<GtpGuest>>,
    answers: Answers,
    /// Questions, for which somebody waits, and matches and studies, which take their time: neither waits for the other.
    running: [Arc<Semaphore>; 2],
    live: Mutex<BTreeMap<String, Arc<Live>>>,
    /// The texts of jobs that have ended, as long as somebody takes them: one copy for all.
    texts: Mutex<BTreeMap<String, Weak<CountedAnswer>>>,
    /// Jobs whose end could not be written down, without their answers. It is tried again.
    unwritten: Mutex<BTreeMap<String, KeptJob>>,
}

/// A job that waits or runs.
#[derive(Debug)]
pub(crate) struct Live {
    stop: Arc<AtomicBool>,
    asked: watch::Sender<Option<Why>>,
    pub(crate) news: Arc<JobNews>,
    pub(crate) state: watch::Sender<JobState>,
    since: Mutex<Option<Instant>>,
    /// Seconds of earlier starts.
    before: f64,
}

/// Reasons why a job is stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Why {
    /// A person wants to.
    Asked,
    /// It is to be forgotten.
    Forgotten,
    /// The server ends; the job goes on at the next start.
    Closing,
}

impl Live {
    fn new(before: f64) -> Self {
        Self {
            stop: Arc::default(),
            asked: watch::Sender::new(None),
            news: Arc::default(),
            state: watch::Sender::new(JobState::Waiting),
            since: Mutex::new(None),
            before,
        }
    }

    fn ask(&self, why: Why) {
        self.asked.send_replace(Some(why));
        self.stop.store(true, Ordering::Relaxed);
    }

    fn why(&self) -> Option<Why> {
        *self.asked.borrow()
    }

    fn seconds(&self) -> f64 {
        let since = *self.since.lock().unwrap_or_else(PoisonError::into_inner);
        self.before + since.map_or(0.0, |since| since.elapsed().as_secs_f64())
    }
}

impl Jobs {
    pub(crate) fn new(
        kept: Arc<JobFile>,
        answers: Answers,
        watch: Arc<SearchWatcher>,
        memory: Option<Arc<StoreMemory>>,
        folder: PathBuf,
        bounds: ServerBounds,
        runtime: tokio::runtime::Handle,
    ) -> Self {
        let running = [(); 2].map(|()| Arc::new(Semaphore::new(bounds.jobs_running)));
        let (live, texts, unwritten, guests) = Default::default();
        Self { kept, watch, memory, folder, bounds, runtime, guests, answers, running, live, texts, unwritten }
    }

    /// With engines of other people, which may play in matches.
    pub(crate) fn with_guests(self, guests: Vec<Arc<GtpGuest>>) -> Self {
        Self { guests, ..self }
    }

    fn unwritten(&self) -> MutexGuard<'_, BTreeMap<String, KeptJob>> {
        self.unwritten.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn all_live(&self) -> MutexGuard<'_, BTreeMap<String, Arc<Live>>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn live(&self, id: &str) -> Option<Arc<Live>> {
        self.all_live().get(id).cloned()
    }

    /// Goes on with the jobs that the last server did not end, in the order in which they were posted.
    pub(crate) fn go_on(self: &Arc<Self>) -> Result<(), Problem> {
        for job in self.kept.jobs()?.into_iter().rev().filter(|job| !job.state.is_over()) {
            let Some(mut job) = self.kept.job(&job.id)? else { continue };
            job.state = JobState::Waiting;
            match Work::read(job.work.as_bytes(), &self.bounds, &self.guests) {
                Ok((work, _)) => self.start(job, work),
                Err(problem) => {
                    // Another version of the program posted it.
                    self.kept.update(&KeptJob { state: JobState::Failed, trouble: json(&problem).ok(), ..job })?;
                }
            }
        }
        Ok(())
    }

    /// Begins a job.
    pub(crate) fn post(self: &Arc<Self>, text: &[u8]) -> Result<Job, Problem> {
        let (work, title) = Work::read(text, &self.bounds, &self.guests)?;
        self.room()?;
        // On one line, because events have no line breaks.
        let value: serde_json::Value =
            serde_json::from_slice(text).map_err(|error| Problem::of_json(&error, "a job"))?;
        let id = random_name().map_err(|error| Problem::fault(error.to_string()))?;
        let now = now();
        let job = KeptJob {
            id: id.clone(),
            kind: work.kind(),
            title: title.unwrap_or_else(|| work.title()),
            about: work.about(),
            work: value.to_string(),
            state: JobState::Waiting,
            created: now,
            changed: now,
            seconds: 0.0,
            progress: None,
            so_far: None,
            result: None,
            trouble: None,
        };
        self.kept.add(&job)?;
        self.forget_old()?;
        self.start(job, work);
        self.job(&id)
    }

    fn room(&self) -> Result<(), Problem> {
        let most = self.bounds.jobs_running + self.bounds.jobs_waiting;
        if self.all_live().len() < most {
            return Ok(());
        }
        Err(Problem::busy(format!("{most} jobs run or wait, which is the most"), 30))
    }

    fn forget_old(&self) -> Result<(), Problem> {
        for id in self.kept.too_many(self.bounds.jobs, MOST_RESULTS)? {
            self.remove(&id)?;
        }
        Ok(())
    }

    fn remove(&self, id: &str) -> Result<(), Problem> {
        self.kept.forget(id)?;
        self.unwritten().remove(id);
        matches::forget(&self.folder, id);
        studies::forget(&self.folder, id);
        Ok(())
    }

    fn start(self: &Arc<Self>, job: KeptJob, work: Work) {
        let live = Arc::new(Live::new(job.seconds));
        self.unwritten().remove(&job.id);
        self.all_live().insert(job.id.clone(), Arc::clone(&live));
        self.runtime.spawn(Arc::clone(self).go(job, work, live));
    }

    /// One start of a job, from its place in the queue to what is kept of it.
    async fn go(self: Arc<Self>, mut job: KeptJob, work: Work, live: Arc<Live>) {
        let mut asked = live.asked.subscribe();
        let running = &self.running[usize::from(job.kind != JobKind::Question)];
        let turn = tokio::select! {
            biased;
            _ = asked.wait_for(Option::is_some) => None,
            turn = Arc::clone(running).acquire_owned() => turn.ok(),
        };
        let end = match turn {
            None => Ok(WorkEnd::Stopped(None)),
            Some(turn) => {
                let end = self.work(&mut job, work, &live).await;
                drop(turn);
                end
            }
        };
        job.seconds = live.seconds();
        job.progress = live.news.progress().and_then(|progress| json(&progress).ok());
        let is_stopped = live.stop.load(Ordering::Relaxed);
        (job.state, job.trouble) = match end {
            Ok(WorkEnd::Done(result)) if result.len() > MOST_RESULT => {
                let trouble = Problem::new(
                    StatusCode::PAYLOAD_TOO_LARGE,
                    format!("the result has more than {} MB", MOST_RESULT >> 20),
                    "use the command line for work of this size",
                );
                (JobState::Failed, json(&trouble).ok())
            }
            Ok(WorkEnd::Done(result)) => {
                job.result = Some(result);
                (JobState::Done, None)
            }
            Ok(WorkEnd::Stopped(so_far)) => {
                job.so_far = so_far.or(job.so_far).filter(|so_far| so_far.len() <= MOST_RESULT);
                (JobState::Stopped, None)
            }
            Err(_) if is_stopped => (JobState::Stopped, None),
            Err(problem) => (JobState::Failed, json(&problem).ok()),
        };
        if job.state == JobState::Stopped {
            match live.why() {
                Some(Why::Closing) => job.state = JobState::Waiting,
                Some(_) => {}
                None => {
                    let hours = self.bounds.job_time.as_secs() / 3_600;
                    let detail = format!("a job runs at most {hours} hours between two starts");
                    job.trouble = json(&Problem::new(StatusCode::REQUEST_TIMEOUT, detail, "resume it to go on")).ok();
                }
            }
        }
        let state = job.state;
        let is_forgotten = live.why() == Some(Why::Forgotten);
        let jobs = Arc::clone(&self);
        let id = job.id.clone();
        let ended = move || {
            if is_forgotten {
                _ = jobs.remove(&job.id);
            } else if let Err(error) = jobs.kept.update(&job) {
                jobs.keep_end(job, &error);
            }
            // What is not forgotten now is forgotten later.
            _ = jobs.forget_old();
        };
        _ = tokio::task::spawn_blocking(ended).await;
        self.all_live().remove(&id);
        live.state.send_replace(state);
    }

    /// Does the work on a thread, and writes down now and then how far it is.
    async fn work(self: &Arc<Self>, job: &mut KeptJob, work: Work, live: &Arc<Live>) -> Result<WorkEnd, Problem> {
        let since = Instant::now();
        *live.since.lock().unwrap_or_else(PoisonError::into_inner) = Some(since);
        job.state = JobState::Running;
        self.save(job).await;
        live.state.send_replace(JobState::Running);
        let desk = ServerDesk {
            watch: Arc::clone(&self.watch),
            stop: Arc::clone(&live.stop),
            news: Arc::clone(&live.news),
            end: None,
            n_threads: self.bounds.threads,
            memory: self.memory.clone(),
            // A question may take hours, and engines of other people give opinions to whoever watches. Those that play
            // in a match have processes of their own.
            guests: Arc::from([]),
        };
        let (folder, match_mib) = (self.folder.clone(), self.bounds.match_mib);
        let tools = Tools { desk, folder, match_mib, id: job.id.clone(), so_far: job.so_far.clone() };
        let mut end = std::pin::pin!(on_thread(move || work.run(&tools)));
        let mut known = None;
        loop {
            tokio::select! {
                biased;
                end = &mut end => return end,
                () = tokio::time::sleep(SAVING) => {}
            }
            if since.elapsed() > self.bounds.job_time {
                live.stop.store(true, Ordering::Relaxed);
            }
            job.seconds = live.seconds();
            job.progress = live.news.progress().and_then(|progress| json(&progress).ok());
            let so_far = live.news.so_far();
            let is_same = |known: &Arc<Update>| so_far.as_ref().is_some_and(|so_far| Arc::ptr_eq(known, so_far));
            if let (false, Some(Update::SoFar(answer))) = (known.as_ref().is_some_and(is_same), so_far.as_deref()) {
                job.so_far = json(answer).ok().filter(|text| text.len() <= MOST_RESULT);
                known = so_far;
            }
            self.save(job).await;
        }
    }

    /// Remembers the end of a job that cannot be written down, so that it is not taken for one that runs.
    fn keep_end(&self, job: KeptJob, error: &tesuji_archive::store::database::DatabaseError) {
        let trouble = match job.state {
            JobState::Done => json(&Problem::new(
                StatusCode::INSUFFICIENT_STORAGE,
                format!("the result could not be kept: {error}"),
                "make room on the disk, then resume the job",
            ))
            .ok(),
            _ => job.trouble.clone().or_else(|| json(&Problem::unkept(error)).ok()),
        };
        let state = if job.state == JobState::Done { JobState::Failed } else { job.state };
        let job = KeptJob { state, trouble, so_far: None, result: None, ..job };
        self.unwritten().insert(job.id.clone(), job);
    }

    /// Writes down the ends of jobs that could not be written before, as far as that is possible now.
    fn write_ends(&self) {
        self.unwritten().retain(|_, job| self.kept.update(job).is_err());
    }

    async fn save(self: &Arc<Self>, job: &KeptJob) {
        let (jobs, job) = (Arc::clone(self), job.clone());
        // If it cannot be written now, it is tried again in a moment.
        _ = tokio::task::spawn_blocking(move || jobs.kept.update(&job)).await;
    }

    /// Stops a job. What it knows is kept.
    pub(crate) async fn stop(&self, id: &str) {
        self.ask(id, Why::Asked).await;
    }

    /// Stops and forgets a job.
    pub(crate) async fn forget(&self, id: &str) {
        self.ask(id, Why::Forgotten).await;
    }

    async fn ask(&self, id: &str, why: Why) {
        if let Some(live) = self.live(id) {
            live.ask(why);
            let mut state = live.state.subscribe();
            let is_over = state.wait_for(|state| state.is_over());
            // Where it takes longer, the answer says that it still runs.
            _ = tokio::time::timeout(PATIENCE, is_over).await;
        }
    }

    /// Forgets a job that neither waits nor runs. Returns whether it was there.
    pub(crate) fn forget_ended(&self, id: &str) -> Result<bool, Problem> {
        let was_there = self.kept.job(id)?.is_some();
        if was_there && self.live(id).is_none() {
            self.remove(id)?;
        }
        Ok(was_there)
    }

    /// Goes on with a job that was stopped or has failed.
    pub(crate) fn resume(self: &Arc<Self>, id: &str) -> Result<Job, Problem> {
        self.write_ends();
        let job = self.kept.job(id)?.ok_or_else(|| unknown(id))?;
        if job.state == JobState::Done {
            let detail = format!("job {id} is done");
            return Err(Problem::new(StatusCode::CONFLICT, detail, "post it again to do it once more"));
        }
        if self.live(id).is_none() {
            self.room()?;
            let (work, _) = Work::read(job.work.as_bytes(), &self.bounds, &self.guests)?;
            let job = KeptJob { state: JobState::Waiting, trouble: None, ..job };
            self.kept.update(&job)?;
            self.start(job, work);
        }
        self.job(id)
    }

    /// Stops all jobs, so that they go on at the next start. Waits until they are written down.
    pub(crate) async fn close(&self) {
        let all: Vec<Arc<Live>> = self.all_live().values().cloned().collect();
        all.iter().for_each(|live| live.ask(Why::Closing));
        let since = Instant::now();
        while !self.all_live().is_empty() && since.elapsed() < PATIENCE {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// All jobs, the newest first.
    pub(crate) fn list(&self) -> Result<Vec<JobSummary>, Problem> {
        self.write_ends();
        Ok(self.kept.jobs()?.into_iter().map(|job| self.summary_of(job)).collect())
    }

    /// A job in short.
    pub(crate) fn summary(&self, id: &str) -> Result<Option<JobSummary>, Problem> {
        Ok(self.kept.job(id)?.map(|job| self.summary_of(job)))
    }

    /// A job with all that is known, as JSON. Of a job that has ended there is one copy for all who take it.
    pub(crate) fn text(&self, id: &str) -> Result<Arc<CountedAnswer>, Problem> {
        // Two who come at the same time do not both make the text.
        let mut texts = self.texts.lock().unwrap_or_else(PoisonError::into_inner);
        let has_ended = || self.live(id).is_none();
        if let Some(text) = texts.get(id).and_then(Weak::upgrade).filter(|_| has_ended()) {
            return Ok(text);
        }
        texts.retain(|_, text| text.strong_count() > 0);
        let job = self.job(id)?;
        let text = Arc::new(self.answers.hold(json(&job)?)?);
        if job.summary.state.is_over() && has_ended() {
            texts.insert(id.to_owned(), Arc::downgrade(&text));
        }
        Ok(text)
    }

    /// A job with all that is known.
    pub(crate) fn job(&self, id: &str) -> Result<Job, Problem> {
        self.write_ends();
        let mut job = self.kept.job(id)?.ok_or_else(|| unknown(id))?;
        if let Some(Update::SoFar(answer)) = self.live(id).and_then(|live| live.news.so_far()).as_deref() {
            job.so_far = Some(json(answer)?);
        }
        let work = raw(Some(std::mem::take(&mut job.work)));
        let work = work.ok_or_else(|| Problem::fault(format!("the file of jobs is damaged at {id}")))?;
        let (so_far, result) = (raw(job.so_far.take()), raw(job.result.take()));
        Ok(Job { summary: self.summary_of(job), work, so_far, result })
    }

    /// The results of this kind of jobs that are done, the newest first.
    pub(crate) fn results(&self, kind: JobKind) -> Result<Vec<String>, Problem> {
        let mut results = Vec::new();
        for job in self.kept.jobs()?.into_iter().filter(|job| job.kind == kind && job.state == JobState::Done) {
            results.extend(self.kept.job(&job.id)?.and_then(|job| job.result));
        }
        Ok(results)
    }

    fn summary_of(&self, mut job: KeptJob) -> JobSummary {
        let live = self.live(&job.id);
        if let Some(ended) = self.unwritten().get(&job.id) {
            (job.state, job.trouble) = (ended.state, ended.trouble.clone());
        }
        let known = live.as_ref().and_then(|live| live.news.progress());
        let kept = || job.progress.as_deref().and_then(|progress| serde_json::from_str(progress).ok());
        JobSummary {
            progress: known.or_else(kept),
            seconds: live.as_ref().map_or(job.seconds, |live| live.seconds()),
            state: live.as_ref().map_or(job.state, |live| *live.state.borrow()),
            id: job.id,
            title: job.title,
            kind: job.kind,
            about: job.about,
            created: job.created,
            changed: job.changed,
            trouble: raw(job.trouble),
        }
    }
}

pub(crate) fn unknown(id: &str) -> Problem {
    Problem::new(StatusCode::NOT_FOUND, format!("there is no job {id}"), "GET /api/jobs lists all")
}

fn raw(text: Option<String>) -> Option<Box<RawValue>> {
    RawValue::from_string(text?).ok()
}
