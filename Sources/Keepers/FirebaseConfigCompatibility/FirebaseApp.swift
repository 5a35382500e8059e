import ExperimentsLocks
@_exported import FirebaseConfig
import Foundation

/// The app's Firebase project, for code that was written with Firebase's SDK.
///
/// In such code, replace the imports of `FirebaseCore` and `FirebaseRemoteConfig` by this module. Code that is new takes
/// its values from a service, with a `FirebaseRemoteConfigKeeper`.
public enum FirebaseApp {
    private static let client = Mutex<Result<RemoteConfig, FirebaseConfigurationError>?>(nil)

    /// Reads the project from `GoogleService-Info.plist`, in the app's bundle, or otherwise in the current folder. If
    /// it cannot be read, a message on standard error gives the reason, and each fetch fails.
    ///
    /// If the environment variable `FIREBASE_REMOTE_CONFIG_URL_BASE` contains the address of an emulator, values come
    /// from that emulator.
    public static func configure() {
        let name = "GoogleService-Info"
        let path = Bundle.main.path(forResource: name, ofType: "plist") ?? "\(name).plist"
        do throws(FirebaseConfigurationError) {
            let project = try FirebaseProject(contentsOfFile: path)
            let endpoints = try FirebaseEndpoints(environment: ProcessInfo.processInfo.environment)
            let store = FileConfigStore(path: FileConfigStore.defaultPath(for: project))
            configure(RemoteConfig(project: project, endpoints: endpoints, store: store))
        } catch {
            FileHandle.standardError.write(Data("FirebaseApp.configure(): \(error)\n".utf8))
            use(.failure(error))
        }
    }

    /// Makes `remoteConfig` the client that `RemoteConfig.remoteConfig()` returns.
    public static func configure(_ remoteConfig: RemoteConfig) {
        use(.success(remoteConfig))
    }

    private static func use(_ result: Result<RemoteConfig, FirebaseConfigurationError>) {
        let previous = client.withLock { client in
            defer { client = result }
            return client
        }
        // Released outside the lock, because the deinitializer of a client may run any code.
        withExtendedLifetime(previous) {}
    }

    fileprivate static var remoteConfig: RemoteConfig {
        client.withLock { client in
            switch client {
            case .success(let remoteConfig): return remoteConfig
            case .failure(let error): return unconfigured("\(error)", keeping: &client)
            case nil: return unconfigured("call FirebaseApp.configure() first", keeping: &client)
            }
        }
    }

    /// Returns a client with only the app's defaults. Each fetch fails with the reason.
    private static func unconfigured(
        _ reason: String, keeping client: inout Result<RemoteConfig, FirebaseConfigurationError>?
    ) -> RemoteConfig {
        let remoteConfig = RemoteConfig.unconfigured(because: reason)
        client = .success(remoteConfig)
        return remoteConfig
    }
}

extension RemoteConfig {
    /// Returns the client of the project that `FirebaseApp.configure()` read.
    public static func remoteConfig() -> RemoteConfig { FirebaseApp.remoteConfig }

    /// Returns the value of a parameter; see `configValue(for:)`.
    ///
    /// - Parameter key: the name of the parameter; nil gives an empty value.
    public func configValue(forKey key: String?) -> Value { configValue(for: key ?? "") }

    /// Sets the app's defaults. Each becomes the text that the service would send for it.
    ///
    /// - Parameter defaults: strings, numbers, dates and data by parameter; nil for none.
    public func setDefaults(_ defaults: [String: NSObject]?) {
        setDefaults((defaults ?? [:]).mapValues { DefaultValue($0).text() })
    }

    /// Activates the values that were fetched last.
    ///
    /// - Returns: whether different values are in use now.
    @discardableResult
    public func activateFetched() -> Bool { activate() }
}

extension RemoteConfig.Value {
    /// The decimal number in the text; 0 if it is not one.
    public var numberValue: NSNumber {
        Int(stringValue).map { NSNumber(value: $0) } ?? NSNumber(value: doubleValue)
    }
}
