import ExperimentsSupport
import Foundation
import LinkProtocol

extension AppReport {
    /// A difference of clocks below this says nothing, in seconds: a message takes its time, too.
    private static let tolerableSkew: TimeInterval = 30

    /// The exposures and events that the app tells of. Where its clock is wrong, their times are set right by how far it is
    /// from this one; none is later than now. Units that the app does not name are its installation.
    package func trackedEvents(at now: Date) -> [TrackedEvent] {
        let skew = sentAt.timeIntervalSince(now)
        func time(_ date: Date) -> Date { min(now, abs(skew) > Self.tolerableSkew ? date - skew : date) }
        let exposures = exposures.map { exposure in
            TrackedEvent.exposure(
                ExposureEvent(
                    experiment: exposure.experiment, key: exposure.key, group: exposure.group,
                    unit: exposure.unit ?? identity.installation, at: time(exposure.at),
                    isOverridden: exposure.supplier == .override))
        }
        let metrics = metrics.enumerated().map { index, metric in
            TrackedEvent.metric(
                MetricEvent(
                    metric.name, unit: metric.unit ?? identity.installation, at: time(metric.at), value: metric.value,
                    // A report that is sent again has the same number in the same run.
                    id: EventID.of(
                        "report", identity.app, identity.installation, run, "\(sequence)", "\(index)")))
        }
        return exposures + metrics
    }
}
