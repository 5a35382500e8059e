import ExperimentsCore

/// The explanation of a key's value for the details: what was considered, each with the result in a word.
struct ExplanationLines {
    let lines: [[Span]]
    private static let wordWidth = 8

    init(_ explanation: [ExplanationLine], width: Int) {
        guard !explanation.isEmpty else {
            lines = []
            return
        }
        lines = [[], [Span("why", .title)]] + explanation.flatMap { Self.spans($0, width: width) }
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
