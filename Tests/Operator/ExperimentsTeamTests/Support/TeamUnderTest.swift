import ExperimentsCore
import ExperimentsEtcdStore
import ExperimentsLocks
import ExperimentsOperator
import Foundation
import TestSupport

@testable import ExperimentsEtcdClient
@testable import ExperimentsTeam

/// A team's store over a cluster in memory, and another dashboard on it.
struct TeamUnderTest {
    static let layout = EtcdLayout(project: "shop", environment: "test")
    static let now = Date(timeIntervalSince1970: 1_790_000_000)
    static let ann = OverrideOrigin(author: "ann", program: "experiments")
    static let bob = OverrideOrigin(author: "bob", program: "experiments")

    let etcd = SimulatedEtcd()

    /// A store of this cluster whose waits are over at once, but for those of 5 s and more, which never end.
    ///
    /// - Parameter server: what the program is called among the team's servers.
    func store(memory: String? = nil, server: String = "own") throws -> TeamStore {
        let clock = Mutex(Duration.zero)
        let time = EtcdTime(
            now: { clock.withLock { $0 } },
            pause: { wait in
                if wait >= .seconds(5) { try await untilCancelledThrowing() }
                clock.withLock { $0 += wait }
                await Task.yield()
            }, fraction: { 0.5 })
        let client = EtcdClient(
            endpoints: [try EtcdEndpoint(parsing: "http://a:2379")], transport: etcd, time: time)
        return TeamStore(client: client, layout: Self.layout, memory: memory, server: server, time: time)
    }

    /// A store that is kept up, and has read everything.
    func followed(memory: String? = nil) async throws -> TeamStore {
        let store = try store(memory: memory)
        store.follow()
        try await eventually("the store to be followed") { store.view.status.state == .connected }
        return store
    }

    func key(_ name: String, _ scope: EtcdScope = .team) -> EtcdKey {
        Self.layout.key(of: .override(scope, name))
    }
}

extension TeamStore {
    /// Sets an override for everybody of the team.
    @discardableResult
    func set(
        _ name: String, _ value: String, by origin: OverrideOrigin = TeamUnderTest.ann,
        for scope: OverrideScope = .everyone
    ) async throws -> JournaledUpdate {
        try await change("override \(name)", by: origin, at: TeamUnderTest.now) { overrides in
            overrides[scope][name] = Override(value: value, author: origin.author, setAt: TeamUnderTest.now)
        }
    }

    /// The values of a scope as they are in the store.
    func values(of scope: OverrideScope = .everyone) -> [String: String] {
        overrides[scope].entries.mapValues(\.value)
    }
}
