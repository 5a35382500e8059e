import ExperimentEvents
import ExperimentsCore
import ExperimentsProject
import Foundation
import GrowthBookSource
import Locks

/// Forwards the exposures and events of linked apps to GrowthBook, if the source of a project requests it.
final class ForwardedEvents: Sendable {
    private let tracker: GrowthBookTracker

    /// Nil where the source asks for nothing of that kind.
    init?(_ source: ProjectSource?) {
        guard let settings = source?.settings as? GrowthBookSourceSettings else { return nil }
        let lastProblem = LastProblem()
        guard
            let tracker = settings.tracker(tell: { status in
                guard let problem = lastProblem.ifNew(status.problem) else { return }
                StandardError.line("warning: events are not passed on: \(problem)")
            })
        else { return nil }
        self.tracker = tracker
    }

    /// Takes events, and returns at once. Exposures by an operator's override are left out.
    func take(_ events: [TrackedEvent]) {
        for event in events {
            switch event {
            case .exposure(let exposure) where exposure.isOverridden: break
            case .exposure(let exposure): tracker.track(exposure.experiment, exposure.group, unit: exposure.unit)
            case .metric(let metric): tracker.track(metric.name, value: metric.value, unit: metric.unit)
            }
        }
    }

    /// Returns when all has arrived, or could not.
    func finish() async { await tracker.flush() }

    /// The problem that was reported last, so that it is reported once.
    private final class LastProblem: Sendable {
        private let problem = Mutex<String?>(nil)

        func ifNew(_ new: String?) -> String? {
            problem.withLock { problem in
                defer { problem = new }
                return problem == new ? nil : new
            }
        }
    }
}
