/// The text and JSON of an error, in the same form for every kind of error.
package struct ErrorReport {
    private let error: any OperatorError

    /// The largest number of parts of an error that is shown to a person.
    package static let shownParts = 50

    package init(_ error: any OperatorError) {
        self.error = error
    }

    /// `file:line:column: message; advice` on one line, regardless of the characters in names. For an error with
    /// several parts, this is the first part.
    package var headline: String { Self.line(of: error.parts.first ?? error) }

    /// Returns the headline of any error. An error from another library is described by its own description.
    package static func headline(of error: any Error) -> String {
        (error as? any OperatorError).map { ErrorReport($0).headline }
            ?? VisibleText.of(String(describing: error))
    }

    /// Returns lines for a terminal: for each part `file:line:column: message; advice`, followed by the excerpt that
    /// shows the place, and by advice that consists of sentences.
    ///
    /// - Parameter label: the text before each part, for example `error: `.
    package func text(label: String = "") -> String {
        let parts = error.parts
        guard !parts.isEmpty else { return label + Self.text(of: error) }
        var texts = parts.prefix(Self.shownParts).map { label + Self.text(of: $0) }
        let rest = parts.count - texts.count
        if rest > 0 {
            let file = error.place.map { "\(VisibleText.of($0.description)): " } ?? ""
            texts.append("\(label)\(file)and \(rest) more problem\(rest == 1 ? "" : "s")")
        }
        return texts.joined(separator: "\n")
    }

    /// `{"message", "file", "line", "column", "advice", "problems"}`, as far as they are known. The error's own details
    /// follow the message.
    package var json: JSONObject { Self.json(of: error) }

    private static func line(of error: any OperatorError) -> String {
        let place = error.place?.description ?? ""
        let words = (place.isEmpty ? "" : place + ": ") + error.sentence
        guard let advice = error.advice, isClause(advice), !endsSentence(words) else {
            return VisibleText.of(words)
        }
        return VisibleText.of(words + "; " + advice)
    }

    private static func text(of error: any OperatorError) -> String {
        var text = line(of: error)
        if let excerpt = error.excerpt {
            for line in excerpt.split(scalar: "\n", omittingEmptySubsequences: false) {
                text += "\n    " + VisibleText.of(line)
            }
        }
        guard let advice = error.advice else { return text }
        if !isClause(advice) {
            text += "\n" + VisibleText.of(advice, keepingLines: true)
        } else if endsSentence(error.sentence) {
            text += "\n" + VisibleText.of(advice.prefix(1).uppercased() + advice.dropFirst() + ".")
        }
        return text
    }

    /// Returns whether words end with a full stop, as messages of servers often do, so that no clause can follow.
    private static func endsSentence(_ words: String) -> Bool { words.hasScalarSuffix(".") }

    private static func isClause(_ advice: String) -> Bool {
        advice.first?.isLowercase == true && !advice.contains(scalar: "\n")
    }

    private static func json(of error: any OperatorError) -> JSONObject {
        var members = JSONObject()
        members["message"] = .string(error.message)
        for member in error.details.members { members[member.name] = member.value }
        members["file"] = error.place?.file.map(JSONValue.string)
        members["line"] = error.place?.line.map { .number(String($0)) }
        members["column"] = error.place?.column.map { .number(String($0)) }
        members["advice"] = error.advice.map(JSONValue.string)
        let parts = error.parts
        if !parts.isEmpty { members["problems"] = .array(parts.map { .object(json(of: $0)) }) }
        return members
    }
}
