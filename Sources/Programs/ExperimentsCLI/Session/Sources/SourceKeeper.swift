import ActiveConfiguration
import ExperimentsCore
import ExperimentsProject
import FirebaseConfig
import FirebaseExperiments
import Foundation
import Variants

/// The keeper for what a project file calls a source.
enum SourceKeeper {
    /// A keeper that has fetched nothing yet.
    ///
    /// - Parameter watcher: for a program that stays, and is to hear of changes at once.
    static func keeper(
        for source: ProjectSource, in located: LocatedProject, watcher: (any FileWatcher)?
    ) throws -> any RemoteConfigKeeper {
        switch source.location {
        case .file(let path):
            FileRemoteConfigKeeper(path: path, shownAs: located.shown(path), watcher: watcher)
        case .firebase(let settings):
            FirebaseRemoteConfigKeeper(
                remoteConfig: try FirebaseSource(settings, named: source.name).remoteConfig,
                listens: watcher != nil && settings.realtime)
        case .emulator(let settings):
            FirebaseRemoteConfigKeeper(
                remoteConfig: try EmulatorSource(settings, named: source.name).remoteConfig,
                listens: watcher != nil && settings.realtime)
        case .firebaseTemplate(let settings):
            try TemplateSource(settings, named: source.name, in: located, watcher: watcher).keeper
        case .variants(let settings):
            try variantsKeeper(settings, named: source.name, in: located, watcher)
        case .activeConfig(let settings):
            try ActiveConfigSource(settings, named: source.name).keeper
        case .ofrep(let settings):
            try OFREPSource(settings, named: source.name, listens: watcher != nil && settings.realtime).keeper
        case .etcd(let settings):
            try EtcdSource(settings, named: source.name).keeper(listens: watcher != nil && settings.realtime)
        case .growthBook(let settings):
            try GrowthBookProjectSource(settings, named: source.name, in: located, watcher: watcher).keeper
        }
    }

    private static func variantsKeeper(
        _ settings: VariantsSourceSettings, named name: String, in located: LocatedProject,
        _ watcher: (any FileWatcher)?
    ) throws -> VariantsRemoteConfigKeeper {
        let source = try VariantsSource(settings, named: name)
        return VariantsRemoteConfigKeeper(
            path: settings.path, shownAs: located.shown(settings.path), registry: source.registry,
            subject: source.subject, watcher: watcher)
    }
}

/// A source of kind `emulator` as a client. It registers again in each run, which makes no difference to an emulator.
struct EmulatorSource {
    /// The client.
    let remoteConfig: RemoteConfig

    init(_ settings: EmulatorSourceSettings, named name: String) throws {
        let apiKey = try settings.apiKey?.revealed(
            for: name, as: "the API key", in: ProcessInfo.processInfo.environment)
        let project = try FirebaseProject(
            projectID: settings.project ?? EmulatorDefaults.projectID,
            appID: settings.appID ?? EmulatorDefaults.appID, apiKey: apiKey ?? EmulatorDefaults.apiKey)
        remoteConfig = RemoteConfig(
            project: project, endpoints: .emulator(at: settings.url),
            settings: RemoteConfig.Settings(realtime: .attended))
    }
}
