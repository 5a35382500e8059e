import ExperimentsCore

/// The explanation of one key's value, as far as it was requested from the source.
package struct ExplanationState: Sendable {
    /// Whether the source explains its values at all.
    package let isAvailable: Bool
    /// The last request for an explanation.
    package private(set) var asked: ExplanationRequest?
    /// The name that was last explained, and how.
    package private(set) var answer: (name: String, lines: [ExplanationLine])?
    private var number = 0

    /// Creates the state before the first request.
    ///
    /// - Parameter keeper: the keeper of the values.
    package init(_ keeper: any RemoteConfigKeeper) {
        isAvailable = keeper is any ExplainingKeeper
    }

    /// Notes that an explanation may be outdated, so that the next one is requested again.
    mutating func expire() {
        number += 1
    }

    /// Returns the request for a name; nil if it was sent already.
    mutating func question(about name: String) -> ExplanationRequest? {
        let request = ExplanationRequest(name: name, number: number)
        guard isAvailable, request != asked else { return nil }
        asked = request
        return request
    }

    /// Takes an answer, unless another explanation was requested in the meantime.
    mutating func take(_ lines: [ExplanationLine], for request: ExplanationRequest) {
        if request == asked { answer = (request.name, lines) }
    }

    /// Returns the explanation for a name: the previous one until there is a new one.
    func lines(for name: String) -> [ExplanationLine] {
        answer?.name == name ? answer?.lines ?? [] : []
    }
}

/// A request to the source to explain why a name has its value.
package struct ExplanationRequest: Sendable, Hashable {
    /// The name of the key to explain.
    package let name: String
    /// The number of the request, which tells repeated requests apart.
    let number: Int
}

// The explanation of a key's value for the details: the evaluated parts, each with its result in a word.
extension ExplanationState {
    private static let wordWidth = 8

    func spans(about name: String, width: Int) -> [[Span]] {
        let explanation = lines(for: name)
        guard !explanation.isEmpty else { return [] }
        return explanation.flatMap { Self.spans($0, width: width) }
    }

    private static func spans(_ line: ExplanationLine, width: Int) -> [[Span]] {
        let word = line.verdict == .note ? "" : line.verdict.word
        let indentation = String(repeating: " ", count: line.indentation)
        let room = max(8, width - wordWidth - indentation.count)
        return DisplayText(line.text).wrapped(to: room, limit: 12).enumerated().map { number, part in
            let gutter = number == 0 ? word : ""
            let padding = String(repeating: " ", count: wordWidth - gutter.count)
            return [Span(gutter + padding, wordRole(line.verdict)), Span(indentation + part, textRole(line.verdict))]
        }
    }

    private static func wordRole(_ verdict: ExplanationLine.Verdict) -> Role {
        switch verdict {
        case .chosen: .ok
        case .passed: .text
        case .failed, .note: .dim
        case .problem: .incorrect
        }
    }

    private static func textRole(_ verdict: ExplanationLine.Verdict) -> Role {
        switch verdict {
        case .chosen, .passed, .note: .text
        case .failed: .dim
        case .problem: .incorrect
        }
    }
}
