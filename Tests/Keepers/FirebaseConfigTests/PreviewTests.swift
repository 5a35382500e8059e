import ExperimentsCore
import FirebaseConfig
import Foundation
import TestSupport
import Testing

@Suite("Previews", .inTurn)
struct PreviewTests {
    private let preview = RemoteConfig.preview(
        withDefaults: ["title": "Hello", "count": 3], over: ["title": "library", "footer": "Bye"])

    @Test("answer with the given values over those of libraries")
    func values() {
        #expect(
            preview.configValue(for: "title") == RemoteConfig.Value(stringValue: "Hello", source: .default))
        #expect(preview.configValue(for: "count").stringValue == "3")
        #expect(preview.configValue(for: "footer").stringValue == "Bye")
        #expect(preview.configValue(for: "other") == RemoteConfig.Value(stringValue: "", source: .static))
        #expect(preview.keys(withPrefix: "") == ["count", "footer", "title"])
    }

    @Test("are not altered by defaults that are set later")
    func setDefaults() {
        preview.setDefaults(["title": "other"])
        preview.setLibraryDefaults(["other": "x"])
        #expect(preview.configValue(for: "title").stringValue == "Hello")
        #expect(preview.configValue(for: "other").stringValue.isEmpty)
    }

    @Test("fetch and activate immediately, and successfully")
    func fetching() async throws {
        let log = Recorder<String>()
        preview.fetch { status, error in log.record("\(status) \(error == nil)") }
        preview.activate { changed, error in log.record("\(changed) \(error == nil)") }
        preview.fetchAndActivate { status, error in log.record("\(status) \(error == nil)") }
        #expect(log.elements == ["success true", "true true", "successUsingPreFetchedData true"])
        let (outcome, activated) = try await preview.fetchAndActivate()
        #expect(outcome.status == .cached)
        #expect(activated)
    }

    @Test("post no notifications")
    func notifications() async throws {
        let log = Recorder<String>()
        let preview = preview
        let tokens = [RemoteConfig.didFetchNotification, RemoteConfig.didActivateNotification].map { name in
            NotificationCenter.default.addObserver(forName: name, object: preview, queue: nil) { _ in
                log.record("")
            }
        }
        defer { tokens.forEach(NotificationCenter.default.removeObserver) }
        try await preview.fetchAndActivate()
        #expect(log.count == 0)
    }

    @Test("can have an update to show")
    func update() {
        let preview = RemoteConfig.preview(
            withDefaults: ["android_required_update": #"{"version": "2.0.0", "download": "https://x/"}"#],
            platform: .android)
        #expect(preview.requiredUpdate?.version.rawValue == "2.0.0")
    }
}
