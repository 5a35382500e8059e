import ExperimentsCore

/// What is known of the project's other sources, kept from one look at the overview to the next.
struct SourceAnswers: Sendable {
    /// What each of them answered last, by its name.
    private(set) var latest: [String: SourceAnswer] = [:]
    /// Those that are being asked.
    private(set) var asked: Set<String> = []

    /// They are being asked from now on.
    mutating func ask(_ names: [String]) { asked.formUnion(names) }

    /// One of them answered, or is known of from before.
    mutating func take(_ answer: SourceAnswer, of name: String) {
        if answer.isFinal { asked.remove(name) }
        // What was heard stays beside why nothing newer could be.
        latest[name] = SourceAnswer(
            content: answer.content ?? latest[name]?.content, liveStatus: answer.liveStatus, problem: answer.problem,
            isFinal: answer.isFinal)
    }
}

extension DashboardState {
    /// The state of every source, as far as it is known. The shown source has the state of the screens.
    var standings: [SourceStanding] {
        guard !project.sources.isEmpty else {
            return [standing(of: DashboardSource(name: sourceName, environment: source.environment), isShown: true)]
        }
        return project.sources.map { standing(of: $0, isShown: $0.name == source.name) }
    }

    private func standing(of listed: DashboardSource, isShown: Bool) -> SourceStanding {
        var standing = SourceStanding(
            name: listed.name, title: listed.title, environment: listed.environment, kind: listed.kind)
        if isShown {
            let failure = history.fetches.last?.failure?.summary
            standing.take(
                SourceAnswer(
                    content: source.report.snapshot.fetchedAt == nil
                        ? nil
                        : SourceStanding.Content(source.report, fetchedAt: history.fetches.lastSuccess?.startedAt),
                    liveStatus: fetching.liveStatus, problem: failure,
                    isFinal: failure != nil || history.fetches.last != nil, isPaused: history.isPaused))
            if isBusy { standing.ask() }
        } else {
            if let answer = project.answers.latest[listed.name] { standing.take(answer) }
            if project.answers.asked.contains(listed.name) { standing.ask() }
        }
        return standing
    }

    /// Asks the sources that are not shown how they stand, unless they are being asked.
    mutating func surveySources() -> [Effect] {
        let names = project.sources.map(\.name).filter { $0 != source.name && !project.answers.asked.contains($0) }
        guard !names.isEmpty else { return [] }
        project.answers.ask(names)
        return [.surveySources(names)]
    }
}
