import ExperimentsCore
import ExperimentsEtcdClient

/// The state of a team's store, as this program sees it.
package struct TeamStatus: Sendable, Hashable {
    /// The actions that are possible with the store.
    package enum State: String, Sendable, Hashable, CaseIterable {
        /// The store has not been reached yet.
        case connecting
        /// Each change is seen immediately, and changes are possible.
        case connected
        /// Members answer, but changes of others do not arrive: the shown state may be outdated.
        case behind
        /// The store can be read but not changed.
        case readOnly = "read only"
        /// No member answers, so the last known state stays in use.
        case alone
    }

    /// The actions that are possible now.
    package var state = State.connecting
    /// The reason, if it is not connected.
    package var reason: String?
    /// The members that the project file names, in its order.
    package var members: [TeamMember] = []

    /// Creates the status of a store that has not been reached yet.
    package init() {}

    /// Determines the state of a store.
    ///
    /// - Parameters:
    ///   - condition: the condition of the watch.
    ///   - members: the report of each member; empty if none was asked yet.
    ///   - problem: the reason why overrides cannot be changed or read; nil for none.
    init(_ condition: EtcdWatchCondition, _ members: [TeamMember], problem: OverrideStoreProblem?) {
        self.members = members
        let answering = members.filter { $0.problem == nil }
        if let problem {
            (state, reason) = (.readOnly, problem.message)
        } else if !members.isEmpty, answering.isEmpty {
            (state, reason) = (.alone, members.first?.problem)
        } else if let hindrance = Self.hindrance(answering) {
            (state, reason) = (.readOnly, hindrance)
        } else {
            switch condition {
            case .connecting: state = .connecting
            case .live: state = .connected
            case .interrupted(let failure): (state, reason) = (.behind, failure.description)
            case .refused(let error), .ended(let error): (state, reason) = (.behind, error.description)
            }
        }
    }

    /// Returns why a cluster accepts no changes, according to its members.
    private static func hindrance(_ answering: [TeamMember]) -> String? {
        guard !answering.isEmpty else { return nil }
        if answering.allSatisfy({ $0.leader == nil }) { return "most members of the cluster do not respond" }
        return answering.lazy.compactMap { member in member.alarms.first { $0.contains("NOSPACE") } }.first
            .map { _ in "the store is full: compact and defragment it, then disarm the alarm NOSPACE" }
    }

    /// The member that leads; nil if that is not known.
    package var leader: TeamMember? { members.first(where: \.isLeader) }

    /// The number of members that answer, of all members: `2 of 3 members`.
    package var memberWords: String {
        let answering = members.count { $0.problem == nil }
        let noun = members.count == 1 ? "member" : "members"
        return answering == members.count
            ? "\(members.count) \(noun)" : "\(answering) of \(members.count) \(noun)"
    }
}

/// A member of a team's store, according to its last answer.
package struct TeamMember: Sendable, Hashable {
    /// The address: host and port.
    package let address: String
    /// The name that it has in its cluster; nil if that is not known.
    package var name: String?
    /// Its version of etcd.
    package var version: String?
    /// Its id, and that of the member that it takes for the leader.
    var id: UInt64?
    var leader: UInt64?
    /// The size of its database in bytes.
    package var databaseBytes: Int64?
    /// The alarms that it reports.
    package var alarms: [String] = []
    /// The reason why it does not answer; nil if it does.
    package var problem: String?

    /// Creates a member of which nothing is known.
    init(address: String) {
        self.address = address
    }

    /// Creates the state of a member from its answer.
    init(address: String, _ status: EtcdStatus, named name: String?) {
        self.init(address: address)
        self.name = name
        version = status.version
        id = status.header.memberID
        leader = status.leader
        databaseBytes = status.databaseBytes
        alarms = status.problems
    }

    /// Whether it leads.
    package var isLeader: Bool { id != nil && id == leader }
}
