import ExperimentsSupport
import Foundation

/// Counts events, and keeps what it must remember of them.
package protocol EventStore: Sendable {
    /// Counts events, all or none of them.
    ///
    /// - Returns: what became of them.
    @discardableResult
    func store(_ events: [TrackedEvent]) async throws -> EventCounts

    /// The experiments of which exposures are known, with all that is known of them, in the order of their names.
    func totals() async throws -> [ExperimentTotals]

    /// Returns why the metrics of an experiment count none of the events that came. It reads all events that are kept, so ask
    /// only where nothing is counted.
    func uncountedEvents(of experiment: String) async throws -> UncountedEvents

    /// Keeps looks at experiments, by the experiments' names.
    func keep(_ looks: [String: [StoredLook]]) async throws

    /// The looks at an experiment that were kept, the earliest first.
    func looks(at experiment: String) async throws -> [StoredLook]

    /// Keeps how the source of declared experiments divides users, by the experiments' names, where that is something new:
    /// users who come from then on are counted apart.
    func keep(_ splits: [String: SourceSplit]) async throws

    /// Returns the splits of an experiment by its source, the earliest first; empty if none was stored.
    func splits(of experiment: String) async throws -> [SourceSplit]

    /// Calls `handler` after changes, on any thread, until the result is cancelled or released. Changes by other
    /// programs are reported, too, perhaps a second later.
    func observe(_ handler: @escaping @Sendable () -> Void) -> ObservationHandle
}
