import ExperimentsCore
import ExperimentsOperator

extension FetchRecord {
    /// The document of a fetch in `watch` and `history`.
    ///
    /// - Parameters:
    ///   - listsChanges: whether `changes` lists the old and the new value of each change.
    ///   - names: the only keys to list there; empty for all.
    func document(listsChanges: Bool = false, of names: [String] = []) -> Document {
        [
            "status": statusWord,
            "trigger": trigger.documentWord,
            "startedAt": startedAt.precise,
            "milliseconds": Int(duration.inSeconds * 1000),
            "version": version,
            "httpStatus": httpStatus,
            "bytes": bytes,
            "changed": difference.names,
            "changes": listsChanges ? difference.document(of: names) : nil,
            "failure": failure?.summary,
            "retryAt": failure?.retryAt,
        ]
    }
}

extension SnapshotDifference {
    /// The changes: `[{"name", "change", "was", "is"}]`.
    ///
    /// - Parameter names: the only keys to list; empty for all.
    func document(of names: [String] = []) -> [Document] {
        self.names.filter { names.isEmpty || names.contains($0) }.compactMap { name in
            changes[name].map { ["name": name, "change": ChangeKind($0).rawValue] + $0.document }
        }
    }
}

extension SnapshotDifference.Change {
    /// `was` is absent if there was no value, and null if the app's default was used. The same is true for `is`.
    fileprivate var document: Document {
        switch self {
        case .added(let new): ["is": new.orNull]
        case .removed(let old): ["was": old.orNull]
        case .changed(let old, let new): ["was": old.orNull, "is": new.orNull]
        }
    }
}
