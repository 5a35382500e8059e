import ExperimentsCore
import Foundation

// New values, and the way back to older ones.
extension DashboardState {
    /// Whether older values are on screen than the source has now.
    var isInThePast: Bool { shownGeneration != nil }

    /// The place in the timeline of what is on screen.
    var shownIndex: Int {
        let number = shownGeneration ?? (isPaused ? pausedGeneration : nil)
        guard let number else { return timeline.generations.count - 1 }
        // The oldest that is kept stands for one that no longer is.
        return timeline.index(of: number) ?? 0
    }

    /// When the value on screen came, as far as that was while the dashboard was open.
    func dateOfChange(of name: String) -> Date? {
        isInThePast ? timeline.dateOfChange(of: name, at: shownIndex) : changedAt[name]
    }

    /// Resolves at once where that is quick, and beside the loop where a key press would have to wait for it.
    mutating func adopt(_ snapshot: Snapshot) -> [Effect] {
        announced += 1
        explanation.expire()
        let isShown = !isPaused && !isInThePast
        return resolve(
            .arrival(snapshot, after: timeline.newest, number: announced), isShown: isShown,
            count: snapshot.entries.count)
    }

    private mutating func resolve(_ content: ResolutionRequest.Content, isShown: Bool, count: Int) -> [Effect] {
        if isShown { resolutionNumber += 1 }
        let request = ResolutionRequest(
            number: isShown ? resolutionNumber : nil, content, keys: keys, after: self.content, listing: listing,
            choice: listingChoice, alertRules: alertRules)
        guard (keys.count + count) / 2 <= listing.quickCount else { return [.resolve(request)] }
        return adopt(request.resolved())
    }

    mutating func adopt(_ resolved: ResolvedSnapshot) -> [Effect] {
        var effects: [Effect] = []
        let isCurrent = resolved.number == resolutionNumber
        // Another arrival may have been noted since, or this one is no longer to be.
        var timesAreKnown = resolved.times.revision == changedAt.revision
        if let arrival = resolved.arrival, arrival.number == announced {
            // One that was announced before another is on its way may differ from what is kept by now.
            effects += tell(resolved.alert)
            retire(timeline.newest)
            retire(timeline.append(arrival.snapshot, arrival.reversal, number: arrival.number, at: now))
            retire(changedAt.replaceArrivals(resolved.times.arrivals))
            if !isCurrent {
                listing.timesChanged()
                // It came while older values were on screen, which no longer are.
                if !isPaused, !isInThePast { return effects + show(generationAt: timeline.generations.count - 1) }
            }
        } else if resolved.arrival != nil {
            timesAreKnown = false
        }
        guard isCurrent, let report = resolved.report, var list = resolved.listing else {
            if screen == .history { rebuildListing() }
            return effects
        }
        retire(lastChanges)
        lastChanges = resolved.lastChanges
        if !timesAreKnown { list.timesChanged() }
        // Overrides may have changed while the keys were resolved.
        adopt(
            report, list, listing: timesAreKnown ? resolved.choice : nil, overrides: self.report.overrides,
            fetchedAt: self.report.fetchedAt)
        return effects
    }

    private mutating func show(generationAt index: Int) -> [Effect] {
        resolve(.generation(timeline, index: index), isShown: true, count: timeline.newest.entries.count)
    }

    /// The declared keys are others: what is on screen is resolved with them.
    mutating func resolveAnew() -> [Effect] {
        show(generationAt: shownIndex)
    }

    /// Which key goes back to now, after other words.
    var wayBack: String { keyMap.words(.back, "goes back to now").map { "; " + $0 } ?? "" }

    mutating func stepInTime(back: Bool) -> [Effect] {
        let next = shownIndex + (back ? -1 : 1)
        guard next >= 0 else {
            say("nothing older is kept", .warning, seconds: 3)
            return []
        }
        return travel(to: next)
    }

    /// Shows a generation; the newest is the present.
    mutating func travel(to index: Int) -> [Effect] {
        guard index < timeline.generations.count - 1 else { return returnToNow() }
        shownGeneration = timeline.generations[index].id
        let generation = timeline.generations[index]
        let version = generation.version.map { ", version \($0)" } ?? ""
        say(
            "values since \(TimeText.timeOfDay(generation.since, in: localTime))\(version)" + wayBack,
            .warning)
        return show(generationAt: index)
    }

    /// Shows what the source has now, or what was on screen when updates were paused.
    mutating func returnToNow() -> [Effect] {
        shownGeneration = nil
        say(isPaused ? "back to where it was paused" : "back to now", .success, seconds: 3)
        return show(generationAt: shownIndex)
    }

    mutating func togglePause() -> [Effect] {
        isPaused.toggle()
        guard !isPaused else {
            pausedGeneration = timeline.newestGeneration.id
            say(
                "paused: values stay as they are until \(keyMap.keys(for: .pause).first?.description ?? "resumed")",
                .warning)
            return []
        }
        pausedGeneration = nil
        say("live again", .success)
        return isInThePast ? [] : show(generationAt: shownIndex)
    }

    /// Shows the values as the fetch under the cursor left them.
    mutating func travelToFetch() -> [Effect] {
        guard let record = selectedRecord, let index = generationIndex(of: record) else { return [] }
        return travel(to: index)
    }

    /// The place in the timeline of what the source held after a fetch; nil where it is no longer kept.
    func generationIndex(of record: FetchRecord) -> Int? {
        fetchGenerations[record.id].flatMap { timeline.index(of: $0) }
    }

    /// Keeps in mind what the source held when this fetch was over.
    mutating func note(_ record: FetchRecord) {
        fetchGenerations[record.id] = announced
        if let first = history.records.first { fetchGenerations[first.id - 1] = nil }
    }
}
