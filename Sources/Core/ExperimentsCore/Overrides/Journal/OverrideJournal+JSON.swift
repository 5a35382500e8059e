import Foundation

// The document is `{"version": 1, "open": 0, "steps": [step]}` with each step on a line of its own. `open` is 1 while
// the change of the last step is being made, and 0 or absent otherwise. A step is `{"step", "action", "of", "title",
// "author", "program", "at", "changes": [{"name", "before", "after"}]}`, where an override is written as in an
// overrides file, and is absent if there was none.
extension OverrideJournal {
    /// The version of the document that this code writes, and the latest it reads.
    package static let documentVersion = 1

    /// Reads a document in UTF-8. An empty one is a journal without steps.
    ///
    /// - Throws: `OverrideDocumentProblem` with the place, if the document is not JSON, is of a newer version, or is
    ///   not a journal.
    package init(parsing bytes: [UInt8]) throws(OverrideDocumentProblem) {
        guard !bytes.isEmpty else {
            self.init()
            return
        }
        self = try OverrideReader.read(bytes) { reader, document in
            Self(document, &reader)
        }
    }

    private init?(_ document: JSONValue, _ reader: inout OverrideReader) {
        let known = Self.documentVersion
        guard let root = reader.root(document, members: "steps", version: known, earliest: .min),
            let node = reader.decoder.required("steps", of: root)
        else { return nil }
        reader.decoder.enter("steps")
        defer { reader.decoder.leave() }
        guard let elements = reader.decoder.list(node) else { return nil }
        var steps: [OverrideStep] = []
        steps.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            reader.decoder.enter(index)
            defer { reader.decoder.leave() }
            guard let step = OverrideStep(element, &reader) else { return nil }
            steps.append(step)
        }
        self.init(steps: steps, isLastStepOpen: root["open"]?.int == 1)
    }

    /// The marks in a document that say whether the change of the last step is still being made (`open`) or is complete
    /// (`made`).
    static let (openMark, madeMark) = (UInt8(ascii: "1"), UInt8(ascii: "0"))
    /// The number of bytes before the mark in a document that ``documentBytes(within:)`` returns.
    static let placeOfMark = beginning.utf8.count

    private static let beginning = "{\"version\": \(documentVersion), \"open\": "

    /// Returns the document in UTF-8. The oldest steps are omitted if it would be too large. The latest step is always
    /// included.
    mutating func documentBytes(within limit: Int) -> [UInt8] {
        let mark = isLastStepOpen ? Self.openMark : Self.madeMark
        let head = Array(Self.beginning.utf8) + [mark] + Array(", \"steps\": [\n".utf8)
        let separators = 2 * steps.count + 100
        return head + Array(fit(into: limit - separators).joined(separator: Array(",\n".utf8)))
            + Array("\n]}\n".utf8)
    }
}

extension OverrideStep {
    /// The valid numbers of a step. The largest integer is not one, so that there always is a next number.
    private static let numbers = 1..<Int.max

    /// Reads a single step of a document.
    ///
    /// - Throws: `OverrideDocumentProblem`, with the place in `bytes`.
    package init(document bytes: [UInt8]) throws(OverrideDocumentProblem) {
        self = try OverrideReader.read(bytes) { reader, document in OverrideStep(document, &reader) }
    }

    init?(_ document: JSONValue, _ reader: inout OverrideReader) {
        let expected = "an object with \"step\", \"action\", \"title\", \"at\" and \"changes\""
        guard
            let record = reader.decoder.record(document, fields: nil, skipsNothing: true, expected: expected),
            let title = reader.decoder.requiredText("title", of: record),
            let at = reader.time("at", of: record), let list = record["changes"]?.array
        else {
            if reader.decoder.errorCount == 0 { reader.decoder.expected(expected, found: document) }
            return nil
        }
        guard let number = record["step"]?.int, Self.numbers.contains(number), let kind = Kind(record) else {
            reader.decoder.expected(expected, found: document)
            return nil
        }
        reader.decoder.enter("changes")
        defer { reader.decoder.leave() }
        var changes: [OverrideSetDifference.Change] = []
        for (index, element) in list.enumerated() {
            reader.decoder.enter(index)
            defer { reader.decoder.leave() }
            guard let change = reader.decoder.record(element, fields: nil, skipsNothing: true),
                let name = reader.decoder.requiredText("name", of: change)
            else { return nil }
            let (before, after) = (reader.entry("before", of: change), reader.entry("after", of: change))
            changes.append(OverrideSetDifference.Change(name: name, before: before, after: after))
        }
        self.init(
            number: number, kind: kind, title: title,
            origin: OverrideOrigin(author: record["author"]?.string, program: record["program"]?.string),
            at: at,
            changes: changes)
    }

    /// The step as a document has it.
    package var document: JSONObject {
        var object = JSONObject()
        object["step"] = .number(String(number))
        object["action"] = .string(kind.word)
        if kind != .edit { object["of"] = .number(String(subject)) }
        object["title"] = .string(title)
        object["author"] = origin.author.map(JSONValue.string)
        object["program"] = origin.program.map(JSONValue.string)
        object["at"] = .string(RFC3339.shortestText(of: at))
        object["changes"] = .array(
            changes.map { change in
                var member = JSONObject()
                member["name"] = .string(change.name)
                member["before"] = change.before.map { .object($0.entry) }
                member["after"] = change.after.map { .object($0.entry) }
                return .object(member)
            })
        return object
    }
}

extension OverrideStep.Kind {
    /// The word for the kind of step in documents: `edit`, `undo` or `redo`.
    package var word: String {
        switch self {
        case .edit: "edit"
        case .undo: "undo"
        case .redo: "redo"
        }
    }

    fileprivate init?(_ record: DocumentRecord<JSONValue>) {
        switch (record["action"]?.string, record["of"]?.int) {
        case ("edit", _): self = .edit
        case ("undo", let number?): self = .undo(of: number)
        case ("redo", let number?): self = .redo(of: number)
        default: return nil
        }
    }
}

extension OverrideReader {
    /// Reads an override that may be absent.
    fileprivate mutating func entry(_ name: String, of record: DocumentRecord<JSONValue>) -> Override? {
        guard let node = record[name] else { return nil }
        decoder.enter(name)
        defer { decoder.leave() }
        return override(node)
    }
}
