import ExperimentsCore
import ExperimentsOperator
import Foundation

// What the source held before the dashboard was opened.
extension DashboardState {
    /// The values of before are wanted where fetches of before are listed.
    mutating func readPastIfListed() -> [Effect] {
        guard screen == .history, !history.earlier.isEmpty else { return [] }
        return readPast(steppingBack: false)
    }

    /// Asks for the values of before, once. Not before something is known that they lead to.
    mutating func readPast(steppingBack: Bool) -> [Effect] {
        if steppingBack, case .asked = history.past { history.past = .asked(stepsBack: true) }
        // The values of other personas than the configured one are not stored.
        guard source.persona?.words == nil, history.past == .unread, history.timeline.newest.fetchedAt != nil else {
            return []
        }
        history.past = .asked(stepsBack: steppingBack)
        return [.readEarlierValues(EarlierValuesRequest(source: source.name, history.timeline))]
    }

    /// The values of before were read, as far as they could be.
    mutating func pastRead(_ result: Result<EarlierValues, FileProblem>, of name: String?) -> [Effect] {
        guard name == source.name, case .asked(let stepsBack) = history.past else { return [] }
        history.past = .read
        switch result {
        case .success(let earlier):
            guard history.timeline.prepend(earlier) else {
                // The generation to which they lead was removed meanwhile.
                history.past = .unread
                return stepsBack ? readPast(steppingBack: true) : []
            }
        case .failure(let problem):
            sayUnread(problem)
            return []
        }
        return stepsBack ? stepInTime(back: true) : []
    }

    /// Reads how long keys have been at their defaults, as soon as a filter needs it.
    mutating func readAgesIfAsked() -> [Effect] {
        guard source.ages == nil, list.filter.asksForStaleness || list.search.filter.asksForStaleness else { return [] }
        source.ages = DefaultAges.none
        // The values of other personas than the configured one are not stored.
        guard project.keepsValues, source.persona?.words == nil else {
            say("nothing is kept of these values, so that nobody knows which keys are stale", .warning)
            return []
        }
        return [.readDefaultAges(DefaultAgesRequest(source: source.name, keys: project.keys))]
    }

    mutating func adopt(_ result: Result<DefaultAges, FileProblem>) {
        switch result {
        case .success(let ages): source.ages = ages
        case .failure(let problem): return sayUnread(problem)
        }
        list.keys.agesChanged()
        rebuildListing()
    }

    private mutating func sayUnread(_ problem: FileProblem) {
        let file = (problem.path as NSString).lastPathComponent
        say("values of before: \(problem.named(file))", .warning, seconds: 12, as: .file)
    }

    /// The time of day, with the date where it was another day.
    func shortTime(_ date: Date) -> String {
        isToday(date)
            ? TimeText.timeOfDay(date, in: project.localTime) : TimeText.dateAndTime(date, in: project.localTime)
    }

    /// The time of day, or the day where it was another one: `02-26`.
    func shortestTime(_ date: Date) -> String {
        let localTime = project.localTime
        return isToday(date)
            ? TimeText.timeOfDay(date, in: localTime) : String(TimeText.date(date, in: localTime).suffix(5))
    }

    private func isToday(_ date: Date) -> Bool {
        TimeText.date(date, in: project.localTime) == TimeText.date(now, in: project.localTime)
    }
}
