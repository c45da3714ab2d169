//! Rows of a drawing: cells at one height, from the top, each row from the left. Names and pictures are based on them.

use crate::{Place, square_column_name};

/// Two cells whose heights differ by less than this share of a link lie in one row.
const SAME_ROW: f64 = 0.05;

/// The numbers of the places row by row from the top, each row from the left; `unit` is the length of a link.
pub(crate) fn rows(places: &[Place], unit: f64) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by_key(|&idx| (places[idx], idx));
    let mut rows: Vec<Vec<usize>> = Vec::new();
    for idx in order {
        match rows.last_mut() {
            // Compared with the first of the row, so that a slope does not become one row.
            Some(row) if places[idx].down() - places[row[0]].down() < SAME_ROW * unit => row.push(idx),
            _ => rows.push(vec![idx]),
        }
    }
    for row in &mut rows {
        row.sort_by(|&a, &b| places[a].right().total_cmp(&places[b].right()).then(a.cmp(&b)));
    }
    rows
}

/// The name of a cell by where it is drawn: letters count the cells of its row from the left, and rows are numbered
/// from the bottom. On a square lattice this is the GTP name.
pub(crate) fn name(column: usize, row: usize, n_rows: usize) -> String {
    format!("{}{}", square_column_name(column), n_rows - row)
}

/// The names of cells at these places, in the order of the places.
pub(crate) fn names(places: &[Place], unit: f64) -> Vec<String> {
    let rows = rows(places, unit);
    let mut names = vec![String::new(); places.len()];
    for (row_idx, row) in rows.iter().enumerate() {
        for (column, &idx) in row.iter().enumerate() {
            names[idx] = name(column, row_idx, rows.len());
        }
    }
    names
}

/// The names of places that are part of a square lattice, by columns from the left and rows from the bottom.
pub(crate) fn square_names(places: &[Place]) -> Vec<String> {
    let least = |of: fn(&Place) -> f64| places.iter().map(of).fold(f64::INFINITY, f64::min);
    let (left, top) = (least(|place| place.right()), least(|place| place.down()));
    let at = |place: &Place| ((place.right() - left).round() as usize, (place.down() - top).round() as usize);
    let n_rows = places.iter().map(|place| at(place).1 + 1).max().unwrap_or(0);
    places.iter().map(|place| name(at(place).0, at(place).1, n_rows)).collect()
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_what_lies_at_one_height() {
        let places = [(0.0, 0.01), (1.0, 0.0), (0.5, 0.87), (-0.5, 0.9), (0.0, 2.0)];
        let places = places.map(|(right, down)| Place::near(right, down));
        assert_eq!(names(&places, 1.0), ["A3", "B3", "B2", "A2", "A1"]);
        assert_eq!(names(&places, 0.1), ["A4", "A5", "A3", "A2", "A1"]);
    }
}
