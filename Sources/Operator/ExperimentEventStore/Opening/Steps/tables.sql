CREATE TABLE meta (name TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID;
CREATE TABLE name (number INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE);
-- Events as they came, for exposures that come late. Older ones are let go of, and only their IDs stay.
CREATE TABLE event (id INTEGER PRIMARY KEY, unit BLOB NOT NULL, name INTEGER NOT NULL, at INTEGER NOT NULL,
    value REAL, came_at INTEGER NOT NULL);
CREATE INDEX event_by_unit ON event (unit);
CREATE TABLE seen (id INTEGER PRIMARY KEY);
CREATE TABLE assignment (unit BLOB NOT NULL, experiment INTEGER NOT NULL, exposed_group INTEGER NOT NULL,
    first_at INTEGER NOT NULL, mixed INTEGER NOT NULL, PRIMARY KEY (unit, experiment)) WITHOUT ROWID;
CREATE TABLE tally (unit BLOB NOT NULL, experiment INTEGER NOT NULL, metric INTEGER NOT NULL,
    value REAL NOT NULL, denominator REAL NOT NULL, past REAL NOT NULL,
    PRIMARY KEY (unit, experiment, metric)) WITHOUT ROWID;
-- What the statistics take: changed in the transaction that stores an event.
CREATE TABLE users (experiment INTEGER NOT NULL, phase INTEGER NOT NULL, exposed_group INTEGER NOT NULL,
    day INTEGER NOT NULL, count INTEGER NOT NULL, mixed INTEGER NOT NULL,
    PRIMARY KEY (experiment, phase, exposed_group, day)) WITHOUT ROWID;
-- Each sum in two numbers, of which the second holds what the first has no room for.
CREATE TABLE sums (experiment INTEGER NOT NULL, metric INTEGER NOT NULL, phase INTEGER NOT NULL,
    exposed_group INTEGER NOT NULL, day INTEGER NOT NULL, units INTEGER NOT NULL,
    value REAL NOT NULL, value_rest REAL NOT NULL, square REAL NOT NULL, square_rest REAL NOT NULL,
    denominator REAL NOT NULL, denominator_rest REAL NOT NULL,
    denominator_square REAL NOT NULL, denominator_square_rest REAL NOT NULL,
    denominator_product REAL NOT NULL, denominator_product_rest REAL NOT NULL,
    past REAL NOT NULL, past_rest REAL NOT NULL, past_square REAL NOT NULL, past_square_rest REAL NOT NULL,
    past_product REAL NOT NULL, past_product_rest REAL NOT NULL,
    PRIMARY KEY (experiment, metric, phase, exposed_group, day)) WITHOUT ROWID;
CREATE TABLE span (experiment INTEGER PRIMARY KEY, first_at INTEGER NOT NULL, last_at INTEGER NOT NULL);
CREATE TABLE cap (experiment INTEGER NOT NULL, metric INTEGER NOT NULL, value REAL NOT NULL,
    PRIMARY KEY (experiment, metric)) WITHOUT ROWID;
CREATE TABLE outcome (name TEXT PRIMARY KEY, count INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE look (experiment INTEGER NOT NULL, metric INTEGER NOT NULL, exposed_group INTEGER NOT NULL,
    at INTEGER NOT NULL, day REAL NOT NULL, units REAL NOT NULL, difference REAL NOT NULL,
    difference_variance REAL NOT NULL, baseline REAL NOT NULL, baseline_variance REAL NOT NULL,
    covariance REAL NOT NULL, PRIMARY KEY (experiment, metric, exposed_group, at)) WITHOUT ROWID;
