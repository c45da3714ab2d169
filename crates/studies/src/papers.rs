//! Pages of kept runs: `docs/PAPERS.md`, and one page a paper as HTML.

use std::fmt::Write as _;

use tesuji_figures::escaped;

use crate::compare::{Agreement, NumberComparison, StudyVerdict, judge_among};
use crate::outcome::{Number, RunTable};
use crate::record::RunRecord;
use crate::study::{Published, Study};
use crate::{Paper, RunSize};

/// A number as people read it: three digits behind the point, fewer if it is large.
#[must_use]
pub fn figure(value: f64) -> String {
    let size = value.abs();
    match size {
        _ if size > 0.0 && size < 0.0005 => format!("{value:.0e}"),
        _ if value.fract() == 0.0 && size < 1e12 => format!("{value:.0}"),
        _ if size >= 100.0 => format!("{value:.1}"),
        _ if size >= 10.0 => format!("{value:.2}"),
        _ => format!("{value:.3}"),
    }
}

/// Our number with its interval.
#[must_use]
pub fn ours(number: &Number) -> String {
    match number.interval {
        Some([low, high]) => format!("{} [{}, {}]", figure(number.value), figure(low), figure(high)),
        None => figure(number.value),
    }
}

/// The published number, or what the text says of it.
#[must_use]
pub fn published(published: &Published) -> String {
    let mut words = Vec::new();
    if let Some(value) = published.value {
        words.push(figure(value));
    }
    if let Some(of) = published.of {
        words.push(format!("(of {of})"));
    }
    if let Some(bound) = published.above {
        words.push(format!("above {}", figure(bound)));
    }
    if let Some(bound) = published.below {
        words.push(format!("below {}", figure(bound)));
    }
    if let Some(stand_in) = &published.stand_in {
        words.push(format!("({stand_in})"));
    }
    words.join(" ")
}

/// An agreement in a word.
#[must_use]
pub const fn agreement(agreement: Agreement) -> &'static str {
    match agreement {
        Agreement::Agrees => "agrees",
        Agreement::Differs => "differs",
        Agreement::Unsettled => "not settled",
        Agreement::Missing => "not run",
        Agreement::Other => "not compared",
    }
}

/// A verdict with its reason.
#[must_use]
pub fn verdict(verdict: &StudyVerdict) -> String {
    match verdict {
        StudyVerdict::Undecidable { why } | StudyVerdict::Open { why } => format!("{}: {why}", verdict.name()),
        other => other.name().to_owned(),
    }
}

/// The run that a page shows of a study: the full one if there is one.
#[must_use]
pub fn shown<'r>(study: &Study, records: &'r [RunRecord]) -> Option<&'r RunRecord> {
    let of = |size| records.iter().find(move |record| record.study == study.id && record.size == size);
    of(RunSize::Full).or_else(|| of(RunSize::Small))
}

/// The summary of all papers, for `docs/PAPERS.md`: a paragraph and a table each. `picture` gives the path of a picture of
/// a study, if there is one.
#[must_use]
pub fn markdown(records: &[RunRecord], picture: &dyn Fn(&Study) -> Option<String>) -> String {
    let mut page = HEAD.replace("{together}", &together(records));
    for paper in crate::all_papers() {
        _ = write!(page, "\n## {}\n\n{}\n", heading(paper), summary(paper, records));
        page += "\n| item | what | verdict | printed | claims | checks |\n| --- | --- | --- | --- | --- | --- |\n";
        for study in studies_of(paper) {
            let [verdict, printed, claims, checks] = in_brief(study, records);
            let item = picture(study).map_or_else(|| study.item(), |path| format!("[{}]({path})", study.item()));
            _ = writeln!(page, "| {item} | {} | {verdict} | {printed} | {claims} | {checks} |", study.title);
        }
    }
    page
}

fn studies_of(paper: &Paper) -> impl Iterator<Item = &'static Study> {
    crate::all().iter().filter(|study| study.paper() == paper.key)
}

/// The verdict in a few words, and how many printed numbers, claims and checks agree.
fn in_brief(study: &Study, records: &[RunRecord]) -> [String; 4] {
    let Some(RunRecord { judgement, .. }) = shown(study, records) else {
        return ["not run".to_owned(), "".into(), "".into(), "".into()];
    };
    let share = |[agree, all]: [usize; 2]| if all == 0 { String::new() } else { format!("{agree}/{all}") };
    [
        match &judgement.verdict {
            StudyVerdict::Open { .. } => format!("open ({})", study.time[1]),
            StudyVerdict::Undecidable { why } => format!("undecidable: {why}"),
            other => verdict(other),
        },
        share(judgement.printed()),
        share(judgement.claims()),
        share(judgement.checks()),
    ]
}

/// The paragraph of a paper. `{item: number}` in it is our value of this number of a study of the paper.
fn summary(paper: &Paper, records: &[RunRecord]) -> String {
    let value = |place: &str| {
        let (item, name) = place.split_once(": ")?;
        let id = format!("{}/{item}", paper.key);
        let record = shown(crate::find(&id)?, records)?;
        record.outcome.number(name).map(ours)
    };
    let mut parts = paper.summary.split('{');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (place, rest) = part.split_once('}').unwrap_or((part, ""));
        text += &value(place).unwrap_or_else(|| "(not run)".to_owned());
        text += rest;
    }
    text.trim().to_owned()
}

/// Agreement of the printed numbers of all papers, study by study and taken together.
fn together(records: &[RunRecord]) -> String {
    let of_papers = || {
        let studies = crate::all().iter().filter(|study| study.paper() != crate::compare::BEYOND);
        studies.filter_map(|study| Some((study, shown(study, records)?)))
    };
    let n_all: usize = of_papers().map(|(study, _)| study.published.len()).sum();
    let (mut agree, mut compared, mut differ_together, mut n_studies) = (0, 0, 0, 0);
    for (study, record) in of_papers() {
        let [n_agree, n] = record.judgement.printed();
        (agree, compared, n_studies) = (agree + n_agree, compared + n, n_studies + usize::from(n > 0));
        let strict = judge_among(study, record.size, &record.outcome, n_all);
        let [n_agree, n] = strict.printed();
        differ_together += n - n_agree;
    }
    format!(
        "Of {compared} printed numbers that were compared, in {n_studies} studies, {agree} agree. By chance about one study of \
         twenty would differ even if all were right. With all {n_all} numbers and claims tested together at this level, \
         {differ_together} differ."
    )
}

const HEAD: &str = "# Replication of five papers

Each table and figure of the five papers is a *study*: one command runs it again and compares our numbers with the published
ones. `make report` writes the full report from the stored runs, with intervals, findings and pictures; the site has it under
*Studies*. A test keeps this summary in step with the same runs.

- **replicated**: everything published is confirmed;
- **not replicated**: some of it is not, and the text leaves open nothing on which it depends;
- **undecidable**: some of it is not, or only after fitting, because the text lacks the fact that follows;
- **open**: too little has been run; the time of a full run follows.

*printed* counts the numbers of the paper with which ours agree, *claims* its statements in words, *checks* tests of our
own.

{together}
";

fn heading(paper: &Paper) -> String {
    format!("{}: {}", paper.authors, paper.title)
}

/// A comparison as the texts of a row: name, ours, published, agreement.
#[must_use]
pub fn row(comparison: &NumberComparison) -> [String; 4] {
    [
        comparison.published.name.clone(),
        comparison.ours.as_ref().map_or(String::new(), ours),
        published(&comparison.published),
        agreement(comparison.agreement).to_owned(),
    ]
}

/// A run as a page of its own, or a part of one: with its pictures, tables and remarks.
///
/// `pictures` are the pictures of each record as SVG, with their names.
#[must_use]
pub fn html(title: &str, records: &[(RunRecord, Vec<(String, String)>)]) -> String {
    let mut page = head(title);
    for (record, pictures) in records {
        let Some(study) = crate::find(&record.study) else { continue };
        _ = write!(
            page,
            "<section id=\"{}\">\n<h2>{}: {}</h2>\n<p>{}</p>\n<p><code>{}</code></p>\n<p class=\"verdict\">{}</p>\n",
            escaped(&study.id),
            escaped(&study.item()),
            escaped(&study.title),
            escaped(&study.says),
            escaped(&record.command),
            escaped(&verdict(&record.judgement.verdict)),
        );
        for (name, svg) in pictures {
            _ = writeln!(page, "<figure>{svg}<figcaption>{}</figcaption></figure>", escaped(name));
        }
        for (title, column, comparisons) in [
            ("Ours beside the published", "published", &record.judgement.comparisons),
            ("Our checks", "expected", &record.judgement.checks),
        ] {
            let mut table = RunTable::new(title, ["number", "ours", column, ""]);
            comparisons.iter().for_each(|comparison| table.row(row(comparison)));
            // A run of another set-up says nothing of the published numbers.
            if comparisons.iter().any(|comparison| comparison.agreement != Agreement::Other) {
                page += &table_html(&table);
            }
        }
        record.outcome.tables.iter().for_each(|table| page += &table_html(table));
        for note in record.outcome.notes.iter().chain(&study.set_up).chain(&study.learnt) {
            _ = writeln!(page, "<p>{}</p>", escaped(note));
        }
        page += "</section>\n";
    }
    page + "</main></body></html>\n"
}

/// A page that leads to those of the papers.
#[must_use]
pub fn index(records: &[RunRecord]) -> String {
    let mut page = head("Replication of five papers") + &format!("<p>{}</p>\n", escaped(&together(records)));
    for paper in crate::all_papers() {
        _ = writeln!(page, "<h2><a href=\"{}.html\">{}</a></h2>", paper.key, escaped(&heading(paper)));
        _ = writeln!(page, "<p>{}</p>", escaped(&summary(paper, records)));
        let mut table = RunTable::new("", ["item", "what", "verdict", "printed", "claims", "checks"]);
        for study in studies_of(paper) {
            let [verdict, printed, claims, checks] = in_brief(study, records);
            table.row([study.item(), study.title.clone(), verdict, printed, claims, checks]);
        }
        page += &table_html(&table);
    }
    page + "</main></body></html>\n"
}

/// The beginning of a page.
fn head(title: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{0}</title>\n\
         <style>{STYLE}</style></head><body><main>\n<h1>{0}</h1>\n",
        escaped(title)
    )
}

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;margin:0;color:#1b1b1b;background:#fff}\
main{max-width:60rem;margin:auto;padding:1rem}table{border-collapse:collapse;margin:.5rem 0 1rem;display:block;\
overflow-x:auto}caption{text-align:left;font-weight:600;padding:.3rem 0}td,th{padding:.15rem .6rem;\
border-bottom:1px solid #ccc;text-align:left}figure{margin:1rem 0}figure svg{max-width:100%;height:auto}\
.verdict{font-weight:600}@media(prefers-color-scheme:dark){body{color:#e8e8e8;background:#161616}\
td,th{border-color:#444}figure{background:#fff;color:#111}}";

fn table_html(table: &RunTable) -> String {
    let mut html = format!("<table><caption>{}</caption>\n<tr>", escaped(&table.title));
    table.columns.iter().for_each(|column| _ = write!(html, "<th>{}</th>", escaped(column)));
    html += "</tr>\n";
    for row in &table.rows {
        html += "<tr>";
        row.iter().for_each(|cell| _ = write!(html, "<td>{}</td>", escaped(cell)));
        html += "</tr>\n";
    }
    html + "</table>\n"
}
