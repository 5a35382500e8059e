import ExperimentsCore
import Foundation

// New values, and the way back to older ones.
extension DashboardState {
    /// When the value on screen came, as far as that was while the dashboard was open.
    func dateOfChange(of name: String) -> Date? {
        history.isInThePast ? history.timeline.dateOfChange(of: name, at: history.shownIndex) : source.changedAt[name]
    }

    /// Resolves at once where that is quick, and in the background where a key press would have to wait for it.
    mutating func adopt(_ snapshot: Snapshot) -> [Effect] {
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
        return adopt(request.resolved())
    }

    mutating func adopt(_ resolved: ResolvedSnapshot) -> [Effect] {
        var effects: [Effect] = []
        let isCurrent = resolved.number == background.resolutionNumber
        // Another arrival may have been noted since, or this one is no longer to be.
        var timesAreKnown = resolved.times.revision == source.changedAt.revision
        if let arrival = resolved.arrival, arrival.number == history.announced {
            // One that was announced before another is on its way may differ from what is kept by now.
            effects += tell(resolved.alert)
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
        adopt(
            report, list, showing: timesAreKnown ? resolved.choice : nil, overrides: self.source.report.overrides,
            fetchedAt: self.source.report.fetchedAt)
        return effects
    }

    private mutating func show(generationAt index: Int) -> [Effect] {
        resolve(
            .generation(history.timeline, index: index), isShown: true, count: history.timeline.newest.entries.count)
    }

    /// The declared keys are others: what is on screen is resolved with them.
    mutating func resolveAnew() -> [Effect] {
        show(generationAt: history.shownIndex)
    }

    /// Which key goes back to now, after other words.
    var wayBack: String { project.keyMap.words(.back, "goes back to now").map { "; " + $0 } ?? "" }

    mutating func stepInTime(back: Bool) -> [Effect] {
        let next = history.shownIndex + (back ? -1 : 1)
        guard next >= 0 else {
            let effects = readPast(steppingBack: true)
            if !history.isPastAwaited { say("nothing older is kept", .warning, seconds: 3) }
            return effects
        }
        return travel(to: next)
    }

    /// Shows a generation; the newest is the present.
    mutating func travel(to index: Int) -> [Effect] {
        guard index < history.timeline.generations.count - 1 else { return returnToNow() }
        history.shownGeneration = history.timeline.generations[index].id
        let generation = history.timeline.generations[index]
        let version = generation.version.map { ", version \($0)" } ?? ""
        say(
            "values since \(shortTime(generation.since))\(version)" + wayBack,
            .warning)
        return show(generationAt: index)
    }

    /// Shows what the source has now, or what was on screen when updates were paused.
    mutating func returnToNow() -> [Effect] {
        history.shownGeneration = nil
        say(history.isPaused ? "back to where it was paused" : "back to now", .success, seconds: 3)
        return show(generationAt: history.shownIndex)
    }

    mutating func togglePause() -> [Effect] {
        history.isPaused.toggle()
        guard !history.isPaused else {
            history.pausedGeneration = history.timeline.newestGeneration.id
            say(
                "paused: values stay as they are until \(project.keyMap.keys(for: .pause).first?.description ?? "resumed")",
                .warning)
            return []
        }
        history.pausedGeneration = nil
        say("live again", .success)
        return history.isInThePast ? [] : show(generationAt: history.shownIndex)
    }

    /// Shows the values as the fetch under the cursor left them.
    mutating func travelToFetch() -> [Effect] {
        guard let record = selectedRecord, let index = history.generationIndex(of: record) else { return [] }
        return travel(to: index)
    }
}
