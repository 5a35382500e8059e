import ExperimentEvents
import ExperimentsLocks
import Foundation
import GRDB

extension EventDatabase {
    @discardableResult
    package func store(_ events: [TrackedEvent]) async throws -> EventCounts {
        try await store(batch(of: events))
    }

    /// Creates a batch of events. This takes some time, in which the database is not locked.
    package func batch(of events: [TrackedEvent]) -> EventBatch { EventBatch(events, naming) }

    /// Counts all events of a batch, or none of them.
    ///
    /// - Parameter source: the number of their import: see ``beginImport(of:)``.
    /// - Returns: the outcomes.
    @discardableResult
    package func store(_ batch: EventBatch, of source: Int = 0) async throws -> EventCounts {
        guard !batch.isEmpty else { return EventCounts() }
        let counts = try await reporting {
            try await database.write { [self] db in
                var counter = try counter(db, of: source) { UnitLedger($0) }
                var counts = EventCounts()
                for (unit, event) in batch { counts.add(try counter.count(event, of: unit)) }
                counts.doubts = counter.doubts
                // Before anything of the batch is written.
                if source != 0 { try hide(counter.changes, db) }
                try counter.ledger.flush()
                try TotalsWriter(db).add(counter.changes)
                try keepNames(of: batch, db)
                try add(counts, of: source, db)
                return counts
            }
        }
        // The events are stored even if the maintenance fails, which is then tried again another day.
        if isMaintenanceDue() { try? await maintain() }
        return counts
    }

    package func adopt(_ new: EventDefinitions) async throws {
        try await reporting {
            // Usually the declarations have not changed, and no one has to wait.
            let isKnown = try await database.read { [self] db in
                let known = try knownDefinitions(db)
                return known.taking(new, known: []).0 == known
            }
            guard !isKnown else { return }
            try await database.write { [self] db in
                let experiments = try Self.experiments(db)
                let (merged, changes) = try Self.definitions(db).taking(new, known: experiments)
                try Self.keep(merged, db)
                if !merged.keepsUnitNames { try db.execute(sql: "DELETE FROM unit") }
                // Assign numbers to names now, so that readers do not have to.
                _ = try counter(db)
                try recount(changes, db)
                // The totals from before an import that is not finished were counted in another way: show nothing.
                for experiment in changes.recounted.union(changes.summed) {
                    try db.execute(
                        sql: """
                            UPDATE shown SET first_at = NULL
                                WHERE experiment = (SELECT number FROM name WHERE text = ?)
                            """, arguments: [experiment])
                }
                try takeCaps(db)
            }
        }
    }

    package func keep(_ splits: [String: SourceSplit]) async throws {
        guard !isForReading, let first = splits.values.map(\.from).min() else { return }
        try await reporting {
            // Usually they are known already.
            let isNew = try await database.read { [self] db in
                try knownDefinitions(db).adding(splits, known: []) != nil
            }
            guard isNew else { return }
            try await database.write { [self] db in
                // A start in the future changes the count only for users who, by a wrong clock, came after it.
                let later = try String.fetchAll(
                    db, sql: "SELECT text FROM span JOIN name ON number = experiment WHERE last_at >= ?",
                    arguments: [first.eventMilliseconds])
                guard let (changed, changes) = try Self.definitions(db).adding(splits, known: later) else {
                    return
                }
                try Self.keep(changed, db)
                try recount(changes, db)
            }
        }
    }

    package func splits(of experiment: String) async throws -> [SourceSplit] {
        try await reporting {
            try await database.read { [self] db in try knownDefinitions(db).splits(of: experiment) }
        }
    }

    /// Stores the names of units, if the project is configured to do so.
    private func keepNames(of batch: EventBatch, _ db: Database) throws {
        guard definitions.withLock({ $0.definitions.keepsUnitNames }) else { return }
        let keep = try PreparedStatement(db, "INSERT OR IGNORE INTO unit VALUES (?, ?)")
        for (unit, event) in batch where !event.unit.isEmpty { try keep.run(unit, event.unit) }
    }

    /// Stores the definitions as the next revision.
    static func keep(_ definitions: EventDefinitions, _ db: Database) throws {
        let text = String(decoding: try JSONEncoder().encode(definitions), as: UTF8.self)
        try db.execute(sql: "INSERT OR REPLACE INTO meta VALUES ('definitions', ?)", arguments: [text])
        try db.execute(
            sql: """
                INSERT INTO meta VALUES ('revision', 1) ON CONFLICT (name) DO UPDATE SET value = value + 1
                """)
    }

    static func definitions(_ db: Database) throws -> EventDefinitions {
        guard let text = try String.fetchOne(db, sql: "SELECT value FROM meta WHERE name = 'definitions'")
        else {
            return EventDefinitions()
        }
        return try JSONDecoder().decode(EventDefinitions.self, from: Data(text.utf8))
    }

    /// Returns the definitions. They are decoded once for each revision, because there may be thousands.
    func knownDefinitions(_ db: Database) throws -> EventDefinitions {
        let revision = try Int.fetchOne(db, sql: "SELECT value FROM meta WHERE name = 'revision'") ?? 0
        let known = definitions.withLock { $0.revision == revision ? $0.definitions : nil }
        if let known { return known }
        let current = try Self.definitions(db)
        definitions.withLock { $0 = (revision, current) }
        return current
    }

    /// Returns a counter for one transaction.
    func counter(_ db: Database) throws -> EventCounter<DatabaseLedger> { try counter(db, of: 0) { $0 } }

    /// Creates a counter for one transaction.
    ///
    /// - Parameters:
    ///   - source: the number of the import; 0 for none.
    ///   - ledger: creates the counter's ledger from that of the database.
    private func counter<Ledger: EventLedger>(
        _ db: Database, of source: Int, _ ledger: (DatabaseLedger) throws -> Ledger
    ) throws -> EventCounter<Ledger> {
        let current = try knownDefinitions(db)
        let now = now()
        return try EventCounter(
            current, limits: try caps(db), ledger: try ledger(DatabaseLedger(db, now: now.eventMilliseconds)),
            naming: naming, source: source, now: now)
    }

    private func add(_ counts: EventCounts, of source: Int, _ db: Database) throws {
        let add = try PreparedStatement(
            db, "INSERT INTO outcome VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET count = count + ?2")
        for (outcome, count) in counts.listed { try add.run(outcome.rawValue, count) }
        guard source != 0 else { return }
        let note = try PreparedStatement(
            db, "INSERT INTO import_outcome VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET count = count + ?3")
        for (outcome, count) in counts.listed { try note.run(source, outcome.rawValue, count) }
    }

    /// Returns the names of the experiments with known exposures.
    static func experiments(_ db: Database) throws -> [String] {
        try String.fetchAll(db, sql: "SELECT text FROM span JOIN name ON number = experiment ORDER BY text")
    }
}

/// Events with the numbers of their units, in the order of units in the database. Events of the same unit are in the
/// order of arrival.
///
/// Two kinds come last: events with several units, because the one that is in an experiment must be looked up; and
/// events with the same ID and name as an earlier one, because only the first one counts.
package struct EventBatch: Sequence, Sendable {
    private struct Place: Comparable, Sendable {
        let isLast: Bool
        let unit: UnitID
        let index: Int

        static func < (a: Place, b: Place) -> Bool {
            if a.isLast != b.isLast { return b.isLast }
            if a.unit != b.unit, !a.isLast { return a.unit < b.unit }
            return a.index < b.index
        }
    }

    private let events: [TrackedEvent]
    private let places: [Place]

    init(_ events: [TrackedEvent], _ naming: UnitNaming) {
        self.events = events
        // Sets of ID and name. If two are equal by chance, an event comes last, but still counts.
        var ids: Set<UInt64> = []
        ids.reserveCapacity(events.count)
        places = events.enumerated().map { index, event in
            var isLast = false
            if case .metric(let event) = event {
                let isRepeated = event.id.map { id in
                    !ids.insert(id ^ UInt64(truncatingIfNeeded: event.name.hashValue)).inserted
                }

                isLast = isRepeated == true || !event.otherUnits.isEmpty
            }
            return Place(isLast: isLast, unit: naming.id(of: event.unit), index: index)
        }.sorted()
    }

    package var isEmpty: Bool { events.isEmpty }

    package func makeIterator() -> some IteratorProtocol<(UnitID, TrackedEvent)> {
        places.lazy.map { ($0.unit, events[$0.index]) }.makeIterator()
    }
}
