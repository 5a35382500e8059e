import ExperimentsCore
import ExperimentsLink
import ExperimentsLinkProtocol
import ExperimentsLocks
import ExperimentsServer
import FirebaseConfig
import FirebaseExperiments
import Foundation

/// The demo's apps. Each fetches from the demo's server, and is linked with the dashboard over the network of this
/// machine, as real apps are.
final class DemoApps: Sendable {
    /// A device with a running app.
    private struct Running: Sendable {
        let device: DemoDevice
        let overrides: LinkedOverrideStore
        let service: RemoteConfigService
    }

    /// The interval between fetches of the phone, and between events in its app.
    private static let (fetchInterval, doingInterval) = (Duration.seconds(5), Duration.seconds(9))

    private let apps: [Running]
    private let grants: LinkGrantStore
    private let lives = Mutex<[Task<Void, any Error>]>([])

    /// - Parameters:
    ///   - emulator: the source of their values.
    ///   - folder: the folder for their links and for the server's file of apps, which is removed with the demo.
    ///   - overrides: the file of the demo's overrides.
    init(from emulator: URL, project: FirebaseProject, in folder: String, overridesPath: String) {
        grants = LinkGrantStore(besideOverridesAt: overridesPath)
        apps = DemoDevice.running.map { device in
            let keeper = FirebaseRemoteConfigKeeper(
                remoteConfig: RemoteConfig(
                    project: project, endpoints: .emulator(at: emulator),
                    settings: RemoteConfig.Settings(minimumFetchInterval: 0)),
                listens: false)
            let overrides = LinkedOverrideStore(
                identity: device.identity, folder: "\(folder)/\(device.identity.installation)")
            let service = RemoteConfigService(remoteConfigKeeper: keeper, overrideStore: overrides)
            overrides.report({ device.keys }, of: service)
            return Running(device: device, overrides: overrides, service: service)
        }
    }

    /// Opens each app with a link to the server.
    func link(to server: URL) throws {
        var random = SystemRandomNumberGenerator()
        for app in apps {
            let name = app.device.identity.app
            let (secret, _) = try grants.issue(for: name, by: nil, at: Date(), using: &random)
            try app.overrides.link(to: LinkInvitation(server: server, token: secret.text, app: name))
        }
        lives.withLock { lives in
            guard lives.isEmpty else { return }
            lives = apps.map(Self.live)
        }
    }

    /// Stops the apps. Their files are removed with their folder.
    func stop() {
        let lives = lives.withLock { lives in
            defer { lives = [] }
            return lives
        }
        for life in lives { life.cancel() }
    }

    private static func live(_ app: Running) -> Task<Void, any Error> {
        Task.detached {
            _ = try? await app.service.fetch(.app)
            guard app.device.fetchesOften else { return }
            try await withThrowingTaskGroup { group in
                group.addTask {
                    while true {
                        try await Task.sleep(for: fetchInterval)
                        _ = try? await app.service.fetch(.app)
                    }
                }
                group.addTask {
                    while true {
                        for action in demoActions {
                            try await Task.sleep(for: doingInterval)
                            app.overrides.track(action.event, value: action.value)
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
    }
}

/// The actions of users of the demo's shop, which repeat.
private let demoActions: [(event: String, value: Double?)] = [
    ("paywall_shown", nil), ("purchase", 19.9), ("purchase", 49), ("paywall_shown", nil), ("purchase", 7.5),
]
