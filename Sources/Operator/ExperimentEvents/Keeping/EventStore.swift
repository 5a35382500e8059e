import ExperimentsSupport
import Foundation

/// The reading part of a store of counted events, for screens and commands.
package protocol EventReading: Sendable {
    /// Returns the totals of all experiments with exposures, in the order of their names.
    func totals() async throws -> [ExperimentTotals]

    /// Returns the totals of one experiment; nil if it has no exposures.
    func totals(of experiment: String) async throws -> ExperimentTotals?

    /// Returns the content of the store, in numbers.
    func summary() async throws -> EventSummary

    /// Returns why the metrics of an experiment count none of the events. It reads all stored events, so call it only
    /// if nothing is counted.
    func uncountedEvents(of experiment: String) async throws -> UncountedEvents

    /// Returns the stored looks at an experiment, the earliest first.
    func looks(at experiment: String) async throws -> [StoredLook]

    /// Returns the splits of an experiment by its source, the earliest first; empty if none was stored.
    func splits(of experiment: String) async throws -> [SourceSplit]

    /// Calls `handler` after changes, on any thread, until the result is cancelled or released. Changes by other
    /// programs are reported, too, perhaps a second later.
    func observe(_ handler: @escaping @Sendable () -> Void) -> ObservationHandle
}

/// Counts events, and keeps what it must remember of them.
package protocol EventStore: EventReading {
    /// Counts events, all or none of them.
    ///
    /// - Returns: what became of them.
    @discardableResult
    func store(_ events: [TrackedEvent]) async throws -> EventCounts

    /// Counts by these definitions from now on. Existing events are counted again if the definitions differ.
    func adopt(_ definitions: EventDefinitions) async throws

    /// Keeps looks at experiments, by the experiments' names.
    func keep(_ looks: [String: [StoredLook]]) async throws

    /// Stores how the source of declared experiments divides users, by the experiments' names, if it has changed: later
    /// users are counted separately.
    func keep(_ splits: [String: SourceSplit]) async throws
}

extension EventStore {
    /// Keeps looks at one experiment.
    package func keep(_ looks: [StoredLook], at experiment: String) async throws { try await keep([experiment: looks]) }

    /// Keeps how the source of one experiment divides users.
    package func keep(_ split: SourceSplit, of experiment: String) async throws { try await keep([experiment: split]) }
}
