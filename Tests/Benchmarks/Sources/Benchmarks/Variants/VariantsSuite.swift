import Dispatch
import ExperimentsCore
import Foundation
import Synchronization
import Variants

/// Flags and variants: reading a flag, alone and from many threads, loading, simulating.
struct VariantsSuite: BenchmarkSuite {
    let title = "variants"

    private static let conditions: [(name: String, text: @Sendable (Int) -> String)] = [
        ("RANDOM", { _ in #"{"type": "RANDOM", "value": 0.5}"# }),
        ("MOD_RANGE", { _ in #"{"type": "MOD_RANGE", "values": ["user_id", 0, 49]}"# }),
        ("USER_ID", { _ in #"{"type": "USER_ID", "values": ["anna", "ben", "carla"]}"# }),
        ("ROLLOUT", { #"{"type": "ROLLOUT", "value": {"percentage": 50, "salt": "salt-\#($0)"}}"# }),
    ]

    func rows() throws -> [BenchmarkRow] {
        try readRows() + threadRows() + loadRows() + simulationRows()
    }

    private func readRows() throws -> [BenchmarkRow] {
        try Self.conditions.map { name, text in
            let registry = VariantRegistry()
            try registry.load(VariantsDocument(text: Self.document(flags: 100, text)))
            let context: VariantContext = ["user_id": "user-1234567"]
            return try Stopwatch.measure(
                "read a flag with one \(name)", samples: 200, batch: 10_000, goal: .nanoseconds(500)
            ) { consume(try registry.bool("feature_flag_number_57", context: context)) }
        }
    }

    /// The time in which one read is done by all threads together: it falls as long as there are processors for them.
    private func threadRows() throws -> [BenchmarkRow] {
        let registry = VariantRegistry()
        let document = VariantsDocument(text: Self.document(flags: 100, Self.conditions[1].text))
        try registry.load(document)
        return [1, 2, 16].flatMap { threads in
            [false, true].map { reloads in
                let times = (0..<5).map { _ in
                    Self.timePerRead(of: registry, threads: threads, reloading: reloads ? document : nil)
                }.sorted()
                return BenchmarkRow(
                    name: "read by \(threads) threads" + (reloads ? " during reloads" : ""),
                    value: .time(times[2]),
                    tail: .time(times[4]))
            }
        }
    }

    private static func timePerRead(
        of registry: VariantRegistry, threads: Int, reloading document: VariantsDocument?
    ) -> Duration {
        let reads = 400_000 / threads
        let isDone = Atomic(false)
        // One reload for each 25,000 reads, so that they have something to do with each other at any speed.
        let readsPerReload = 25_000
        let isDue = DispatchSemaphore(value: 0)
        let reloader = Thread {
            while true {
                isDue.wait()
                guard let document, !isDone.load(ordering: .acquiring) else { return }
                _ = try? registry.reload(document)
            }
        }
        reloader.start()
        let group = DispatchGroup()
        let clock = ContinuousClock()
        let start = clock.now
        for number in 0..<threads {
            group.enter()
            Thread {
                let context: VariantContext = ["user_id": .number(String(number))]
                for start in stride(from: 0, to: reads, by: readsPerReload) {
                    for _ in start..<min(reads, start + readsPerReload) {
                        consume(try? registry.bool("feature_flag_number_57", context: context))
                    }
                    isDue.signal()
                }
                group.leave()
            }.start()
        }
        group.wait()
        let time = start.duration(to: clock.now)
        isDone.store(true, ordering: .releasing)
        isDue.signal()
        return time / (reads * threads)
    }

    private func loadRows() throws -> [BenchmarkRow] {
        let bytes = Array(Self.document(flags: 10_000, Self.conditions[3].text).utf8)
        return [
            try Stopwatch.measure("load 10,000 flags and 10,000 variants", goal: .milliseconds(100)) {
                try VariantRegistry().load(VariantsDocument(bytes: bytes))
            },
            try Stopwatch.measure("lint 10,000 flags and 10,000 variants", samples: 5) {
                consume(try VariantsDocument(bytes: bytes).lint())
            },
        ]
    }

    private func simulationRows() throws -> [BenchmarkRow] {
        try Self.conditions.map { name, text in
            let registry = VariantRegistry()
            try registry.load(VariantsDocument(text: Self.document(flags: 100, text)))
            let clock = ContinuousClock()
            let time = try clock.measure {
                consume(try registry.simulate(SimulationOptions(users: 1_000_000)))
            }
            return BenchmarkRow(
                name: "simulate 1,000,000 users, 100 flags, \(name)", value: .time(time),
                goal: .time(.seconds(10)))
        }
    }

    private static func document(flags: Int, _ condition: (Int) -> String) -> String {
        let names = (0..<flags).map { "feature_flag_number_\($0)" }
        let definitions = names.map { #"{"flag": "\#($0)", "base_value": false, "desc": "A flag"}"# }
        let variants = names.enumerated().map { number, name in
            """
            {"id": "Variant\(number)", "conditions": [\(condition(number))],
             "mods": [{"flag": "\(name)", "value": true}]}
            """
        }
        return """
            {"flag_defs": [\(definitions.joined(separator: ",\n"))],
             "variants": [\(variants.joined(separator: ",\n"))]}
            """
    }
}
