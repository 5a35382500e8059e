import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("A file of exposures and events", .inTurn)
struct EventFileTrackerTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("has a line for each, with unit and time, and nothing of overrides")
    func lines() throws {
        let path = folder.path("a/events.jsonl")
        let tracker = EventFileTracker(path: path, installation: "phone")
        let (keeper, store) = (InMemoryRemoteConfigKeeper(), InMemoryOverrideStore())
        let service = RemoteConfigService(
            remoteConfigKeeper: keeper, overrideStore: store, exposurePolicy: .withOverrides,
            tracker: tracker,
            now: { Date(timeIntervalSince1970: 7.25) })
        keeper.publish(Snapshot(["layout": "list"]))
        _ = service.getValues(for: [Key.layout])
        try store.update { $0["layout"] = Override(value: "grid") }
        _ = service.getValues(for: [Key.layout])
        service.track("purchase", value: 5.5)
        let lines = try folder.text(of: "a/events.jsonl").split(separator: "\n")
        #expect(lines.count == 2)
        #expect(
            lines.first
                == #"{"experiment":"Layout","key":"layout","group":"list","unit":"phone","at":"1970-01-01T00:00:07.250Z"}"#
        )
        let event = try JSONValue(parsing: String(lines.last ?? "")).object
        #expect(event?["event"] == "purchase")
        #expect(event?["value"] == .number("5.5"))
        #expect(event?["id"]?.string?.count == 36)
        #expect(tracker.droppedEvents == 0)
    }

    @Test("that cannot be written stops no one, and says how much is missing")
    func unwritable() throws {
        try folder.write("", to: "file")
        let tracker = EventFileTracker(path: folder.path("file/events.jsonl"), installation: "phone")
        let service = RemoteConfigService(remoteConfigKeeper: InMemoryRemoteConfigKeeper(), tracker: tracker)
        service.track("purchase")
        #expect(tracker.droppedEvents == 1)
    }
}
