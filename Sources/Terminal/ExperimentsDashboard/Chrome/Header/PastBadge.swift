/// The sign in the header that older values are on screen.
enum PastBadge {
    static func spans(_ state: DashboardState, isShort: Bool) -> [Span] {
        let generation = state.timeline.generations[state.shownIndex]
        let time = TimeText.timeOfDay(generation.since, in: state.localTime)
        let back = state.timeline.generations.count - 1 - state.shownIndex
        guard !isShort else { return [Span(" PAST \(time) ", .paused)] }
        let version = generation.version.map { " version \($0)" } ?? ""
        return [
            Span(" PAST \(time)\(version) ", .paused),
            Span("  \(back == 1 ? "1 change" : "\(back) changes") before now", .header),
        ]
    }
}
