import ExperimentsCore
import ExperimentsOperator

extension Feature {
    static let keyTimeline = Feature(commands: [.timeline])
}

extension Command {
    static let timeline: Command = Command(
        "timeline", title: "Show what the key held when", in: .reading, keys: ["w"],
        twin: .command("experiments timeline KEY"), whyNot: \.reasonNoKey, run: { $0.openTimeline() })
}

// The timeline of a key.
extension DashboardState {
    mutating func openTimeline() -> [Effect] {
        guard let name = subjectName else { return [] }
        let request = timelineRequest(of: name)
        panels.push(KeyTimelinePanel(request, self))
        // What was kept before is read in the background; what this dashboard saw is there at once.
        return [.readTimeline(request)] + (templates.isAvailable ? [.template(.sameForAll(name, request.key))] : [])
    }

    private func timelineRequest(of name: String) -> KeyTimelineRequest {
        KeyTimelineRequest(
            name, source.report.rows.first { $0.name == name }?.key, override: source.report.overrides[name],
            source: source.name, recent: history.timeline.keptValues(of: name))
    }

    /// Takes what was read, if it is still to be seen.
    mutating func adopt(_ timeline: KeyTimeline, _ problem: FileProblem?, of name: String?) {
        guard name == source.name else { return }
        withPanels { panels, state in
            panels.change(KeyTimelinePanel.self) { panel in
                panel.take(timeline, problem, state)
                return true
            }
        }
    }

    /// Reads the timeline on the screen again, if something was added to it.
    func refreshTimeline(after message: Message) -> [Effect] {
        guard let name = panels.first(KeyTimelinePanel.self)?.name else { return [] }
        switch message {
        case .service(.fetchFinished(let record), _), .sourceEvent(_, .fetchFinished(let record), _):
            guard record.difference.changes[name] != nil else { return [] }
        case .overridesEdited(let answer, _):
            guard answer.journal != nil else { return [] }
        case .journalRead: break
        default: return []
        }
        return [.readTimeline(timelineRequest(of: name))]
    }
}
