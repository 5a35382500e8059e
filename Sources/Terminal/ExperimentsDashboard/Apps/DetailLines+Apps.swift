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
        if app.isConnected {
            add("status", "linked", .live)
        } else {
            add("status", "last seen \(TimeText.ago(app.lastSeen, now: state.now))", .stale)
        }
        add("app", "\(app.id), first seen \(state.shortTime(app.firstSeen))")
        add("version", app.versionWords, .value)
        if let system = app.identity.system { add("system", system, .type) }
        describeReports(of: app)
        for warning in app.warnings { add("warning", warning, .warning) }
        describeOwnOverrides(of: app)
        describeDifferences(of: app)
        describeDoings(of: app)
    }

    private mutating func describeReports(of app: ConnectedApp) {
        guard let date = app.reportedAt else {
            add("reported", app.isConnected ? "nothing yet" : "nothing", .unknown)
            return
        }
        add("reported", TimeText.ago(date, now: state.now) + ": " + app.counts.words, .age)
        if let fetched = app.fetchedAt {
            let version = app.sourceVersion.map { ", version \($0)" } ?? ""
            add("fetched", TimeText.dateAndTime(fetched, in: state.project.localTime) + version, .age)
        } else {
            add("fetched", AppComparison.Reason.neverFetched.words, .unknown)
        }
        if let time = app.roundTripText { add("round trip", time, .age) }
    }

    /// The overrides that are not for everyone.
    private mutating func describeOwnOverrides(of app: ConnectedApp) {
        let scope = OverrideScope.installation(app: app.id.app, id: app.id.installation)
        for (scope, label) in [(OverrideScope.app(app.id.app), "for \(app.id.app)"), (scope, "for it alone")] {
            let overrides = state.overriding.scoped[scope]
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
            lines.append([Span(count == 1 ? "its one key is as here" : "all \(count) keys are as here", .ok)])
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

    /// In which of the connected apps the override of a key is in force, and why it is not in the others.
    mutating func describeReach(of name: String) {
        guard let reach = state.reach(of: name) else { return }
        add("apps", reach.words, reach.stragglers.isEmpty ? .ok : .warning)
        for straggler in reach.stragglers.prefix(Self.shownStragglers) {
            add("", "\(straggler.title): \(straggler.reason)", .dim)
        }
        let more = reach.stragglers.count - Self.shownStragglers
        if more > 0 { add("", "and \(more) more", .dim) }
    }
}
