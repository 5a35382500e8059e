import ExperimentsCore
import Foundation

extension Document {
    /// Creates what every event begins with: `"at", "event"`.
    init(event: String, at time: Date) {
        self = ["at": time.precise, "event": event]
    }

    /// Creates the event `listening` of a server.
    init(listeningAt url: URL, at time: Date) {
        self = Document(event: "listening", at: time) + ["url": url.absoluteString]
    }

    /// Creates the event `full` of a server: the system allows no more connections.
    init(connectionsRefusedFrom limit: Int, at time: Date) {
        self = Document(event: "full", at: time) + ["limit": limit]
    }
}
