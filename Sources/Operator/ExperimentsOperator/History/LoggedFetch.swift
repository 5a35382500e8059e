import ExperimentsCore
import Foundation

/// A fetch in a log, which remains after the program that made it has ended.
package struct LoggedFetch: Sendable {
    /// The fetch. Its changes are those since the previous fetch in the log, even if another program made that one.
    /// Long values are cut. Its number is zero or negative, which tells it apart from the fetches of a running service.
    package let record: FetchRecord
    /// The program that made it, for example `experiments check`.
    package let program: String?

    init(_ record: FetchRecord, program: String?) {
        self.record = record
        self.program = program
    }
}

// A line of the log: `{"startedAt", "microseconds", "trigger", "status", "httpStatus", "bytes", "version", "failure",
// "program", "changes": {name: {"was", "is"}}}`. `was` is absent if the name is new, and null for the app's default.
extension LoggedFetch {
    var line: [UInt8] {
        var object = JSONObject()
        object["startedAt"] = .string(RFC3339.shortestText(of: record.startedAt))
        object["microseconds"] = .number(String(Int(record.duration.inSeconds * 1_000_000)))
        object["trigger"] = .string(record.trigger.documentWord)
        object["status"] = .string(record.statusWord)
        object["httpStatus"] = record.httpStatus.map { .number(String($0)) }
        object["bytes"] = .number(String(record.bytes))
        object["version"] = record.version.map(JSONValue.string)
        object["failure"] = record.failure.map { .string(KeptText.cut($0.summary)) }
        object["program"] = program.map(JSONValue.string)
        if !record.difference.isEmpty {
            object["changes"] = .object(
                JSONObject(
                    distinct: record.difference.names.compactMap { name in
                        record.difference.changes[name].map {
                            .init(name: name, value: .object(Self.members($0)))
                        }
                    }))
        }
        return JSONValue.object(object).compactBytes + [UInt8(ascii: "\n")]
    }

    /// Returns nil if the line is not a log entry.
    init?(line: ArraySlice<UInt8>, number: Int) {
        guard let object = (try? JSONValue(parsing: Array(line)))?.object,
            let startedAt = object["startedAt"]?.string.flatMap({ RFC3339.date(from: $0) }),
            let microseconds = object["microseconds"]?.int, let status = object["status"]?.string
        else { return nil }
        let (httpStatus, bytes) = (object["httpStatus"]?.int, object["bytes"]?.int ?? 0)
        let result: FetchRecord.Result
        if let failure = object["failure"]?.string {
            result = .failure(FetchFailure(failure, httpStatus: httpStatus, bytes: bytes))
        } else if let status = FetchOutcome.Status(rawValue: status) {
            result = .success(FetchOutcome(status: status, httpStatus: httpStatus, bytes: bytes))
        } else {
            return nil
        }
        let changes = (object["changes"]?.object?.members ?? []).compactMap { member in
            member.value.object.flatMap(Self.change).map { (member.name, $0) }
        }
        self.init(
            FetchRecord(
                id: number, trigger: FetchTrigger(documentWord: object["trigger"]?.string),
                startedAt: startedAt,
                duration: .microseconds(max(0, microseconds)), result: result,
                version: object["version"]?.string,
                difference: SnapshotDifference(changes: Dictionary(changes) { first, _ in first })),
            program: object["program"]?.string)
    }

    private static func members(_ change: SnapshotDifference.Change) -> JSONObject {
        var members = JSONObject()
        func text(_ value: String?) -> JSONValue { value.map { .string(KeptText.cut($0)) } ?? .null }
        switch change {
        case .added(let new): members["is"] = text(new)
        case .removed(let old): members["was"] = text(old)
        case .changed(let old, let new):
            members["was"] = text(old)
            members["is"] = text(new)
        }
        return members
    }

    private static func change(_ members: JSONObject) -> SnapshotDifference.Change? {
        switch (members["was"], members["is"]) {
        case (nil, nil): nil
        case (nil, let new?): .added(new.string)
        case (let old?, nil): .removed(old.string)
        case (let old?, let new?): .changed(from: old.string, to: new.string)
        }
    }
}

extension FetchTrigger {
    /// The word for it in logs and documents: `app`, `manual`, `scheduled` or `realtime`.
    package var documentWord: String {
        switch self {
        case .app: "app"
        case .manual: "manual"
        case .scheduled: "scheduled"
        case .realtime: "realtime"
        }
    }

    fileprivate init(documentWord: String?) {
        self =
            switch documentWord {
            case "app": .app
            case "scheduled": .scheduled
            case "realtime": .realtime(attempt: 1)
            default: .manual
            }
    }
}
