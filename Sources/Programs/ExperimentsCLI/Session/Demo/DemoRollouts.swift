import ExperimentEvents
import ExperimentResults
import ExperimentStatistics
import ExperimentsCore
import ExperimentsLocks
import ExperimentsOperator
import ExperimentsProject
import ExperimentsRollouts
import FirebaseTemplates
import Foundation
import RemoteConfigEmulator

/// The rollouts of the demo: one that can go on, one that waits for its users, and one that was taken back.
struct DemoRollouts {
    /// A rollout with what happened before the demo.
    private struct Course {
        let name: String
        let key: String
        /// The old and the new value.
        let values: [String]
        /// The published changes, each with the hours since then.
        let changes: [(hours: Double, action: RolloutAction, reason: String?)]
        /// The users per day, and how many of them crashed, with the old and with the new value.
        let users: [Int]
        let crashes: [Int]
    }

    private static let courses = [
        Course(
            name: "Skip button", key: "skip_onboarding_enabled", values: ["false", "true"],
            changes: [
                (60, .start, nil), (30, .step(to: 5), "612 users, crashes safe (-31% to +58%)"),
            ], users: [19_000, 1000], crashes: [190, 9]),
        Course(
            name: "Suggestions off", key: "search_suggestions_enabled", values: ["true", "false"],
            changes: [(52, .start, nil), (26, .step(to: 5), "304 users, crashes safe (-40% to +92%)")],
            users: [3800, 200], crashes: [38, 2]),
        Course(
            name: "Monthly plan only", key: "annual_plan_enabled", values: ["true", "false"],
            changes: [
                (50, .start, nil), (24, .step(to: 5), "540 users, crashes safe (-42% to +88%)"),
                (3, .back, "crashes +312%"),
            ], users: [9500, 500], crashes: [95, 20]),
    ]

    /// The start of the demo.
    let start: Date

    private func rollout(_ course: Course) -> ProjectRollout {
        var rollout = ProjectRollout(
            name: course.name, key: course.key, to: course.values[1], source: DemoProject.production,
            experiment: course.name, steps: [1, 5, 25, 50, 100], guardrails: ["crashes"])
        rollout.users = 500
        return rollout
    }

    /// Publishes what happened before the demo, at the times when it did.
    func publish(to emulator: Emulator, at clock: DemoClock) throws {
        let changes = Self.courses.flatMap { course in course.changes.map { (course, $0) } }
        for (course, change) in changes.sorted(by: { $0.1.hours > $1.1.hours }) {
            let rollout = rollout(course)
            clock.set(start - change.hours * 3600)
            _ = try emulator.edit(DemoProject.projectID) { template, _ in
                let state = RolloutState(of: rollout, in: template)
                guard let changed = try? rollout.changes(change.action, from: state).applied(to: template)
                else {
                    return
                }
                template = changed
                template.setVersionDescription(
                    rollout.note(change.action, from: state, because: change.reason))
            }
        }
        clock.set(nil)
    }

    /// Returns the rollouts, for a template at an address.
    func declared(at origin: TemplateOrigin, keys: [CatalogKey]) -> [DeclaredRollout] {
        Self.courses.map { course in
            let rollout = rollout(course)
            let results = results(course)
            return DeclaredRollout(rollout) {
                RolloutWork(
                    rollout, at: origin, environment: DemoProject.production, keys: keys, results: results,
                    lastExposure: { Date() })
            }
        }
    }

    private func results(_ course: Course) -> Results {
        var design = MetricDesign(name: "crashes", direction: .down, role: .guardrail)
        design.margin = .lift(1)
        let today = EventDay(of: start)
        let days = (1...3).map { age in
            var totals: [String: GroupTotals] = [:]
            for (place, value) in course.values.enumerated() {
                totals[value] = GroupTotals(units: course.users[place], converted: course.crashes[place])
            }
            return ExperimentTally.Day(
                today.advanced(by: -age), users: totals.mapValues(\.units), totals: ["crashes": totals])
        }
        let arms = zip(course.values, [0.95, 0.05]).map { SourceSplit.Arm(name: nil, value: $0, share: $1) }
        return Results(
            experiment: ProjectExperiment(
                name: course.name, key: course.key, groups: course.values, metrics: ["crashes"]),
            metrics: [ProjectMetric(design: design, event: "crash", window: nil)],
            split: SourceSplit(from: start - 4 * 86_400, source: DemoProject.production, arms: arms),
            tally: ExperimentTally(days: days))
    }

    /// The results of an experiment whose users do not change.
    private struct Results: ExperimentResultsSource {
        let experiment: ProjectExperiment
        let metrics: [ProjectMetric]
        let split: SourceSplit
        let tally: ExperimentTally

        var subjects: Set<String> { [experiment.name] }

        func standings(
            at date: Date, _ known: KnownExperiments, keepingLooks: Bool
        ) async throws -> [ExperimentStanding] {
            let plan = ExperimentPlan(
                experiment, metrics: metrics,
                known: known.experiment(experiment.name, key: experiment.key, flag: nil), splits: [split],
                tally: tally)
            return [ExperimentStanding(plan, tally, at: date)]
        }

        func keepSplits(_ known: KnownExperiments, at date: Date) async throws -> Bool { true }

        func watch(_ changed: @escaping @Sendable () -> Void) -> ObservationHandle { ObservationHandle {} }
    }
}

/// The clock of the demo's server, which can be set back to publish what happened before.
final class DemoClock: Sendable {
    private let time = Mutex<Date?>(nil)

    var now: Date { time.withLock(\.self) ?? Date() }

    /// - Parameter date: the time; nil for the present.
    func set(_ date: Date?) { time.withLock { $0 = date } }
}
