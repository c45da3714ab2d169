//! What the table says, against what is known; and what is no table.
