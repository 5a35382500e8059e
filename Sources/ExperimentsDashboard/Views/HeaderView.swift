import ExperimentsCore
import Foundation

/// The first line: where the values come from, how fresh they are, and how many are not as they should be.
enum HeaderView {
    static func draw(_ state: DashboardState, in rect: Rect, _ canvas: inout Canvas) {
        canvas.fill(rect, .header)
        let counts = fitting(countSpans(state), into: rect.columns / 2)
        let countsWidth = counts.reduce(0) { $0 + $1.width }
        let left = Point(column: rect.column + 1, row: rect.row)
        canvas.put(spans(state), at: left, maxColumns: rect.columns - countsWidth - 2)
        canvas.put(
            counts, at: Point(column: rect.endColumn - countsWidth - 1, row: rect.row), maxColumns: countsWidth)
    }

    private static func spans(_ state: DashboardState) -> [Span] {
        var spans = [Span(state.sourceName, .title)]
        if let environment = state.environment {
            let isProduction = environment.lowercased().hasPrefix("prod")
            spans += [Span(" ", .header), Span(" \(environment) ", isProduction ? .badgeProduction : .headerLabel)]
        }
        if state.isPaused { spans += [Span(" ", .header), Span(" PAUSED ", .paused)] }
        spans.append(Span("  ", .header))
        if let version = state.report.snapshot.version, state.size.columns >= 60 {
            spans += [Span("version ", .headerLabel), Span(version + "  ", .header)]
        }
        return spans + freshness(state)
    }

    private static func freshness(_ state: DashboardState) -> [Span] {
        let lastGood = state.history.lastSuccess?.startedAt ?? state.report.snapshot.fetchedAt
        let age = lastGood.map { timeAgo($0, state) }
        if let failure = state.history.last?.failure {
            var spans = [Span(failure.summary, .stale)]
            if let age { spans.append(Span("  last good \(age)", .header)) }
            spans += next(state, failed: true)
            return spans
        }
        if state.history.records.isEmpty, state.isBusy { return [Span("fetching…", .header)] }
        guard let age else { return [Span("not fetched yet", .stale)] }
        return [Span("fetched ", .headerLabel), Span(age, .header)] + next(state, failed: false)
    }

    private static func timeAgo(_ date: Date, _ state: DashboardState) -> String {
        let text = TimeText.age(from: date, to: state.now)
        return text == "now" ? "now" : text + " ago"
    }

    private static func next(_ state: DashboardState, failed: Bool) -> [Span] {
        if state.isBusy { return [Span("  fetching…", .live)] }
        if state.isPaused { return [] }
        guard let date = state.schedule.nextFetchAt else {
            return [Span("  by hand (r)", .headerLabel)]
        }
        let wait = TimeText.age(from: state.now, to: date)
        return [Span(failed ? "  next try " : "  next ", .headerLabel), Span(wait == "now" ? "now" : "in " + wait, .header)]
    }

    private static func countSpans(_ state: DashboardState) -> [Span] {
        let counts = state.report.counts
        var spans = [Span("\(state.report.declaredCount) keys", .header)]
        for (status, role) in [(KeyStatus.missing, Role.missing), (.incorrect, .incorrect), (.override, .override)]
        where counts[status] > 0 {
            let word = status == .override && counts[status] > 1 ? "overrides" : status.rawValue
            spans += [Span("  ", .header), Span("\(counts[status]) \(word)", role)]
        }
        return spans
    }

    /// The counts that fit; the number of keys goes first, what is broken stays.
    private static func fitting(_ spans: [Span], into columns: Int) -> [Span] {
        var spans = spans[...]
        while spans.reduce(0, { $0 + $1.width }) > columns, spans.count > 1 { spans = spans.dropFirst(2) }
        return Array(spans)
    }
}
