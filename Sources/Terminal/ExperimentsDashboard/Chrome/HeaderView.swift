import ExperimentsCore
import ExperimentsOperator
import ExperimentsTeam
import Foundation

/// The first line: the source of the values, their age, and how many are missing or incorrect.
enum HeaderView {
    static func draw(_ state: DashboardState, in rect: CellRect, _ canvas: inout Canvas) {
        canvas.fill(rect, .header)
        let isFailing = state.history.isFailing && !state.history.isInThePast
        let (left, right) =
            isFailing
            ? fittingFailure(state, columns: rect.columns - 2) : fitting(state, columns: rect.columns - 2)
        let inside = rect.inset(columns: 1)
        let (place, end) = inside.splitRight(min(width(of: right), inside.columns))
        canvas.put(left, at: inside.origin, maxColumns: right.isEmpty ? inside.columns : place.columns - 1)
        canvas.put(right, at: end.origin, maxColumns: end.columns)
        // If its name does not fit, the whole line has the color of production.
        if let environment = state.source.environment, isMarked(environment, state),
            !state.history.isInThePast,
            !left.contains(where: { $0.role == .badgeProduction })
        {
            canvas.frame.layer(canvas.theme[.badgeProduction], over: rect)
        }
    }

    /// The parts that are shown, in the order in which more of them are omitted on narrower screens: first the version,
    /// then the number of keys, the time of the next fetch, the apps and the team, words, and the name of the source.
    /// Problems and the environment are omitted last.
    private static let choices: [(level: Int, hasName: Bool, hasShortCounts: Bool)] = [
        (0, true, false), (1, true, false), (2, true, false), (3, true, false), (4, true, false),
        (4, true, true),
        (4, false, false), (4, false, true),
    ]

    private static func fitting(_ state: DashboardState, columns: Int) -> (left: [Span], right: [Span]) {
        for choice in choices where choice.hasName || state.source.environment != nil {
            let left = spans(state, choice.level, hasName: choice.hasName)
            let right =
                choice.hasShortCounts ? shortCounts(state) : countSpans(state, showsTotal: choice.level < 1)
            if width(of: left) + growth(state) + width(of: right) + 2 <= columns { return (left, right) }
        }
        // Old values must not be mistaken for current ones.
        if state.history.isInThePast { return (past(state, isShort: true), []) }
        let environment = environmentSpans(state)
        for counts in [countSpans(state, showsTotal: false), shortCounts(state)]
        where !environment.isEmpty && width(of: environment) + width(of: counts) + 1 <= columns {
            return (environment, counts)
        }
        let counts = shortCounts(state)
        // Overrides are the operator's own, so leave them out first.
        return (width(of: counts) <= columns ? counts : counts.dropLast(2), [])
    }

    static func width(of spans: [Span]) -> Int { spans.reduce(0) { $0 + $1.width } }

    /// Returns how much longer the age of the values becomes within a minute, so that parts do not appear and disappear
    /// with it.
    private static func growth(_ state: DashboardState) -> Int {
        guard let date = freshDate(state), !state.history.isInThePast else { return 0 }
        return max(0, "59s ago".count - timeAgo(date, state).count)
    }

    /// Returns the time of the last successful fetch; nil before the first.
    private static func freshDate(_ state: DashboardState) -> Date? {
        state.history.fetches.lastSuccess?.startedAt ?? state.source.report.snapshot.fetchedAt
    }

    private static func spans(_ state: DashboardState, _ level: Int, hasName: Bool) -> [Span] {
        var spans = placeSpans(state, level, hasName: hasName)
        if state.history.isInThePast {
            return spans + [Span(" ", .header)] + past(state, isShort: level > 1)
        }
        if !spans.isEmpty { spans.append(Span("  ", .header)) }
        if level < 1, let version = state.source.report.snapshot.version {
            spans += [Span("version ", .headerLabel), Span(version, .header), Self.separator]
        }
        return spans + freshness(state, level) + team(state, level) + apps(state, level)
    }

    /// The separator between two facts about the same thing.
    private static let separator = Span(" · ", .headerLabel)

    /// Returns the address for apps, and the number of linked apps.
    private static func apps(_ state: DashboardState, _ level: Int) -> [Span] {
        let count = state.apps.connectedCount
        let counted = count == 1 ? "1 app" : "\(count) apps"
        guard level < 2 else { return level < 3 && count > 0 ? [Span("  " + counted, .live)] : [] }
        switch (state.apps.serving, state.apps.otherServer) {
        case (.serving(let address), _): return [Span("  serving \(address.text) · \(counted)", .live)]
        case (.starting, _): return [Span("  starting the server", .headerLabel)]
        case (.stopping, _): return [Span("  stopping the server", .headerLabel)]
        case (.failed, nil): return [Span("  not serving", .stale)]
        case (_, let address?): return [Span("  served on \(address) · \(counted)", .live)]
        case (.off, nil): return []
        }
    }

    /// Returns the source of the values, and what is special about them.
    static func placeSpans(_ state: DashboardState, _ level: Int, hasName: Bool) -> [Span] {
        // A source with the same name as its environment is named once, in the environment's color.
        let isNamed = hasName && state.source.environment != state.sourceName
        let name = DisplayText(state.sourceName).truncated(to: level < 2 ? 40 : 24, .middle)
        var spans = isNamed ? [Span(name, .title)] : []
        if state.source.environment != nil {
            if !spans.isEmpty { spans.append(Span(" ", .header)) }
            spans += environmentSpans(state)
        }
        if state.project.isReadOnly { spans += [Span(" ", .header), Span(" READ-ONLY ", .headerLabel)] }
        if let words = state.source.persona?.words {
            // Who is looked at must never be mistaken, so the name stays on the narrowest screens.
            let shown = DisplayText(words).truncated(to: level < 2 ? 40 : level < 4 ? 24 : 14)
            spans += [Span(" ", .header), Span(" \(shown) ", .paused)]
        }
        if let words = state.templates.words {
            let shown = level < 2 ? words : "draft"
            spans += [
                Span(" ", .header), Span(" \(shown) ", state.templates.isPreviewed ? .paused : .headerLabel),
            ]
        }
        if state.history.isPaused { spans += [Span(" ", .header), Span(" PAUSED ", .paused)] }
        if state.overriding.storeProblem != nil, level < 3 {
            spans += [Span("  ", .header), Span("overrides not loaded", .error)]
        }
        return spans
    }

    private static func freshness(_ state: DashboardState, _ level: Int) -> [Span] {
        guard let date = freshDate(state) else {
            return [state.isBusy ? Span(fetching(state), .header) : Span("not fetched yet", .stale)]
        }
        let isKept = restoredAt(state) != nil
        let label = isKept ? Span("values from ", .stale) : Span("fetched ", .headerLabel)
        let age = Span(timeAgo(date, state), isKept ? .stale : .header)
        let spans = (level < 4 ? [label] : []) + [age] + live(state, level)
        return level < 2 ? spans + next(state, failed: false) : spans
    }

    /// Returns whether changes arrive by themselves. Values that are held back or could not be fetched are not live.
    private static func live(_ state: DashboardState, _ level: Int) -> [Span] {
        if case .live = state.fetching.liveStatus {
            return state.history.isPaused ? [] : [separator, Span("● live", .live)]
        }
        return lost(state, level)
    }

    static func lost(_ state: DashboardState, _ level: Int) -> [Span] {
        switch state.fetching.liveStatus {
        case .off, .live: return []
        case .connecting: return level < 2 ? [Span("  connecting", .headerLabel)] : []
        case .interrupted(_, let nextTryAt):
            let wait = nextTryAt.map { TimeText.wait(from: state.now, until: $0) }
            let when = wait.map { $0 == "now" ? ", next try now" : ", next try in \($0)" } ?? ""
            return [Span("  live updates lost" + (level < 2 ? when : ""), .stale)]
        case .unavailable: return level < 3 ? [Span("  not live", .headerLabel)] : []
        }
    }

    /// Returns that a fetch is running, and for how long if it takes longer than expected.
    private static func fetching(_ state: DashboardState) -> String {
        guard case .running(let since) = state.fetching.activity, state.now.timeIntervalSince(since) >= 3
        else {
            return "fetching…"
        }
        return "fetching for \(TimeText.age(from: since, to: state.now))"
    }

    static func timeAgo(_ date: Date, _ state: DashboardState) -> String {
        TimeText.ago(date, now: state.now)
    }

    static func next(_ state: DashboardState, failed: Bool) -> [Span] {
        if state.isBusy { return [Span("  " + fetching(state), .live)] }
        if state.history.isPaused { return [] }
        guard let date = state.fetching.schedule.nextFetchAt else {
            let key = state.project.keyMap.name(of: .refetch).map { " (\($0))" } ?? ""
            return [separator, Span("manual\(key)", .headerLabel)]
        }
        // A very short wait would only flicker.
        if !failed, let interval = state.fetching.interval, interval < .seconds(5) {
            return [separator, Span("every \(DurationText.text(of: interval))", .live)]
        }
        let wait = TimeText.wait(from: state.now, until: date)
        return [
            separator, Span(failed ? "next try " : "next ", .headerLabel),
            Span(wait == "now" ? "now" : "in " + wait, .header),
        ]
    }

    private static func environmentSpans(_ state: DashboardState) -> [Span] {
        guard let environment = state.source.environment else { return [] }
        return [Span(" \(environment) ", isMarked(environment, state) ? .badgeProduction : .headerLabel)]
    }

    private static func isMarked(_ environment: String, _ state: DashboardState) -> Bool {
        state.source.listed?.color != nil || EnvironmentName.isProduction(environment)
    }

    private static let counted: [KeyStatus] = [.unknown, .incorrect, .missing, .override]

    /// Returns the counts without words.
    static func shortCounts(_ state: DashboardState) -> [Span] {
        var spans: [Span] = []
        for status in counted where state.source.report.counts[status] > 0 {
            if !spans.isEmpty { spans.append(Span(" ", .header)) }
            spans.append(status.shortlyCounted(state.source.report.counts[status]))
        }
        return spans
    }

    static func countSpans(_ state: DashboardState, showsTotal: Bool) -> [Span] {
        let counts = state.source.report.counts
        var spans = showsTotal ? [Span(total(state), .header)] : []
        for status in counted where counts[status] > 0 {
            if !spans.isEmpty { spans.append(Span("  ", .header)) }
            spans.append(status.counted(counts[status]))
        }
        return spans
    }

    private static func total(_ state: DashboardState) -> String {
        state.keyCount == 1 ? "1 key" : CountText.grouped(state.keyCount) + " keys"
    }
}

// The sign in the header for older values.
extension HeaderView {
    private static func past(_ state: DashboardState, isShort: Bool) -> [Span] {
        let generation = state.history.timeline.generations[state.history.shownIndex]
        let time = state.project.shortTime(generation.since, at: state.now)
        let back = state.history.timeline.generations.count - 1 - state.history.shownIndex
        guard !isShort else { return [Span(" PAST \(time) ", .paused)] }
        let version = generation.version.map { " version \($0)" } ?? ""
        return [
            Span(" PAST \(time)\(version) ", .paused),
            Span("  \(back == 1 ? "1 change" : "\(back) changes") before now", .header),
        ]
    }
}

// The header while fetches fail. The reason comes before everything that can be read elsewhere.
extension HeaderView {
    /// The parts to show beside the reason. On narrower screens, more of them are left out.
    private struct FailureChoice {
        var level = 0
        var hasName = true
        var words = Words.whole
        var counts = Counts.words
        /// Whether the age of the shown values is included.
        var hasAge = false
        /// The minimum number of columns for the reason.
        var leastReason: Int
        /// Whether it is only for reasons that say alone that the fetch failed: `127.0.0.1:9 refused`.
        var isForHosts = false

        enum Words { case whole, short, none }
        enum Counts { case total, words, short }
    }

    private static let failureChoices = [
        FailureChoice(counts: .total, hasAge: true, leastReason: 80),
        FailureChoice(level: 1, hasAge: true, leastReason: 80),
        FailureChoice(level: 2, counts: .short, hasAge: true, leastReason: 48),
        FailureChoice(level: 2, leastReason: 24),
        FailureChoice(level: 2, counts: .short, leastReason: 20),
        FailureChoice(level: 2, words: .short, counts: .short, leastReason: 16),
        FailureChoice(level: 2, words: .none, counts: .short, leastReason: 16, isForHosts: true),
        FailureChoice(level: 3, words: .short, counts: .short, leastReason: 12),
        FailureChoice(level: 3, hasName: false, words: .short, counts: .short, leastReason: 12),
        FailureChoice(level: 3, hasName: false, words: .none, counts: .short, leastReason: 10),
    ]

    /// Returns the forms of a reason, the longest first. The name of the service and what else may have happened give
    /// way, so that the host and what happened stay: `127.0.0.1:9 refused the connection`.
    private static func forms(of reason: String) -> [String] {
        var forms = [reason]
        var rest = Substring(reason)
        while let colon = rest.firstRange(of: ": ") {
            // A host has a period or a port, and the name of a service has neither.
            let name = rest[..<colon.lowerBound]
            guard !name.contains(where: { ".:/0123456789".contains($0) }) else { break }
            rest = rest[colon.upperBound...]
            forms.append(String(rest))
        }
        for end in ["; ", " or ", ", ", " the connection"] {
            guard let place = rest.firstRange(of: end) else { continue }
            rest = rest[..<place.lowerBound]
            forms.append(String(rest))
        }
        return forms
    }

    private static func fitted(_ reason: String, to room: Int) -> String {
        let forms = forms(of: reason)
        if let form = forms.first(where: { DisplayText($0).width(upTo: room + 1) <= room }) { return form }
        // Of a host and one word, such as `refused`, the middle of the host gives way.
        let last = forms[forms.count - 1]
        return DisplayText(last).truncated(to: room, last.split(separator: " ").count == 2 ? .middle : .tail)
    }

    /// Returns the least number of columns that name the host and say that it refused the connection; 0 for other
    /// reasons. A very long host is cut.
    private static func needed(for reason: String) -> Int {
        let last = forms(of: reason).last { $0.hasSuffix(" refused") }
        return last.map { DisplayText($0).width(upTo: 24) } ?? 0
    }

    /// Returns the header while fetches fail.
    static func fittingFailure(_ state: DashboardState, columns: Int) -> (left: [Span], right: [Span]) {
        let reason = state.history.fetches.last?.failure?.summary ?? ""
        let wanted = DisplayText(reason).width(upTo: columns)
        let needed = needed(for: reason)
        for choice in failureChoices where needed > 0 || !choice.isForHosts {
            var place = placeSpans(state, choice.level, hasName: choice.hasName)
            if !place.isEmpty { place.append(Span("  ", .header)) }
            let right: [Span] =
                switch choice.counts {
                case .total: countSpans(state, showsTotal: true)
                case .words: countSpans(state, showsTotal: false)
                case .short: shortCounts(state)
                }
            let before = place + failedSpans(state, choice.words)
            // One waiting time is enough, because live updates come back with a successful fetch.
            let lost = lost(state, max(choice.level, 2))
            let after = nextTry(state, choice) + (choice.hasAge ? age(state) + lost : [])
            let gap = right.isEmpty ? 0 : 2
            let room = columns - width(of: before) - width(of: after) - width(of: right) - gap
            guard room >= min(wanted, max(choice.leastReason, needed)) else { continue }
            return (before + [Span(fitted(reason, to: room), .stale)] + after, right)
        }
        // There is hardly any room: show the reason, and the counts that fit beside it.
        var counts = shortCounts(state)
        let least = min(wanted, max(8, needed))
        while !counts.isEmpty, columns - width(of: counts) - 1 < least { counts = counts.dropLast(2) }
        let room = columns - width(of: counts) - (counts.isEmpty ? 0 : 1)
        return ([Span(fitted(reason, to: room), .stale)], counts)
    }

    /// Returns the text before the reason: how often fetches failed, or how old the values from an earlier program are.
    private static func failedSpans(_ state: DashboardState, _ words: FailureChoice.Words) -> [Span] {
        let count = state.history.fetches.failuresInARow
        switch (words, restoredAt(state).map { timeAgo($0, state) }) {
        case (.whole, let time?): return [Span(OutageWords.values(from: time, because: ""), .stale)]
        case (.short, let time?): return [Span("from \(time): ", .stale)]
        case (.whole, nil): return [Span(count > 1 ? "failed \(count) times: " : "fetch failed: ", .stale)]
        case (.short, nil): return [Span("failed: ", .stale)]
        case (.none, _): return []
        }
    }

    /// Returns when the values were fetched, if an earlier program fetched them some time ago and this one has not
    /// reached the source yet. The header does not call them fetched.
    private static func restoredAt(_ state: DashboardState) -> Date? {
        guard state.history.fetches.lastSuccess == nil, let date = state.source.report.snapshot.fetchedAt
        else {
            return nil
        }
        return state.now.timeIntervalSince(date) >= 60 ? date : nil
    }

    private static func nextTry(_ state: DashboardState, _ choice: FailureChoice) -> [Span] {
        // The age of old values is more important than the time of the next fetch.
        choice.level < 3 && (choice.hasAge || restoredAt(state) == nil)
            ? next(state, failed: true) : []
    }

    /// Returns the age of the last values fetched before the failures.
    private static func age(_ state: DashboardState) -> [Span] {
        if let good = state.history.fetches.lastSuccess?.startedAt {
            return [Span("  last good \(timeAgo(good, state))", .header)]
        }
        guard let date = state.source.report.snapshot.fetchedAt else {
            return [Span("  nothing fetched yet", .header)]
        }
        return restoredAt(state) == nil ? [Span("  values from \(timeAgo(date, state))", .header)] : []
    }
}
