import ExperimentsCore
import Foundation

/// Reads the text of a condition's expression.
struct ExpressionParser {
    let text: String
    /// The language is based on scalars: a quotation mark also ends a string before an accent or a skin tone, with
    /// which it would form one `Character`.
    let scalars: [Unicode.Scalar]
    var position = 0

    init(_ text: String) {
        self.text = text
        scalars = Array(text.unicodeScalars)
    }

    mutating func expression() throws(ExpressionProblem) -> [ConditionAtom] {
        try locatedAtoms().map(\.atom)
    }

    /// Reads the parts, each with its scalars in the text.
    mutating func locatedAtoms() throws(ExpressionProblem) -> [(atom: ConditionAtom, place: Range<Int>)] {
        skipBlanks()
        guard next != nil else { throw problem("expected a condition, found nothing") }
        var atoms = [try locatedAtom()]
        while true {
            let end = position
            skipBlanks()
            guard next != nil else { return atoms }
            try joint(after: end)
            atoms.append(try locatedAtom())
        }
    }

    private mutating func locatedAtom() throws(ExpressionProblem) -> (atom: ConditionAtom, place: Range<Int>)
    {
        let start = position
        let atom = try atom()
        return (atom, start..<position)
    }

    /// Reads the text between two parts: ` && `, with its spaces.
    private mutating func joint(after end: Int) throws(ExpressionProblem) {
        let start = position
        guard skip("&&") else {
            let advice: String? =
                if comes("||") || comes("or ") || comes("OR ") {
                    "no \"or\"; use a second condition, or list several strings in one test"
                } else if comes("&") {
                    "write && with a space on either side"
                } else if skip("and ") || skip("AND ") {
                    "write && instead"
                } else {
                    nil
                }
            throw problem("expected && or the end", at: start, advice: advice)
        }
        guard start > end, next?.properties.isWhitespace == true else {
            throw problem(
                "expected spaces around &&", at: start, advice: "write a space on either side of &&")
        }
        skipBlanks()
        guard next != nil else { throw problem("expected a condition after &&, found the end") }
    }

    private mutating func atom() throws(ExpressionProblem) -> ConditionAtom {
        let start = position
        let word = word()
        switch word {
        case "true": return .constant(true)
        case "false": return .constant(false)
        case "percent": return try percent()
        case "version" where next == "(": return try wrappedVersion()
        case "app.userProperty": return try test(of: .userProperty(try key()))
        case "app.customSignal": return try test(of: .customSignal(try key()))
        case "": throw nothingKnown(at: start)
        default:
            guard let element = ConditionElement.plain(named: word) else { throw unknown(word, at: start) }
            return try test(of: element)
        }
    }

    private func nothingKnown(at start: Int) -> ExpressionProblem {
        let advice: String? =
            switch next {
            case "!": "no \"not\"; use the opposite test, or the default value for users who do not match"
            case "(": "no brackets around conditions"
            default: nil
            }
        return problem("expected an element such as app.version", at: start, advice: advice)
    }

    private func unknown(_ word: String, at start: Int) -> ExpressionProblem {
        let known =
            ConditionElement.plain.map(\.word) + [
                "app.userProperty", "app.customSignal", "percent", "true", "false",
            ]
        for element in ["app.userProperty", "app.customSignal"] where word.hasScalarPrefix(element + ".") {
            let key = word.dropFirst(element.count + 1)
            return problem(
                "expected [ after \(element)", at: start + element.count, advice: "write \(element)['\(key)']"
            )
        }
        let near =
            known.first { $0.lowercased() == word.lowercased() }
            ?? known.first { $0.hasSuffix("." + word) || word.hasSuffix("." + $0) }
            ?? SpellingSuggestion.nearest(to: word, in: known)
        return problem(
            "\(Quotation.of(word)) is not an element", at: start,
            advice: near.map { "did you mean \($0)?" } ?? "the elements are " + known.joined(separator: ", "))
    }

    func problem(_ message: String, at offset: Int? = nil, advice: String? = nil) -> ExpressionProblem {
        let before = String(String.UnicodeScalarView(scalars[..<min(offset ?? position, scalars.count)]))
        return ExpressionProblem(message: message, offset: before.count, advice: advice, text: text)
    }

    var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    mutating func skipBlanks() {
        while let scalar = next, scalar.properties.isWhitespace { position += 1 }
    }

    /// Returns whether these words come next.
    func comes(_ words: String) -> Bool { scalars[position...].starts(with: words.unicodeScalars) }

    mutating func skip(_ words: String) -> Bool {
        guard comes(words) else { return false }
        position += words.unicodeScalars.count
        return true
    }

    /// Returns the text that was read since a position.
    func text(since start: Int) -> String { String(String.UnicodeScalarView(scalars[start..<position])) }

    mutating func expect(_ words: String, _ what: String? = nil) throws(ExpressionProblem) {
        guard skip(words) else { throw problem("expected \(what ?? words)") }
    }

    /// Reads letters, digits and the dots between them, but not a dot before an operator.
    mutating func word() -> String {
        let start = position
        while let scalar = next {
            if scalar.isASCIILetter || scalar.isASCIIDigit || scalar == "_" {
                position += 1
            } else if scalar == ".", position + 1 < scalars.count,
                scalars[position + 1].properties.isAlphabetic,
                !isMethod(at: position + 1)
            {
                position += 1
            } else {
                break
            }
        }
        return text(since: start)
    }

    /// Whether a method's name and a bracket begin at `start`, rather than the second word of an element's name.
    private func isMethod(at start: Int) -> Bool {
        let end = start + scalars[start...].prefix(while: \.isASCIILetter).count
        return end < scalars.count && scalars[end] == "("
    }
}

/// The reason why a string is not a condition's expression.
public struct ExpressionProblem: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// The problem, and what was expected.
    public let message: String
    /// The place, as a number of characters from the start.
    public let offset: Int
    /// A next step, if one is known.
    public let advice: String?
    /// The whole expression that cannot be read.
    public let text: String

    /// `expected a quoted text at character 14`.
    public var description: String {
        "\(message) at character \(offset + 1)" + (advice.map { "; " + $0 } ?? "")
    }

    /// The expression, and below it a caret at the place, on two lines. Long expressions are cut around the place.
    public var excerpt: String? {
        let characters = Array(text).map { $0.isNewline || $0 == "\t" ? " " : $0 }
        let start = max(0, min(offset - 40, characters.count - 72))
        let end = min(characters.count, start + 72)
        let before = start > 0 ? "…" : ""
        let after = end < characters.count ? "…" : ""
        let blanks = String(repeating: " ", count: offset - start + before.count)
        return before + String(characters[start..<end]) + after + "\n" + blanks + "^"
    }
}
