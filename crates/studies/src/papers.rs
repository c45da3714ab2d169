//! Pages of kept runs: `docs/PAPERS.md`, and one page a paper as HTML.

use std::fmt::Write as _;

use tesuji_figures::escaped;

use crate::compare::{Agreement, Comparison, Verdict};
use crate::outcome::{Number, Table};
use crate::record::Record;
use crate::study::{Published, Study};
use crate::{Paper, Size};

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
pub fn verdict(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Uncompared => "nothing was published to compare with".to_owned(),
        Verdict::Incomplete { why } => format!("set-up incomplete: {}", why.trim_end_matches('.')),
        other => other.name().to_owned(),
    }
}

/// The run that a page shows of a study: the full one if there is one.
#[must_use]
pub fn shown<'r>(study: &Study, records: &'r [Record]) -> Option<&'r Record> {
    let of = |size| records.iter().find(move |record| record.study == study.id && record.size == size);
    of(Size::Full).or_else(|| of(Size::Small))
}

/// How many comparisons of the most telling kind a table of the page shows at most.
const MOST_ROWS: usize = 30;

/// The page of all papers, for `docs/PAPERS.md`. `picture` gives the path of a picture of a study, if there is one.
#[must_use]
pub fn markdown(records: &[Record], picture: &dyn Fn(&Study) -> Option<String>) -> String {
    let mut page = String::from(HEAD);
    page += "\n## All tables and figures\n\n| item | what | verdict | compared |\n| --- | --- | --- | --- |\n";
    for study in crate::all() {
        let (word, compared) = shown(study, records).map_or(("not run", String::new()), |record| {
            let judgement = &record.judgement;
            let n_agreeing = judgement.count(Agreement::Agrees);
            let compared = match judgement.comparisons.len() {
                0 => String::new(),
                _ if judgement.count(Agreement::Other) > 0 => "small run".to_owned(),
                n => format!("{n_agreeing} of {n} agree"),
            };
            (judgement.verdict.name(), compared)
        });
        let anchor = anchor(study);
        _ = writeln!(page, "| [{}](#{anchor}) | {} | {word} | {compared} |", study.id, study.title);
    }
    for paper in crate::all_papers() {
        _ = write!(page, "\n## {}\n\n", heading(paper));
        _ = writeln!(page, "{} {}", paper.published_in, paper.about);
        for study in crate::all().iter().filter(|study| study.paper() == paper.key) {
            page += &section(study, shown(study, records), picture(study).as_deref());
        }
    }
    page
}

const HEAD: &str = "# The five papers, run again

Each table and figure of the five papers is a *study*: one command makes it again and puts ours beside the published.

```sh
tesuji study list
tesuji study run sato2016/table2
tesuji study run takada2014 --html takada.html
```

This page is generated from kept runs (`tesuji study report --markdown docs/PAPERS.md`), and a test fails if it is not.
A *small* run takes seconds, a *full* one is as the paper has it. Brackets are intervals of 95 %. All numbers of a study
are tested together, so that a study whose numbers are right differs by chance in one of twenty cases. The verdicts:

- **agrees**: all compared numbers may be the same, and what the text says holds;
- **differs**: some do not;
- **set-up incomplete**: the paper does not say enough, a picture of it is lost, or another program stands in. The
  numbers are compared but settle nothing. If only a small run is kept, its numbers are *not compared*.
";

fn heading(paper: &Paper) -> String {
    format!("{}: {}", paper.authors, paper.title)
}

/// The place of a study on the page.
fn anchor(study: &Study) -> String {
    study.id.chars().filter(|c| c.is_alphanumeric() || *c == '-').collect::<String>().to_lowercase()
}

fn section(study: &Study, record: Option<&Record>, picture: Option<&str>) -> String {
    let mut text = format!("\n### {}\n\n**{}.** {}\n", study.id, study.title, study.says);
    let Some(record) = record else { return text + "\nNot run yet.\n" };
    let size = record.size.name();
    let remark = if record.remark.is_empty() { String::new() } else { format!("; {}", record.remark) };
    _ = write!(text, "\n`{}` ({size} run{remark})", record.command);
    let n_differing = record.judgement.count(Agreement::Differs);
    let differing = match (&record.judgement.verdict, n_differing) {
        (Verdict::Incomplete { .. }, 1..) => {
            format!(" {n_differing} of {} numbers differ.", record.judgement.comparisons.len())
        }
        _ => String::new(),
    };
    _ = writeln!(text, ": **{}**.{differing}", verdict(&record.judgement.verdict));
    if let Some(picture) = picture {
        _ = writeln!(text, "\n![{}]({picture})", study.title);
    }
    let comparisons = &record.judgement.comparisons;
    if !comparisons.is_empty() {
        text += "\n| number | ours | published | |\n| --- | --- | --- | --- |\n";
        for comparison in comparisons.iter().take(MOST_ROWS) {
            let [name, ours, theirs, word] = row(comparison);
            _ = writeln!(text, "| {name} | {ours} | {theirs} | {word} |");
        }
        if comparisons.len() > MOST_ROWS {
            let n = comparisons.len() - MOST_ROWS;
            _ = writeln!(text, "\n{n} more: `tesuji study run {}`.", study.id);
        }
    }
    if let Some(learnt) = &study.learnt {
        _ = writeln!(text, "\n{learnt}");
    }
    text
}

/// A comparison as the texts of a row: name, ours, published, agreement.
#[must_use]
pub fn row(comparison: &Comparison) -> [String; 4] {
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
pub fn html(title: &str, records: &[(Record, Vec<(String, String)>)]) -> String {
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
        if !record.judgement.comparisons.is_empty() {
            let mut table = Table::new("Ours beside the published", ["number", "ours", "published", ""]);
            record.judgement.comparisons.iter().for_each(|comparison| table.row(row(comparison)));
            page += &table_html(&table);
        }
        record.outcome.tables.iter().for_each(|table| page += &table_html(table));
        for note in record.outcome.notes.iter().chain(&study.learnt) {
            _ = writeln!(page, "<p>{}</p>", escaped(note));
        }
        page += "</section>\n";
    }
    page + "</main></body></html>\n"
}

/// A page that leads to those of the papers.
#[must_use]
pub fn index(records: &[Record]) -> String {
    let mut page = head("The five papers, run again");
    for paper in crate::all_papers() {
        _ = writeln!(page, "<h2><a href=\"{}.html\">{}</a></h2>", paper.key, escaped(&heading(paper)));
        let mut table = Table::new("", ["item", "what", "verdict"]);
        for study in crate::all().iter().filter(|study| study.paper() == paper.key) {
            let word = shown(study, records).map_or("not run", |record| record.judgement.verdict.name());
            table.row([study.item(), study.title.clone(), word.to_owned()]);
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

fn table_html(table: &Table) -> String {
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
