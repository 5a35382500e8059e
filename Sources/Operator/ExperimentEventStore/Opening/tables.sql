CREATE TABLE meta (name TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID;
CREATE TABLE name (number INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
-- Events as they arrived, for exposures that arrive late, next to the others of their unit. The import is null for
-- events of apps.
CREATE TABLE event (unit BLOB NOT NULL, id INTEGER NOT NULL, name INTEGER NOT NULL, at INTEGER NOT NULL,
    value REAL, came_at INTEGER NOT NULL, import INTEGER, PRIMARY KEY (unit, id)) WITHOUT ROWID;
-- The IDs of all events.
CREATE TABLE seen (id INTEGER PRIMARY KEY);
-- Events that were removed.
CREATE TABLE missing_event (id INTEGER PRIMARY KEY, name INTEGER NOT NULL, at INTEGER NOT NULL, unit BLOB,
    import INTEGER);
-- The group of a unit, and its actions by metric. The exposures are null if there is only one, from an app.
CREATE TABLE assignment (unit BLOB NOT NULL, experiment INTEGER NOT NULL, exposed_group INTEGER NOT NULL,
    first_at INTEGER NOT NULL, mixed INTEGER NOT NULL, tallies BLOB, exposures BLOB,
    PRIMARY KEY (unit, experiment)) WITHOUT ROWID;
-- The names of units, if the project asks for them.
CREATE TABLE unit (id BLOB PRIMARY KEY, name TEXT NOT NULL) WITHOUT ROWID;
-- The totals for the statistics: changed in the transaction that stores an event.
CREATE TABLE users (experiment INTEGER NOT NULL, phase INTEGER NOT NULL, exposed_group INTEGER NOT NULL,
    day INTEGER NOT NULL, count INTEGER NOT NULL, mixed INTEGER NOT NULL,
    PRIMARY KEY (experiment, phase, exposed_group, day)) WITHOUT ROWID;
-- Each sum in two numbers: the second holds what does not fit into the first. The tails hold what fits into neither.
CREATE TABLE sums (experiment INTEGER NOT NULL, metric INTEGER NOT NULL, phase INTEGER NOT NULL,
    exposed_group INTEGER NOT NULL, day INTEGER NOT NULL, units INTEGER NOT NULL,
    value REAL NOT NULL, value_rest REAL NOT NULL, square REAL NOT NULL, square_rest REAL NOT NULL,
    denominator REAL NOT NULL, denominator_rest REAL NOT NULL,
    denominator_square REAL NOT NULL, denominator_square_rest REAL NOT NULL,
    denominator_product REAL NOT NULL, denominator_product_rest REAL NOT NULL,
    past REAL NOT NULL, past_rest REAL NOT NULL, past_square REAL NOT NULL, past_square_rest REAL NOT NULL,
    past_product REAL NOT NULL, past_product_rest REAL NOT NULL, tails BLOB,
    PRIMARY KEY (experiment, metric, phase, exposed_group, day)) WITHOUT ROWID;
CREATE TABLE span (experiment INTEGER PRIMARY KEY, first_at INTEGER NOT NULL, last_at INTEGER NOT NULL);
CREATE TABLE cap (experiment INTEGER NOT NULL, metric INTEGER NOT NULL, value REAL NOT NULL,
    PRIMARY KEY (experiment, metric)) WITHOUT ROWID;
CREATE TABLE outcome (name TEXT PRIMARY KEY, count INTEGER NOT NULL) WITHOUT ROWID;
-- The looks at results, each with a digest of what it was about.
CREATE TABLE look (experiment INTEGER NOT NULL, metric INTEGER NOT NULL, exposed_group INTEGER NOT NULL,
    definition TEXT NOT NULL, at INTEGER NOT NULL, day REAL NOT NULL, units REAL NOT NULL,
    difference REAL NOT NULL, difference_variance REAL NOT NULL, baseline REAL NOT NULL,
    baseline_variance REAL NOT NULL, covariance REAL NOT NULL,
    PRIMARY KEY (experiment, metric, exposed_group, definition, at)) WITHOUT ROWID;
CREATE TABLE import (number INTEGER PRIMARY KEY AUTOINCREMENT, file TEXT NOT NULL, at INTEGER NOT NULL);
CREATE TABLE import_outcome (import INTEGER NOT NULL, name TEXT NOT NULL, count INTEGER NOT NULL,
    PRIMARY KEY (import, name)) WITHOUT ROWID;
-- The changes that people made here, for the log.
CREATE TABLE journal (number INTEGER PRIMARY KEY, at INTEGER NOT NULL, text TEXT NOT NULL, author TEXT,
    program TEXT);
