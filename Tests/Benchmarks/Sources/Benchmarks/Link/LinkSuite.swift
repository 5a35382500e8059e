import ExperimentsCore
import ExperimentsLink
import Foundation

/// What a link adds to the start of an app, and to a read.
struct LinkSuite: BenchmarkSuite {
    let title = "link"

    func rows() throws -> [BenchmarkRow] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let none = folder + "/none"
        let kept = folder + "/kept"
        try Self.keep(in: kept)
        // Nobody answers there.
        let store = LinkedOverrideStore(app: "shop", folder: kept)
        return [
            Stopwatch.measure("start without a link", batch: 10, goal: .milliseconds(2)) {
                consume(LinkedOverrideStore(app: "shop", folder: none).overrides)
            },
            Stopwatch.measure("start with a link and 200 overrides", goal: .milliseconds(2)) {
                consume(LinkedOverrideStore(app: "shop", folder: kept).overrides)
            },
            Stopwatch.measure("overrides of a linked store", batch: 10_000) { consume(store.overrides) },
        ] + Self.reads(store)
    }

    /// A value of an app without a link, and of one with a link that overrides 200 other keys and is told of all that is
    /// read: turn by turn, so that what else the machine does meets both.
    private static func reads(_ linked: LinkedOverrideStore) -> [BenchmarkRow] {
        let snapshot = Snapshot(
            entries: ["paywall_type": .init(text: "b"), "checkout_button_color": .init(text: "c")],
            version: "1",
            fetchedAt: Date())
        let plain = RemoteConfigService(remoteConfigKeeper: InMemoryRemoteConfigKeeper(snapshot))
        let service = RemoteConfigService(
            remoteConfigKeeper: InMemoryRemoteConfigKeeper(snapshot), overrideStore: linked, tracker: linked)
        linked.report(BenchKey.allCases, of: service)
        func read(_ service: RemoteConfigService) -> BenchKey.Variant {
            service.remoteValue(for: BenchKey.paywall)
        }
        return (1...3).flatMap { turn in
            [("without", plain), ("with", service)].map { word, service in
                Stopwatch.measure("value of an app \(word) a link, turn \(turn)", samples: 200, batch: 10_000)
                {
                    consume(read(service))
                }
            }
        }
    }

    /// What an earlier start of an app left: a link, and the state that its server told last.
    private static func keep(in folder: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let link = #"{"version": 1, "server": "http://127.0.0.1:1", "token": "none", "app": "shop"}"#
        let entries = (0..<200).map { number in
            #""feature_area_\#(number)": {"value": "variant_\#(number)", "author": "someone", "scope": "app"}"#
        }
        let state = #"{"version": 1, "revision": "a.1", "overrides": {\#(entries.joined(separator: ", "))}}"#
        try Data(link.utf8).write(to: URL(fileURLWithPath: folder + "/link.json"))
        try Data(state.utf8).write(to: URL(fileURLWithPath: folder + "/overrides.json"))
    }
}
