import ExperimentsProject
import ExperimentsSupport
import Foundation

/// A file of events, read row by row: CSV with a header, or a JSON object on each line.
///
/// A row with an experiment is an exposure, one with an event is that; a file may hold both. Rows without an ID get one of
/// what they say, and of how often the file said so before: so a file that is read twice, or again when it has grown,
/// counts once.
package struct EventFile {
    /// The format of the file.
    package enum Form: String, Sendable, Hashable, CaseIterable {
        case csv
        case jsonLines = "jsonl"
    }

    private enum Rows {
        case csv(CSVReader, [EventField: Int])
        case lines([UInt8], place: Int, line: Int)
    }

    private var rows: Rows
    private let columns: EventColumns
    private var occurrences: [UInt64: Int] = [:]

    /// A file's content.
    ///
    /// - Parameter form: how it is written; nil to see by its first byte.
    /// - Throws: `EventFileProblem` where the header does not say enough.
    package init(_ bytes: [UInt8], form: Form? = nil, columns: EventColumns = EventColumns()) throws(EventFileProblem) {
        self.columns = columns
        let isJSON = bytes.first { !$0.isSpace }.map { $0 == UInt8(ascii: "{") } ?? false
        switch form ?? (isJSON ? .jsonLines : .csv) {
        case .jsonLines: rows = .lines(bytes, place: 0, line: 0)
        case .csv:
            var reader = CSVReader(bytes)
            guard let header = try reader.next() else {
                throw EventFileProblem("the file is empty", advice: "its first line names the columns")
            }
            rows = .csv(reader, try columns.places(in: header.fields.map { $0.trimmed }))
        }
    }

    /// The next event; nil at the end.
    ///
    /// - Throws: `EventFileProblem` for a row that cannot be understood. The next call goes on behind it.
    package mutating func next() throws(EventFileProblem) -> TrackedEvent? {
        switch rows {
        case .csv(var reader, let places):
            let row: CSVReader.Row?
            do throws(EventFileProblem) {
                row = try reader.next()
                rows = .csv(reader, places)
            } catch {
                rows = .csv(reader, places)
                throw error
            }
            guard let row else { return nil }
            return try event(row.line) { field in
                places[field].flatMap { row.fields.indices.contains($0) ? row.fields[$0] : nil }
            }
        case .lines(let bytes, var place, var line):
            while place < bytes.count {
                let end = bytes[place...].firstIndex(of: 10) ?? bytes.count
                let text = bytes[place..<end]
                (place, line) = (end + 1, line + 1)
                rows = .lines(bytes, place: place, line: line)
                if text.allSatisfy(\.isSpace) { continue }
                return try event(of: Array(text), line)
            }
            return nil
        }
    }

    private mutating func event(of bytes: [UInt8], _ line: Int) throws(EventFileProblem) -> TrackedEvent {
        let value: JSONValue
        do throws(JSONProblem) {
            value = try JSONValue(parsing: bytes)
        } catch {
            throw EventFileProblem("this is no JSON: \(error.message)", line: line, column: error.column)
        }
        guard let object = value.object else { throw EventFileProblem("this is no JSON object", line: line) }
        let columns = columns
        return try event(line) { field in
            switch columns.value(field, in: object) {
            case .string(let text): text
            case .number(let text): text
            case .bool(let truth): String(truth)
            default: nil
            }
        }
    }

    private mutating func event(
        _ line: Int, _ field: (EventField) -> String?
    ) throws(EventFileProblem) -> TrackedEvent {
        func text(_ name: EventField) -> String? { field(name).map(\.trimmed).flatMap { $0.isEmpty ? nil : $0 } }
        guard let unit = text(.unit) else { throw EventFileProblem("the 'unit' is missing: whose is it?", line: line) }
        guard let time = text(.at) else { throw EventFileProblem("'at' is missing: when was it?", line: line) }
        guard let at = EventTime.date(time) else {
            throw EventFileProblem("'at' is \(Quotation.of(time)): expected \(EventTime.expected)", line: line)
        }
        switch (text(.experiment), text(.event)) {
        case (let experiment?, nil):
            guard let group = text(.group) else {
                throw EventFileProblem("the 'group' is missing: which one did they meet?", line: line)
            }
            return .exposure(
                ExposureEvent(experiment: experiment, key: text(.key), group: group, unit: unit, at: at))
        case (nil, let name?):
            var value: Double?
            if let text = text(.value) {
                guard let number = NumberText.double(text), number.isFinite else {
                    throw EventFileProblem("'value' is \(Quotation.of(text)): expected a number", line: line)
                }
                value = number
            }
            let id = id(text(.id), name, unit, at, value)
            return .metric(MetricEvent(name, unit: unit, at: at, value: value, id: id))
        case (_?, _?):
            throw EventFileProblem("the row says both an 'experiment' and an 'event'", line: line)
        case (nil, nil):
            throw EventFileProblem("the row says neither an 'experiment' nor an 'event'", line: line)
        }
    }

    private mutating func id(_ own: String?, _ name: String, _ unit: String, _ at: Date, _ value: Double?) -> UInt64 {
        if let own { return EventID.of("id", own) }
        let number = value.map { NumberText.text(of: $0) } ?? ""
        let content = EventID.of("row", name, unit, String(at.eventMilliseconds), number)
        let times = occurrences[content, default: 0]
        occurrences[content] = times + 1
        return times == 0 ? content : EventID.of("row", name, unit, String(at.eventMilliseconds), number, "\(times)")
    }
}

extension UInt8 {
    fileprivate var isSpace: Bool { self == 32 || (9...13).contains(self) }
}

extension String {
    /// The text without white space around it. Most has none, and Foundation takes a microsecond to see that.
    fileprivate var trimmed: String {
        guard let first = utf8.first, let last = utf8.last else { return self }
        let isPlain = (0x21..<0x80).contains(first) && (0x21..<0x80).contains(last)
        return isPlain ? self : trimmingCharacters(in: .whitespaces)
    }
}

/// The problem with a file of events.
package struct EventFileProblem: Error, Sendable, Hashable, OperatorError {
    /// The file, as messages write it.
    package var file: String?
    /// The line, from 1.
    package var line: Int?
    /// The column, from 1, in bytes.
    package var column: Int?
    package let message: String
    package let advice: String?

    package init(_ message: String, line: Int? = nil, column: Int? = nil, advice: String? = nil) {
        (self.message, self.line, self.column, self.advice) = (message, line, column, advice)
    }

    package var place: ErrorPlace? { ErrorPlace(file: file, line: line, column: column) }
}
