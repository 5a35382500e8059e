import ExperimentsCore
import ExperimentsLocks
import FirebaseConfig
import Foundation

/// The experiments in which an installation counts, by the rules of Firebase A/B Testing: from the activation of values
/// that an experiment determines or, if the experiment has an event that triggers it, from that event.
struct FirebaseExposures: Sendable {
    private var counted: [String: String] = [:]
    private var waiting: [String: (experiment: ExperimentDescription, until: Date)] = [:]

    /// Returns the experiments in which the installation starts to count, because their values are in use.
    mutating func activated(_ experiments: [ExperimentDescription], at time: Date) -> [ExperimentDescription]
    {
        let names = Set(experiments.map(\.experimentID))
        counted = counted.filter { names.contains($0.key) }
        waiting = waiting.filter { names.contains($0.key) }
        var new: [ExperimentDescription] = []
        for experiment in experiments where counted[experiment.experimentID] != experiment.variantID {
            if experiment.triggerEvent == nil {
                count(experiment, &new)
            } else if waiting[experiment.experimentID]?.experiment.variantID != experiment.variantID {
                waiting[experiment.experimentID] = (experiment, Self.end(of: experiment, after: time))
            }
        }
        return new
    }

    /// Returns the experiments in which the installation starts to count, because this event triggers them.
    mutating func happened(_ event: String, at time: Date) -> [ExperimentDescription] {
        var new: [ExperimentDescription] = []
        for (experiment, until) in waiting.values.sorted(by: {
            $0.experiment.experimentID < $1.experiment.experimentID
        }
        )
        where experiment.triggerEvent == event {
            waiting[experiment.experimentID] = nil
            if time <= until { count(experiment, &new) }
        }
        return new
    }

    private mutating func count(_ experiment: ExperimentDescription, _ new: inout [ExperimentDescription]) {
        counted[experiment.experimentID] = experiment.variantID
        new.append(experiment)
    }

    private static func end(of experiment: ExperimentDescription, after time: Date) -> Date {
        guard let wait = experiment.json["triggerTimeoutMillis"]?.int64 else { return .distantFuture }
        return time.addingTimeInterval(Double(wait) / 1000)
    }
}

/// Passes the exposures to Firebase's experiments to a tracker, in addition to those that the app tracks itself.
final class FirebaseExposureTracker: ExperimentTracker {
    private let tracker: any ExperimentTracker
    private let unit: String?
    private let now: @Sendable () -> Date
    private let state = Mutex(FirebaseExposures())
    private let subscription = Mutex<ObservationHandle?>(nil)

    init(
        _ tracker: any ExperimentTracker, _ remoteConfig: RemoteConfig, unit: String?,
        now: @escaping @Sendable () -> Date
    ) {
        self.tracker = tracker
        self.unit = unit
        self.now = now
        let handle = remoteConfig.observeActivations { [weak self] in self?.activated($0.experiments) }
        subscription.withLock { $0 = handle }
        activated(remoteConfig.active?.experiments ?? [])
    }

    func track(_ exposure: Exposure) { tracker.track(exposure) }

    func track(_ event: TrackingEvent) {
        // First the exposure, so that the event counts for the group.
        expose(state.withLock { $0.happened(event.name, at: now()) })
        tracker.track(event)
    }

    private func activated(_ experiments: [ExperimentDescription]) {
        expose(state.withLock { $0.activated(experiments, at: now()) })
    }

    private func expose(_ experiments: [ExperimentDescription]) {
        for experiment in experiments {
            tracker.track(
                Exposure(
                    key: experiment.affectedParameterKeys.first ?? "",
                    experimentalGroupKey: experiment.experimentID,
                    experimentalGroupValue: experiment.variantID, origin: .source, generation: 0, unit: unit,
                    at: now()))
        }
    }
}
