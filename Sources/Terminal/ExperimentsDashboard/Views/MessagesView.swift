/// What was said so far, the latest first.
enum MessagesView {
    static func lines(_ state: DashboardState) -> [[Span]] {
        let room = max(10, state.size.columns - 16)
        return state.messages.entries.reversed().flatMap { entry -> [[Span]] in
            let time = TimeText.timeOfDay(entry.date, in: state.localTime) + "  "
            let parts = DisplayText(entry.text).wrapped(to: room, limit: 60)
            return parts.enumerated().map { index, part in
                let start = index == 0 ? time : String(repeating: " ", count: time.count)
                return [Span(start, .age), Span(part, PromptView.role(of: entry.severity))]
            }
        }
    }
}
