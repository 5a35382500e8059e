import Foundation
import Locks

/// Writes exposures and events to a file, for apps on the machine of whoever looks at the results: a JSON object on each
/// line, which `experiments events import` reads as often as one likes.
///
/// Several processes may write to one file. Exposures by an operator's override are left out: nothing is learnt from them.
public final class EventFileTracker: ExperimentTracker {
    /// The largest size of the file, in bytes. What comes when it has that is dropped.
    public static let sizeLimit = 64 << 20

    /// The file.
    public let path: String
    /// Whom exposures and events are of where the service has no unit.
    public let installation: String
    private let dropped = Mutex(0)

    /// A tracker that writes to a file, which is made with the first event.
    ///
    /// - Parameters:
    ///   - path: the file, such as `.experiments/events.jsonl`.
    ///   - installation: names this installation of the app, always the same.
    public init(path: String, installation: String) {
        (self.path, self.installation) = (path, installation)
    }

    /// How many exposures and events could not be written.
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
            // An event that is read twice is known by it.
            "id": .string(UUID().uuidString),
        ])
    }

    private func write(_ members: KeyValuePairs<String, JSONValue?>) {
        let object = JSONObject(
            distinct: members.compactMap { name, value in value.map { .init(name: name, value: $0) } })
        let line = JSONValue.object(object).compactBytes + [10]
        dropped.withLock { dropped in
            if !append(line) { dropped += 1 }
        }
    }

    /// Appends a line whole, whoever else writes.
    private func append(_ line: [UInt8]) -> Bool {
        do throws(FileProblem) {
            try AtomicFile.makeFolder(PathText.folder(of: path), for: path, .ownerOnly)
        } catch {
            return false
        }
        let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        guard let size = FileStatus(of: descriptor)?.size, size + line.count <= Self.sizeLimit else { return false }
        return line.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) } == line.count
    }
}
