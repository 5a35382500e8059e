import ExperimentsCore
import Foundation

// The header while fetches fail: why they do comes before everything that can be read elsewhere.
extension HeaderView {
    /// The parts that are shown beside the reason. On narrower screens, more of them are left out.
    private struct FailureChoice {
        var level = 0
        var hasName = true
        var words = Words.whole
        var counts = Counts.words
        /// Whether the age of the shown values is included.
        var hasAge = false
        /// The columns that the reason is not cut below.
        var leastReason: Int

        enum Words { case whole, short, none }
        enum Counts { case total, words, short }
    }

    private static let failureChoices = [
        FailureChoice(counts: .total, hasAge: true, leastReason: 80),
        FailureChoice(level: 1, hasAge: true, leastReason: 80),
        FailureChoice(level: 2, counts: .short, hasAge: true, leastReason: 48),
        FailureChoice(level: 2, leastReason: 32),
        FailureChoice(level: 2, hasName: false, leastReason: 24),
        FailureChoice(level: 2, hasName: false, counts: .short, leastReason: 20),
        FailureChoice(level: 3, hasName: false, words: .short, counts: .short, leastReason: 12),
        FailureChoice(level: 3, hasName: false, words: .none, counts: .short, leastReason: 10),
    ]

    /// The reason is cut in its middle: how it begins says what, how it ends says why.
    static func fittingFailure(_ state: DashboardState, columns: Int) -> (left: [Span], right: [Span]) {
        let reason = DisplayText(state.history.fetches.last?.failure?.summary ?? "")
        let wanted = reason.width(upTo: columns)
        for choice in failureChoices {
            var place = placeSpans(state, choice.level, hasName: choice.hasName)
            if !place.isEmpty { place.append(Span("  ", .header)) }
            let right: [Span] =
                switch choice.counts {
                case .total: countSpans(state, showsTotal: true)
                case .words: countSpans(state, showsTotal: false)
                case .short: shortCounts(state)
                }
            let before = place + failedSpans(state, choice.words)
            // One time to wait for is enough: when a fetch succeeds, live updates come back with it.
            let lost = lost(state, max(choice.level, 2))
            let after = nextTry(state, choice.words) + (choice.hasAge ? age(state) + lost : [])
            let gap = right.isEmpty ? 0 : 2
            let room = columns - width(of: before) - width(of: after) - width(of: right) - gap
            guard room >= min(wanted, choice.leastReason) else { continue }
            return (before + [Span(reason.truncated(to: room, .middle), .stale)] + after, right)
        }
        // There is room for next to nothing: the reason, and of the counts what fits beside it.
        var counts = shortCounts(state)
        while !counts.isEmpty, columns - width(of: counts) - 1 < min(wanted, 8) { counts = counts.dropLast(2) }
        let room = columns - width(of: counts) - (counts.isEmpty ? 0 : 1)
        return ([Span(reason.truncated(to: room, .middle), .stale)], counts)
    }

    private static func failedSpans(_ state: DashboardState, _ words: FailureChoice.Words) -> [Span] {
        let count = state.history.fetches.failuresInARow
        switch words {
        case .whole: return [Span(count > 1 ? "failed \(count) times: " : "the fetch failed: ", .stale)]
        case .short: return [Span("failed: ", .stale)]
        case .none: return []
        }
    }

    private static func nextTry(_ state: DashboardState, _ words: FailureChoice.Words) -> [Span] {
        words == .whole ? next(state, failed: true) : []
    }

    /// Returns the age of the shown values.
    private static func age(_ state: DashboardState) -> [Span] {
        if let good = state.history.fetches.lastSuccess?.startedAt {
            return [Span("  last good \(timeAgo(good, state))", .header)]
        }
        guard let kept = state.source.report.snapshot.fetchedAt else { return [Span("  nothing fetched yet", .header)] }
        return [Span("  values from \(timeAgo(kept, state))", .header)]
    }
}
