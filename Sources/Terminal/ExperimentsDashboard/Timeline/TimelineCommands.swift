import ExperimentsCore
import ExperimentsOperator

extension [Command] {
    static let keyTimeline: [Command] = [.timeline]
}

extension Command {
    static let timeline: Command = Command(
        "timeline", title: "Show what the key held when", in: .reading, keys: ["w"],
        twin: .command("experiments timeline KEY"), whyNot: \.reasonNoKey, run: { KeyTimelinePanel.opened($0) })
}

// What the panel reads.
extension KeyTimelinePanel {
    static func opened(_ state: DashboardState) -> [Effect] {
        guard let name = state.subjectName else { return [] }
        let request = request(of: name, state)
        // What was kept before is read in the background; what this dashboard saw is there at once.
        return [.open(KeyTimelinePanel(request, state)), .readTimeline(request)]
            + (state.templates.isAvailable ? [.template(.sameForAll(name, request.key))] : [])
    }

    private static func request(of name: String, _ state: DashboardState) -> KeyTimelineRequest {
        KeyTimelineRequest(
            name, state.source.report.rows.first { $0.name == name }?.key,
            override: state.source.report.overrides[name], source: state.source.name,
            recent: state.history.timeline.keptValues(of: name))
    }

    /// Reads the timeline again, if something was added to it.
    func effects(after message: Message, _ state: DashboardState) -> [Effect] {
        switch message {
        case .service(.fetchFinished(let record)), .sourceEvent(_, .fetchFinished(let record)):
            guard record.difference.changes[name] != nil else { return [] }
        case .overridesEdited(let answer):
            guard answer.journal != nil else { return [] }
        case .journalRead: break
        default: return []
        }
        return [.readTimeline(Self.request(of: name, state))]
    }
}
