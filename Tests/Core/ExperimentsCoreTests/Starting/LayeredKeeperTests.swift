import Foundation
import TestSupport
import Testing

@testable import ExperimentsCore

@Suite("Layers of keepers", .inTurn)
struct LayeredKeeperTests {
    private let time = Date(timeIntervalSince1970: 1000)

    private func launch(_ arguments: [String] = [], _ environment: [String: String] = [:])
        -> LaunchValuesKeeper
    {
        LaunchValuesKeeper(arguments: ["app"] + arguments, environment: environment, now: time)
    }

    @Test(
        "arguments and variables set values at launch",
        arguments: [
            ([], ["EXPERIMENTS_columns": "4", "HOME": "/"], ["columns": "4"]),
            (["-EXPERIMENTS_columns", "4"], [:], ["columns": "4"]),
            (["--EXPERIMENTS_columns=4", "x"], [:], ["columns": "4"]),
            (
                ["EXPERIMENTS_columns=4"], ["EXPERIMENTS_columns": "5", "EXPERIMENTS_a-b": "é"],
                ["columns": "4", "a-b": "é"]
            ),
            (["-EXPERIMENTS_a", "-1", "-EXPERIMENTS_a=2"], [:], ["a": "2"]),
            (["-EXPERIMENTS_a=x=y", "-EXPERIMENTS_b="], [:], ["a": "x=y", "b": ""]),
            (["-EXPERIMENTS_a", "-EXPERIMENTS_b", "2"], [:], ["b": "2"]),
            (["-EXPERIMENTS_a", "--EXPERIMENTS_b=2"], [:], ["b": "2"]),
            (["-EXPERIMENTS_a", "-other", "2"], [:], ["a": "-other"]),
            (["-EXPERIMENTS_a"], [:], [:]), (["EXPERIMENTS_a", "3"], [:], [:]),
            (["-EXPERIMENTS_", "3"], [:], [:]),
        ] as [([String], [String: String], [String: String])])
    func launchValues(arguments: [String], environment: [String: String], expected: [String: String]) {
        let entries = launch(arguments, environment).snapshot.entries
        #expect(
            Dictionary(uniqueKeysWithValues: entries.compactMap { e in e.value.text.map { (e.key, $0) } })
                == expected)
    }

    @Test("a name has the value of the first layer that has it")
    func order() {
        let remote = InMemoryRemoteConfigKeeper()
        let layered = LayeredRemoteConfigKeeper([launch([], ["EXPERIMENTS_paywall": "c"]), remote])
        let service = RemoteConfigService(remoteConfigKeeper: layered)
        #expect((service.remoteValue(for: Key.paywall) as Paywall) == .c)
        #expect(service.row(for: CatalogKey(Key.retries)).status == .unknown, "the source was not asked yet")
        remote.publish(Snapshot(texts: ["paywall": "b", "retries": "3"], version: "7", fetchedAt: time))
        #expect((service.remoteValue(for: Key.paywall) as Paywall) == .c)
        #expect(service.row(for: CatalogKey(Key.retries)).remoteText == "3")
        #expect(layered.snapshot.version == "7" && layered.snapshot.fetchedAt == time)
    }

    @Test("a fetch fails if a layer fails, and the others are used")
    func failure() async throws {
        let (one, other) = (InMemoryRemoteConfigKeeper(), InMemoryRemoteConfigKeeper())
        one.lineUp(.failure(FetchFailure("no route")))
        other.lineUp(.success(Snapshot(texts: ["paywall": "b"], fetchedAt: time)))
        let layered = LayeredRemoteConfigKeeper([launch(), one, other])
        let service = RemoteConfigService(remoteConfigKeeper: layered)
        let error = await #expect(throws: FetchFailure.self) { try await service.fetch() }
        #expect(error?.summary == "no route")
        #expect((service.remoteValue(for: Key.paywall) as Paywall) == .b)
        #expect(layered.snapshot.fetchedAt == nil, "one layer has nothing yet")
        one.lineUp(.success(Snapshot(texts: ["paywall": "c"], fetchedAt: time + 5)))
        #expect(try await service.fetch().statusWord == "updated")
        #expect((service.remoteValue(for: Key.paywall) as Paywall) == .c)
        #expect(layered.snapshot.fetchedAt == time, "the values are as old as the oldest")
    }

    @Test("layers that change at the same time end with the last values of each")
    func race() async throws {
        let (one, other) = (InMemoryRemoteConfigKeeper(), InMemoryRemoteConfigKeeper())
        let service = RemoteConfigService(remoteConfigKeeper: LayeredRemoteConfigKeeper([one, other]))
        await withTaskGroup(of: Void.self) { group in
            for (keeper, name) in [(one, "a"), (other, "b")] {
                group.addTask {
                    for number in 1...300 {
                        keeper.publish(Snapshot(texts: [name: "\(number)"], fetchedAt: time))
                    }
                }
            }
        }
        #expect(service.snapshot.entries["a"]?.text == "300" && service.snapshot.entries["b"]?.text == "300")
        #expect(service.row(for: CatalogKey(name: "b", schema: ValueSchema(kind: .int))).remoteText == "300")
    }

    @Test("the values of the last run are those of the only layer that can store them")
    func stored() async throws {
        let folder = try TemporaryFolder()
        let file = folder.path("values")
        let first = RemoteConfigService(
            remoteConfigKeeper: LayeredRemoteConfigKeeper([
                launch(), CopiedKeeper([.success(Snapshot(texts: ["paywall": "b"], fetchedAt: time))]),
            ]))
        first.continueWithLastValues(of: "shop", in: file)
        try await first.fetch()
        let second = RemoteConfigService(
            remoteConfigKeeper: LayeredRemoteConfigKeeper([
                launch(["-EXPERIMENTS_retries", "9"]), CopiedKeeper(),
            ]))
        #expect(second.continueWithLastValues(of: "shop", in: file))
        #expect((second.remoteValue(for: Key.paywall) as Paywall) == .b)
        #expect(second.snapshot.entries["retries"]?.text == "9")
    }
}
