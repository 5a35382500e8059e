import ExperimentsLocks
import FirebaseConfig
import Foundation
import TestSupport

/// A client whose network, time and chance belong to the test.
struct ClientUnderTest {
    static let apiKey = "key-" + UUID().uuidString

    let transport = ScriptedTransport()
    let clock = ManualClock(testTime)
    let context = ContextBox()
    let notificationCenter = NotificationCenter()
    let pauses = PauseBook()
    let config: RemoteConfig

    /// - Parameter fraction: the random number that varies waits; 0.5 leaves them as they are.
    init(
        store: any ConfigStore = InMemoryConfigStore(),
        settings: RemoteConfig.Settings = RemoteConfig.Settings(),
        fraction: Double = 0.5
    ) throws {
        let clock = clock
        let context = context
        let pauses = pauses
        // The top 53 bits of the draw are the fraction.
        let draw = UInt64(fraction * 9_007_199_254_740_992) << 11
        config = RemoteConfig(
            project: try Self.project(), endpoints: .emulator(at: try base()), namespace: "firebase",
            settings: settings, transport: transport, store: store, context: { context.value },
            clocks: clock.clocks,
            randomness: Randomness { draw }, pause: { try await pauses.pause($0) },
            notificationCenter: notificationCenter)
    }

    static func project() throws -> FirebaseProject {
        try FirebaseProject(projectID: "demo-shop", appID: "1:123456789012:ios:0a1b2c", apiKey: apiKey)
    }

    /// Has an installation and the set of `addUpdate`, and nothing left in the script.
    static func afterFirstFetch(
        store: any ConfigStore = InMemoryConfigStore(),
        settings: RemoteConfig.Settings = RemoteConfig.Settings(),
        fraction: Double = 0.5
    ) async throws -> ClientUnderTest {
        let client = try ClientUnderTest(store: store, settings: settings, fraction: fraction)
        client.transport.addRegistration()
        client.transport.addUpdate()
        try await client.config.fetchAndActivate(expiration: 0, kind: .base, byHand: false)
        return client
    }
}

final class ContextBox: Sendable {
    private let box = Mutex(ClientContext(appVersion: "1.0", languageCode: "en"))

    var value: ClientContext {
        get { box.withLock { $0 } }
        set { box.withLock { $0 = newValue } }
    }
}

struct NotAURL: Error {}

func base(_ text: String = "http://127.0.0.1:1") throws -> URL {
    guard let url = URL(string: text) else { throw NotAURL() }
    return url
}

/// When the tests take place.
let testTime = Date(timeIntervalSince1970: 1_770_000_000)
