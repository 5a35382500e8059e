import ExperimentsLocks
import Foundation

/// An action of a user that the metrics of experiments count, like a tracking event in OpenFeature.
public struct TrackingEvent: Sendable, Hashable {
    /// The name, for example `purchase`.
    public let name: String
    /// The amount, for example the price paid, in a unit of the app's choice; nil for an event that is only counted.
    public let value: Double?
    /// Further details of the event.
    public let properties: JSONObject
    /// The unit that was passed to the service, such as a user's ID; nil for the installation.
    public let unit: String?
    /// The time of the event.
    public let at: Date
}

/// Receives exposures to experiments and the actions of users, and passes them to a system that counts them.
///
/// **To use a tracker**, pass it to a `RemoteConfigService`. `EventFileTracker` writes to a file, `GrowthBookTracker`
/// is for GrowthBook, and `LinkedOverrideStore` sends to a dashboard or a server.
///
/// **To implement one**, for example for an app's own analytics, pass each call on and return:
///
/// ```swift
/// struct AnalyticsTracker: ExperimentTracker {
///     let send: @Sendable (String) -> Void  // adds to a queue, and returns immediately
///
///     func track(_ exposure: Exposure) {
///         send("\(exposure.experimentalGroupKey): \(exposure.experimentalGroupValue)")
///     }
///
///     func track(_ event: TrackingEvent) { send(event.name) }
/// }
/// ```
///
/// Both methods may be called on any thread, and at the same time. They must return quickly, and cannot fail.
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
            name: name, value: value.flatMap { $0.isFinite ? $0 : nil }, properties: properties, unit: unit,
            at: now())
        trackEvent(event)
        tracker?.track(event)
        tell(.action(event))
    }
}

/// Writes exposures and events to a file, one JSON object on each line, which `experiments events import` reads. Use it
/// for apps that run on the machine where you read the results.
///
/// Several processes may write to one file, and the file may be imported repeatedly. Exposures by an operator's
/// override are left out, because they say nothing about the experiment. Errors are not thrown; an event that cannot be
/// written is counted in ``droppedEvents``.
public final class EventFileTracker: ExperimentTracker {
    /// The largest size of the file, in bytes. Events beyond it are dropped.
    public static let sizeLimit = 64 << 20

    /// The path of the file.
    public let path: String
    /// The unit for exposures and events of a service that has none.
    public let installation: String
    private let dropped = Mutex(0)

    /// Creates a tracker. The file is created with the first event.
    ///
    /// - Parameters:
    ///   - path: the path of the file, for example `.experiments/events.jsonl`.
    ///   - installation: a name for this installation of the app, which must stay the same between launches.
    public init(path: String, installation: String) {
        self.path = path
        self.installation = installation
    }

    /// The number of exposures and events that could not be written.
    public var droppedEvents: Int { dropped.withLock { $0 } }

    public func track(_ exposure: Exposure) {
        guard exposure.origin != .override else { return }
        write([
            "experiment": .string(exposure.experimentalGroupKey), "key": .string(exposure.key),
            "group": .string(exposure.experimentalGroupValue), "unit": .string(exposure.unit ?? installation),
            "at": .string(RFC3339.text(of: exposure.at, milliseconds: true)),
        ])
    }

    public func track(_ event: TrackingEvent) {
        write([
            "event": .string(event.name), "unit": .string(event.unit ?? installation),
            "at": .string(RFC3339.text(of: event.at, milliseconds: true)),
            "value": event.value.map { .number(NumberText.text(of: $0)) },
            // Identifies the event, so that it is counted once even if it is read twice.
            "id": .string(UUID().uuidString),
        ])
    }

    private func write(_ members: KeyValuePairs<String, JSONValue?>) {
        let line = JSONValue.object(JSONObject(present: members)).compactBytes + [10]
        dropped.withLock { dropped in
            if !append(line) { dropped += 1 }
        }
    }

    /// Appends a complete line, even if other processes write at the same time. Returns false if it could not be
    /// written.
    private func append(_ line: [UInt8]) -> Bool {
        do throws(FileProblem) {
            try Folders.make(PathText.folder(of: path), for: path, .ownerOnly)
        } catch {
            return false
        }
        let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        guard let size = FileStatus(of: descriptor)?.size, size + line.count <= Self.sizeLimit else {
            return false
        }
        return Foundation.write(descriptor, line, line.count) == line.count
    }
}
