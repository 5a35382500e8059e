import ExperimentsCore
import FirebaseConfig
import FirebaseTemplates
import Foundation
import RemoteConfigEmulator
import TestSupport

/// An emulator on a port, and a client that speaks to it over the loopback network.
struct Served {
    let emulator: Emulator
    let config: RemoteConfig
    let url: URL

    static func run(
        _ template: RemoteConfigTemplate? = template(["color": "red"]),
        emulatorConfiguration: Emulator.Configuration = Emulator.Configuration(),
        settings: RemoteConfig.Settings = RemoteConfig.Settings(),
        store: any ConfigStore = InMemoryConfigStore(),
        clock: ManualClock = ManualClock(testTime), _ body: (Served) async throws -> Void
    ) async throws {
        let emulator = try demoEmulator(template, configuration: emulatorConfiguration)
        try await serving(emulator) { url in
            let config = RemoteConfig(
                project: try project(), endpoints: .emulator(at: url), settings: settings, store: store,
                now: { clock.now }, randomness: .seeded(1))
            try await body(Served(emulator: emulator, config: config, url: url))
        }
    }

    static func project() throws -> FirebaseProject {
        try FirebaseProject(
            projectID: "demo-shop", appID: "1:123456789012:web:0a1b2c", apiKey: UUID().uuidString)
    }

    /// A fetch that always asks, and activation.
    @discardableResult
    func refresh() async throws -> FetchOutcome {
        try await config.fetchAndActivate(expiration: 0, kind: .base, byHand: false).outcome
    }

    var color: String { config.configValue(for: "color").stringValue }
}
