import ExperimentsCore
import ExperimentsOperator
import Foundation

/// All that is known of an entry of the log.
struct LogEntryPanel: TextPanel {
    let entry: LogEntry
    var text = ScrolledText<Filter>()
    private static let widest = 100

    init(_ entry: LogEntry) { self.entry = entry }

    var title: String { entry.kind == .live ? "Live updates" : entry.kind.rawValue.capitalized }

    mutating func handle(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer {
        if typedField == nil, state.project.keyMap.command(for: press) == .copyValue {
            return .stay([.copy(entry.text(in: state.project.localTime))])
        }
        return read(press, state)
    }

    func hints(_ state: DashboardState) -> [KeyHint] {
        readingHints(state.project.keyMap)
            + (typedField == nil ? state.project.keyMap.hint([.copyValue], "copy") : [])
    }

    func lines(_ state: DashboardState) -> [[Span]] {
        let localTime = state.project.localTime
        let room = max(10, min(Self.widest, state.size.columns - 6))
        let facts = entry.facts { TimeText.dateAndTime($0, in: localTime) }
        var lines = [[Span(TimeText.dateAndTime(entry.date, in: localTime), .age)]]
        lines += Span(entry.text, entry.role).wrapped(to: room, limit: 1000)
        if !facts.isEmpty { lines.append([]) }
        let width = min(room / 3, facts.reduce(0) { max($0, DisplayText($1.name).width) }) + 2
        for fact in facts {
            let name = DisplayText(fact.name).truncated(to: width - 2)
            let parts = DisplayText(fact.text).wrapped(to: max(4, room - width), limit: 200)
            for (index, part) in parts.enumerated() {
                let label = index == 0 ? name : ""
                let gap = String(repeating: " ", count: max(0, width - DisplayText(label).width))
                lines.append([Span(label + gap, .dim), Span(part)])
            }
        }
        return lines
    }
}

extension LogEntry {
    /// The appearance of its sentence.
    var role: Role {
        switch (severity, event) {
        case (.error, _): .error
        case (.warning, _): .warning
        case (.info, .fetch(let record)): record.difference.isEmpty ? .dim : .changed
        case (.info, .live): .live
        case (.info, .override), (.info, .overridesChanged): .override
        case (.info, .file), (.info, .message): .text
        }
    }
}
