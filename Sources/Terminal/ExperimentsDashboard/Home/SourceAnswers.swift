import ExperimentsCore
import ExperimentsOperator

/// What is known of the project's other sources, kept from one look at the overview to the next.
struct SourceAnswers: Feature {
    enum Message: Sendable {
        /// Ask the sources that are not shown how they stand, unless they are being asked.
        case ask
        /// One of them answered, or is known of from before.
        case answered(name: String, SourceAnswer)
    }

    /// What each of them answered last, by its name.
    private var latest: [String: SourceAnswer] = [:]
    /// Those that are being asked.
    private var asked: Set<String> = []

    static let commands: [Command] = [.showHome]

    mutating func update(_ message: Message, in context: Context) -> [Effect] {
        switch message {
        case .ask:
            let names = context.project.sources.map(\.name).filter {
                $0 != context.source.name && !asked.contains($0)
            }
            asked.formUnion(names)
            return names.isEmpty ? [] : [.surveySources(names)]
        case .answered(let name, let answer):
            if answer.isFinal { asked.remove(name) }
            // What was heard stays beside why nothing newer could be.
            latest[name] = SourceAnswer(
                content: answer.content ?? latest[name]?.content, liveStatus: answer.liveStatus,
                problem: answer.problem, isFinal: answer.isFinal)
            return []
        }
    }

    /// The state of every source, as far as it is known. The shown source has the state of the screens.
    func standings(_ state: DashboardState) -> [SourceStanding] {
        let (sources, shown) = (state.project.sources, state.source)
        guard !sources.isEmpty else {
            return [Self.standing(DashboardSource(name: shown.title, environment: shown.environment), shownIn: state)]
        }
        return sources.map { listed in
            if listed.name == shown.name { return Self.standing(listed, shownIn: state) }
            var standing = SourceStanding(listed)
            if let answer = latest[listed.name] { standing.take(answer) }
            if asked.contains(listed.name) { standing.ask() }
            return standing
        }
    }

    private static func standing(_ listed: DashboardSource, shownIn state: DashboardState) -> SourceStanding {
        let (report, fetches) = (state.source.report, state.history.fetches)
        var standing = SourceStanding(listed)
        let failure = fetches.last?.failure?.summary
        standing.take(
            SourceAnswer(
                content: report.snapshot.fetchedAt == nil
                    ? nil : SourceStanding.Content(report, fetchedAt: fetches.lastSuccess?.startedAt),
                liveStatus: state.fetching.liveStatus, problem: failure,
                isFinal: failure != nil || fetches.last != nil, isPaused: state.history.isPaused))
        if state.isBusy { standing.ask() }
        return standing
    }
}

extension SourceStanding {
    fileprivate init(_ listed: DashboardSource) {
        self.init(name: listed.name, title: listed.title, environment: listed.environment, kind: listed.kind)
    }
}
