import Dispatch
import ExperimentsCore
import Foundation
import Synchronization

/// The service as an app uses it: reads from any number of keys and threads, passes, and subscriptions.
struct ServiceSuite: BenchmarkSuite {
    let title = "service"

    func rows() throws -> [BenchmarkRow] {
        sizeRows() + threadRows() + passRows() + subscriptionRows()
    }

    private func sizeRows() -> [BenchmarkRow] {
        [10, 1_000, 100_000].map { count in
            let stage = Stage(keys: count)
            let key = stage.keys[count / 2]
            return Stopwatch.measure("value out of \(count) keys", samples: 200, batch: 10_000) {
                consume(stage.service.remoteValue(for: key) as ServiceKey.Variant)
            }.within(Budget.read, allocatingNothing: true)
        }
    }

    /// Processor time for one read: what else the machine does, and on how many cores the readers run, does not count.
    private func threadRows() -> [BenchmarkRow] {
        [(1, false), (8, false), (8, true), (64, true)].map { threads, isFetching in
            let times = (0..<5).map { _ in Self.timePerRead(threads: threads, isFetching: isFetching) }
                .sorted()
            return BenchmarkRow(
                name: "value read by \(threads) threads" + (isFetching ? " during fetches" : ""),
                value: .time(times[2]), tail: .time(times[4])
            ).within(Budget.read)
        }
    }

    private static func timePerRead(threads: Int, isFetching: Bool) -> Duration {
        let stage = Stage(keys: 1_000)
        let reads = 2_000_000 / threads
        let isDone = Atomic(false)
        let group = DispatchGroup()
        let pause = DispatchSemaphore(value: 0)
        if isFetching {
            Thread {
                var turn = 0
                while !isDone.load(ordering: .relaxed) {
                    turn += 1
                    stage.publish(turn)
                    _ = pause.wait(timeout: .now() + .milliseconds(50))
                }
            }.start()
        }
        let start = Self.processorTime
        for number in 0..<threads {
            group.enter()
            Thread {
                // As in an app, the names are in the program: nobody counts references to them.
                let keys = BenchKey.allCases
                for turn in 0..<reads {
                    consume(
                        stage.service.remoteValue(for: keys[(turn + number) % keys.count]) as BenchKey.Variant
                    )
                }
                group.leave()
            }.start()
        }
        group.wait()
        let time = Self.processorTime - start
        isDone.store(true, ordering: .relaxed)
        pause.signal()
        return time / (reads * threads)
    }

    private static var processorTime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    private func passRows() -> [BenchmarkRow] {
        let stage = Stage(keys: 1_000)
        var turn = 0
        return [
            Stopwatch.measure("getValues(for:) of 1,000 keys", goal: .milliseconds(1)) {
                consume(stage.service.getValues(for: stage.keys))
            },
            Stopwatch.measure("fetch and getValues(for:) of 1,000 keys") {
                turn += 1
                stage.publish(turn)
                consume(stage.service.getValues(for: stage.keys))
            },
        ]
    }

    /// From a change of one key to its being told, where every key has a subscriber.
    private func subscriptionRows() -> [BenchmarkRow] {
        let stage = Stage(keys: 100_000)
        let told = Atomic(0)
        let observations = stage.keys.map { key in
            stage.service.observeRemoteValue(for: key, as: ServiceKey.Variant.self) { _ in
                told.add(1, ordering: .relaxed)
            }
        }
        defer { withExtendedLifetime(observations) {} }
        told.store(0, ordering: .relaxed)
        var turn = 0
        let row = Stopwatch.measure("change of one key out of 100,000, all of them observed") {
            turn += 1
            stage.publish(turn)
        }
        let perChange = Double(told.load(ordering: .relaxed)) / Double(turn)
        return [
            row,
            BenchmarkRow(name: "subscribers told of it", value: .count(perChange), goal: .count(1)),
        ]
    }
}

/// A key of any number of them, typed as an app's are.
private struct ServiceKey: RemoteKey {
    let name: String
    var valueType: any RemoteValue.Type { Variant.self }

    enum Variant: String, CaseIterable, StringRemoteValue {
        case first = "a"
        case second = "b"
    }
}

/// A service over a keeper in memory, all of whose keys were read once.
private struct Stage: Sendable {
    let keys: [ServiceKey]
    let service: RemoteConfigService
    private let keeper: InMemoryRemoteConfigKeeper
    /// The same but for the value of one key.
    private let snapshots: [Snapshot]

    init(keys count: Int) {
        keys = (0..<count).map { ServiceKey(name: "feature_area_\($0 % 40)_setting_\($0)") }
        let changing = keys[0].name
        let texts = Dictionary(uniqueKeysWithValues: keys.map { ($0.name, "a") })
        snapshots = ["a", "b"].map { text in
            Snapshot(texts: texts.merging([changing: text]) { $1 }, fetchedAt: nil)
        }
        keeper = InMemoryRemoteConfigKeeper(snapshots[0])
        service = RemoteConfigService(remoteConfigKeeper: keeper)
        for key in keys { consume(service.remoteValue(for: key) as ServiceKey.Variant) }
    }

    /// The same values but for those of one key, which changes each time.
    func publish(_ turn: Int) {
        keeper.publish(snapshots[turn % 2])
    }
}
