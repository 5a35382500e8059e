import ExperimentEvents
import ExperimentResults
import ExperimentsCore
import Foundation

/// The results of the demo's experiments, from events in memory.
final class DemoResults: Sendable {
    /// Where they are read.
    let source: any ExperimentResultsSource
    private let traffic: DemoTraffic
    private let store: MemoryEventStore

    /// A demo that begins at some time. Nothing has happened until `begin`.
    init(start: Date, now: @escaping @Sendable () -> Date) {
        traffic = DemoTraffic(start: start)
        store = MemoryEventStore(
            EventDefinitions(
                experiments: traffic.experiments.map { ExperimentDefinition($0) },
                metrics: traffic.metrics.map { MetricDefinition($0) }),
            now: now)
        source = StoredResults(traffic.experiments, metrics: traffic.metrics, in: store)
    }

    /// Counts what happened before the demo.
    func begin() throws { try store.store(traffic.past) }

    /// Counts what happens in a second of the demo.
    func pass(second: Int) throws { try store.store(traffic.events(inSecond: second)) }

    /// Lets users come from now on, until the task that it runs in is cancelled.
    func play() async throws {
        try begin()
        for second in 0... {
            try pass(second: second)
            try await Task.sleep(for: .seconds(1))
        }
    }
}

/// The same for a rehearsal of the demo, whose time passes by its script alone.
final class RehearsedDemoResults {
    private let results = DemoResults(start: DemoPlayback.start, now: { .distantFuture })
    /// The number of seconds of the demo that are counted; nil before its past is.
    private var counted: Int?

    /// Where they are read.
    var source: any ExperimentResultsSource { results.source }

    /// The standings of the experiments at a time of the demo.
    func standings(at date: Date) throws -> [ExperimentStanding] {
        let seconds = min(max(0, date.timeIntervalSince(DemoPlayback.start)), 3600)
        if counted == nil { try results.begin() }
        for second in (counted ?? 0)..<max(counted ?? 0, Int(seconds)) { try results.pass(second: second) }
        counted = max(counted ?? 0, Int(seconds))
        let source = results.source
        return try Progress.wait("Counting what came in") {
            try await source.standings(at: date, KnownExperiments(), keepingLooks: true)
        }
    }
}
