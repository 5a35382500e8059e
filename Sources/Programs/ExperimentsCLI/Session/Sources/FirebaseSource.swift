import ExperimentsCore
import ExperimentsProject
import ExperimentsTransport
import FirebaseConfig
import FirebaseExperiments
import Foundation

extension SourceKeeper {
    /// A client of Firebase Remote Config.
    static let firebase = SourceKeeper { (settings: FirebaseSourceSettings, site) in
        FirebaseRemoteConfigKeeper(
            remoteConfig: try RemoteConfig.client(settings, named: site.name, over: site.transport),
            listens: site.listens(settings.realtime))
    }

    /// A client of an emulator.
    static let emulator = SourceKeeper { (settings: EmulatorSourceSettings, site) in
        FirebaseRemoteConfigKeeper(
            remoteConfig: try RemoteConfig.client(settings, named: site.name, over: site.transport),
            listens: site.listens(settings.realtime))
    }
}

/// The clients of sources of the kinds `firebase` and `emulator`.
extension RemoteConfig {
    /// Returns a client that stores its installation between runs. Otherwise every command would be another user to the
    /// service.
    static func client(
        _ settings: FirebaseSourceSettings, named name: String, over transport: SystemTransport
    ) throws -> RemoteConfig {
        var endpoints = try FirebaseEndpoints(environment: ProcessInfo.processInfo.environment)
        if let base = settings.baseURL { endpoints = .emulator(at: base) }
        if let installations = settings.installationsURL { endpoints.installations = installations }
        var clientSettings = Settings(realtime: .attended)
        if let interval = settings.minimumFetchInterval { clientSettings.minimumFetchInterval = interval.inSeconds }
        let project = try project(settings.identity, named: name)
        return RemoteConfig(
            project: project, endpoints: endpoints, settings: clientSettings, transport: transport,
            store: FileConfigStore(path: storePath(of: project)),
            context: { context(in: settings.locality) })
    }

    private static func context(in locality: SourceLocality) -> ClientContext {
        var context = ClientContext.current
        if let country = locality.country { context.countryCode = country }
        if let language = locality.language { context.languageCode = language }
        return context
    }

    /// Returns a client of an emulator. It registers again in each run, which makes no difference to an emulator.
    static func client(
        _ settings: EmulatorSourceSettings, named name: String, over transport: SystemTransport
    ) throws -> RemoteConfig {
        let apiKey = try settings.apiKey?.revealed(for: name, as: "the API key")
        let project = try FirebaseProject(
            projectID: settings.project ?? EmulatorDefaults.projectID,
            appID: settings.appID ?? EmulatorDefaults.appID, apiKey: apiKey ?? EmulatorDefaults.apiKey)
        return RemoteConfig(
            project: project, endpoints: .emulator(at: settings.url),
            settings: Settings(realtime: .attended), transport: transport,
            context: { context(in: settings.locality) })
    }

    private static func project(
        _ identity: FirebaseSourceSettings.Identity, named name: String
    ) throws -> FirebaseProject {
        switch identity {
        case .fields(let project, let appID, let apiKey):
            return try FirebaseProject(
                projectID: project, appID: appID, apiKey: apiKey.revealed(for: name, as: "the API key")
            )
        case .servicesFile(let path, let package, let appID):
            let content = Data(try FileBytes.read(path, limit: 1 << 20))
            if path.lowercased().hasSuffix(".plist") { return try FirebaseProject(propertyList: content, origin: path) }
            let selection =
                package.map(FirebaseProject.ClientSelection.packageName)
                ?? appID.map(FirebaseProject.ClientSelection.appID) ?? .only
            return try FirebaseProject(googleServices: content, selecting: selection, origin: path)
        }
    }

    private static func storePath(of project: FirebaseProject) -> String {
        let name = "\(project.projectID) \(project.appID.text)".map { $0.isLetter || $0.isNumber ? $0 : "-" }
        return Environment.stateFolder + "/firebase/" + String(name) + ".json"
    }
}
