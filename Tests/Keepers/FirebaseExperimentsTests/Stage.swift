import FirebaseConfig
import FirebaseExperiments
import FirebaseTemplates
import Foundation
import RemoteConfigEmulator
import TestSupport

/// An emulator on a port and a keeper that fetches from it.
struct Stage {
    let emulator: Emulator
    let keeper: FirebaseRemoteConfigKeeper
    let clock: ManualClock

    static var red: RemoteConfigTemplate {
        var template = RemoteConfigTemplate()
        template.setDefaultValue(.text("red"), of: "color")
        return template
    }

    static func run(
        template: RemoteConfigTemplate? = red, store: any ConfigStore = InMemoryConfigStore(),
        _ body: (Stage) async throws -> Void
    ) async throws {
        let emulator = try Emulator(projects: [EmulatedProject(projectID: "demo-shop", template: template)])
        let server = EmulatorServer(emulator)
        let clock = ManualClock(testTime)
        let config = RemoteConfig(
            project: try FirebaseProject(
                projectID: "demo-shop", appID: "1:1:web:a", apiKey: UUID().uuidString),
            endpoints: .emulator(at: try await server.start()), store: store, now: { clock.now })
        let result: Result<Void, any Error>
        do {
            result = .success(
                try await body(
                    Stage(
                        emulator: emulator, keeper: FirebaseRemoteConfigKeeper(remoteConfig: config),
                        clock: clock)))
        } catch {
            result = .failure(error)
        }
        await server.stop()
        try result.get()
    }
}

/// When the tests take place.
let testTime = Date(timeIntervalSince1970: 1_770_000_000)
