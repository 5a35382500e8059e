import ExperimentsCore
import ExperimentsOperator
import Foundation

/// Derives news from the events of a service. Overrides are not news, because they are the operator's own.
package struct HookWatch: Sendable {
    private let keys: [CatalogKey]
    private let booleanPolicy: BooleanPolicy
    private var changes = ReportChanges()
    private var isFailing = false

    /// - Parameter keys: the declared keys.
    package init(keys: [CatalogKey], booleanPolicy: BooleanPolicy = .strict) {
        self.keys = keys
        self.booleanPolicy = booleanPolicy
    }

    /// Returns the keys that changed, and whether fetches begin to fail or succeed again. The first values of the keys
    /// are not news.
    package mutating func hear(_ event: ServiceEvent, at now: Date) -> [HookEvent] {
        switch event {
        case .fetchFinished(let record):
            let wasFailing = isFailing
            isFailing = record.failure != nil
            guard isFailing != wasFailing else { return [] }
            return [isFailing ? .failing(record.failure?.summary ?? "") : .fetched]
        case .snapshotChanged(let snapshot):
            let report = Report(
                keys: keys, snapshot: snapshot, overrides: .empty, booleanPolicy: booleanPolicy, at: now)
            return changes.events(of: report).compactMap { event in
                if case .key(let row, _, let was?) = event, row.isDeclared {
                    .key(row, was: was)
                } else {
                    nil
                }
            }
        case .fetchStarted, .overridesChanged, .liveStatusChanged: return []
        }
    }
}

/// An event that may be news for a web hook.
package enum HookEvent: Sendable {
    /// A key has another value or status.
    case key(ReportRow, was: ReportRow)
    /// Fetches fail from now on, for this reason.
    case failing(String)
    /// Fetches succeed again.
    case fetched
    /// The rollout with this name made a step, or took its value back because of harm.
    case rollout(String, sentence: String, isHarm: Bool)
}

extension WebHook.Interest {
    /// Returns the news for this interest among the events of one moment, one for each kind.
    package func news(of events: [HookEvent], at now: Date) -> [HookNews] {
        var news: [HookNews] = []
        var byKind: [HookNews.Event: [HookNews.Change]] = [:]
        for event in events {
            switch event {
            case .key(let row, let was):
                if let kind = kind(of: row, was) {
                    byKind[kind, default: []].append(HookNews.Change(row, was: was))
                }
            case .failing(let reason) where failures: news.append(HookNews(.failing, at: now, reason: reason))
            case .fetched where failures: news.append(HookNews(.fetched, at: now))
            case .rollout(let name, let sentence, let isHarm) where rollouts:
                news.append(HookNews(isHarm ? .harm : .step, at: now, reason: sentence, rollout: name))
            case .failing, .fetched, .rollout: break
            }
        }
        return news
            + [.broken, .recovered, .changed].compactMap { kind in
                byKind[kind].map { HookNews(kind, at: now, changes: $0) }
            }
    }

    private func kind(of row: ReportRow, _ was: ReportRow) -> HookNews.Event? {
        func isBroken(_ row: ReportRow) -> Bool { row.status == .missing || row.status == .incorrect }
        if broken {
            if row.isBroken(since: was) { return .broken }
            if isBroken(was), !isBroken(row) { return .recovered }
        }
        return keys.contains(row.name) ? .changed : nil
    }
}

/// The news in a message to a web hook.
package struct HookNews: Sendable, Hashable {
    /// The kind of event.
    package enum Event: String, Sendable, Hashable, CaseIterable {
        /// Keys have other values.
        case changed
        /// Keys became missing or incorrect.
        case broken
        /// Keys that were missing or incorrect have recovered.
        case recovered
        /// Fetches fail from now on.
        case failing
        /// Fetches succeed again.
        case fetched
        /// A rollout made a step.
        case step = "rollout.step"
        /// A rollout took its value back because of harm.
        case harm = "rollout.harm"
        /// No event, because the hook is being tested.
        case test
    }

    /// The change to a key.
    package struct Change: Sendable, Hashable {
        /// The key.
        package let key: String
        /// The present status.
        package let status: KeyStatus
        /// The text before; nil for none.
        package let old: String?
        /// The present text, even if it is not valid; nil for none.
        package let new: String?
        /// The reason why the text is not valid, if it is not.
        package let problem: String?

        package init(key: String, status: KeyStatus, old: String?, new: String?, problem: String? = nil) {
            self.key = key
            self.status = status
            self.old = old
            self.new = new
            self.problem = problem
        }

        init(_ row: ReportRow, was: ReportRow?) {
            self.init(
                key: row.name, status: row.status, old: was.flatMap(Self.text), new: Self.text(row),
                problem: row.problem?.description)
        }

        /// Creates the change for a key that a check found missing or incorrect.
        package init(_ row: ReportRow) { self.init(row, was: nil) }

        private static func text(_ row: ReportRow) -> String? {
            row.status == .incorrect ? row.remoteText : row.valueText
        }
    }

    /// The kind of event.
    package let event: Event
    /// The time.
    package let at: Date
    /// The changed keys.
    package let changes: [Change]
    /// The reason for failing fetches, or what a rollout did, in words.
    package let reason: String?
    /// The name of the rollout; nil for other news.
    package let rollout: String?

    package init(
        _ event: Event, at date: Date, changes: [Change] = [], reason: String? = nil, rollout: String? = nil
    ) {
        self.rollout = rollout
        self.event = event
        self.at = date
        self.changes = changes
        self.reason = reason
    }
}

/// The origin of news.
package struct HookOrigin: Sendable, Hashable {
    /// The name of the project's folder.
    package let project: String
    /// The name of the source.
    package let source: String
    /// The environment of the source, if it has one.
    package let environment: String?

    package init(project: String, source: String, environment: String?) {
        self.project = project
        self.source = source
        self.environment = environment
    }
}

extension HookNews {
    /// The largest number of changes in one message. The number of others is added.
    package static let changeLimit = 100
    /// The longest value that is sent, in characters.
    package static let valueLimit = 1000

    /// Returns `{"version": 1, "event", "project", "source", "environment", "at", "rollout", "reason", "changes": [{"key",
    /// "status", "old", "new", "problem", "cut"}], "more"}`, without empty members.
    package func body(from origin: HookOrigin) -> [UInt8] {
        var members = JSONObject()
        members["version"] = 1
        members["event"] = .string(event.rawValue)
        members["project"] = .string(origin.project)
        members["source"] = .string(origin.source)
        members["environment"] = origin.environment.map(JSONValue.string)
        members["at"] = .string(RFC3339.text(of: at))
        members["rollout"] = rollout.map { .string($0) }
        members["reason"] = reason.map { .string(Self.cut($0)) }
        members["changes"] = .array(changes.prefix(Self.changeLimit).map(Self.json))
        if changes.count > Self.changeLimit {
            members["more"] = .number(String(changes.count - Self.changeLimit))
        }
        return JSONValue.object(members).compactBytes
    }

    private static func json(_ change: Change) -> JSONValue {
        var members = JSONObject()
        members["key"] = .string(change.key)
        members["status"] = .string(change.status.rawValue)
        // Null means that there was, or is, no value.
        members["old"] = change.old.map { .string(cut($0)) } ?? .null
        members["new"] = change.new.map { .string(cut($0)) } ?? .null
        members["problem"] = change.problem.map { .string(cut($0)) }
        if [change.old, change.new].contains(where: { $0.map { cut($0) != $0 } ?? false }) {
            members["cut"] = true
        }
        return .object(members)
    }

    private static func cut(_ text: String) -> String {
        text.utf8.count <= valueLimit || text.count <= valueLimit ? text : text.prefix(valueLimit - 1) + "…"
    }
}
