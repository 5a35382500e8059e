import ExperimentsCore
import Foundation

/// A moment at which the values of a source changed, as stored in a history.
package struct ValueMoment: Sendable {
    /// The time at which the fetch began that found the change.
    package let at: Date
    /// The time at which the previous values were last seen unchanged, so that the change came between the two; nil if
    /// it is not known.
    package let unchangedUntil: Date?
    /// The version that the source gives to its values, if it has one.
    package let version: String?
    /// Notes of the source on its values as a whole, for example who published them.
    package let notes: [SourceNote]
    /// The program that fetched the values, for example `experiments watch`.
    package let program: String?

    package init(at: Date, unchangedUntil: Date?, version: String?, notes: [SourceNote], program: String?) {
        (self.at, self.unchangedUntil, self.version) = (at, unchangedUntil, version)
        (self.notes, self.program) = (notes, program)
    }
}

/// A line of a segment: a moment and its values. The first line of a segment has all values, and each other line has
/// the changes.
///
/// The first line is `{"format": 1, "at", "version", "notes", "program", "values": {name: text}}`, the others are
/// `{"n", "at", "unchangedUntil", …, "changes": {name: text}, "gone": [name]}`.
struct ValueLine {
    enum Values {
        case whole(ExactDictionary<KeptText>)
        /// The changes, by name; nil for a removed name.
        case changes(ExactDictionary<KeptText?>)
    }

    /// The format that is written, and the newest that can be read.
    static let format = 1

    /// The number of the line in its segment, which reveals a missing line in the middle.
    let number: Int
    let moment: ValueMoment
    let values: Values

    var bytes: [UInt8] {
        var object = JSONObject()
        if case .whole = values {
            object["format"] = .number(String(Self.format))
        } else {
            object["n"] = .number(String(number))
        }
        object["at"] = .string(RFC3339.shortestText(of: moment.at))
        object["unchangedUntil"] = moment.unchangedUntil.map { .string(RFC3339.shortestText(of: $0)) }
        object["version"] = moment.version.map(JSONValue.string)
        if !moment.notes.isEmpty {
            object["notes"] = .object(
                JSONObject(
                    setting: moment.notes.map { .init(name: $0.title, value: .string(KeptText.cut($0.text))) }
                ))
        }
        object["program"] = moment.program.map(JSONValue.string)
        switch values {
        case .whole(let texts): object["values"] = Self.json(of: texts)
        case .changes(let changes):
            object["changes"] = Self.json(of: changes.compactMapValues { $0 })
            let gone = changes.filter { $0.value == nil }.sortedNames
            if !gone.isEmpty { object["gone"] = .array(gone.map(JSONValue.string)) }
        }
        return JSONValue.object(object).densestBytes + [UInt8(ascii: "\n")]
    }

    private static func json(of texts: ExactDictionary<KeptText>) -> JSONValue {
        .object(JSONObject(sorting: texts.mapValues(\.json)))
    }

    /// Returns nil if the text is not a line of a segment.
    init?(_ line: ArraySlice<UInt8>) {
        guard let object = (try? JSONValue(parsing: Array(line)))?.object,
            let at = object["at"]?.string.flatMap({ RFC3339.date(from: $0) })
        else { return nil }
        if let texts = object["values"]?.object {
            guard object["format"]?.int == Self.format else { return nil }
            number = 0
            values = .whole(Self.texts(in: texts))
        } else {
            guard let count = object["n"]?.int, count > 0, let texts = object["changes"]?.object else {
                return nil
            }
            var changes = Self.texts(in: texts).mapValues(KeptText?.some)
            for name in object["gone"]?.array ?? [] {
                if let name = name.string { changes[name] = .some(nil) }
            }
            number = count
            values = .changes(changes)
        }
        moment = ValueMoment(
            at: at, unchangedUntil: object["unchangedUntil"]?.string.flatMap { RFC3339.date(from: $0) },
            version: object["version"]?.string,
            notes: (object["notes"]?.object?.members ?? []).compactMap { member in
                member.value.string.map { SourceNote(title: member.name, text: $0) }
            }, program: object["program"]?.string)
    }

    init(_ moment: ValueMoment, number: Int, _ values: Values) {
        (self.moment, self.number, self.values) = (moment, number, values)
    }

    private static func texts(in object: JSONObject) -> ExactDictionary<KeptText> {
        ExactDictionary(
            object.members.compactMap { member in KeptText(member.value).map { (member.name, $0) } }
        ) { $1 }
    }

    /// Returns whether a first line was written by a program with a newer format.
    static func isNewer(_ line: ArraySlice<UInt8>) -> Bool {
        ((try? JSONValue(parsing: Array(line)))?.object?["format"]?.int).map { $0 > format } ?? false
    }
}

/// A part of a history in a separate file: all values of one moment, and the changes of each later moment. The file's
/// name contains the start of the part, so that the relevant parts are found without reading the others.
struct ValueSegment {
    /// The time at which it begins, in milliseconds since 1970.
    let start: Int64
    let path: String

    init(start: Int64, in folder: String) {
        self.start = start
        path = PathText.join(folder, "\(start).jsonl")
    }

    /// - Parameter name: the name of the file. Returns nil if it is not the name of a segment.
    init?(named name: String, in folder: String) {
        guard name.hasSuffix(".jsonl"), let start = Int64(name.dropLast(6)) else { return nil }
        self.init(start: start, in: folder)
    }

    static func milliseconds(_ date: Date) -> Int64 {
        Int64((min(max(date.timeIntervalSince1970, -1e12), 1e12) * 1000).rounded())
    }

    var size: Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    /// The part of a segment that can be read.
    struct Content {
        /// Its lines, the first of which has all values; empty if that one is damaged.
        var lines: [ValueLine] = []
        /// Whether no line is missing between two that can be read.
        var isComplete = true
        /// The length of the first line, and of the file, in bytes.
        var wholeBytes = 0
        var bytes = 0
        /// Whether the last line is complete. A program that is killed while it writes leaves half a line.
        var endsWithLine = true
    }

    /// Reads the segment. A half-written last line is skipped. After a missing line in the middle nothing is read,
    /// because it would build on values that are not known.
    ///
    /// - Throws: `FileProblem` if the file cannot be read, or has a newer format.
    func read() throws(FileProblem) -> Content {
        let bytes = try FileBytes.read(path, limit: ValueHistory.readLimit)
        var content = Content(bytes: bytes.count, endsWithLine: bytes.last == UInt8(ascii: "\n"))
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            if content.lines.isEmpty, content.wholeBytes == 0 {
                if ValueLine.isNewer(line) { throw newer }
                content.wholeBytes = line.count
            }
            guard let read = ValueLine(line) else { continue }
            guard read.number == content.lines.count else {
                content.isComplete = false
                break
            }
            content.lines.append(read)
        }
        if content.lines.isEmpty { content.isComplete = false }
        return content
    }

    private var newer: FileProblem {
        FileProblem(
            path: path, message: "was written by a newer version of this program", line: 1,
            advice: "use that version to see earlier values; the file was not changed")
    }
}
