import ExperimentsCore
import Foundation

extension JSONObject {
    /// Creates what every event begins with: `"schema": 1, "at", "event"`.
    init(event: String, at time: Date) {
        self.init()
        self["schema"] = .number(DocumentSchema.version)
        self["at"] = .string(RFC3339.text(of: time, milliseconds: true))
        self["event"] = .string(event)
    }

    /// Creates the event `listening` of a server.
    init(listeningAt url: URL, at time: Date) {
        self.init(event: "listening", at: time)
        self["url"] = .string(url.absoluteString)
    }

    /// Creates the event `full` of a server: the system allows no more connections.
    init(connectionsRefusedFrom limit: Int, at time: Date) {
        self.init(event: "full", at: time)
        self["limit"] = .number(String(limit))
    }
}
