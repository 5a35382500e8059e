import ExperimentsCore
import ExperimentsOperator
import Foundation

extension WatchEvent {
    /// One event of `watch`: `{"at", "event", …}`, where `event` is `fetch`, `key`, `gone`, `live`, `overrides` or
    /// `problem`.
    ///
    /// - Parameters:
    ///   - source: the name of the source, if there are several: `source`.
    ///   - rings: whether the event rings the bell.
    func document(from source: String? = nil, at now: Date, rings: Bool = false) -> Document {
        let head: Document = ["at": now.precise, "source": source]
        return switch self {
        case .fetch(let record): head + ["event": "fetch"] + record.document()
        case .key(let row, let override, let was):
            head + [
                "event": "key", "key": RowDocument(row, override: override, at: now).members,
                "was": was.map(Self.state),
                "bell": rings ? true : nil,
            ]
        case .gone(let row): head + ["event": "gone", "name": row.name, "was": Self.state(row)]
        case .sourceProblem(let text): head + ["event": "problem", "text": text]
        case .overridesProblem(let problem): head + ["event": "overrides", "problem": (problem?.description).orNull]
        case .live(let status): head + ["event": "live"] + status.document
        }
    }

    private static func state(_ row: ReportRow) -> Document {
        ["status": row.status.rawValue, "value": row.valueText.orNull]
    }
}

extension LiveStatus {
    /// Whether the source announces its changes: `status`, `reason`, `retryAt`.
    var document: Document { ["status": word, "reason": reason, "retryAt": nextTryAt] }
}
