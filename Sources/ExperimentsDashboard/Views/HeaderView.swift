import ExperimentsCore
import Foundation

/// The first line: where the values come from, how fresh they are, and how many are not as they should be.
enum HeaderView {
    static func draw(_ state: DashboardState, in rect: Rect, _ canvas: inout Canvas) {
        canvas.fill(rect, .header)
        let (left, right) = fitting(state, columns: rect.columns - 2)
        let rightWidth = min(width(of: right), rect.columns - 2)
        canvas.put(
            left, at: Point(column: rect.column + 1, row: rect.row), maxColumns: rect.columns - rightWidth - 3)
        canvas.put(
            right, at: Point(column: rect.endColumn - rightWidth - 1, row: rect.row), maxColumns: rightWidth)
    }

    /// What there is room for, level by level: the version goes first, then the number of keys, then when the next fetch is due, then a
    /// word. What is broken stays to the last.
    private static func fitting(_ state: DashboardState, columns: Int) -> (left: [Span], right: [Span]) {
        for level in 0...3 {
            let left = spans(state, level)
            let right = countSpans(state, showsTotal: level < 1)
            if width(of: left) + width(of: right) + 2 <= columns { return (left, right) }
        }
        // Nobody may take old values for those of now.
        if state.isInThePast { return (PastBadge.spans(state, isShort: true), []) }
        return (spans(state, 3), countSpans(state, showsTotal: false))
    }

    private static func width(of spans: [Span]) -> Int { spans.reduce(0) { $0 + $1.width } }

    private static func spans(_ state: DashboardState, _ level: Int) -> [Span] {
        // A source that is called like its environment is named once, in the environment's colour.
        var spans = state.environment == state.sourceName ? [] : [Span(state.sourceName, .title)]
        if let environment = state.environment {
            let isMarked = state.source?.color != nil || environment.lowercased().hasPrefix("prod")
            if !spans.isEmpty { spans.append(Span(" ", .header)) }
            spans += [Span(" \(environment) ", isMarked ? .badgeProduction : .headerLabel)]
        }
        if state.isReadOnly { spans += [Span(" ", .header), Span(" READ-ONLY ", .headerLabel)] }
        if let words = state.persona?.words {
            let shown = level < 2 ? String(words.prefix(40)) : "persona"
            spans += [Span(" ", .header), Span(" \(shown) ", .paused)]
        }
        if state.isPaused { spans += [Span(" ", .header), Span(" PAUSED ", .paused)] }
        if state.isInThePast { return spans + [Span(" ", .header)] + PastBadge.spans(state, isShort: level > 1) }
        spans.append(Span("  ", .header))
        if level < 1, let version = state.report.snapshot.version {
            spans += [Span("version ", .headerLabel), Span(version + "  ", .header)]
        }
        return spans + freshness(state, level)
    }

    private static func freshness(_ state: DashboardState, _ level: Int) -> [Span] {
        let lastGood = state.history.lastSuccess?.startedAt ?? state.report.snapshot.fetchedAt
        let age = lastGood.map { timeAgo($0, state) }
        if let failure = state.history.last?.failure {
            var spans = [Span(failure.summary, .stale)]
            if let age { spans.append(Span("  last good \(age)", .header)) }
            return level < 2 ? spans + next(state, failed: true) + lost(state, level) : spans
        }
        if state.history.records.isEmpty, state.isBusy { return [Span("fetching…", .header)] }
        guard let age else { return [Span("not fetched yet", .stale)] }
        let spans = (level < 3 ? [Span("fetched ", .headerLabel)] : []) + [Span(age, .header)] + live(state, level)
        return level < 2 ? spans + next(state, failed: false) : spans
    }

    /// Whether changes come by themselves. Values that are held back or could not be fetched are not live.
    private static func live(_ state: DashboardState, _ level: Int) -> [Span] {
        if case .live = state.liveStatus { return state.isPaused ? [] : [Span("  live", .live)] }
        return lost(state, level)
    }

    private static func lost(_ state: DashboardState, _ level: Int) -> [Span] {
        switch state.liveStatus {
        case .off, .live: return []
        case .connecting: return level < 1 ? [Span("  connecting", .headerLabel)] : []
        case .interrupted(_, let nextTryAt):
            let wait = nextTryAt.map { TimeText.age(from: state.now, to: $0) }
            let when = wait.map { $0 == "now" ? ", next try now" : ", next try in \($0)" } ?? ""
            return [Span("  live updates lost" + (level < 2 ? when : ""), .stale)]
        case .unavailable: return level < 1 ? [Span("  not live", .headerLabel)] : []
        }
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
        let count = state.history.failuresInARow
        let label = !failed ? "  next " : count > 1 ? "  failed \(count) times, next try " : "  next try "
        return [Span(label, .headerLabel), Span(wait == "now" ? "now" : "in " + wait, .header)]
    }

    private static func countSpans(_ state: DashboardState, showsTotal: Bool) -> [Span] {
        let counts = state.report.counts
        var spans = showsTotal ? [Span("\(state.report.declaredCount) keys", .header)] : []
        for (status, role) in [(KeyStatus.missing, Role.missing), (.incorrect, .incorrect), (.override, .override)]
        where counts[status] > 0 {
            let word = status == .override && counts[status] > 1 ? "overrides" : status.rawValue
            if !spans.isEmpty { spans.append(Span("  ", .header)) }
            spans.append(Span("\(counts[status]) \(word)", role))
        }
        return spans
    }
}
