-- Looks say what they were about. Those of before do not, and are taken anew from the totals of each day.
DROP TABLE look;
CREATE TABLE look (experiment INTEGER NOT NULL, metric INTEGER NOT NULL, exposed_group INTEGER NOT NULL,
    definition TEXT NOT NULL, at INTEGER NOT NULL, day REAL NOT NULL, units REAL NOT NULL,
    difference REAL NOT NULL, difference_variance REAL NOT NULL, baseline REAL NOT NULL,
    baseline_variance REAL NOT NULL, covariance REAL NOT NULL,
    PRIMARY KEY (experiment, metric, exposed_group, definition, at)) WITHOUT ROWID;
-- What people changed here, for the log.
CREATE TABLE journal (number INTEGER PRIMARY KEY, at INTEGER NOT NULL, text TEXT NOT NULL, author TEXT,
    program TEXT);
