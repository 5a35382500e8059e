import ExperimentsEtcdClient
import ExperimentsTransport
import Foundation
import TestSupport

/// Three members of a real cluster, as patient with each other as they are by default, with a network between them that
/// can be cut.
package final class EtcdFleet: Sendable {
    /// Whether the tests with three members are wanted: they take minutes.
    package static let isWanted =
        ProcessInfo.processInfo.environment["EXPERIMENTS_FLEET"] != nil && EtcdNode.program != nil
    /// Why they are skipped where they are not wanted.
    package static let absence = "`make test-fleet` runs the tests with three members of etcd"

    /// How often a test kills: `EXPERIMENTS_FLEET_KILLS`, 5 by default.
    package static let kills =
        ProcessInfo.processInfo.environment["EXPERIMENTS_FLEET_KILLS"].flatMap { Int($0) } ?? 5

    /// How many linked apps a test has: `EXPERIMENTS_FLEET_APPS`, 2,000 by default.
    package static let apps =
        ProcessInfo.processInfo.environment["EXPERIMENTS_FLEET_APPS"].flatMap { Int($0) } ?? 2000

    /// Its members.
    package let nodes: [EtcdNode]
    /// What lies before each member for the other members.
    private let networks: [LossyProxy]

    /// Starts them, and waits until they have a leader.
    package init() async throws {
        let names = ["one", "two", "three"]
        let ports = try names.map { _ in try LoopbackSocket.freePort() }
        let networks = try ports.map { try LossyProxy(to: $0) }
        self.networks = networks
        let cluster = zip(names, networks).map { "\($0)=http://127.0.0.1:\($1.port)" }.joined(separator: ",")
        nodes = try zip(names, zip(ports, networks)).map { name, place in
            try EtcdNode(
                name: name, peer: place.0, advertised: place.1.port, cluster: cluster,
                options: ["--initial-cluster-token", "\(ports[0])", "--initial-cluster-state", "new"])
        }
        for node in nodes { try await node.ready() }
    }

    /// A client that begins with the member of this number.
    package func client(first: Int = 0) -> EtcdClient {
        let endpoints = nodes.map(\.endpoint)
        return EtcdClient(
            endpoints: Array(endpoints[first...] + endpoints[..<first]), transport: SystemTransport())
    }

    /// Cuts a member off from the other members. Clients still reach it.
    package func isolate(_ number: Int) async throws {
        let status = try await nodes[number].client().status(of: nodes[number].endpoint)
        // Each request of a member to another says so.
        let mark = "X-Server-From: " + String(status.header.memberID, radix: 16)
        for (other, network) in networks.enumerated() {
            network.set(other == number ? .dropping : .droppingFrom(mark))
        }
    }

    /// Connects all members again.
    package func reconnect() {
        for network in networks { network.set(.passing) }
    }

    /// The number of the member that leads now, as the members say.
    package func leader() async throws -> Int {
        try await eventually("a leader") {
            for (number, node) in nodes.enumerated() {
                let status = try? await node.client().status(of: node.endpoint)
                if let status, status.leader == status.header.memberID { return number }
            }
            return nil
        }
    }
}
