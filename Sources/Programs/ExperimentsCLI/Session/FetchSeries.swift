import ExperimentsCore
import Foundation

/// Fetches made one after the other, each with what the source was known to hold after it.
struct FetchSeries {
    /// The fetches, the oldest first.
    private(set) var records: [FetchRecord] = []
    /// Why the last fetch failed, if it did.
    private(set) var lastProblem: (any Error)?
    private var snapshots: [Snapshot] = []

    /// Fetches so many times. A fetch that fails is one of the series like any other.
    init(_ session: ProjectSession, count: Int, every pause: Duration) throws {
        for number in 1...max(1, count) {
            if number > 1 {
                try Progress.wait("Waiting for the next fetch") { try await Task.sleep(for: pause) }
            }
            do {
                lastProblem = nil
                try session.fetch()
            } catch let problem as CommandProblem {
                throw problem
            } catch {
                lastProblem = error
            }
            session.keepFetch(by: "history")
            snapshots.append(session.service.snapshot)
        }
        records = session.service.history.records
    }

    /// Whether no fetch succeeded.
    var isFailure: Bool { records.allSatisfy { $0.failure != nil } }

    /// Returns the source's values after a fetch, counted from 1.
    ///
    /// - Throws: `CommandProblem` if there is no fetch with this number.
    func snapshot(after number: Int) throws(CommandProblem) -> Snapshot {
        guard snapshots.indices.contains(number - 1) else {
            throw CommandProblem(
                "there is no fetch \(number)",
                advice: "They are counted from 1 to \(snapshots.count); --fetches makes more of them.")
        }
        return snapshots[number - 1]
    }
}
