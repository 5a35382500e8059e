import ExperimentsCore
import ExperimentsLinkProtocol
import ExperimentsOperator
import Foundation

// The values that the app under the cursor actually has.
extension DetailLines {
    /// The widths of the columns of the matrix.
    private struct MatrixPlan {
        let key, value, why: Int
        /// The number of other apps that fit.
        let others: Int
        /// Whether each reason is below its values, because beside them it would cut them.
        var isBelow: Bool { why == 0 }

        init(_ matrix: AppMatrix, width: Int, at now: Date) {
            let keys = matrix.rows.reduce(3) { max($0, DisplayText($1.name).width(upTo: 40)) }
            key = min(keys, max(10, width * 3 / 10))
            let reasons = matrix.rows.reduce(DisplayText(Self.why).width) { widest, row in
                max(widest, row.reason.map { DisplayText(matrix.words($0, at: now)).width(upTo: 60) } ?? 0)
            }
            let rest = max(12, width - 3 - key)
            let least = min(reasons, max(Self.usualReason, rest / 3))
            // Values get the room they need, and reasons get the rest.
            let titles = ([matrix.app] + matrix.others).map { DisplayText($0.shortestTitle).width(upTo: 18) }
            let needed = matrix.rows.reduce(titles.max() ?? 0) { widest, row in
                let texts = [row.here, row.there?.value] + matrix.others.map { $0.values?[row.name]?.value }
                return texts.compactMap(\.self).reduce(widest) {
                    max($0, DisplayText($1).width(upTo: 24) + 2)
                }
            }
            let fitting = min(matrix.others.count, max(0, (rest - least) / (min(needed, 16) + 2) - 2))
            let beside = max(4, min(needed, 24, (rest - least) / (fitting + 2) - 2))
            // The values are the answer, so on a narrow screen the reasons go below them.
            guard fitting == 0, beside < min(needed, 16), matrix.rows.count <= DetailLines.mostWrapped else {
                others = fitting
                value = beside
                why = max(0, rest - (fitting + 2) * (beside + 2))
                return
            }
            others = 0
            value = max(4, min(needed, 24, rest / 2 - 2))
            why = 0
        }

        static let why = "why it differs"
        /// A width that is enough for most reasons.
        private static let usualReason = 22
    }

    /// With more rows than this, each reason stays on one line.
    fileprivate static let mostWrapped = 30
    /// The minimum width of a column of reasons.
    private static let leastWrapped = 12

    mutating func describeMatrix() {
        guard let app = state.selectedApp else { return }
        guard let matrix = AppMatrix(state) else {
            lines.append([
                Span(app.reportedAt == nil ? "No values reported yet." : app.warnings.last ?? "", .dim)
            ])
            return
        }
        if matrix.rows.isEmpty {
            let count = matrix.comparison.alikeCount
            lines.append([
                Span(
                    count == 1
                        ? "Its only key has the same value here."
                        : "All \(CountText.grouped(count)) keys have the same values here.", .ok)
            ])
        } else {
            addRows(of: matrix, MatrixPlan(matrix, width: width, at: state.now))
        }
        if matrix.hiddenCount > 0 {
            let command = "experiments apps get \(app.id.installation) --json"
            lines.append([
                Span(" \(CountText.grouped(matrix.hiddenCount)) more: `\(command)` prints all", .dim)
            ])
        }
        let (differing, undeclared) = (matrix.differingCount, matrix.undeclaredCount)
        let counts = [
            differing > 0 ? "\(CountText.grouped(differing)) \(differing == 1 ? "differs" : "differ")" : nil,
            differing > 0 ? "\(CountText.grouped(matrix.comparison.alikeCount)) equal" : nil,
            undeclared > 0 ? "\(CountText.grouped(undeclared)) not in this app" : nil,
        ].compactMap(\.self)
        if !counts.isEmpty { lines += [[], [Span(" " + counts.joined(separator: ", "), .dim)]] }
    }

    private mutating func addRows(of matrix: AppMatrix, _ plan: MatrixPlan) {
        let others = matrix.others.prefix(plan.others)
        let titles = ["here"] + ([matrix.app] + others).map { title(of: $0, width: plan.value) }
        let device = " on " + (matrix.app.identity.device ?? matrix.app.id.app)
        let why = MatrixPlan.why + (DisplayText(MatrixPlan.why + device).width <= plan.why ? device : "")
        lines.append(
            [Span(" " + padded("key", plan.key), .columnHeader)]
                + titles.map { Span("  " + padded($0, plan.value), .columnHeader) }
                + (plan.isBelow ? [] : [Span("  " + why, .columnHeader)]))
        let overrides = state.overrides(for: matrix.app.id)
        let circumstances = state.source.report.circumstances(at: state.now)
        let cursor = state.apps.isInMatrix ? matrix.cursor : nil
        for (index, row) in matrix.rows.enumerated() {
            var line = [
                Span(index == cursor ? "›" : " ", .footerKey),
                Span(padded(row.name, plan.key), index == cursor ? .title : .key), Span("  "),
            ]
            let isOverridden = overrides.activeText(for: row.name, in: circumstances) != nil
            line += cell(
                row.here ?? (row.reason == .undeclaredHere ? "—" : "its default"), isOverridden, .value, plan)
            let role = row.reason.map(Self.role) ?? .dim
            line.append(Span("  "))
            line += cell(row.there, role, plan)
            for other in others {
                line.append(Span("  "))
                line += cell(other.values?[row.name], .value, plan)
            }
            let words = row.reason.map { matrix.words($0, at: state.now) } ?? "the same"
            rowStarts.append(lines.count)
            if plan.isBelow {
                lines.append(line)
                lines += Span(words, role).wrapped(to: width - 3, limit: 4).map { [Span("   ")] + $0 }
                continue
            }
            guard matrix.rows.count <= Self.mostWrapped, plan.why >= Self.leastWrapped else {
                lines.append(line + [Span("  " + words, role)])
                continue
            }
            let indent = Span(String(repeating: " ", count: width - plan.why))
            for (part, words) in Span(words, role).wrapped(to: plan.why, limit: 4).enumerated() {
                lines.append((part == 0 ? line + [Span("  ")] : [indent]) + words)
            }
        }
    }

    private func cell(_ key: ReportedKey?, _ role: Role, _ plan: MatrixPlan) -> [Span] {
        guard let key else { return [Span(padded("—", plan.value), .dim)] }
        return cell(key.value ?? "its default", key.status == .override, role, plan)
    }

    /// Returns the cell of a value, with a sign if it is an override.
    private func cell(_ text: String, _ isOverride: Bool, _ role: Role, _ plan: MatrixPlan) -> [Span] {
        guard isOverride else { return [Span(padded(text, plan.value), role)] }
        let shown = DisplayText(VisibleText.of(text)).truncated(to: plan.value - 2, .middle)
        let gap = max(0, plan.value - 2 - DisplayText(shown).width)
        return [Span(shown, role), Span(" ◆" + String(repeating: " ", count: gap), .override)]
    }

    /// Returns the app, its version and its device; without the app if there is little room.
    private func title(of app: ConnectedApp, width: Int) -> String {
        DisplayText(app.shortTitle).width <= width ? app.shortTitle : app.shortestTitle
    }

    private func padded(_ text: String, _ width: Int) -> String {
        let shown = DisplayText(VisibleText.of(text)).truncated(to: width, .middle)
        return shown + String(repeating: " ", count: max(0, width - DisplayText(shown).width))
    }

    private static func role(of reason: AppComparison.Reason) -> Role {
        switch reason {
        case .overrideMissing, .overrideLeft: .override
        case .missing: .missing
        case .incorrect: .incorrect
        case .neverFetched: .unknown
        case .older, .newer, .olderOrOtherUser, .pending: .stale
        case .otherDefault: .default
        case .otherUser, .otherGroup, .otherValue: .changed
        case .undeclaredHere, .undeclaredThere: .undeclared
        }
    }
}

// The app itself, and its recent events.
extension DetailLines {
    /// The maximum number of messages shown.
    private static let limit = 200
    /// The maximum number of apps to name in which an override is not active.
    private static let shownStragglers = 5

    /// The facts about an app, except its values.
    mutating func describeFacts(of app: ConnectedApp) {
        for fact in app.facts where fact.subject == .seen { describe(fact, of: app) }
        if let date = state.apps.justReceived(app.id, at: state.now) {
            add("override", "received " + TimeText.ago(date, now: state.now), .live)
        }
        describeOwnOverrides(of: app)
        for fact in app.facts where fact.subject != .seen && !fact.isRepetition { describe(fact, of: app) }
        if app.doings.isEmpty { add("sent", "no exposures or events yet", .dim) }
    }

    private mutating func describe(_ fact: AppFact, of app: ConnectedApp) {
        let text = text(of: fact)
        switch fact.subject {
        case .seen: app.isConnected ? add("status", text, .live) : add("status", "last seen " + text, .stale)
        case .app:
            add(fact.label, "\(text), first seen \(state.project.shortTime(app.firstSeen, at: state.now))")
        case .version, .device: add(fact.label, text, .value)
        case .system: add(fact.label, text, .type)
        case .reported: add(fact.label, text, app.reportedAt == nil ? .unknown : .age)
        case .fetched: add(fact.label, text, app.fetchedAt == nil ? .unknown : .age)
        case .roundTrip: add(fact.label, text, .age)
        case .warning: add(fact.label, text, .warning)
        }
    }

    /// Returns the text of a fact. Times are relative, except for that of a fetch, which is compared with other apps.
    private func text(of fact: AppFact) -> String {
        switch fact.content {
        case .text(let text): text
        case .time(let date, let ending):
            (fact.subject == .fetched
                ? TimeText.dateAndTime(date, in: state.project.localTime)
                : TimeText.ago(date, now: state.now)) + ending
        case .duration(let duration): TimeText.duration(duration)
        }
    }

    /// Describes the overrides that are not for everyone.
    private mutating func describeOwnOverrides(of app: ConnectedApp) {
        let scope = OverrideScope.installation(app: app.id.app, id: app.id.installation)
        for (scope, label) in [(OverrideScope.app(app.id.app), "for \(app.id.app)"), (scope, "for it only")] {
            let overrides = state.source.report.overrides[scope]
            guard !overrides.isEmpty else { continue }
            let words = overrides.names.map { name in
                let override = overrides[name]
                return "\(name) = \(override?.value ?? "")" + (override?.isEnabled == false ? " (off)" : "")
            }
            add(label, words.joined(separator: ", "), .override)
        }
    }

    /// Describes what an app reported about its users, newest first.
    mutating func describeDoings(of app: ConnectedApp) {
        for doing in app.doings.reversed().prefix(Self.limit) {
            let time = TimeText.timeOfDay(doing.date, in: state.project.localTime)
            let isOdd = doing.kind == .mismatch || doing.kind == .note
            add(
                isNarrow ? String(time.prefix(5)) : time, doing.sentence + (isOdd ? "  ⚠" : ""),
                isOdd ? .warning : .text)
        }
    }

    /// Describes how to link an app, as far as that is possible now.
    mutating func describeLinking() {
        let map = state.project.keyMap
        func say(_ text: String, _ role: Role = .text) {
            lines += Span(text, role).wrapped(to: width, limit: 10)
        }
        guard state.apps.canServe else {
            say("Run `experiments serve`, then `experiments link --app NAME`.")
            return
        }
        let key = map.name(of: .link) ?? ":link"
        let network = "To link a phone on the Wi-Fi: \(map.name(of: .palette) ?? ":")serve lan"
        switch state.apps.serving {
        case .serving(let address) where address.isOpen:
            say("Serving your network at \(address.text).", .live)
            say("Phone on the Wi-Fi, Simulator or this machine: \(key) creates a link.")
        case .starting: say("The server is starting…", .dim)
        case .failed(let reason): say("Cannot serve apps: \(reason)", .error)
        default:
            if let address = state.apps.address {
                say("A phone cannot reach \(address) (this machine only).")
            } else {
                say("Not serving apps yet.", .dim)
            }
            say(network)
            lines.append([])
            say("Simulator or this machine: \(key) creates a link.")
        }
    }

    /// Lists the connected apps in which the override of a key is active, and gives the reason for the others.
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

extension ReportedAppEvent {
    /// The event as a sentence: `exposed to Paywall wording, group control`.
    fileprivate var sentence: String {
        let subject = subject ?? ""
        switch kind {
        case .exposure: return "exposed to \(text)"
        case .event: return text.isEmpty ? subject : "\(subject) \(text)"
        case .mismatch: return "\(subject) \(text)"
        case .note: return text
        }
    }
}
