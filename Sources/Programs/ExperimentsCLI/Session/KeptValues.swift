import ExperimentsCore
import ExperimentsOperator
import Foundation

/// The earlier values of a project's source, as seen by dashboards, `watch` and `check` on this machine.
struct KeptValues {
    let session: ProjectSession
    /// The log of the fetches.
    let log: FetchLog

    /// - Throws: `CommandProblem` if no values are stored, or if they belong to another user.
    init(_ session: ProjectSession) throws(CommandProblem) {
        guard let log = session.fetchLog() else {
            throw CommandProblem(
                "no stored values with --no-state", advice: "Remove --no-state to use stored values.")
        }
        guard session.asked?.words == nil else {
            throw CommandProblem(
                "only values of the configured persona are stored",
                advice: "Remove --as to use stored values.")
        }
        self.session = session
        self.log = log
    }

    /// Returns the moment in an option.
    static func date(_ text: String, option: String) throws(CommandProblem) -> Date {
        do throws(MessageError) {
            return try LocalTime.system.pastMoment(text, now: Date())
        } catch {
            throw CommandProblem("invalid \(option)", error)
        }
    }

    /// Returns the values of the source at a moment.
    ///
    /// - Throws: `CommandProblem` if none are stored for that time, `FileProblem` if they cannot be read.
    func content(at date: Date) throws -> ValueHistory.Content {
        if let content = try log.values.content(at: date) { return content }
        let oldest = try log.values.oldest()
        // Times are given and printed to the second.
        if let oldest, floor(oldest.at.timeIntervalSince1970) <= date.timeIntervalSince1970,
            let content = try log.values.content(at: oldest.at)
        {
            return content
        }
        throw CommandProblem(
            "no stored values of \(session.sourceName) at \(RFC3339.text(of: date))",
            advice: oldest.map { "The oldest stored values are of \(RFC3339.text(of: $0.at))." }
                ?? "Use `experiments watch`, `experiments check` or the dashboard to store values from now on."
        )
    }

    /// Returns the report for the values at a moment, with the current overrides.
    func report(at date: Date) throws -> Report {
        if let problem = session.overrides.problem { throw problem }
        let content = try content(at: date)
        return Report(
            keys: session.keys, snapshot: content.snapshot,
            overrides: session.service.overrideStore.overrides,
            at: date, fetchedAt: content.moment.at)
    }
}

/// A series of fetches, each with the values of the source after it.
struct FetchSeries {
    /// The fetches, the oldest first.
    private(set) var records: [FetchRecord] = []
    /// The reason why the last fetch failed, if it did.
    private(set) var lastProblem: (any Error)?
    private var snapshots: [Snapshot] = []

    /// Fetches this many times. A failed fetch is part of the series.
    init(_ session: ProjectSession, count: Int, every pause: Duration) throws {
        for number in 1...max(1, count) {
            if number > 1 {
                try Progress.wait("Waiting for the next fetch") { try await Task.sleep(for: pause) }
            }
            do {
                lastProblem = nil
                try session.fetch(allowingStale: 0)
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
                "no fetch \(number)",
                advice: "Fetches are numbered from 1 to \(snapshots.count). Use --fetches for more.")
        }
        return snapshots[number - 1]
    }
}
