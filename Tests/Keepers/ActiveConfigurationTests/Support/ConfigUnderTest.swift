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
        store: any ActiveConfigStore = InMemoryActiveConfigStore(),
        bootstrapped: BootstrappedActiveConfig? = nil,
        userID: String? = nil
    ) {
        config = ActiveConfig(
            downloader: downloader, store: store, bootstrapped: bootstrapped, userID: userID,
            listenerQueue: queue,
            notificationCenter: center, now: clock.reading)
    }

    /// Waits until all calls in the listener queue have been made.
    func drain() {
        queue.sync {}
    }

    /// Downloads `document` for the current user.
    @discardableResult
    func download(_ document: JSONValue, etag: String? = nil) async throws -> ActiveConfigDownloadReport {
        downloader.lineUp(
            .success(ActiveConfigDownload(.value(document), etag: etag, httpStatus: 200, bytes: 7)))
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

/// Records its calls as `section=value` or `section=gone`.
final class RecordingListener: ActiveConfigListener {
    let heard: Recorder<String>
    private let name: String

    /// A listener that writes into `heard`, each line led by `name`.
    init(_ name: String = "", heard: Recorder<String> = Recorder()) {
        self.name = name
        self.heard = heard
    }

    func activeConfig(
        _ activeConfig: ActiveConfig, didReceiveConfigSection configSection: ActiveConfigSection?,
        forSectionName sectionName: String
    ) {
        heard.record("\(name)\(sectionName)=\(configSection.map(\.shown) ?? "gone")")
    }
}

extension ActiveConfigSection {
    /// The value of the setting `v`.
    var shown: String { self["v"]?.valueText ?? "nothing" }
}
