import ExperimentsTeam

/// The words about a team's store in the header.
enum TeamSpans {
    /// - Parameter level: how much is left out, as the header counts it.
    static func spans(_ state: DashboardState, _ level: Int) -> [Span] {
        guard let status = state.overriding.team.view?.status, level < 3 else { return [] }
        let role: Role =
            switch status.state {
            case .connected: .live
            case .connecting: .headerLabel
            case .behind, .readOnly, .alone: .stale
            }
        guard level < 2 else {
            return status.state == .connected ? [] : [Span("  team \(status.state.rawValue)", role)]
        }
        var words = "  team \(status.state.rawValue)"
        if level < 1 {
            if !status.members.isEmpty { words += ", \(status.memberWords)" }
            if let leader = status.leader { words += ", \(leader.name ?? leader.address) leads" }
        }
        let others = state.overriding.team.others.count
        if others > 0 { words += others == 1 ? ", 1 other here" : ", \(others) others here" }
        return [Span(words, role)]
    }
}
