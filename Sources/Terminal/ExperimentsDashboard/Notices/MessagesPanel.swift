/// What was said so far, the latest first.
struct MessagesPanel: TextPanel {
    var text = ScrolledText<Filter>()
    let title = "Messages"

    func lines(_ state: DashboardState) -> [[Span]] {
        let room = max(10, state.size.columns - 16)
        return state.messages.entries.reversed().flatMap { entry -> [[Span]] in
            let time = TimeText.timeOfDay(entry.date, in: state.localTime) + "  "
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
