import ExperimentsCore
import ExperimentsOperator
import Foundation
import LinkProtocol

extension DetailLines {
    /// More differences and doings are not shown.
    private static let limit = 200
    /// The apps in which an override is not in force are named up to so many.
    private static let shownStragglers = 5

    /// Everything about the app under the cursor.
    mutating func describeApp() {
        guard let app = state.selectedApp else { return }
        lines.append([Span(app.title, .title)])
        for fact in app.facts where fact.subject == .seen { describe(fact, of: app) }
        for fact in app.facts where fact.subject != .seen && !fact.isRepetition { describe(fact, of: app) }
        describeOwnOverrides(of: app)
        describeDifferences(of: app)
        describeDoings(of: app)
    }

    private mutating func describe(_ fact: AppFact, of app: ConnectedApp) {
        let text = text(of: fact)
        switch fact.subject {
        case .seen: app.isConnected ? add("status", text, .live) : add("status", "last seen " + text, .stale)
        case .app: add(fact.label, "\(text), first seen \(state.project.shortTime(app.firstSeen, at: state.now))")
        case .version, .device: add(fact.label, text, .value)
        case .system: add(fact.label, text, .type)
        case .reported: add(fact.label, text, app.reportedAt == nil ? .unknown : .age)
        case .fetched: add(fact.label, text, app.fetchedAt == nil ? .unknown : .age)
        case .roundTrip: add(fact.label, text, .age)
        case .warning: add(fact.label, text, .warning)
        }
    }

    /// The words of a fact; how long ago the app was here, but the time of its fetch, to be compared with others.
    private func text(of fact: AppFact) -> String {
        switch fact.content {
        case .text(let text): text
        case .time(let date, let ending):
            (fact.subject == .fetched
                ? TimeText.dateAndTime(date, in: state.project.localTime) : TimeText.ago(date, now: state.now)) + ending
        case .duration(let duration): TimeText.duration(duration)
        }
    }

    /// The overrides that are not for everyone.
    private mutating func describeOwnOverrides(of app: ConnectedApp) {
        let scope = OverrideScope.installation(app: app.id.app, id: app.id.installation)
        for (scope, label) in [(OverrideScope.app(app.id.app), "for \(app.id.app)"), (scope, "for it alone")] {
            let overrides = state.source.report.overrides[scope]
            guard !overrides.isEmpty else { continue }
            let words = overrides.names.map { name in
                let override = overrides[name]
                return "\(name) = \(override?.value ?? "")" + (override?.isEnabled == false ? " (off)" : "")
            }
            add(label, words.joined(separator: ", "), .override)
        }
    }

    /// Only what differs: its value, ours, and why.
    private mutating func describeDifferences(of app: ConnectedApp) {
        guard let compared = state.apps.compared, compared.app.id == app.id, compared.comparison.isKnown else { return }
        let rows = compared.comparison.rows
        let told = rows.filter { $0.reason != .undeclaredThere }
        let count = told.count + compared.comparison.alikeCount
        lines.append([])
        guard !told.isEmpty else {
            lines.append([Span(AppComparison.alike(count), .ok)])
            describeUndeclared(rows.count)
            return
        }
        lines.append([Span("\(told.count) of \(count) keys differ", .changed)])
        for row in told.prefix(Self.limit) {
            lines.append([Span(row.name, .key), Span("  " + row.reason.words, Self.role(of: row.reason))])
            if row.there?.value != nil || row.reason != .undeclaredHere {
                addValue(" there", row.there?.value ?? "its own default", row.there?.value == nil ? .default : .diffOld)
            }
            if row.reason != .undeclaredHere {
                addValue(" here", row.here ?? "its own default", row.here == nil ? .default : .diffNew)
            }
        }
        if told.count > Self.limit { lines.append([Span("and \(told.count - Self.limit) more", .dim)]) }
        describeUndeclared(rows.count - told.count)
    }

    private mutating func describeUndeclared(_ count: Int) {
        guard count > 0 else { return }
        lines.append([Span(count == 1 ? "1 key is not declared there" : "\(count) keys are not declared there", .dim)])
    }

    private static func role(of reason: AppComparison.Reason) -> Role {
        switch reason {
        case .overrideMissing, .overrideLeft: .override
        case .missing: .missing
        case .incorrect: .incorrect
        case .neverFetched: .unknown
        case .older, .pending: .stale
        case .otherDefault: .default
        case .otherValue: .changed
        case .undeclaredHere, .undeclaredThere: .undeclared
        }
    }

    private mutating func describeDoings(of app: ConnectedApp) {
        guard !app.doings.isEmpty else { return }
        lines += [[], [Span("what it did, the latest first", .title)]]
        for doing in app.doings.reversed().prefix(Self.limit) {
            let time = TimeText.timeOfDay(doing.date, in: state.project.localTime)
            let role: Role = doing.kind == .mismatch || doing.kind == .note ? .warning : .text
            add(isNarrow ? String(time.prefix(5)) : time, "\(doing.kind.rawValue)  \(doing.words)", role)
        }
    }

    /// Describes in which of the connected apps the override of a key is in force, and why it is not in the others.
    mutating func describeReach(of name: String) {
        guard let reach = state.apps.reach(of: name, state) else { return }
        add("apps", reach.words, reach.stragglers.isEmpty ? .ok : .warning)
        for straggler in reach.stragglers.prefix(Self.shownStragglers) {
            add("", "\(straggler.title): \(straggler.reason)", .dim)
        }
        let more = reach.stragglers.count - Self.shownStragglers
        if more > 0 { add("", "and \(more) more", .dim) }
    }
}
