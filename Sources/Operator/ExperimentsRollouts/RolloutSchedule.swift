import ExperimentsCore
import ExperimentsProject
import Foundation

/// A rollout of the project, and how to open its template and results.
package struct DeclaredRollout: Sendable {
    package let rollout: ProjectRollout
    private let open: @Sendable () throws -> RolloutWork

    /// - Parameter open: opens its template and results. Called on a thread of its own, so it may wait.
    package init(_ rollout: ProjectRollout, open: @escaping @Sendable () throws -> RolloutWork) {
        self.rollout = rollout
        self.open = open
    }

    /// Opens its template and results.
    package func work() async throws -> RolloutWork {
        let open = open
        return try await OwnThread.run { try open() }
    }
}

/// When a program that keeps running looks at rollouts: never twice at the same time.
package struct RolloutSchedule: Sendable, Hashable {
    /// The time between looks, in seconds.
    package static let interval: TimeInterval = 300

    /// The time of the next look; nil during a look.
    package private(set) var due: Date?

    /// - Parameter first: the time of the first look.
    package init(firstAt first: Date = .distantPast) { due = first }

    /// Begins a look if it is due.
    ///
    /// - Returns: whether it is.
    package mutating func begin(at now: Date) -> Bool {
        guard let due, due <= now else { return false }
        self.due = nil
        return true
    }

    /// Notes that the look has ended.
    package mutating func end(at now: Date) { due = now + Self.interval }

    /// Notes that the clock was set by a number of seconds. The remaining wait does not change.
    package mutating func clockWasSet(by seconds: TimeInterval) { due = due.map { $0 + seconds } }
}

/// The rollouts with `auto: true`, whose steps a program without a screen makes while it runs.
package struct AutomaticRollouts: Sendable {
    /// What is worth a line.
    package enum News: Sendable {
        /// This program made a step.
        case step(RolloutStep)
        /// A look failed, for another reason than the one before.
        case problem(String)
    }

    private let rollouts: [DeclaredRollout]
    private var schedule: RolloutSchedule
    /// Why the last look at each rollout failed.
    private var problems = ExactDictionary<String>()

    /// - Parameter now: the time at which the program starts. The first look follows later, so that a restart changes
    ///   nothing immediately.
    package init(_ rollouts: [DeclaredRollout], startingAt now: Date) {
        self.rollouts = rollouts.filter(\.rollout.isAutomatic)
        schedule = RolloutSchedule(firstAt: now + RolloutSchedule.interval)
    }

    /// The time of the next look; nil during a look, and if there are no rollouts.
    package var due: Date? { rollouts.isEmpty ? nil : schedule.due }

    /// Begins a look if it is due.
    ///
    /// - Returns: the rollouts to look at; none if it is not due.
    package mutating func begin(at now: Date) -> [DeclaredRollout] {
        !rollouts.isEmpty && schedule.begin(at: now) ? rollouts : []
    }

    /// Takes the result of a look at one of them.
    ///
    /// - Returns: what is worth a line; nil if nothing is.
    package mutating func hear(_ name: String, _ result: Result<RolloutStep?, any Error>) -> News? {
        switch result {
        case .success(let done):
            problems[name] = nil
            return done.map { .step($0) }
        case .failure(let error):
            let problem = ErrorReport.headline(of: error)
            guard problems[name] != problem else { return nil }
            problems[name] = problem
            return .problem(problem)
        }
    }

    /// Notes that all were looked at.
    package mutating func end(at now: Date) { schedule.end(at: now) }

    /// Notes that the clock was set by a number of seconds. The remaining wait does not change.
    package mutating func clockWasSet(by seconds: TimeInterval) { schedule.clockWasSet(by: seconds) }
}
