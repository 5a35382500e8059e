import ExperimentsCore

/// Asks which members a cluster has.
package struct EtcdMemberList: EtcdCall, Hashable {
    package static let path = "cluster/member/list"

    package let effect = EtcdEffect.none
    package let needsLeader = false

    /// Creates a request.
    package init() {}

    package func answer(_ answer: EtcdReply) throws(EtcdAnswerProblem) -> [EtcdMember] {
        var members: [EtcdMember] = []
        for fields in try answer.fields.list("members") {
            members.append(
                EtcdMember(
                    id: try fields.id("ID"), name: try fields.text("name"),
                    clientURLs: try fields.texts("clientURLs")))
        }
        return members
    }
}

/// A member of a cluster.
package struct EtcdMember: Sendable, Hashable {
    /// Its id.
    package var id: UInt64
    /// Its name; empty where it has not started yet.
    package var name: String
    /// Where it says that clients reach it.
    package var clientURLs: [String]
}

/// Asks a member how it is. It answers without a leader, too.
package struct EtcdStatusCall: EtcdCall, Hashable {
    package static let path = "maintenance/status"

    package let effect = EtcdEffect.none
    package let needsLeader = false

    /// Creates a request.
    package init() {}

    package func answer(_ answer: EtcdReply) throws(EtcdAnswerProblem) -> EtcdStatus {
        let leader = try answer.fields.id("leader")
        return EtcdStatus(
            header: answer.header, version: try answer.fields.text("version"), leader: leader == 0 ? nil : leader,
            databaseBytes: try answer.fields.number("dbSize"), problems: try answer.fields.texts("errors"))
    }
}

/// How a member is.
package struct EtcdStatus: Sendable, Hashable {
    /// The answer's header, with the member's id.
    package var header: EtcdHeader
    /// Its version, such as `3.4.23`.
    package var version: String
    /// The member that leads; nil where none does.
    package var leader: UInt64?
    /// How large its database is on disk.
    package var databaseBytes: Int64
    /// What is wrong, in etcd's words: alarms, and that there is no leader.
    package var problems: [String]
}

/// Forgets the history before a revision.
package struct EtcdCompaction: EtcdCall, Hashable {
    package typealias Answer = EtcdHeader

    package static let path = "kv/compaction"

    /// The oldest revision to keep.
    package var revision: Int64

    package let effect = EtcdEffect.repeatable
    package var body: JSONValue { ["revision": .number64(revision)] }

    /// Creates a request.
    package init(revision: Int64) {
        self.revision = revision
    }
}
