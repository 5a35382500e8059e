import ExperimentsProject
import ExperimentsSupport

/// Reads JSON objects one by one: one on each line, one after the other, or all in one array.
struct JSONRows: Sendable {
    private let bytes: [UInt8]
    /// Whether an object may have several lines. Otherwise, an object that is not closed loses only its line.
    private let spansLines: Bool
    private var place = 0
    private var line = 1

    /// Creates a reader of objects in a text; nil if it does not begin with JSON.
    ///
    /// - Throws: `EventFileProblem` for an array of other values.
    init?(_ bytes: [UInt8]) throws(EventFileProblem) {
        guard let start = bytes.firstIndex(where: { !$0.isBlank }) else { return nil }
        self.bytes = bytes
        let next = bytes[(start + 1)...].first { !$0.isBlank }
        switch (bytes[start], next) {
        case (UInt8(ascii: "{"), _):
            // Programs that write an object in several lines open it on a separate line.
            spansLines = bytes[(start + 1)...].first { $0 == 10 || !$0.isBlank } == 10
        case (UInt8(ascii: "["), UInt8(ascii: "{")), (UInt8(ascii: "["), UInt8(ascii: "]")): spansLines = true
        case (UInt8(ascii: "["), UInt8(ascii: "[")), (UInt8(ascii: "["), UInt8(ascii: "\"")):
            throw EventFileProblem(
                "this is a JSON array of lists or texts",
                advice: "write each event as an object: {\"unit\": \"…\", …}")
        default:
            // A comment or a line of a log above objects is a mistake of its own. No other bracket begins an array of
            // objects, but one may begin a CSV header.
            let lines = bytes.split(maxSplits: 2) { $0 == 10 || $0 == 13 }
            guard lines.count > 1, lines[1].starts(with: "{\"".utf8), lines[1].last == UInt8(ascii: "}")
            else {
                return nil
            }
            spansLines = false
        }
    }

    /// Creates a reader of objects on lines, regardless of the content of the first line.
    init(lines bytes: [UInt8]) throws(EventFileProblem) {
        if let rows = try JSONRows(bytes) {
            self = rows
        } else {
            (self.bytes, spansLines) = (bytes, false)
        }
    }

    /// Returns the next object and the line on which it begins; nil at the end.
    ///
    /// - Throws: `EventFileProblem` for anything else. The next call continues after it.
    mutating func next() throws(EventFileProblem) -> (object: JSONObject, line: Int)? {
        guard let span = span() else { return nil }
        let start = line
        var end = span.upperBound
        defer {
            line += bytes[span.lowerBound..<end].count { $0 == 10 }
            place = end
        }
        let value: JSONValue
        do throws(JSONProblem) {
            value = try JSONValue(parsing: Array(bytes[span]))
        } catch {
            if spansLines { end = nextObject(in: span) }
            // The column of a mistake is counted in the file.
            let lineStart = bytes[..<span.lowerBound].lastIndex(of: 10).map { $0 + 1 } ?? 0
            let shift = error.line == 1 ? span.lowerBound - lineStart : 0
            let unread = bytes[span.lowerBound..<end]
            throw EventFileProblem(
                "not JSON: \(error.message)", line: start + error.line - 1, column: error.column + shift,
                advice: spansLines
                    ? "\(unread.count) bytes up to line \(start + unread.dropLast().count { $0 == 10 }) were not read"
                    : nil)
        }
        guard let object = value.object else { throw EventFileProblem("not a JSON object", line: start) }
        return (object, start)
    }

    /// Returns the place of the next line that begins with an object: after a mistake, the others must not be lost.
    private func nextObject(in span: Range<Int>) -> Int {
        var lineEnd = bytes[span].firstIndex(of: 10)
        while let end = lineEnd {
            let next = bytes[end..<span.upperBound].firstIndex { !$0.isBlank } ?? span.upperBound
            if next == span.upperBound || bytes[next] == UInt8(ascii: "{") { return next }
            lineEnd = bytes[next..<span.upperBound].firstIndex(of: 10)
        }
        return span.upperBound
    }

    /// Returns the place of the next value, after skipping blanks and separators of objects.
    private mutating func span() -> Range<Int>? {
        while place < bytes.count,
            bytes[place].isBlank || bytes[place] == 0x2C || spansLines && [0x5B, 0x5D].contains(bytes[place])
        {
            if bytes[place] == 10 { line += 1 }
            place += 1
        }
        guard place < bytes.count else { return nil }
        let lineEnd = bytes[place...].firstIndex(of: 10) ?? bytes.count
        // Text that does not begin an object ends with its line.
        guard bytes[place] == UInt8(ascii: "{") else { return place..<lineEnd }
        let end = spansLines ? bytes.count : lineEnd
        var (depth, isText, isEscaped) = (0, false, false)
        for index in place..<end {
            switch bytes[index] {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\") where isText: isEscaped = true
            case UInt8(ascii: "\""): isText.toggle()
            case UInt8(ascii: "{") where !isText: depth += 1
            case UInt8(ascii: "}") where !isText:
                depth -= 1
                if depth == 0 { return place..<(index + 1) }
            default: break
            }
        }
        return place..<end
    }
}

extension UInt8 {
    /// Whether it is white space, or the character at the start of each text in a JSON sequence (RFC 7464).
    fileprivate var isBlank: Bool { self == 32 || (9...13).contains(self) || self == 30 }
}

/// Finds the fields of events in JSON objects. It remembers the meaning of each name, because every row has the same
/// ones.
struct JSONFields: Sendable {
    private let columns: EventColumns
    private let paths: [(name: String, role: EventColumns.Role)]
    private var roles: [String: EventColumns.Role?] = [:]
    private var nestedRoles: [String: EventColumns.Role?] = [:]
    /// The fields with named columns that no object has had so far.
    private(set) var missing: [EventField: String]
    /// A member with a part of the time; nil if there is none so far.
    private(set) var partOfTime: String?
    /// A user property that Firebase sets to the group of an A/B test; nil if there is none so far.
    private(set) var firebaseExperiment: String?

    init(_ columns: EventColumns) {
        (self.columns, paths, missing) = (columns, columns.paths, columns.required)
    }

    /// Returns the texts of an object on a line.
    ///
    /// - Throws: `EventFileProblem` for an object that contains a list of others instead.
    mutating func texts(of object: JSONObject, line: Int) throws(EventFileProblem) -> FieldTexts {
        var texts = FieldTexts()
        for member in object.members {
            if member.value == .bool(true), EventField.plain(member.name) == EventField.holdback {
                throw EventFileProblem.heldBack(column: member.name, line: line)
            }
            if firebaseExperiment == nil, member.name == "user_properties" {
                firebaseExperiment = Self.object(member.value)?.members.map(\.name)
                    .first { $0.hasScalarPrefix("firebase_exp_") }
            }
            if let role = role(of: member.name) {
                texts.take(Self.text(member.value, role.field), as: role, from: member.name)
                if !missing.isEmpty { missing[role.field] = nil }
            }
            if EventField.containers.contains(EventField.plain(member.name)) {
                takeProperties(member.value, of: member.name, into: &texts)
            }
        }
        for (name, role) in paths {
            guard let value = Self.value(at: name[...], in: object) else { continue }
            texts.take(Self.text(value, role.field), as: role, from: name)
            missing[role.field] = nil
        }
        let isEvent = [.unit, .at, .experiment, .key, .event].contains { texts.written($0) != nil }
        if !isEvent {
            try refuseNested(object, line: line)
        }
        return texts
    }

    /// Throws an error for an object that contains lists or objects instead of an event.
    private mutating func refuseNested(_ object: JSONObject, line: Int) throws(EventFileProblem) {
        let lists = object.members.filter { $0.value.array?.first?.object != nil }
        let events = lists.first { list in
            list.value.array?.first?.object?.members.contains { role(of: $0.name)?.field == .unit } ?? false
        }
        if let list = events ?? lists.first {
            // A command to paste into a shell may only contain plain words from the file.
            let isWord = list.name.utf8.allSatisfy { $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "_") }
            throw EventFileProblem(
                "this object is not an event: it contains a list in `\(list.name)`", line: line,
                advice: isWord
                    ? "if those are the events, try: jq -c '.\(list.name)[]' FILE | experiments events import -"
                    : nil)
        }
        guard let nested = object.members.first(where: { $0.value.object != nil || $0.value.array != nil })
        else {
            return
        }
        throw EventFileProblem(
            "this object is not an event: it contains \(nested.value.array == nil ? "an object" : "a list") in "
                + Quotation.of(nested.name),
            line: line,
            advice: #"write each event as an object: {"unit": "…", …}; pandas does so with orient="records""#)
    }

    /// Reads the properties of an event as further fields.
    mutating func takeProperties(_ value: JSONValue, of name: String, into texts: inout FieldTexts) {
        for member in Self.object(value)?.members ?? [] {
            guard let role = nestedRole(of: member.name) else { continue }
            texts.take(Self.text(member.value, role.field), as: role, from: "\(name).\(member.name)")
        }
    }

    private mutating func role(of name: String) -> EventColumns.Role? {
        if let known = roles[name] { return known }
        let role = columns.role(of: name)
        if EventField.partsOfTime.contains(EventField.plain(name)) { partOfTime = name }
        roles[name] = .some(role)
        return role
    }

    private mutating func nestedRole(of name: String) -> EventColumns.Role? {
        if let known = nestedRoles[name] { return known }
        let role = columns.role(of: name, nested: true)
        nestedRoles[name] = .some(role)
        return role
    }

    /// Returns the value at a path such as `properties.revenue`. A name with dots takes precedence over a path.
    static func value(at path: Substring, in object: JSONObject) -> JSONValue? {
        if let value = object[String(path)] { return value }
        for dot in path.utf8.indices where path.utf8[dot] == UInt8(ascii: ".") {
            guard let inner = object[String(path[..<dot])].flatMap(Self.object) else { continue }
            return value(at: path[path.utf8.index(after: dot)...], in: inner)
        }
        return nil
    }

    /// Returns the members of a value: of an object, of a list of `key` and `value` as Google Analytics writes it, or
    /// of an object written as text.
    static func object(_ value: JSONValue) -> JSONObject? {
        switch value {
        case .object(let object): return object
        case .array(let items):
            let members = items.compactMap { item -> JSONObject.Member? in
                guard let item = item.object, let key = item["key"]?.string, let value = item["value"] else {
                    return nil
                }
                return JSONObject.Member(name: key, value: value)
            }
            return members.isEmpty ? nil : JSONObject(setting: members)
        case .string(let text):
            guard text.trimmed.utf8.first == UInt8(ascii: "{") else { return nil }
            return (try? JSONValue(parsing: Array(text.utf8)))?.object
        default: return nil
        }
    }

    /// The type names that Google Analytics, MongoDB, Avro, DynamoDB and Firestore write with each value.
    private static let types = [
        "string_value", "int_value", "float_value", "double_value", "$date", "$oid", "$numberLong",
        "$numberInt",
        "$numberDouble", "$numberDecimal", "string", "long", "int", "double", "float", "S", "N",
        "stringValue",
        "integerValue", "doubleValue", "timestampValue", "_seconds", "seconds",
    ]

    /// Returns a whole number without a fraction or an exponent, because 17, 17.0 and 1.7e1 are the same user, as are 0
    /// and -0; nil for any other number, and for one that is too large to be exact.
    private static func wholeNumber(_ text: String) -> String? {
        let isOtherForm = text.utf8.contains { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }
        guard isOtherForm || text == "-0",
            let number = Double(text), number == number.rounded(), abs(number) < 0x1p53
        else { return nil }
        return String(Int64(number))
    }

    /// Returns the text of a value; nil for a value without one.
    static func text(_ value: JSONValue, _ field: EventField) -> String? {
        switch value {
        case .string(let text): return text
        case .bool(let truth): return String(truth)
        case .number(let text):
            return field == .unit ? wholeNumber(text) ?? text : text
        case .object(let object):
            return types.lazy.compactMap { object[$0] }.first { $0 != .null }.flatMap { text($0, field) }
        case .array, .null: return nil
        }
    }
}
