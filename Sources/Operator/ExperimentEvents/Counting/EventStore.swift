import ExperimentsProject
import ExperimentsSupport

/// Counts events, and stores them.
package protocol EventStore: Sendable {
    /// Counts all events, or none of them.
    ///
    /// - Returns: the outcomes.
    @discardableResult
    func store(_ events: [TrackedEvent]) async throws -> EventCounts

    /// Returns the totals of all experiments with exposures, in the order of their names.
    func totals() async throws -> [ExperimentTotals]

    /// Returns the same, with the totals of experiments that only a source of values declares. A store of events counts
    /// all exposures; a warehouse must be asked about each experiment.
    func totals(including undeclared: [ProjectExperiment]) async throws -> [ExperimentTotals]

    /// Makes later readings ask the warehouse again, even if there are recent answers.
    func askAgain() async

    /// Returns why the metrics of an experiment count none of the events. It reads all stored events, so call it only
    /// if nothing is counted.
    func uncountedEvents(of experiment: String) async throws -> UncountedEvents

    /// Stores looks at experiments, by the experiments' names.
    ///
    /// - Parameter state: the state of imports before the totals were read. If an import began or ended since then,
    ///   nothing is stored.
    func keep(_ looks: [String: [StoredLook]], since state: ImportState) async throws

    /// Returns the state of imports.
    func importState() async throws -> ImportState

    /// Returns the stored looks at an experiment, oldest first.
    func looks(at experiment: String) async throws -> [StoredLook]

    /// Stores how the source of declared experiments divides users, by the experiments' names, if that has changed.
    /// Later users are then counted separately.
    func keep(_ splits: [String: SourceSplit]) async throws

    /// Returns the splits of an experiment by its source, oldest first; empty if none was stored.
    func splits(of experiment: String) async throws -> [SourceSplit]

    /// Calls `handler` after changes, on any thread, until the result is cancelled or released. Changes by other
    /// programs are reported, too, up to a second later.
    func observe(_ handler: @escaping @Sendable () -> Void) -> ObservationHandle
}

extension EventStore {
    package func totals(including undeclared: [ProjectExperiment]) async throws -> [ExperimentTotals] {
        try await totals()
    }

    package func askAgain() async {}
}

/// Which imports a store has seen. While one is open, readers see the totals from before it.
package struct ImportState: Sendable, Hashable {
    /// The number of the latest import; 0 for none.
    package var latest: Int
    /// The files that are being imported.
    package var open: [String]

    package init(latest: Int = 0, open: [String] = []) {
        self.latest = latest
        self.open = open
    }
}
