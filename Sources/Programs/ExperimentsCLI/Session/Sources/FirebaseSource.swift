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
            // Otherwise the source would be another user in every run.
            remoteConfig: try RemoteConfig.client(
                settings, named: site.name, over: site.transport,
                store: InstallationStore(FileConfigStore(path: site.installationPath))),
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
        if let interval = settings.minimumFetchInterval {
            clientSettings.minimumFetchInterval = interval.inSeconds
        }
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

    /// Returns a client of an emulator.
    static func client(
        _ settings: EmulatorSourceSettings, named name: String, over transport: SystemTransport,
        store: any ConfigStore = InMemoryConfigStore()
    ) throws -> RemoteConfig {
        let apiKey = try settings.apiKey?.revealed(for: name, as: "the API key")
        let project = try FirebaseProject(
            projectID: settings.project ?? EmulatorDefaults.projectID,
            appID: settings.appID ?? EmulatorDefaults.appID, apiKey: apiKey ?? EmulatorDefaults.apiKey)
        return RemoteConfig(
            project: project, endpoints: .emulator(at: settings.url),
            settings: Settings(realtime: .attended), transport: transport, store: store,
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
            if path.lowercased().hasSuffix(".plist") {
                return try FirebaseProject(propertyList: content, origin: path)
            }
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

/// Stores only the installation of a client. The values of an emulator are fetched again in every run.
private struct InstallationStore: ConfigStore {
    private let file: FileConfigStore

    init(_ file: FileConfigStore) { self.file = file }

    func load(for identity: StoreIdentity) -> (state: StoredState, warning: String?) {
        let (stored, warning) = file.load(for: identity)
        var state = StoredState()
        state.installation = stored.installation
        return (state, warning)
    }

    func save(_ state: StoredState, for identity: StoreIdentity) throws {
        guard state.installation != file.load(for: identity).state.installation else { return }
        var stored = StoredState()
        stored.installation = state.installation
        // Without permission to write, the source is another user in the next run, which only an emulator sees.
        try? file.save(stored, for: identity)
    }
}

extension SourceSite {
    /// The file with the installation of a source that is a client of an emulator, next to the project's overrides.
    fileprivate var installationPath: String {
        let folder = PathText.folder(of: located.shown(located.project.overridesPath))
        return PathText.join(
            PathText.join(folder, "installations"),
            name.percentEncoded { $0.isASCIILetterOrDigit || "-_".utf8.contains($0) } + ".json")
    }
}
