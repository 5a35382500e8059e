import ExperimentsProject
import FirebaseConfig
import Foundation

/// A source of kind `emulator` as a client, which registers anew each time: an emulator does not mind.
struct EmulatorSource {
    /// The client.
    let remoteConfig: RemoteConfig

    init(_ settings: EmulatorSourceSettings, named name: String) throws {
        let apiKey = try settings.apiKey?.revealed(for: name, in: ProcessInfo.processInfo.environment)
        let project = try FirebaseProject(
            projectID: settings.project ?? EmulatorDefaults.projectID,
            appID: settings.appID ?? EmulatorDefaults.appID, apiKey: apiKey ?? EmulatorDefaults.apiKey)
        remoteConfig = RemoteConfig(
            project: project, endpoints: .emulator(at: settings.url),
            settings: RemoteConfig.Settings(realtime: .attended))
    }
}
