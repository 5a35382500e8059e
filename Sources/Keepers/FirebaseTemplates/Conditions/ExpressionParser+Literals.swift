import ExperimentsCore
import Foundation

extension ExpressionParser {
    /// Reads a string in single quotes. A quote inside is written `\'`.
    mutating func quotedText() throws(ExpressionProblem) -> String {
        let start = position
        guard skip("'") else {
            throw problem(
                "expected a string in single quotes",
                advice: next == "\"" || next == "‘" || next == "’"
                    ? "write ' instead of \(next.map { String($0) } ?? "")" : nil)
        }
        var text = String.UnicodeScalarView()
        while let scalar = next {
            position += 1
            switch scalar {
            case "'": return String(text)
            case "\\" where next == "'":
                text.append("'")
                position += 1
            default: text.append(scalar)
            }
        }
        throw problem("the string that begins here is not closed", at: start, advice: "write ' at its end")
    }

    /// Strings in square brackets, at least one.
    mutating func texts() throws(ExpressionProblem) -> [String] {
        try expect("[", "a list such as ['…']")
        var texts: [String] = []
        repeat {
            skipBlanks()
            texts.append(try quotedText())
            skipBlanks()
        } while skip(",")
        try expect("]", "a comma or ]")
        return texts
    }

    /// Reads the key of a user property or custom signal, in brackets.
    mutating func key() throws(ExpressionProblem) -> String {
        try expect("[", "a key such as ['plan']")
        let start = position
        let key = try quotedText()
        guard !key.isEmpty else { throw problem("the key is empty", at: start) }
        try expect("]")
        return key
    }

    /// Reads a decimal number, and returns it as it is written.
    mutating func number() throws(ExpressionProblem) -> String {
        let start = position
        while let scalar = next, scalar.isASCIIDigit || scalar == "." || scalar == "-" { position += 1 }
        let text = text(since: start)
        guard NumberText.double(text) != nil else {
            throw problem("expected a number", at: start, advice: adviceAgainstText())
        }
        return text
    }

    /// Returns advice for a string in place of a number.
    private func adviceAgainstText() -> String? {
        guard next == "'" else { return nil }
        var parser = self
        guard let text = try? parser.quotedText(), NumberText.double(text) == nil else {
            return "write the number without quotes"
        }
        let signs = scalars[..<position].reversed().drop { $0.properties.isWhitespace }.prefix {
            "<>=!".unicodeScalars.contains($0)
        }
        let quoted = ExpressionText.list([text])
        return switch String(String.UnicodeScalarView(signs.reversed())) {
        case "==": "write .exactlyMatches(\(quoted)) to compare strings"
        case "!=": "write .notContains(\(quoted)) to exclude strings that contain it"
        default: "only numbers have an order; write .exactlyMatches(\(quoted)) or .matches to compare strings"
        }
    }

    mutating func comparison(_ allowed: [ConditionTest.Comparison]) throws(ExpressionProblem)
        -> ConditionTest.Comparison
    {
        // The longer ones first, so that `<=` is not read as `<`.
        let found = ConditionTest.Comparison.allCases.sorted { $0.rawValue.count > $1.rawValue.count }
            .first { comes($0.rawValue) }
        guard let found, allowed.contains(found) else {
            throw problem(
                "expected " + (allowed.count > 2 ? "one of " : "")
                    + allowed.map(\.rawValue).joined(separator: allowed.count > 2 ? ", " : " or "),
                advice: next == "=" && found == nil && allowed.contains(.equal) ? "write ==" : nil)
        }
        position += found.rawValue.count
        return found
    }

    /// Reads a date and time in brackets, with or without a time zone.
    mutating func date() throws(ExpressionProblem) -> ConditionDate {
        let hasWord = skip("dateTime")
        try expect("(", "dateTime('2025-01-01T09:00:00')")
        skipBlanks()
        let start = position
        let text = try quotedText()
        guard text.utf8.count == 19, RFC3339.date(from: text + "Z") != nil else {
            throw problem(
                "\(Quotation.of(text)) is not a date and time", at: start,
                advice: "write it like 2025-01-01T09:00:00; the zone comes after a comma")
        }
        skipBlanks()
        var zone: String?
        if skip(",") {
            skipBlanks()
            let start = position
            let name = try quotedText()
            guard TimeZone(identifier: name) != nil else {
                throw problem(
                    "\(Quotation.of(name)) is not a time zone", at: start,
                    advice: "write a name such as 'Europe/London' or 'UTC'")
            }
            zone = name
            skipBlanks()
        }
        try expect(")")
        return ConditionDate(text: text, zone: zone, hasWord: hasWord)
    }
}
