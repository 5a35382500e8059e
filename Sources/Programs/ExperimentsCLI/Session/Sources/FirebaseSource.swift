import ExperimentsCore
import ExperimentsProject
import FirebaseConfig
import Foundation

/// A source of kind `firebase` as a client.
struct FirebaseSource {
    /// The client. It stores its installation between runs, because otherwise every command would be another user to
    /// the service.
    let remoteConfig: RemoteConfig

    init(_ settings: FirebaseSourceSettings, named name: String) throws {
        let environment = ProcessInfo.processInfo.environment
        var endpoints = try FirebaseEndpoints(environment: environment)
        if let base = settings.baseURL { endpoints = .emulator(at: base) }
        if let installations = settings.installationsURL { endpoints.installations = installations }
        var clientSettings = RemoteConfig.Settings(realtime: .attended)
        if let interval = settings.minimumFetchInterval { clientSettings.minimumFetchInterval = interval.inSeconds }
        let project = try Self.project(settings.identity, named: name, environment)
        remoteConfig = RemoteConfig(
            project: project, endpoints: endpoints, settings: clientSettings,
            store: FileConfigStore(path: Self.storePath(of: project)),
            context: {
                var context = ClientContext.current
                if let country = settings.country { context.countryCode = country }
                if let language = settings.language { context.languageCode = language }
                return context
            })
    }

    private static func project(
        _ identity: FirebaseSourceSettings.Identity, named name: String, _ environment: [String: String]
    ) throws -> FirebaseProject {
        switch identity {
        case .fields(let project, let appID, let apiKey):
            return try FirebaseProject(
                projectID: project, appID: appID, apiKey: apiKey.revealed(for: name, as: "the API key", in: environment)
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

extension Secret {
    /// The secret of the source called `name`.
    ///
    /// - Parameter what: what the secret is, for the advice, for example `the token`.
    func revealed(
        for name: String, as what: String, in environment: [String: String]
    ) throws(CommandProblem) -> String {
        do {
            return try reveal(in: environment)
        } catch {
            throw CommandProblem("source \(name):", error, advice: "Set \(error.variable) to \(what).")
        }
    }
}
