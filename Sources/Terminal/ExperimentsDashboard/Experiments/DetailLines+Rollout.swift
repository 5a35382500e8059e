import ExperimentStatistics
import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject
import ExperimentsRollouts
import ExperimentsTerminalUI
import Foundation

// The words for a rollout of the project in the list.
extension RolloutsState.Entry {
    /// A sign of one cell.
    var sign: (text: String, role: Role) {
        if problem != nil { return ("!", .warning) }
        guard let look else { return ("·", .dim) }
        switch look.state {
        case .present(_, .going): return ("●", .live)
        case .present(_, .takenBack), .edited, .withoutValue: return ("!", .warning)
        case .absent, .complete, .present(_, .stopped): return ("·", .dim)
        }
    }

    /// The state in a few words, and its role.
    var word: (text: String, role: Role) {
        if problem != nil { return ("rollout unreadable", .warning) }
        guard let look else { return ("rollout", .dim) }
        switch look.state {
        case .absent: return ("rollout not started", .dim)
        case .complete: return ("rollout finished", .ok)
        case .present(let share, .going): return ("rollout at \(RolloutWords.percent(share))", .live)
        case .present(let share, .stopped): return ("stopped at \(RolloutWords.percent(share))", .warning)
        case .present(_, .takenBack): return ("taken back", .missing)
        case .edited, .withoutValue: return ("changed by hand", .warning)
        }
    }

    /// The steps as a bar, and what the next one waits for.
    var line: String {
        let bar = RolloutWords.bar(rollout, at: look?.state.percent ?? 0)
        return bar + "  " + (problem ?? look?.decision.reasons.first ?? "reading…")
    }
}

// The boxes of a rollout.
extension RolloutsState.Entry {
    /// The sections: its metrics, and its history.
    var sections: [DetailSection] {
        [
            DetailSection(BoxTitle("Guardrails and goal"), columns: 84) { $0.describeFindings(of: self) },
            DetailSection(BoxTitle("Steps so far"), columns: 80) { $0.describeHistory(of: self) },
        ]
    }
}

extension DetailLines {
    /// Describes the state of a rollout, and what its next step waits for.
    mutating func describe(_ entry: RolloutsState.Entry) {
        let rollout = entry.rollout
        let word = entry.word
        let share = entry.look?.state.percent
        let first = lines.count
        let steps = rollout.steps.map { RolloutWords.percent($0) }.joined(separator: " ")
        add(word.text.uppercased(), "\(RolloutWords.bar(rollout, at: share ?? 0))  \(steps)")
        lines[first][0] = Span(lines[first][0].text, word.role)
        if let problem = entry.problem { add("", problem, .error) }
        if let look = entry.look {
            let role: Role = look.decision.outcome == .takenBack ? .missing : .text
            add(look.isStep ? "next" : "now", look.sentence(isTrial: true), role)
        }
        add("key", "\(rollout.key) = \(rollout.value)", .key)
        add("source", rollout.source)
        if let since = entry.look?.reading.changedAt {
            let date = TimeText.dateAndTime(since, in: state.project.localTime)
            add("since", "\(date), \(TimeText.ago(since, now: state.now))", .age)
        }
        if let users = entry.look?.evidence?.users {
            add("users", "\(FigureText.count(users, "user")) exposed to \(rollout.value) since then")
        }
        let least = rollout.users > 0 ? ", and \(FigureText.count(rollout.users, "user"))" : ""
        add("each step", "at least \(DurationText.text(of: rollout.hold))\(least)", .dim)
        let harm = rollout.onHarm == .back ? "all users get the old value" : "holds"
        add("on harm", harm, .dim)
        if rollout.isAutomatic { add("auto", "this dashboard makes the steps while it is open", .dim) }
    }

    /// Describes each metric with its interval and its margin.
    fileprivate mutating func describeFindings(of entry: RolloutsState.Entry) {
        let findings = entry.look?.evidence?.findings ?? []
        guard !findings.isEmpty else { return add("", "no results yet", .dim) }
        lines += SpanTable([
            SpanTable.Column("metric", priority: 9, least: 8, findings.map { Span($0.metric, .title) }),
            SpanTable.Column("finding", priority: 8, findings.map { Span($0.kind.rawValue, $0.kind.role) }),
            SpanTable.Column("interval", priority: 7, findings.map { Span($0.range ?? "—", .value) }),
            SpanTable.Column("margin", priority: 6, findings.map { Span($0.margin ?? "—", .dim) }),
            SpanTable.Column(
                "users left", priority: 5, isNumber: true,
                findings.map { Span($0.usersLeft.map { CountText.grouped($0) } ?? "", .dim) }),
        ]).lines(width: width)
        for finding in findings where finding.kind != .safe && finding.kind != .notWorse {
            add("", finding.words, finding.kind.role)
        }
    }

    /// Describes the published changes, the newest first.
    fileprivate mutating func describeHistory(of entry: RolloutsState.Entry) {
        guard let reading = entry.look?.reading else { return }
        for record in reading.history {
            let date = record.at.map { TimeText.dateAndTime($0, in: state.project.localTime) } ?? "?"
            lines += Span("\(date)  \(record.words)").wrapped(to: width, limit: 4)
        }
        if reading.history.isEmpty {
            add("", reading.hasVersions ? "nothing published yet" : "a file has no versions", .dim)
        }
    }

    /// Describes the rollout that decides a key.
    mutating func describeRollout(of name: String) {
        guard let entry = state.rollouts.deciding(name), let look = entry.look else { return }
        if look.state == .absent { return }
        let words =
            "decided by the rollout \(Quotation.of(entry.rollout.name)), which "
            + RolloutWords.words(for: look.state)
        lines += Span(words).wrapped(to: width, limit: 4)
        let label = look.isStep ? "next" : "now"
        lines += Span("  \(label): \(look.sentence(isTrial: true))", .dim).wrapped(to: width, limit: 4)
    }
}

extension RolloutEvidence.Finding.Kind {
    fileprivate var role: Role {
        switch self {
        case .safe, .notWorse: .ok
        case .harmful: .missing
        case .open: .warning
        }
    }
}
