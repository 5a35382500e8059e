import ExperimentsCore
import Foundation

/// The sentences about failed fetches.
enum RetryWords {
    /// Returns how often fetching has failed, when it is tried again, and why then; nil if the last fetch succeeded.
    static func text(_ state: DashboardState) -> String? {
        guard state.history.fetches.last?.failure != nil else { return nil }
        let count = state.history.fetches.failuresInARow
        let failed = count == 1 ? "the last fetch failed" : "the last \(count) fetches failed"
        if state.isBusy { return failed + "; trying again now" }
        if state.history.isPaused { return failed + "; not tried again while paused" }
        guard let next = state.fetching.schedule.nextFetchAt else {
            let key = state.project.keyMap.keys(for: .refetch).first.map { ", \($0) does" } ?? ""
            return failed + "; not tried again by itself" + key
        }
        let wait = TimeText.wait(from: state.now, until: next)
        let time = TimeText.timeOfDay(next, in: state.project.localTime)
        return "\(failed); next try \(wait == "now" ? "now" : "in \(wait)") at \(time)\(reason(state, count))"
    }

    private static func reason(_ state: DashboardState, _ count: Int) -> String {
        if state.fetching.schedule.isAskedToWait { return ", as the source asks" }
        guard count > 1 else { return "" }
        let longest = DurationText.text(of: RefreshSchedule.longestWait)
        return ": the wait doubles with each failure, to \(longest) at most"
    }
}
