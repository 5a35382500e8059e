import ExperimentsCore
import Foundation

// New values, and older ones that are shown again.
extension DashboardState {
    /// Resolves at once where that is quick, and in the background where a key press would have to wait for it.
    mutating func resolve(_ snapshot: Snapshot) -> [Effect] {
        history.announced += 1
        source.explanation.expire()
        let isShown = !history.isPaused && !history.isInThePast
        return resolve(
            .arrival(snapshot, after: history.timeline.newest, number: history.announced), isShown: isShown,
            count: snapshot.entries.count)
    }

    private mutating func resolve(_ content: ResolutionRequest.Content, isShown: Bool, count: Int) -> [Effect] {
        if isShown { background.resolutionNumber += 1 }
        let request = ResolutionRequest(
            number: isShown ? background.resolutionNumber : nil, content, keys: project.keys, after: self.content,
            listing: list.keys,
            choice: listingChoice, alertRules: project.alertRules)
        guard (project.keys.count + count) / 2 <= list.keys.quickCount else { return [.resolve(request)] }
        return take(request.resolved())
    }

    /// Takes what was resolved, here or in the background.
    mutating func take(_ resolved: ResolvedSnapshot) -> [Effect] {
        var effects: [Effect] = []
        let isCurrent = resolved.number == background.resolutionNumber
        // Another arrival may have been noted since, or this one is no longer to be.
        var timesAreKnown = resolved.times.revision == source.changedAt.revision
        if let arrival = resolved.arrival, arrival.number == history.announced {
            // One that was announced before another is on its way may differ from what is kept by now.
            if let news = resolved.alert { effects += update(\.project.alertRules, with: .came(news)) }
            discard(history.timeline.newest)
            discard(history.timeline.append(arrival.snapshot, arrival.reversal, number: arrival.number, at: now))
            discard(source.changedAt.replaceArrivals(resolved.times.arrivals))
            if !isCurrent {
                list.keys.timesChanged()
                // It came while older values were on screen, which no longer are.
                if !history.isPaused, !history.isInThePast {
                    return effects + show(generationAt: history.timeline.generations.count - 1)
                }
            }
        } else if resolved.arrival != nil {
            timesAreKnown = false
        }
        guard isCurrent, let report = resolved.report, var list = resolved.listing else {
            if screen == .history { rebuildListing() }
            return effects
        }
        discard(source.lastChanges)
        source.lastChanges = resolved.lastChanges
        if !timesAreKnown { list.timesChanged() }
        // Overrides may have changed while the keys were resolved.
        show(
            report, list, showing: timesAreKnown ? resolved.choice : nil, overrides: self.source.report.overrides,
            fetchedAt: self.source.report.fetchedAt)
        return effects
    }

    mutating func show(generationAt index: Int) -> [Effect] {
        resolve(
            .generation(history.timeline, index: index), isShown: true, count: history.timeline.newest.entries.count)
    }
}
