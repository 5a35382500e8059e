import ExperimentsDigests
import ExperimentsProject
import ExperimentsSupport
import Foundation

/// Makes events from rows.
///
/// A row without an ID gets one from its content and from the number of equal rows before it, so that a file counts
/// once even if it is read again after it has grown.
struct EventRowReader {
    /// The largest value whose sums of squares are still finite numbers.
    private static let largestValue = 1e120

    private let mapping: EventMapping
    /// The latest time that an event may have; nil for any.
    private let latest: Date?
    private var times: EventTime
    private var occurrences: [UInt64: Int] = [:]
    /// Some of the units with 16 digits or more; nil if one does not end in 0.
    private var roundUnits: Set<String>? = []
    /// A hash of the last event with each name and ID, by a hash of both.
    private var owners: [Int: Int] = [:]
    /// The number of rows with the ID of another event.
    private(set) var sharedIDs = 0
    /// The number of exposures.
    private(set) var exposures = 0
    /// The number of events of metrics that have a group.
    private(set) var groupedEvents = 0
    /// The first value with three digits after the point, which may separate thousands; nil if there is none.
    private(set) var pointedValue: String?
    /// The number of rows for each column that named the unit.
    private(set) var unitColumns: [String: Int] = [:]
    /// The number of units that are whole numbers with a fraction, such as 17.0.
    private(set) var fractionalUnits = 0

    init(_ mapping: EventMapping, latest: Date?) {
        (self.mapping, self.latest, times) = (mapping, latest, EventTime(mapping.clock))
    }

    /// Whether long numbers have lost their last digits, as in spreadsheets and JavaScript: there are ten, and all end in 0.
    var hasRoundedUnits: Bool { roundUnits?.count == 10 }

    /// Whether all times are days.
    var timesAreDays: Bool { times.areDays }

    /// The number of times without an offset from UTC.
    var timesWithoutOffset: Int { times.withoutOffset }

    /// The number of times that do not exist, because clocks skip them when summer time begins.
    var skippedTimes: Int { times.skipped }

    /// Returns the event of a row.
    ///
    /// - Throws: `EventFileProblem` for a row that cannot be understood.
    mutating func event(_ row: FieldTexts, line: Int) throws(EventFileProblem) -> TrackedEvent {
        do throws(EventFileProblem) {
            return try event(row)
        } catch {
            var problem = error
            problem.line = line
            throw problem
        }
    }

    private mutating func event(_ row: FieldTexts) throws(EventFileProblem) -> TrackedEvent {
        let unit = try unit(row)
        guard let time = row[.at] else { throw Self.missing(.at, "expected a time", in: row) }
        let at = try times.date(time)
        if let latest, at > latest {
            var problem = EventFileProblem(
                "`at` is \(Quotation.of(time)), which is in the future",
                advice:
                    "if it is a local time, add its time zone; otherwise compare the clocks of both machines")
            problem.outcome = .future
            throw problem
        }
        let name = row[.event]
        if let experiment = experiment(row, name) {
            guard let text = row[.group] else {
                throw Self.missing(.group, "expected the name of a group", in: row)
            }
            let key = row[.key]
            let group = try mapping.group(text, of: experiment, key)
            exposures += 1
            return .exposure(
                ExposureEvent(experiment: experiment, key: key, group: group, unit: unit, at: at))
        }
        guard let name else { throw EventFileProblem("the row has neither an `experiment` nor an `event`") }
        if row[.group] != nil { groupedEvents += 1 }
        let event = mapping.names[name] ?? name
        let value = try value(row)
        return .metric(
            MetricEvent(
                event, unit: unit, at: at, value: value,
                id: id(row[.id], name: event, unit: unit, at: at, value: value)
            ))
    }

    /// Returns the experiment if the row is an exposure: it has an experiment, or it has a key or flag and its event is
    /// one with which other systems report exposures.
    private func experiment(_ row: FieldTexts, _ name: String?) -> String? {
        if let experiment = row[.experiment] { return experiment }
        let isExposure = name.map { EventField.exposureEvents.contains(EventField.plain($0)) } ?? true
        return isExposure ? row[.key] : nil
    }

    private mutating func unit(_ row: FieldTexts) throws(EventFileProblem) -> String {
        guard let unit = row[.unit] else {
            if let written = row.written(.unit), !written.trimmed.isEmpty {
                throw EventFileProblem("`unit` is \(Quotation.of(written)), which is not a user ID")
            }
            throw Self.missing(.unit, "expected a user ID", in: row)
        }
        guard !unit.contains(scalar: "\u{FFFD}") else {
            throw EventFileProblem(
                "`unit` is \(Quotation.of(unit)): a letter was lost when the file was converted, so different IDs may now "
                    + "be equal", advice: "export it again as UTF-8")
        }
        guard !Self.isShortened(unit) else {
            throw EventFileProblem(
                "`unit` is \(Quotation.of(unit)): a spreadsheet has shortened a long number, so different IDs may now be equal",
                advice: "format the column as text before you paste the numbers")
        }
        guard unit.utf8.contains(where: { $0 != 0x30 && $0 != 0x2D }) || unit.utf8.count < 32 else {
            throw EventFileProblem(
                "`unit` is \(Quotation.of(unit)), which devices send if no user is signed in")
        }
        if unit.hasSuffix(".0"), NumberText.isWhole(String(unit.dropLast(2))) { fractionalUnits += 1 }
        if unit.utf8.count >= 16, NumberText.isWhole(unit), let count = roundUnits?.count {
            if unit.utf8.last != UInt8(ascii: "0") {
                roundUnits = nil
            } else if count < 10 {
                roundUnits?.insert(unit)
            }
        }
        unitColumns[row.unitColumn, default: 0] += 1
        return unit
    }

    private static func missing(_ field: EventField, _ expected: String, in row: FieldTexts)
        -> EventFileProblem
    {
        let hasColumn = row.written(field) != nil
        return EventFileProblem(
            "the `\(field.rawValue)` is missing: \(expected)",
            advice: hasColumn ? nil : "if it has another name, use --column \(field.rawValue)=NAME")
    }

    /// Returns whether a text is a number as spreadsheets write long ones: `1.23457E+15` or `1,23457E+15`.
    private static func isShortened(_ text: String) -> Bool {
        let parts = text.utf8.split(omittingEmptySubsequences: false) { $0 | 0x20 == UInt8(ascii: "e") }
        guard parts.count == 2, parts[1].first == UInt8(ascii: "+"), parts[1].count > 1 else { return false }
        return parts[1].dropFirst().allSatisfy(\.isASCIIDigit) && !parts[0].isEmpty
            && parts[0].allSatisfy { $0.isASCIIDigit || "-.,".utf8.contains($0) }
    }

    private mutating func value(_ row: FieldTexts) throws(EventFileProblem) -> Double? {
        guard let text = row[.value] else { return nil }
        guard let number = NumberText.double(text) else {
            throw EventFileProblem(
                "`value` is \(Quotation.of(text)): expected a number",
                advice: "write only digits, with a point before the decimals: 1234.5")
        }
        guard abs(number) <= Self.largestValue else {
            throw EventFileProblem(
                "`value` is \(Quotation.of(text)): expected a number from -1e120 to 1e120, so that it can be summed"
            )
        }
        let isPointed = text.utf8.suffix(4).first == UInt8(ascii: ".") && (5...7).contains(text.utf8.count)
        if isPointed, pointedValue == nil, !text.hasScalarPrefix("0") { pointedValue = text }
        return number
    }

    /// Counts a row with the ID of an event that is not the same.
    private mutating func noteOwner(of id: String, name: String, unit: String, at: Date, value: Double?) {
        var (key, event) = (Hasher(), Hasher())
        key.combine(name)
        key.combine(id)
        event.combine(unit)
        event.combine(at)
        event.combine(value)
        let owner = event.finalize()
        if owners.updateValue(owner, forKey: key.finalize()) ?? owner != owner { sharedIDs += 1 }
    }

    private mutating func id(_ own: String?, name: String, unit: String, at: Date, value: Double?) -> UInt64 {
        if let own {
            noteOwner(of: own, name: name, unit: unit, at: at, value: value)
            return EventID.of("id", own)
        }
        let number = value.map { NumberText.text(of: $0) } ?? ""
        let content = EventID.of("row", name, unit, String(at.eventMilliseconds), number)
        let times = occurrences[content, default: 0]
        occurrences[content] = times + 1
        return times == 0
            ? content : EventID.of("row", name, unit, String(at.eventMilliseconds), number, "\(times)")
    }
}

/// Numbers that identify repeated events: the first eight bytes of SHA-256. Among a million, the chance that two are
/// equal is one in thirty million.
package enum EventID {
    /// Returns the number of some texts together.
    package static func of(_ parts: String...) -> UInt64 {
        var sum = SHA256Sum()
        for part in parts {
            withUnsafeBytes(of: UInt64(part.utf8.count).littleEndian) { sum.add($0) }
            sum.add(part)
        }
        return sum.bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
