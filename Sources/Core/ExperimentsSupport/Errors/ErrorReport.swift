/// What people and programs are told of an error: the same form for every error there is.
package struct ErrorReport {
    private let error: any OperatorError

    /// How many of the errors that one is made of a person is shown.
    package static let shownParts = 50

    package init(_ error: any OperatorError) {
        self.error = error
    }

    /// `file:line:column: message; advice` on one line, whatever names stand in it; of an error of several, the first.
    package var headline: String { Self.line(of: error.parts.first ?? error) }

    /// The headline of an error that may be a library's, which is told as it describes itself.
    package static func headline(of error: any Error) -> String {
        (error as? any OperatorError).map { ErrorReport($0).headline } ?? VisibleText.of(String(describing: error))
    }

    /// Lines for a terminal: for each part `file:line:column: message; advice`, and below it what shows the place and
    /// advice in sentences.
    ///
    /// - Parameter label: how each part begins, for example `error: `.
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

    /// `{"message", "file", "line", "column", "advice", "problems"}`, as far as each is known, with the error's own
    /// details after the message.
    package var json: JSONObject { Self.json(of: error) }

    private static func line(of error: any OperatorError) -> String {
        let place = error.place?.description ?? ""
        let words = (place.isEmpty ? "" : place + ": ") + error.sentence
        guard let advice = error.advice, isClause(advice), !endsSentence(words) else { return VisibleText.of(words) }
        return VisibleText.of(words + "; " + advice)
    }

    private static func text(of error: any OperatorError) -> String {
        var text = line(of: error)
        if let excerpt = error.excerpt {
            for line in excerpt.split(separator: "\n", omittingEmptySubsequences: false) {
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

    /// Whether nothing can follow words as a clause: those of a server often end so.
    private static func endsSentence(_ words: String) -> Bool { words.hasSuffix(".") }

    private static func isClause(_ advice: String) -> Bool {
        advice.first?.isLowercase == true && !advice.contains("\n")
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
