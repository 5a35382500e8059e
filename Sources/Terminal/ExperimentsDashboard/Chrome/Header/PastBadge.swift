/// The sign in the header that older values are on screen.
enum PastBadge {
    static func spans(_ state: DashboardState, isShort: Bool) -> [Span] {
        let generation = state.history.timeline.generations[state.history.shownIndex]
        let time = TimeText.timeOfDay(generation.since, in: state.project.localTime)
        let back = state.history.timeline.generations.count - 1 - state.history.shownIndex
        guard !isShort else { return [Span(" PAST \(time) ", .paused)] }
        let version = generation.version.map { " version \($0)" } ?? ""
        return [
            Span(" PAST \(time)\(version) ", .paused),
            Span("  \(back == 1 ? "1 change" : "\(back) changes") before now", .header),
        ]
    }
}
