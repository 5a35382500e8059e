import ExperimentsSupport

/// A regular expression to look for. Without capitals it is found in any case.
package struct Pattern: Sendable {
    /// As it was typed, without the slashes.
    let text: String
    private let expression: RegularExpression

    init(_ text: String) throws(PatternProblem) {
        self.text = text
        expression = try RegularExpression(text, .filter)
    }

    /// Whether the case of letters counts.
    var matchesCase: Bool { expression.matchesCase }

    /// Looks through any number of texts, in small letters unless the case counts.
    func look<Result: Sendable>(_ body: (inout sending PatternAutomaton) -> sending Result) -> Result {
        expression.look(body)
    }

    /// Whether it occurs in a text.
    func isFound(in text: String) -> Bool {
        expression.isFound(in: FoldedText(text).bytes(matchingCase: matchesCase)) ?? false
    }

    /// Where it occurs first in a text, as far as it goes there; nil if it does not, or if finding it is too much work.
    package func firstRange(in text: FoldedText) -> Range<Int>? {
        expression.firstRange(in: text.bytes(matchingCase: matchesCase))
    }
}

extension Pattern: Hashable {
    package static func == (left: Pattern, right: Pattern) -> Bool { left.text == right.text }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(text)
    }
}

extension FoldedText {
    /// The bytes that an expression goes over: small letters, with the capitals of ASCII put back where they count.
    func bytes(matchingCase: Bool) -> [UInt8] {
        guard matchingCase, !capitals.isEmpty else { return bytes }
        return bytes.indices.map { isCapital($0) && bytes[$0] < 0x80 ? bytes[$0] & 0xdf : bytes[$0] }
    }
}
