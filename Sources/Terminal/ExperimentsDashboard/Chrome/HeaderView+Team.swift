import ExperimentsTeam

// The part of the header about a team's store.
extension HeaderView {
    /// - Parameter level: how much to leave out, as for the other parts of the header.
    static func team(_ state: DashboardState, _ level: Int) -> [Span] {
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
        if others > 0 { words += others == 1 ? ", 1 other online" : ", \(others) others online" }
        return [Span(words, role)]
    }
}
