import Foundation

/// An action of a user that the metrics of experiments count, like a tracking event in OpenFeature.
public struct TrackingEvent: Sendable, Hashable {
    /// The name, for example `purchase`.
    public let name: String
    /// The amount, for example the price paid, in a unit of the app's choice; nil for an event that is only counted.
    public let value: Double?
    /// Further details of the event.
    public let properties: JSONObject
    /// The unit, such as a user's ID, that was given to the service; nil for the installation.
    public let unit: String?
    /// The time of the event.
    public let at: Date
}

/// Receives exposures to experiments and the actions of users, and passes them to a system that counts them.
///
/// **To use a tracker**, give it to a `RemoteConfigService`. `EventFileTracker` writes to a file, `GrowthBookTracker`
/// is for GrowthBook, and `LinkedOverrideStore` sends to a dashboard or a server.
///
/// **To implement one**, for example for an app's own analytics, hand each call over and return:
///
/// ```swift
/// struct AnalyticsTracker: ExperimentTracker {
///     let send: @Sendable (String) -> Void  // adds to a queue, and returns at once
///
///     func track(_ exposure: Exposure) {
///         send("\(exposure.experimentalGroupKey): \(exposure.experimentalGroupValue)")
///     }
///
///     func track(_ event: TrackingEvent) { send(event.name) }
/// }
/// ```
///
/// Both methods may be called on any thread, and at the same time. They must return soon, and cannot fail.
public protocol ExperimentTracker: Sendable {
    /// Called when a value that the app uses puts the user in a group of an experiment.
    func track(_ exposure: Exposure)

    /// Called when the app tracks an action of the user.
    func track(_ event: TrackingEvent)
}

extension RemoteConfigService {
    /// Tracks an action of the user, for the metrics of experiments. It never fails and never waits.
    ///
    /// - Parameters:
    ///   - name: the name of the event, for example `purchase`. An event with an empty name is ignored.
    ///   - value: the amount, for example the price paid, in a unit of your choice; nil for an event that is only
    ///     counted. A value that is not finite is ignored.
    ///   - properties: further details of the event.
    public func track(_ name: String, value: Double? = nil, properties: JSONObject = JSONObject()) {
        guard !name.isEmpty else { return }
        let event = TrackingEvent(
            name: name, value: value.flatMap { $0.isFinite ? $0 : nil }, properties: properties, unit: unit, at: now())
        trackEvent(event)
        tracker?.track(event)
        tell(.action(event))
    }
}
