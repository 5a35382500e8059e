import ExperimentsCore
import ExperimentsOperator

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

    /// Returns the lines for the details: what decided comes first, because it is the answer.
    ///
    /// - Returns: the lines, and the number of lines about what decided.
    func spans(about name: String, width: Int) -> (lines: [[Span]], answer: Int) {
        let (answer, others) = Self.byAnswer(lines(for: name))
        let first = answer.flatMap { Self.spans($0, width: width) }
        return (first + others.flatMap { Self.spans($0, width: width) }, first.count)
    }

    /// Returns the line that decided with the lines that belong to it, and the others in their order.
    private static func byAnswer(
        _ lines: [ExplanationLine]
    ) -> (answer: [ExplanationLine], others: [ExplanationLine]) {
        guard let chosen = lines.firstIndex(where: { $0.verdict == .chosen }) else { return ([], lines) }
        let depth = lines[chosen].depth
        let end = lines[(chosen + 1)...].firstIndex { $0.depth <= depth } ?? lines.count
        return (Array(lines[chosen..<end]), Array(lines[..<chosen] + lines[end...]))
    }

    private static func spans(_ line: ExplanationLine, width: Int) -> [[Span]] {
        let word = line.verdict == .note ? "" : line.verdict.word
        let indentation = String(repeating: " ", count: line.indentation)
        let room = max(8, width - wordWidth - indentation.count)
        return DisplayText(line.text).wrapped(to: room, limit: 12).enumerated().map { number, part in
            let gutter = number == 0 ? word : ""
            let padding = String(repeating: " ", count: wordWidth - gutter.count)
            return [
                Span(gutter + padding, wordRole(line.verdict)),
                Span(indentation + part, textRole(line.verdict)),
            ]
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

// Notes from the source.
extension DetailLines {
    /// Adds why a name has its value. For older values this is not known.
    mutating func explain(_ name: String) {
        guard !state.history.isInThePast else { return }
        let (explanation, answer) = state.source.explanation.spans(about: name, width: width)
        answering(count: answer) { $0.lines += explanation }
    }

    /// Adds lines of which the first are the answer that the box is read for.
    ///
    /// - Parameter count: the number of lines of the answer; nil for all that are added.
    mutating func answering(count: Int? = nil, _ add: (inout DetailLines) -> Void) {
        let start = lines.count
        add(&self)
        let end = min(lines.count, count.map { start + $0 } ?? lines.count)
        if start < end { answer = start..<end }
    }

    /// Describes the source's notes on its content.
    mutating func describeNotes() {
        let notes = state.source.report.snapshot.notes
        let column = notes.reduce(Self.labelWidth) { max($0, min($1.title.count, width / 3) + 1) }
        for note in notes.prefix(50) {
            add(note.title, state.project.inLocalTime(note.text, at: state.now), textColumn: column)
        }
    }
}
