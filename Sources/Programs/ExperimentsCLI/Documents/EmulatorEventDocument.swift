import ExperimentsCore
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
                "project": project, "namespace": namespace.rawValue, "problem": "\(problem)", "line": problem.line,
                "column": problem.column,
            ]
        case .payloadPublished(let features): Document(event: "published", at: now) + ["features": features.orNull]
        case .payloadRefused(let problem): Document(event: "refused", at: now) + ["problem": "\(problem)"]
        case .overridden(let project, let overrides):
            // Null for a key that is left out, because it does not accept its override.
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
            Document(event: "upstream", at: now) + ["project": project, "status": news.word, "reason": news.reason]
        }
    }
}

extension UpstreamNews {
    /// One word: `failed`, `mended`, `live` or `silent`.
    fileprivate var word: String {
        switch self {
        case .failed: "failed"
        case .mended: "mended"
        case .live: "live"
        case .silent: "silent"
        }
    }

    /// The reason, if there is one.
    fileprivate var reason: String? {
        switch self {
        case .failed(let reason), .silent(let reason): reason
        case .mended, .live: nil
        }
    }
}
