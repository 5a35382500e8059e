import ExperimentsCore

/// Requests the members of a cluster.
package struct EtcdMemberList: EtcdCall, Hashable {
    package static let path = "cluster/member/list"

    package let effect = EtcdEffect.none
    package let needsLeader = false

    /// Creates a request.
    package init() {}

    package func answer(_ answer: EtcdReply) throws(MessageError) -> [EtcdMember] {
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
    /// Its name; empty if it has not started yet.
    package var name: String
    /// The addresses for clients, according to the member.
    package var clientURLs: [String]
}

/// Requests the status of a member, which answers even without a leader.
package struct EtcdStatusCall: EtcdCall, Hashable {
    package static let path = "maintenance/status"

    package let effect = EtcdEffect.none
    package let needsLeader = false

    /// Creates a request.
    package init() {}

    package func answer(_ answer: EtcdReply) throws(MessageError) -> EtcdStatus {
        let leader = try answer.fields.id("leader")
        return EtcdStatus(
            header: answer.header, version: try answer.fields.text("version"),
            leader: leader == 0 ? nil : leader,
            databaseBytes: try answer.fields.number("dbSize"), problems: try answer.fields.texts("errors"))
    }
}

/// The status of a member.
package struct EtcdStatus: Sendable, Hashable {
    /// The response's header, with the member's id.
    package var header: EtcdHeader
    /// Its version, such as `3.4.23`.
    package var version: String
    /// The member that is the leader; nil if there is none.
    package var leader: UInt64?
    /// The size of its database on disk, in bytes.
    package var databaseBytes: Int64
    /// The problems in etcd's words: alarms, and a missing leader.
    package var problems: [String]
}
