import Foundation

/// A moment at which the values of a source changed, as a history keeps it.
package struct ValueMoment: Sendable {
    /// The time at which the fetch began that found the change.
    package let at: Date
    /// The time at which the previous values were last found unchanged, so that the change came between the two; nil if
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

/// A line of a segment: a moment and its values. The first line of a segment holds all values, each other line what
/// changed.
///
/// The first line is `{"format": 1, "at", "version", "notes", "program", "values": {name: text}}`, the others are
/// `{"n", "at", "unchangedUntil", …, "changes": {name: text}, "gone": [name]}`.
struct ValueLine {
    enum Values {
        case whole([String: KeptText])
        /// What changed, by name; nil for a name that is gone.
        case changes([String: KeptText?])
    }

    /// The format that is written, and the newest that can be read.
    static let format = 1

    /// The number of the line in its segment, by which a missing line in the middle is noticed.
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
                JSONObject(setting: moment.notes.map { .init(name: $0.title, value: .string(CutText.of($0.text))) }))
        }
        object["program"] = moment.program.map(JSONValue.string)
        switch values {
        case .whole(let texts): object["values"] = Self.json(of: texts)
        case .changes(let changes):
            object["changes"] = Self.json(of: changes.compactMapValues { $0 })
            let gone = changes.filter { $0.value == nil }.keys.sorted()
            if !gone.isEmpty { object["gone"] = .array(gone.map(JSONValue.string)) }
        }
        return JSONValue.object(object).densestBytes + [UInt8(ascii: "\n")]
    }

    private static func json(of texts: [String: KeptText]) -> JSONValue {
        .object(
            JSONObject(distinct: texts.sorted { $0.key < $1.key }.map { .init(name: $0.key, value: $0.value.json) }))
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
            guard let count = object["n"]?.int, count > 0, let texts = object["changes"]?.object else { return nil }
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

    private static func texts(in object: JSONObject) -> [String: KeptText] {
        Dictionary(object.members.compactMap { member in KeptText(member.value).map { (member.name, $0) } }) { $1 }
    }

    /// Returns whether a first line was written by a program with a newer format.
    static func isNewer(_ line: ArraySlice<UInt8>) -> Bool {
        ((try? JSONValue(parsing: Array(line)))?.object?["format"]?.int).map { $0 > format } ?? false
    }
}
