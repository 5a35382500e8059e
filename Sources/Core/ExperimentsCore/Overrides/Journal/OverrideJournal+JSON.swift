import Foundation

// The document is `{"version": 1, "open": 0, "steps": [step]}` with a step on each line; `open` is 1 while the change of the
// last step is being made, and 0 once it was, as where it is missing. A step is `{"step", "action", "of", "title",
// "author", "program", "at", "changes": [{"name", "before", "after"}]}`, where an override is written as in a file of
// overrides and is absent where there was none.
extension OverrideJournal {
    /// The version of the document that this code writes, and the latest it reads.
    package static let documentVersion = 1

    /// Reads a document in UTF-8. An empty one is a journal without steps.
    ///
    /// - Throws: `OverrideDocumentProblem`, with the place, where it is not JSON, of a later version, or of another
    ///   shape.
    package init(parsing bytes: [UInt8]) throws(OverrideDocumentProblem) {
        guard !bytes.isEmpty else {
            self.init()
            return
        }
        let document: JSONValue
        do throws(JSONProblem) {
            document = try JSONValue(parsing: bytes)
        } catch {
            throw OverrideDocumentProblem(notJSON: error)
        }
        do throws(OverrideDocumentProblem.Misfit) {
            guard let object = document.object, let version = object["version"]?.int,
                let steps = object["steps"]?.array
            else { throw OverrideDocumentProblem.Misfit("expected an object with \"version\" and \"steps\"", at: []) }
            guard version <= Self.documentVersion else {
                throw OverrideDocumentProblem.Misfit(
                    "its version is \(version), and this program reads up to \(Self.documentVersion)",
                    at: ["version"], advice: OverrideDocumentProblem.newerVersionAdvice)
            }
            var read: [OverrideStep] = []
            for step in steps { read.append(try OverrideStep(document: step)) }
            self.init(steps: read, isLastStepOpen: object["open"]?.int == 1)
        } catch {
            throw OverrideDocumentProblem(error, in: bytes)
        }
    }

    /// The mark in a document of a last step whose change is being made, and that of one whose change was.
    static let (openMark, madeMark) = (UInt8(ascii: "1"), UInt8(ascii: "0"))
    /// How many bytes of a document that ``documentBytes(within:)`` gave come before the mark.
    static let placeOfMark = beginning.utf8.count

    private static let beginning = "{\"version\": \(documentVersion), \"open\": "

    /// The document in UTF-8, without the oldest steps where it would be too large; the latest is kept in any case.
    mutating func documentBytes(within limit: Int) -> [UInt8] {
        let mark = isLastStepOpen ? Self.openMark : Self.madeMark
        let head = Array(Self.beginning.utf8) + [mark] + Array(", \"steps\": [\n".utf8)
        let separators = 2 * steps.count + 100
        return head + Array(fit(into: limit - separators).joined(separator: Array(",\n".utf8))) + Array("\n]}\n".utf8)
    }
}

extension OverrideStep {
    init(document: JSONValue) throws(OverrideDocumentProblem.Misfit) {
        guard let object = document.object, let number = object["step"]?.int, number > 0,
            let at = object["at"]?.string.flatMap({ RFC3339.date(from: $0) }), let title = object["title"]?.string,
            let kind = Kind(object), let list = object["changes"]?.array
        else {
            throw OverrideDocumentProblem.Misfit(
                "a step is not an object with \"step\", \"action\", \"title\", \"at\" and \"changes\"", at: ["steps"])
        }
        var changes: [OverrideSetDifference.Change] = []
        for element in list {
            guard let change = element.object, let name = change["name"]?.string else {
                throw OverrideDocumentProblem.Misfit("a change of step \(number) has no \"name\"", at: ["steps"])
            }
            changes.append(
                OverrideSetDifference.Change(
                    name: name, before: try Self.entry(change["before"], of: name),
                    after: try Self.entry(change["after"], of: name)))
        }
        self.init(
            number: number, kind: kind, title: title,
            origin: OverrideOrigin(author: object["author"]?.string, program: object["program"]?.string), at: at,
            changes: changes)
    }

    private static func entry(
        _ value: JSONValue?, of name: String
    ) throws(OverrideDocumentProblem.Misfit) -> Override? {
        guard let value, value != .null else { return nil }
        return try Override(entry: value, of: name)
    }

    var document: JSONObject {
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
    /// The word for it in documents: `edit`, `undo` or `redo`.
    package var word: String {
        switch self {
        case .edit: "edit"
        case .undo: "undo"
        case .redo: "redo"
        }
    }

    fileprivate init?(_ object: JSONObject) {
        switch (object["action"]?.string, object["of"]?.int) {
        case ("edit", _): self = .edit
        case ("undo", let number?): self = .undo(of: number)
        case ("redo", let number?): self = .redo(of: number)
        default: return nil
        }
    }
}
