import ExperimentsCore
import Foundation

extension DetailLines {
    mutating func describe(_ row: ReportRow) {
        add("status", statusWords(row), KeyCell.role(of: row.status))
        if let value = row.valueText {
            addValue(row.usesDefault ? "app gets" : "value", value, row.usesDefault ? .default : .value)
            if !row.usesDefault { addRaw(value) }
        } else {
            add("app gets", "its own default", .default)
        }
        if let problem = row.problem { describe(problem) }
        if row.overrideText != nil || row.status == .incorrect, let text = row.remoteText, row.problem?.found != text {
            addValue("source has", text, .value)
        } else if row.overrideText != nil, row.entry == nil {
            let isKnown = state.report.snapshot.fetchedAt != nil
            add("source has", isKnown ? "nothing" : "nobody knows yet", isKnown ? .missing : .unknown)
        }
        add("type", row.key.schema.kind.rawValue, .type)
        if row.status != .undeclared { add("expected", row.key.schema.expectation) }
        if let text = row.key.schema.defaultText, !row.usesDefault { addValue("default", text, .default) }
        if let supplier = row.entry?.supplier { add("supplier", supplier) }
    }

    private func statusWords(_ row: ReportRow) -> String {
        switch row.status {
        case .ok: "ok"
        case .missing: row.entry == nil ? "missing: the source has no value" : "missing: the source's value is empty"
        case .incorrect: "incorrect: \(row.problem?.reason ?? "")"
        case .override: "override: an override is in force"
        case .default: "default: the source says to use the app's own"
        case .unknown: "unknown: nothing was fetched from the source yet"
        case .undeclared: "undeclared: the source has it, no key declares it"
        }
    }

    /// The text with a caret under the place where it goes wrong: a window around it, on one line.
    mutating func describe(_ problem: IncorrectValue) {
        add("found", "")
        if isNarrow { lines.append([Span(" ")]) }
        let room = max(1, width - indent)
        let bytes = Array(problem.found.utf8)
        guard let offset = problem.offset, offset <= bytes.count else {
            let text = problem.found.isEmpty ? "(empty)" : DisplayText(problem.found).truncated(to: room)
            lines[lines.count - 1] += [Span(text, .incorrect)]
            return
        }
        var start = max(0, offset - 4 * room)
        while start < offset, bytes[start] & 0xc0 == 0x80 { start += 1 }
        let before = DisplayText(String(decoding: bytes[start..<offset], as: UTF8.self)).width
        let text = String(decoding: bytes[start..<min(bytes.count, offset + 4 * room)], as: UTF8.self)
        let hidden = max(0, before - room * 2 / 3)
        lines[lines.count - 1] += [Span(DisplayText(text).slice(from: hidden, columns: room), .incorrect)]
        let column = indent + before - hidden
        var caret = [Span(String(repeating: " ", count: column) + "^", .caret)]
        if offset > 40 { caret.append(Span(" byte \(offset)", .dim)) }
        lines.append(caret)
    }
}
