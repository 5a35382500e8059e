import ExperimentsProject
import ExperimentsSupport
import Foundation

/// Makes events of what rows say.
///
/// Rows without an ID get one of what they say, and of how often the file said so before: so a file that is read twice, or
/// again when it has grown, counts once.
struct EventRowReader {
    /// The largest value of which sums of squares still are numbers.
    private static let largestValue = 1e120

    private let mapping: EventMapping
    /// The latest time that an event may have; nil for any.
    private let latest: Date?
    private var times: EventTime
    private var occurrences: [UInt64: Int] = [:]
    /// The number of rows by the column that named the unit.
    private(set) var unitColumns: [String: Int] = [:]
    /// The number of units that are whole numbers with a fraction, such as 17.0.
    private(set) var fractionalUnits = 0

    init(_ mapping: EventMapping, latest: Date?) {
        (self.mapping, self.latest, times) = (mapping, latest, EventTime(mapping.clock))
    }

    /// The number of times that had no offset from UTC.
    var timesWithoutOffset: Int { times.withoutOffset }

    /// The event of a row.
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
        guard let time = row[.at] else { throw Self.missing(.at, "when was it?", in: row) }
        let at = try times.date(time)
        if let latest, at > latest {
            var problem = EventFileProblem(
                "'at' is \(Quotation.of(time)), which is in the future",
                advice: "if it is a local time, name its zone; otherwise compare the clocks of both machines")
            problem.outcome = .future
            throw problem
        }
        let name = row[.event]
        if let experiment = experiment(row, name) {
            guard let text = row[.group] else {
                throw EventFileProblem("the 'group' is missing: which one did they meet?")
            }
            let key = row[.key]
            let group = try mapping.group(text, of: experiment, key)
            return .exposure(ExposureEvent(experiment: experiment, key: key, group: group, unit: unit, at: at))
        }
        guard let name else { throw EventFileProblem("the row says neither an 'experiment' nor an 'event'") }
        let event = mapping.names[name] ?? name
        let value = try value(row)
        return .metric(
            MetricEvent(
                event, unit: unit, at: at, value: value, id: id(row[.id], name: event, unit: unit, at: at, value: value)
            ))
    }

    /// The experiment, if the row is an exposure: it says an experiment, whatever the event is called; or a key or flag, and
    /// its event is one by which others report exposures.
    private func experiment(_ row: FieldTexts, _ name: String?) -> String? {
        if let experiment = row[.experiment] { return experiment }
        let isExposure = name.map { EventField.exposureEvents.contains(EventField.plain($0)) } ?? true
        return isExposure ? row[.key] : nil
    }

    private mutating func unit(_ row: FieldTexts) throws(EventFileProblem) -> String {
        guard let unit = row[.unit] else {
            if let written = row.written(.unit), !written.trimmed.isEmpty {
                throw EventFileProblem("'unit' is \(Quotation.of(written)), which is nobody: whose is it?")
            }
            throw Self.missing(.unit, "whose is it?", in: row)
        }
        guard !Self.isShortened(unit) else {
            throw EventFileProblem(
                "'unit' is \(Quotation.of(unit)): a spreadsheet has shortened a long number, and others may be alike now",
                advice: "format the column as text before you paste the numbers")
        }
        guard unit.utf8.contains(where: { $0 != 0x30 && $0 != 0x2D }) || unit.utf8.count < 32 else {
            throw EventFileProblem("'unit' is \(Quotation.of(unit)), which devices send that name nobody")
        }
        if unit.hasSuffix(".0"), NumberText.isWhole(String(unit.dropLast(2))) { fractionalUnits += 1 }
        unitColumns[row.unitColumn, default: 0] += 1
        return unit
    }

    private static func missing(_ field: EventField, _ question: String, in row: FieldTexts) -> EventFileProblem {
        let hasColumn = row.written(field) != nil
        return EventFileProblem(
            "the '\(field.rawValue)' is missing: \(question)",
            advice: hasColumn ? nil : "if it has another name, say so with --column \(field.rawValue)=NAME")
    }

    /// Whether a text is a number as spreadsheets write long ones: `1.23457E+15`.
    private static func isShortened(_ text: String) -> Bool {
        let parts = text.utf8.split(omittingEmptySubsequences: false) { $0 | 0x20 == UInt8(ascii: "e") }
        guard parts.count == 2, parts[1].first == UInt8(ascii: "+"), parts[1].count > 1 else { return false }
        return parts[1].dropFirst().allSatisfy(\.isASCIIDigit) && NumberText.double(String(parts[0]) ?? "") != nil
    }

    private func value(_ row: FieldTexts) throws(EventFileProblem) -> Double? {
        guard let text = row[.value] else { return nil }
        guard let number = NumberText.double(text) else {
            let isGrouped = text.utf8.contains(UInt8(ascii: ","))
            throw EventFileProblem(
                "'value' is \(Quotation.of(text)): expected a number",
                advice: isGrouped ? "write a point before the decimals, and nothing between thousands: 1234.5" : nil)
        }
        guard abs(number) <= Self.largestValue else {
            throw EventFileProblem(
                "'value' is \(Quotation.of(text)): expected a number from -1e120 to 1e120, so that it can be summed")
        }
        return number
    }

    private mutating func id(_ own: String?, name: String, unit: String, at: Date, value: Double?) -> UInt64 {
        if let own { return EventID.of("id", own) }
        let number = value.map { NumberText.text(of: $0) } ?? ""
        let content = EventID.of("row", name, unit, String(at.eventMilliseconds), number)
        let times = occurrences[content, default: 0]
        occurrences[content] = times + 1
        return times == 0 ? content : EventID.of("row", name, unit, String(at.eventMilliseconds), number, "\(times)")
    }
}
