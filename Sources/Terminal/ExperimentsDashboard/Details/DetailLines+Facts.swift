import ExperimentsCore
import Foundation

// What is known of a key, fact by fact.
extension DetailLines {
    /// - Parameter row: the row of the key.
    mutating func show(_ fact: KeyFact, _ row: ReportRow?) {
        let role = role(of: fact)
        switch fact.content {
        case .text(let text):
            if fact.subject == .name {
                lines.append([Span(text, .title)])
                return
            }
            if case .override = fact.subject { lines.append([]) }
            add(fact.label, text, role)
        case .value(let text):
            addValue(fact.label, text, role)
            if fact.subject == .value(isDefault: false) { addRaw(text) }
        case .problem(let problem): describe(problem)
        case .time(let date):
            let isAhead = fact.subject == .end && date > state.now
            let wait = isAhead ? " (in \(TimeText.wait(from: state.now, until: date)))" : ""
            add(fact.label, TimeText.dateAndTime(date, in: state.project.localTime) + wait, .age)
        }
    }

    private func role(of fact: KeyFact) -> Role {
        switch fact.subject {
        case .group, .experiment: .group
        case .about, .covered: .dim
        case .status(let status): StatusWord.role(of: status)
        case .value(let isDefault): isDefault ? .default : .value
        case .source(let isKnown):
            if case .value = fact.content { .value } else { isKnown ? .missing : .unknown }
        case .type: .type
        case .defaultValue: .default
        case .override(let isInForce): isInForce ? .override : .dim
        case .overrideValue: .value
        case .warning: .warning
        case .set, .end: .age
        case .name, .title, .expected, .supplier, .problem, .layer, .author, .note: .text
        }
    }

    /// The text with a caret under the place where it goes wrong: a window around it, on one line.
    mutating func describe(_ problem: IncorrectValue) {
        add("found", "")
        if isNarrow { lines.append([Span(" ")]) }
        let room = max(1, width - indent)
        let bytes = Array(problem.found.utf8)
        guard let offset = problem.offset, offset <= bytes.count else {
            let found = VisibleText.ofValue(problem.found)
            let text = found.isEmpty ? "(empty)" : DisplayText(found).truncated(to: room)
            lines[lines.count - 1] += [Span(text, .incorrect)]
            return
        }
        var start = max(0, offset - 4 * room)
        while start < offset, bytes[start] & 0xc0 == 0x80 { start += 1 }
        func visible(_ bytes: ArraySlice<UInt8>) -> String {
            VisibleText.ofValue(String(decoding: bytes, as: UTF8.self))
        }
        let before = DisplayText(visible(bytes[start..<offset])).width
        let text = visible(bytes[start..<min(bytes.count, offset + 4 * room)])
        let hidden = max(0, before - room * 2 / 3)
        lines[lines.count - 1] += [Span(DisplayText(text).slice(from: hidden, columns: room), .incorrect)]
        let column = indent + before - hidden
        var caret = [Span(String(repeating: " ", count: column), .dim), Span("^", .caret)]
        if offset > 40 { caret.append(Span(" byte \(offset)", .dim)) }
        lines.append(caret)
    }
}
