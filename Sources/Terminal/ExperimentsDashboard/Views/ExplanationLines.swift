import ExperimentsCore

/// Why a key has its value, for the details: what was considered, each with a word for what came of it.
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
        let (word, role) = word(line.verdict)
        // Lines at the outermost level are told by their words, so that what is below them need not be indented.
        let indentation = String(repeating: " ", count: min(8, 2 * max(0, line.depth - 1)))
        let room = max(8, width - wordWidth - indentation.count)
        return DisplayText(line.text).wrapped(to: room, limit: 12).enumerated().map { number, part in
            let gutter = number == 0 ? word : ""
            let padding = String(repeating: " ", count: wordWidth - gutter.count)
            return [Span(gutter + padding, role), Span(indentation + part, textRole(line.verdict))]
        }
    }

    private static func word(_ verdict: ExplanationLine.Verdict) -> (String, Role) {
        switch verdict {
        case .chosen: ("chosen", .ok)
        case .passed: ("holds", .text)
        case .failed: ("no", .dim)
        case .problem: ("problem", .incorrect)
        case .note: ("", .dim)
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
