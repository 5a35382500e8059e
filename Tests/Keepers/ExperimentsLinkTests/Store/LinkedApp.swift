import ExperimentsCore
import ExperimentsLinkProtocol
import Foundation
import TestSupport

@testable import ExperimentsLink

/// An app as the tests have it: a folder, a time, a server, and stores over them, one for each start of the app.
struct LinkedApp {
    /// What keeps the folder until everything is written that is to be.
    private final class Device: Sendable {
        let folder: TemporaryFolder
        let disks = Recorder<DiskQueue>()

        init() throws { folder = try TemporaryFolder() }

        deinit { for disk in disks.elements { disk.flush() } }
    }

    private let device: Device
    var folder: TemporaryFolder { device.folder }
    let server: PretendServer
    let time = ManualTime()
    let clock = ManualClock()
    let network = Recorder<@Sendable (Bool) -> Void>()
    let presence = AppPresence()

    init(_ texts: [String: String] = [:]) throws {
        (device, server) = (try Device(), try PretendServer(texts))
    }

    static let link = "shop-debug://experiments?server=http://lab:4180&token=s3cret&app=shop"

    func url() throws -> URL {
        guard let url = URL(string: Self.link) else { throw CancellationError() }
        return url
    }

    /// Starts the app.
    func start() -> LinkedOverrideStore {
        let (time, network) = (time, network)
        let surroundings = LinkSurroundings(
            transport: server, now: { time.now }, wait: { try await time.wait(until: $0) },
            date: clock.reading,
            fraction: { 0.5 },
            watchNetwork: { tell in
                network.record(tell)
                return nil
            },
            presence: presence)
        let store = LinkedOverrideStore(app: "shop", LinkFolder(path: folder.path("link")), surroundings) {
            AppIdentity(app: "shop", version: "1.0", installation: "i-1")
        }
        device.disks.record(store.disk)
        return store
    }

    /// Starts the app and opens it with a link, and waits until it has what the server has.
    func startLinked() async throws -> LinkedOverrideStore {
        let store = start()
        try store.open(url())
        try await eventually("the link") {
            store.status == .linked && store.overrides == server.current.overrideSet
        }
        return store
    }
}

/// Two keys.
enum LinkedKey: String, CaseIterable, RemoteKey {
    case title, count

    var valueType: any RemoteValue.Type {
        switch self {
        case .title: Title.self
        case .count: Count.self
        }
    }

    struct Title: StringRemoteValue, ExperimentalGroupTrackable {
        static let `default` = Title(name: "Welcome")

        let name: String

        init(name: String) { self.name = name }

        var experimentalGroupKey: String { "titles" }
        var experimentalGroupValue: String { name }
    }

    struct Count: IntInitializableRemoteValue {
        static let `default` = Count(number: 3)

        let integer: Int

        init(number: Int) { integer = number }

        init?(integer: Int) {
            guard (0...10).contains(integer) else { return nil }
            self.integer = integer
        }
    }
}

/// A service as an app that reports has it.
final class ReportingService: RemoteConfigService, @unchecked Sendable {
    var link: LinkedOverrideStore? { overrideStore as? LinkedOverrideStore }

    override func trackExposure(_ exposure: Exposure, of value: any ExperimentalGroupTrackable) {
        link?.report(exposure, unit: "u-1")
    }

    override func trackTypeMismatch(_ mismatch: ValueTypeMismatch) {
        link?.report(mismatch)
    }
}
