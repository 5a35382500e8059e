import ExperimentsProject
import ExperimentsSupport
import Foundation

/// A file of events, read row by row: CSV with a header, a JSON object on each line, or an array of them.
///
/// A row with an experiment and a group is an exposure; any other row with an event is an event of a metric. A file may
/// contain both.
package struct EventFile {
    /// The format of the file.
    package enum Form: String, Sendable, Hashable, CaseIterable {
        case csv
        case jsonLines = "jsonl"
    }

    private enum Rows {
        case csv(CSVReader, CSVFields)
        case json(JSONRows, JSONFields)
    }

    private var rows: Rows
    private var reader: EventRowReader

    /// Reads a file's content: CSV or JSON in UTF-8 or UTF-16.
    ///
    /// - Parameters:
    ///   - form: its format; nil to detect it.
    ///   - mapping: the meaning of its texts.
    ///   - latest: the latest time that an event may have; nil for any.
    /// - Throws: `EventFileProblem` if it is not such a file, or lacks necessary columns.
    package init(
        _ bytes: [UInt8], form: Form? = nil, columns: EventColumns = EventColumns(),
        mapping: EventMapping = EventMapping(), latest: Date? = nil
    ) throws(EventFileProblem) {
        reader = EventRowReader(mapping, latest: latest)
        let text = try EventFileText.utf8(bytes)
        let json = form == .csv ? nil : form == .jsonLines ? try JSONRows(lines: text) : try JSONRows(text)
        if let json {
            rows = .json(json, JSONFields(columns))
        } else {
            guard !CSVReader.isDrawn(text) else {
                throw EventFileProblem(
                    "this is a table drawn for people, not CSV",
                    advice: "ask for CSV, for example with psql --csv, bq --format=csv or mysql --batch")
            }
            var reader = CSVReader(text)
            guard let header = try reader.next() else {
                throw EventFileProblem("the file is empty", advice: "its first line names the columns")
            }
            try Self.checkHeader(header)
            rows = .csv(reader, try CSVFields(header.fields.map(\.trimmed), columns))
        }
    }

    /// Throws an error for a first line that is most likely not a list of columns.
    private static func checkHeader(_ header: CSVReader.Row) throws(EventFileProblem) {
        guard header.fields.count > 1 else {
            throw EventFileProblem(
                "the first line names one column, \(Quotation.of(header.fields.first ?? ""))",
                line: header.line,
                advice: "name the columns there, separated by commas, semicolons, tabs or vertical bars")
        }
        var times = EventTime()
        // Numbers may be names of columns.
        let hasTime = header.fields.contains {
            NumberText.double($0) == nil && (try? times.date($0.trimmed)) != nil
        }
        guard !hasTime else {
            throw EventFileProblem(
                "the first line is an event", line: header.line,
                advice: "add a line above it that names the columns, such as unit,experiment,group,at")
        }
    }

    /// Returns the next event; nil at the end.
    ///
    /// - Throws: `EventFileProblem` for a row that cannot be understood. The next call continues after it.
    package mutating func next() throws(EventFileProblem) -> TrackedEvent? {
        switch rows {
        case .csv(var csv, var fields):
            defer { rows = .csv(csv, fields) }
            guard let row = try csv.next() else { return nil }
            let texts: FieldTexts
            do throws(EventFileProblem) {
                texts = try fields.texts(of: row)
            } catch {
                csv.skipLine(of: row)
                throw error
            }
            return try reader.event(texts, line: row.line)
        case .json(var json, var fields):
            defer { rows = .json(json, fields) }
            guard let row = try json.next() else { return nil }
            return try reader.event(try fields.texts(of: row.object, line: row.line), line: row.line)
        }
    }

    /// Sentences about possible problems with the rows.
    package var remarks: [EventFileProblem] {
        var remarks: [EventFileProblem] = []
        if case .json(_, let fields) = rows {
            for (field, name) in fields.missing.sorted(by: { $0.value < $1.value }) {
                remarks.append(EventFileProblem("no row has \"\(name)\" for the `\(field.rawValue)`"))
            }
            if let name = fields.firebaseExperiment {
                remarks.append(
                    EventFileProblem(
                        "the user property \(Quotation.of(name)), the group in a Firebase A/B test, is not read",
                        advice: "select it as `group`, and a name as `experiment`, in the query of the export"
                    ))
            }
        }
        if reader.timesAreDays, let part = partOfTime {
            remarks.append(
                EventFileProblem(
                    "the times are days, and \(Quotation.of(part)) is not read",
                    advice: "write the day and the time in one column: 2026-03-01 09:30:00"))
        }
        if reader.skippedTimes > 0 {
            remarks.append(
                EventFileProblem(
                    (reader.skippedTimes == 1 ? "1 time does" : "\(reader.skippedTimes) times do")
                        + " not exist in the time zone of the file, because clocks skip them when summer time begins",
                    advice: "check the time zone: most likely, the times were recorded in another one"))
        }
        if reader.exposures == 0, reader.groupedEvents > 0 {
            remarks.append(
                EventFileProblem(
                    (reader.groupedEvents == 1
                        ? "1 event has a group" : "\(reader.groupedEvents) events have a group")
                        + ", but no row is an exposure",
                    advice:
                        "to read exposures, use --column experiment=NAME to name the column of the experiment"
                ))
        }
        if reader.unitColumns.count > 1 {
            let counts = reader.unitColumns.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            remarks.append(
                EventFileProblem(
                    "the units are from several columns: "
                        + counts.map { "\($0.value) from \"\($0.key)\"" }.joined(separator: ", "),
                    advice:
                        "users that appear in both are counted twice; use --column unit=NAME to choose one"))
        }
        // Semicolons separate the fields where a comma separates the decimals, and a point the thousands.
        if case .csv(let csv, _) = rows, csv.separator == UInt8(ascii: ";"), let value = reader.pointedValue {
            remarks.append(
                EventFileProblem(
                    "values such as \(value) are read as decimals",
                    advice:
                        "if the point separates thousands, undo the import, and write the numbers without it")
            )
        }
        if reader.hasRoundedUnits {
            remarks.append(
                EventFileProblem(
                    "all units with 16 digits or more end in 0: most likely, a program has rounded them, so different IDs "
                        + "may now be equal", advice: "export them as text"))
        }
        if reader.sharedIDs > 0 {
            remarks.append(
                EventFileProblem(
                    (reader.sharedIDs == 1
                        ? "1 row has the `id` of another event"
                        : "\(reader.sharedIDs) rows have the `id` of another event")
                        + ", and events with the same `id` count once",
                    advice: "if the column does not identify events, use --column id="))
        }
        if reader.fractionalUnits > 0 {
            remarks.append(
                EventFileProblem(
                    (reader.fractionalUnits == 1 ? "1 row has" : "\(reader.fractionalUnits) rows have")
                        + " a unit such as 17.0, which is not the unit 17",
                    advice: "write whole numbers without a fraction"))
        }
        return remarks
    }

    private var partOfTime: String? {
        switch rows {
        case .csv(_, let fields): fields.partOfTime
        case .json(_, let fields): fields.partOfTime
        }
    }

    /// The number of times without an offset from UTC.
    package var timesWithoutOffset: Int { reader.timesWithoutOffset }
}

/// The fields of events in the rows of a CSV file.
struct CSVFields {
    private let header: [String]
    private let places: [EventColumns.Place]
    /// The columns with properties as JSON.
    private let containers: [Int]
    private var properties: JSONFields
    /// The column that says whether a user was held back.
    private let holdback: Int?

    init(_ header: [String], _ columns: EventColumns) throws(EventFileProblem) {
        (self.header, places, properties) = (header, try columns.places(in: header), JSONFields(columns))
        containers = header.indices.filter { EventField.containers.contains(EventField.plain(header[$0])) }
        holdback = header.firstIndex { EventField.plain($0) == EventField.holdback }
    }

    /// A column with a part of the time; nil for none.
    var partOfTime: String? { header.first { EventField.partsOfTime.contains(EventField.plain($0)) } }

    /// Returns the texts of a row.
    ///
    /// - Throws: `EventFileProblem` for a row with more fields than the header, or with a field of several lines, which
    ///   most likely has a quotation mark that is never closed.
    mutating func texts(of row: CSVReader.Row) throws(EventFileProblem) -> FieldTexts {
        guard row.fields.dropFirst(header.count).allSatisfy(\.isEmpty) else {
            throw EventFileProblem(
                "the row has \(row.fields.count) fields, and the header \(header.count)", line: row.line,
                advice: "put fields that contain the separator in quotation marks")
        }
        if let holdback, row.fields.indices.contains(holdback), row.fields[holdback].lowercased() == "true" {
            throw EventFileProblem.heldBack(column: header[holdback], line: row.line)
        }
        var texts = FieldTexts()
        for place in places where place.column < row.fields.count {
            let (name, field) = (header[place.column], row.fields[place.column])
            // Only the end of a line at the end may be a part of the field.
            if row.spansLines, place.path == nil,
                field.utf8.reversed().drop(while: CSVReader.isLineEnd).contains(where: CSVReader.isLineEnd)
            {
                throw EventFileProblem(
                    "`\(place.role.field.rawValue)` is \(Quotation.of(field)), which has several lines",
                    line: row.line,
                    advice: "check whether the quotation mark before it is closed")
            }
            texts.take(
                Self.text(field, place), as: place.role, from: place.path.map { "\(name).\($0)" } ?? name)
        }
        for column in containers where column < row.fields.count {
            properties.takeProperties(.string(row.fields[column]), of: header[column], into: &texts)
        }
        return texts
    }

    private static func text(_ field: String, _ place: EventColumns.Place) -> String? {
        guard let path = place.path else { return unwrapped(field) }
        return JSONFields.object(.string(field)).flatMap { JSONFields.value(at: path[...], in: $0) }
            .flatMap { JSONFields.text($0, place.role.field) }
    }

    /// Returns the text that a field shows in a spreadsheet. Exports write `="00012"` or `'00012` so that the zeros are
    /// kept, and `'+49` so that it is not a formula.
    private static func unwrapped(_ field: String) -> String {
        let rest = field.unicodeScalars.dropFirst()
        switch (field.unicodeScalars.first, rest.first) {
        case ("=", "\"") where rest.count > 1 && rest.last == "\"": return String(rest.dropFirst().dropLast())
        case ("'", let next?) where "=+-@0123456789".unicodeScalars.contains(next): return String(rest)
        default: return field
        }
    }
}

/// The problem with a file of events.
package struct EventFileProblem: Error, Sendable, Hashable, OperatorError {
    /// The name of the file in messages.
    package var file: String?
    /// The line, from 1.
    package var line: Int?
    /// The column, from 1, in bytes.
    package var column: Int?
    /// The outcome of the row.
    package var outcome = EventOutcome.invalid
    package let message: String
    package let advice: String?

    package init(_ message: String, line: Int? = nil, column: Int? = nil, advice: String? = nil) {
        (self.message, self.line, self.column, self.advice) = (message, line, column, advice)
    }

    /// Returns the problem of an exposure that a system reports for a user who was kept out of the experiment.
    static func heldBack(column: String, line: Int) -> EventFileProblem {
        EventFileProblem(
            "\(Quotation.of(column)) is true: the user was held back from the experiment", line: line)
    }

    package var place: ErrorPlace? { ErrorPlace(file: file, line: line, column: column) }
}
