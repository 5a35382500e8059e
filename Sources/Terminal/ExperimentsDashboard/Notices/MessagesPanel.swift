/// What was said so far, the latest first.
struct MessagesPanel: TextPanel {
    var text = ScrolledText<Filter>()
    let title = "Messages"

    func lines(_ state: DashboardState) -> [[Span]] { lines(state, of: state.notices.messages.entries[...]) }

    /// New messages came in above those that are read: what is read, and what was found, stays where it is.
    ///
    /// - Parameter said: the messages that there were before.
    mutating func follow(since said: [MessageLog.Entry], _ state: DashboardState) {
        let entries = state.notices.messages.entries
        guard let last = said.last, entries != said else { return }
        let old = entries.lastIndex { $0 == last } ?? entries.count - 1
        let lines = lines(state)
        text.linesCame(
            self.lines(state, of: entries[(old + 1)...]).count, above: lines,
            rows: visibleRows(of: lines.count, state))
    }

    private func lines(_ state: DashboardState, of entries: ArraySlice<MessageLog.Entry>) -> [[Span]] {
        let room = max(10, state.size.columns - 16)
        return entries.reversed().flatMap { entry -> [[Span]] in
            let time = TimeText.timeOfDay(entry.date, in: state.project.localTime) + "  "
            let parts = DisplayText(entry.text).wrapped(to: room, limit: 60)
            return parts.enumerated().map { index, part in
                let start = index == 0 ? time : String(repeating: " ", count: time.count)
                return [Span(start, .age), Span(part, entry.severity.role)]
            }
        }
    }
}

extension Notice.Severity {
    /// How its words look.
    var role: Role {
        switch self {
        case .success: .success
        case .warning: .warning
        case .error: .error
        }
    }
}
