import ActiveConfiguration
import Dispatch
import ExperimentsCore
import ExperimentsLocks
import TestSupport
import Testing

@Suite("Switching users under load", .inTurn)
struct SwitchingUnderLoadTests {
    @Test("readers and listeners see one user's configuration at a time, whatever happens immediately")
    func load() async throws {
        let users = (0..<4).map { "user\($0)" }
        let underWay = DownloadsUnderWay()
        let mixed = Recorder<String>()
        let downloader = ClosureActiveConfigDownloader { user in
            if underWay.begin(user) > 1 { mixed.record("two downloads of one user") }
            await Task.yield()
            underWay.end(user)
            // Both settings always say whose configuration it is.
            let name = JSONValue.string(user ?? "nobody")
            return [
                "meta": ["user": name],
                "config_sections": ["S": ["settings": ["a": ["value": name], "b": ["value": name]]]],
            ]
        }
        let queue = DispatchQueue(label: "listeners")
        let config = ActiveConfig(downloader: downloader, listenerQueue: queue)
        let calls = Recorder<Int>()
        let observation = config.observeSection(named: "S") { section in
            calls.record(1)
            if let section, section["a"] != section["b"] { mixed.record("a listener") }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<4 {
                group.addTask {
                    for round in 0..<200 { config.currentUserID = users[(worker * 7 + round) % users.count] }
                }
                group.addTask {
                    for _ in 0..<50 { try await config.downloadNewConfig() }
                }
                group.addTask {
                    for _ in 0..<500 {
                        let current = config.current
                        let section = current.state["S"]
                        let isRight =
                            section == nil
                            || (section?["a"]?.string == current.userID
                                && section?["b"]?.string == current.userID
                                && current.state.meta["user"]?.string == current.userID)
                        if !isRight { mixed.record("a reader") }
                    }
                }
                group.addTask {
                    for _ in 0..<100 {
                        let listener = RecordingListener()
                        config.registerListener(listener, forSectionName: "S")
                        config.removeListener(listener, forSectionName: "S")
                    }
                }
            }
            try await group.waitForAll()
        }
        queue.sync {}
        #expect(mixed.elements.isEmpty)
        #expect(calls.count > 0)
        observation.cancel()
        for user in users {
            let stored = try config.store.configuration(for: user)
            #expect(stored == nil || stored?.state["S"]?["a"]?.string == user)
        }
    }
}

/// Counts downloads by user.
private final class DownloadsUnderWay: Sendable {
    private let counts = Mutex<[String?: Int]>([:])

    /// - Returns: how many there are now.
    func begin(_ user: String?) -> Int {
        counts.withLock { counts in
            counts[user, default: 0] += 1
            return counts[user, default: 0]
        }
    }

    func end(_ user: String?) {
        counts.withLock { $0[user, default: 0] -= 1 }
    }
}
