import Foundation

/// The status and value of every key at one moment. Screens, JSON documents and exit statuses are based on it.
public struct Report: Sendable {
    /// A row for each declared key, in the order of declaration, then one for each undeclared name, in alphabetical
    /// order.
    public private(set) var rows: [ReportRow]
    /// The number of rows that are declared keys.
    public let declaredCount: Int
    /// The indices of the declared keys that can have baselines and that no experiment of the source names.
    public let unassignedBaselineKeys: [Int]
    /// The number of rows with each status.
    public private(set) var counts: StatusCounts
    /// The values of the source that the keys were resolved with.
    public let snapshot: Snapshot
    /// The overrides that the keys were resolved with.
    public private(set) var overrides: OverrideSet
    /// The time at which the next override expires, so that the report is no longer valid; nil for never.
    public private(set) var validUntil: Date?
    /// The time for which the overrides were last checked.
    private var checkedAt: Date
    /// The time at which the last successful fetch began, if it is known. Some overrides end with it.
    public private(set) var fetchedAt: Date?
    /// How a string is treated that should be a boolean but is not.
    public let booleanPolicy: BooleanPolicy

    /// Resolves keys with a snapshot and overrides.
    ///
    /// - Parameters:
    ///   - keys: the declared keys.
    ///   - snapshot: the values of the source.
    ///   - overrides: the overrides.
    ///   - booleanPolicy: how a string is treated that should be a boolean but is not.
    ///   - now: the time, which ends some overrides.
    ///   - fetchedAt: the time at which the last successful fetch began.
    public init(
        keys: [CatalogKey], snapshot: Snapshot, overrides: OverrideSet,
        booleanPolicy: BooleanPolicy = .strict,
        at now: Date, fetchedAt: Date? = nil
    ) {
        let circumstances = OverrideCircumstances(now: now, snapshot: snapshot, fetchedAt: fetchedAt)
        func override(of name: String) -> String? {
            overrides.isEmpty ? nil : overrides.activeText(for: name, in: circumstances)
        }
        let wasFetched = snapshot.fetchedAt != nil
        var absence = SourceAbsence(in: snapshot)
        var rows = keys.map { key in
            let entry = snapshot.entries[key.name]
            return ReportRow(
                key, entry: entry, sourceProblem: entry == nil ? absence.reason(for: key.name) : nil,
                wasFetched: wasFetched, override: override(of: key.name), booleanPolicy)
        }
        let declared = Set(keys.lazy.map { ExactText($0.name) })
        for name in snapshot.entries.sortedNames where !declared.contains(ExactText(name)) {
            rows.append(
                ReportRow(
                    undeclared: name, group: snapshot.group(of: name), entry: snapshot.entries[name],
                    override: override(of: name)))
        }
        self.rows = rows
        self.snapshot = snapshot
        self.overrides = overrides
        self.fetchedAt = fetchedAt
        self.booleanPolicy = booleanPolicy
        declaredCount = keys.count
        let assigned = Set(snapshot.experiments.flatMap(\.keys))
        unassignedBaselineKeys = keys.indices.filter {
            keys[$0].schema.understandsBaseline && !assigned.contains(keys[$0].name)
        }
        counts = StatusCounts(rows)
        validUntil = overrides.nextExpiry(after: now)
        checkedAt = now
    }

    /// Notes that the app supplies the value of a key itself, so that the key is neither missing nor incorrect.
    mutating func note(ownText text: String, at index: Int) {
        let row = rows[index]
        rows[index] = ReportRow(
            key: row.key, status: .override, entry: row.entry, overrideText: text, problem: nil)
        counts.replace(row.status, with: .override)
    }

    /// Replaces the overrides. Only the keys whose overrides have changed are resolved again.
    ///
    /// - Parameters:
    ///   - new: the overrides.
    ///   - now: the time.
    ///   - fetchedAt: the time at which the last successful fetch began; nil if there was none since this report.
    /// - Returns: the indices of the rows that were resolved again; nil if nothing changes at all.
    @discardableResult
    public mutating func update(overrides new: OverrideSet, at now: Date, fetchedAt: Date? = nil) -> [Int]? {
        var changed = new.namesChanged(from: overrides)
        let fetchedAt = fetchedAt ?? self.fetchedAt
        if fetchedAt != self.fetchedAt {
            changed.formUnion(new.entries.filter { $0.value.until == .nextFetch }.keys)
        }
        self.fetchedAt = fetchedAt
        // An override that expired has not changed, but is no longer active; and if the clock was set back, it is again.
        if now < checkedAt || validUntil.map({ $0 <= now }) == true {
            changed.formUnion(overrides.entries.keys)
        }
        checkedAt = now
        defer { overrides = new }
        guard !changed.isEmpty else { return nil }
        let circumstances = OverrideCircumstances(now: now, snapshot: snapshot, fetchedAt: fetchedAt)
        // Comparing with one or two names takes less than hashing each of a hundred thousand.
        let few = changed.count <= 2 ? Array(changed) : []
        let touched = rows.indices.filter { index in
            few.isEmpty ? changed.contains(rows[index].name) : few.contains(rows[index].name)
        }
        let wasFetched = snapshot.fetchedAt != nil
        var absence = SourceAbsence(in: snapshot)
        for index in touched {
            let row = rows[index]
            let text = new.activeText(for: row.name, in: circumstances)
            rows[index] =
                index < declaredCount
                ? ReportRow(
                    row.key, entry: row.entry,
                    sourceProblem: row.entry == nil ? absence.reason(for: row.name) : nil,
                    wasFetched: wasFetched, override: text, booleanPolicy)
                : ReportRow(undeclared: row.name, group: row.key.group, entry: row.entry, override: text)
            counts.replace(row.status, with: rows[index].status)
        }
        validUntil = new.nextExpiry(after: now)
        return touched
    }

    /// Returns the facts that decide whether an override is active in this report.
    ///
    /// - Parameter now: the time.
    package func circumstances(at now: Date) -> OverrideCircumstances {
        OverrideCircumstances(now: now, snapshot: snapshot, fetchedAt: fetchedAt)
    }

    /// The rows of declared keys that are missing or incorrect.
    public var brokenRows: [ReportRow] {
        rows.prefix(declaredCount).filter { $0.status == .missing || $0.status == .incorrect }
    }
}

// The text that `print` shows. Texts are quoted as in messages, and long ones are cut.

extension ReportRow: CustomStringConvertible {
    /// `columns ok "4"`, `style incorrect "GUIDED": not one of its cases`, or `banner missing`.
    public var description: String { words.joined(separator: " ") }

    /// The name, the status, and what the app uses or why it uses its default.
    fileprivate var words: [String] {
        let text = (overrideText ?? entry?.text).map { Quotation.of($0) }
        let value = [text, problem?.reason].compactMap { $0 }.joined(separator: ": ")
        return [VisibleText.of(name), status.rawValue, value].filter { !$0.isEmpty }
    }
}

extension Report: CustomStringConvertible {
    /// The number of keys with each status, and a line for each key: its name, its status and its value.
    public var description: String {
        let counts = KeyStatus.allCases.compactMap { status in
            self.counts[status] > 0 ? "\(self.counts[status]) \(status.rawValue)" : nil
        }
        let words = rows.map(\.words)
        let widths = (0..<2).map { column in words.map { $0[column].count }.max() ?? 0 }
        let lines = words.map { words in
            words.enumerated().map { column, word in
                let isLast = column == words.count - 1
                return isLast ? word : word + String(repeating: " ", count: widths[column] - word.count)
            }.joined(separator: "  ")
        }
        let keys = "\(rows.count) \(rows.count == 1 ? "key" : "keys")"
        return (["\(keys): \(counts.joined(separator: ", "))"] + lines).joined(separator: "\n")
    }
}

extension Snapshot: CustomStringConvertible {
    /// The number of values, their version and when they were fetched, and a line for each value.
    public var description: String {
        let facts = [
            "\(entries.count) \(entries.count == 1 ? "value" : "values")",
            version.map { "version \(VisibleText.of($0))" },
            fetchedAt.map { "fetched at \(RFC3339.shortestText(of: $0))" } ?? "not fetched yet",
        ]
        let lines = entries.sortedElements.map { name, entry in
            "\(VisibleText.of(name)) \(entry.text.map { Quotation.of($0) } ?? "uses the app's default")"
        }
        return ([facts.compactMap { $0 }.joined(separator: ", ")] + lines).joined(separator: "\n")
    }
}
