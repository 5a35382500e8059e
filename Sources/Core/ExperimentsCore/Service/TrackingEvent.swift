import Foundation

/// Something that a user did, to be counted by the metrics of experiments: OpenFeature's tracking event.
public struct TrackingEvent: Sendable, Hashable {
    /// Its name, such as `purchase`.
    public let name: String
    /// How much, such as what was paid; nil for what is only counted.
    public let value: Double?
    /// What else there is to say of it.
    public let properties: JSONObject
    /// Who did it, as the app said when it made the service; nil for the installation.
    public let unit: String?
    /// When it was.
    public let at: Date
}

/// Is told of exposures to experiments and of what users do, and brings both to whoever counts them.
///
/// Called on any thread; it must return soon.
public protocol ExperimentTracker: Sendable {
    /// A value that the app uses puts the user in a group of an experiment.
    func track(_ exposure: Exposure)

    /// A user did something.
    func track(_ event: TrackingEvent)
}

extension RemoteConfigService {
    /// Tells that the user did something, to be counted by the metrics of experiments. It never fails and never waits.
    ///
    /// - Parameters:
    ///   - name: the name of the event, such as `purchase`. An event without a name is not told.
    ///   - value: how much, such as what was paid; nil for what is only counted. What is no finite number is left out.
    ///   - properties: what else there is to say of it.
    public func track(_ name: String, value: Double? = nil, properties: JSONObject = JSONObject()) {
        guard !name.isEmpty else { return }
        let event = TrackingEvent(
            name: name, value: value.flatMap { $0.isFinite ? $0 : nil }, properties: properties, unit: unit, at: now())
        trackEvent(event)
        tracker?.track(event)
        tell(.action(event))
    }
}
