import ExperimentEvents
import ExperimentsCore
import ExperimentsOperator
import FirebaseTemplates
import Foundation
import RemoteConfigEmulator

extension EmulatorNotice {
    /// The event of `emulator`: `{"at", "event", …}`, where `event` is `request`, `published`, `refused`, `overridden`,
    /// `upstream` or `full`.
    func event(at now: Date) -> Document {
        switch self {
        case .request(let record): Document(event: "request", at: record.time) + record.json
        case .published(let project, let namespace, let version):
            Document(event: "published", at: now)
                + ["project": project, "namespace": namespace.rawValue, "version": version]
        case .connectionsRefused(let limit): Document(connectionsRefusedFrom: limit, at: now)
        case .templateRefused(let project, let namespace, let problem):
            Document(event: "refused", at: now) + [
                "project": project, "namespace": namespace.rawValue, "problem": "\(problem)",
                "line": problem.line,
                "column": problem.column,
            ]
        case .payloadPublished(let features):
            Document(event: "published", at: now) + ["features": features.orNull]
        case .payloadRefused(let problem): Document(event: "refused", at: now) + ["problem": "\(problem)"]
        case .overridden(let project, let overrides):
            // Null for a key that is left out, because its override is not valid for it.
            Document(event: "overridden", at: now) + [
                "project": project,
                "overrides": Document(
                    overrides.everyone.sorted { $0.key < $1.key }.map { ($0.key, $0.value.orNull) }),
                "scopes": overrides.narrowerScopeCount,
            ]
        case .overridesRefused(let project, let problem):
            Document(event: "refused", at: now) + [
                "project": project, "problem": "\(problem)", "line": problem.line, "column": problem.column,
            ]
        case .upstream(let project, let news):
            Document(event: "upstream", at: now) + [
                "project": project, "status": news.word, "reason": news.reason,
            ]
        }
    }
}

extension UpstreamNews {
    /// One word: `failed`, `mended`, `live`, `missing` or `silent`.
    fileprivate var word: String {
        switch self {
        case .failed: "failed"
        case .mended: "mended"
        case .live: "live"
        case .missing: "missing"
        case .silent: "silent"
        }
    }

    /// The reason, if there is one.
    fileprivate var reason: String? {
        switch self {
        case .failed(let reason), .missing(let reason), .silent(let reason): reason
        case .mended, .live: nil
        }
    }
}

extension Document {
    /// Creates the first members of every event: `"at", "event"`.
    init(event: String, at time: Date) {
        self = ["at": time.precise, "event": event]
    }

    /// Creates the event `listening` of a server.
    init(listeningAt url: URL, at time: Date) {
        self = Document(event: "listening", at: time) + ["url": url.absoluteString]
    }

    /// Creates the event `full` of a server: the system allows no more connections.
    init(connectionsRefusedFrom limit: Int, at time: Date) {
        self = Document(event: "full", at: time) + ["limit": limit]
    }
}

extension EventSummary {
    /// The numbers of stored events, for scripts.
    var document: Document {
        [
            "experiments": experiments.map { experiment -> Document in
                [
                    "name": experiment.name, "declared": experiment.isDeclared, "users": experiment.users,
                    "mixed": experiment.mixed,
                ]
            },
            "outcomes": counts.document,
            "kept": Document(kept.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }),
            "prunedUntil": prunedUntil,
        ]
    }
}

extension EventCounts {
    /// The counts, by the raw values of their outcomes.
    var document: Document { Document(listed.map { ($0.outcome.rawValue, $0.count) }) }
}

extension LogEntry {
    /// `{"at", "kind", "severity", "text", …}`, with an additional member for each kind: `fetch` and `live` as in
    /// `watch`, `override` with a step of `override log`, or `changes`.
    var document: Document {
        let members: Document = [
            "at": date.precise, "kind": kind.rawValue, "severity": severity.rawValue, "text": text,
            "source": source,
            "program": program,
        ]
        return switch event {
        case .fetch(let record): members + ["fetch": record.document()]
        case .live(let status): members + ["live": status.document]
        case .override(let step): members + ["override": step.document]
        case .overridesChanged(let changes): members + ["changes": changes.map(\.document)]
        case .file, .message: members
        }
    }
}

extension WatchEvent {
    /// An event of `watch`: `{"at", "event", …}`, where `event` is `fetch`, `key`, `gone`, `live`, `overrides` or
    /// `problem`.
    ///
    /// - Parameters:
    ///   - source: the name of the source (`source`), if there are several.
    ///   - rings: whether the event rings the bell.
    func document(from source: String? = nil, at now: Date, rings: Bool = false) -> Document {
        let head: Document = ["at": now.precise, "source": source]
        return switch self {
        case .fetch(let record, let staleSince):
            head + ["event": "fetch"] + record.document()
                + ["stale": staleSince == nil ? nil : true, "fetchedAt": staleSince]
        case .key(let row, let override, let was):
            head + [
                "event": "key", "key": row.members(override: override, at: now),
                "was": was.map(Self.state),
                "bell": rings ? true : nil,
            ]
        case .gone(let row): head + ["event": "gone", "name": row.name, "was": Self.state(row)]
        case .sourceProblem(let text): head + ["event": "problem", "text": text]
        case .overridesProblem(let problem):
            head + ["event": "overrides", "problem": (problem?.description).orNull]
        case .live(let status): head + ["event": "live"] + status.document
        }
    }

    private static func state(_ row: ReportRow) -> Document {
        ["status": row.status.rawValue, "value": row.valueText.orNull]
    }
}

extension LiveStatus {
    /// The state of live updates: `status`, `reason`, `retryAt`.
    var document: Document { ["status": word, "reason": reason, "retryAt": nextTryAt] }
}

extension OverrideStep {
    /// `{"step", "action", "of", "title", "author", "program", "at", "changes"}`.
    var document: Document {
        [
            "step": number, "action": kind.word, "of": kind == .edit ? nil : subject, "title": title,
            "author": origin.author, "program": origin.program, "at": at.precise,
            "changes": changes.map(\.document),
        ]
    }
}

extension OverrideSetDifference.Change {
    /// The old and the new override of a key: `{"name", "app", "installation", "change", "before", "after"}`.
    var document: Document {
        [
            "name": address.name, "app": address.scope.app, "installation": address.scope.installation,
            "change": word,
            "before": before?.document(), "after": after?.document(),
        ]
    }
}
