import ActiveConfiguration
import Dispatch
import ExperimentsCore
import Foundation
import TestSupport

/// An `ActiveConfig` with a queue and a notification centre of its own, whose downloads the test answers.
struct ConfigUnderTest: Sendable {
    let config: ActiveConfig
    let downloader = ScriptedDownloader()
    let queue = DispatchQueue(label: "listeners")
    let center = NotificationCenter()
    let clock = ManualClock()

    init(
        store: any ActiveConfigStore = InMemoryActiveConfigStore(), bootstrapped: BootstrappedActiveConfig? = nil,
        userID: String? = nil
    ) {
        config = ActiveConfig(
            downloader: downloader, store: store, bootstrapped: bootstrapped, userID: userID, listenerQueue: queue,
            notificationCenter: center, now: clock.reading)
    }

    /// Waits until every call that was lined up has been made.
    func drain() {
        queue.sync {}
    }

    /// Downloads `document` for the current user.
    @discardableResult
    func download(_ document: JSONValue, etag: String? = nil) async throws -> ActiveConfigDownloadReport {
        downloader.lineUp(.success(ActiveConfigDownload(.value(document), etag: etag, httpStatus: 200, bytes: 7)))
        return try await config.downloadNewConfig()
    }
}

/// A valid document of sections with one setting each, called `v`.
func document(_ sections: KeyValuePairs<String, JSONValue>, meta: JSONValue? = nil) -> JSONValue {
    var object = JSONObject()
    for (name, value) in sections { object[name] = ["settings": ["v": ["value": value]]] }
    let meta = meta ?? ["format_version_string": "1.0", "creation_time": "2012-08-20T19:36Z"]
    return ["meta": meta, "config_sections": .object(object)]
}

/// A state of sections with one setting each, called `v`.
func state(_ sections: KeyValuePairs<String, JSONValue>) throws -> ActiveConfigState {
    try ActiveConfigState(document(sections))
}
