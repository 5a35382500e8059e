import ExperimentsCore
import ExperimentsEtcdClient

/// Removes the history before a revision.
package struct EtcdCompaction: EtcdCall, Hashable {
    package typealias Answer = EtcdHeader

    package static let path = "kv/compaction"

    package let effect = EtcdEffect.repeatable
    package let body: JSONValue

    /// - Parameter revision: the oldest revision to keep.
    package init(revision: Int64) {
        body = ["revision": .string(String(revision))]
    }
}
