import ExperimentsCore
import Foundation

/// How to reach an emulator, which needs nothing but its URL.
public struct EmulatorSourceSettings: Sendable, Hashable {
    /// Where it listens, for example `http://127.0.0.1:9199`.
    public var url: URL
    /// The project's id.
    public var project: String?
    /// The app's id.
    public var appID: String?
    /// The key that the emulator is to be shown.
    public var apiKey: Secret?
    /// Whether a program that stays is to be told of changes.
    public var realtime: Bool

    /// Settings.
    public init(url: URL, project: String? = nil, appID: String? = nil, apiKey: Secret? = nil, realtime: Bool = true) {
        self.url = url
        self.project = project
        self.appID = appID
        self.apiKey = apiKey
        self.realtime = realtime
    }
}

/// How to reach the values of a Firebase project.
public struct FirebaseSourceSettings: Sendable, Hashable {
    /// Which app of which project the fetches speak for.
    public enum Identity: Sendable, Hashable {
        /// Named field by field.
        case fields(project: String, appID: String, apiKey: Secret)
        /// Named by a file of the Firebase console: `GoogleService-Info.plist` or `google-services.json`. Of several apps in
        /// one file, the one with this package name or app id.
        case servicesFile(path: String, package: String?, appID: String?)
    }

    /// Which app of which project.
    public var identity: Identity
    /// Where fetches go instead of Google's servers, if anywhere.
    public var baseURL: URL?
    /// Where installations are registered instead of Google's servers, if anywhere.
    public var installationsURL: URL?
    /// The least time between fetches that a person did not ask for; nil for the client's own choice.
    public var minimumFetchInterval: Duration?
    /// Whether a program that stays is to be told of changes.
    public var realtime: Bool

    /// Settings.
    public init(
        identity: Identity, baseURL: URL? = nil, installationsURL: URL? = nil, minimumFetchInterval: Duration? = nil,
        realtime: Bool = true
    ) {
        self.identity = identity
        self.baseURL = baseURL
        self.installationsURL = installationsURL
        self.minimumFetchInterval = minimumFetchInterval
        self.realtime = realtime
    }
}

/// Where a template of Firebase Remote Config is, and for whom it is evaluated.
public struct TemplateSourceSettings: Sendable, Hashable {
    /// Where the template is.
    public enum Origin: Sendable, Hashable {
        /// In a JSON file.
        case file(path: String)
        /// With the service. Without an account's file or a token, `GOOGLE_APPLICATION_CREDENTIALS` names the file.
        case service(project: String?, serviceAccount: String?, accessToken: Secret?, baseURL: URL?)
    }

    /// Where the template is.
    public var origin: Origin
    /// Whom it is evaluated for, by the names that conditions use, such as `device.country`.
    public var persona: [String: JSONValue]

    /// Settings.
    public init(origin: Origin, persona: [String: JSONValue] = [:]) {
        self.origin = origin
        self.persona = persona
    }
}

/// Where flags and variants are, and whom they are read for.
public struct VariantsSourceSettings: Sendable, Hashable {
    /// The path of the JSON file.
    public var path: String
    /// What is known of the user, by name.
    public var context: [String: JSONValue]
    /// Variants that are on (true) or off (false) whatever their conditions, by id.
    public var forced: [String: Bool]
    /// Fixes what `RANDOM` draws; nil to draw anew in each run.
    public var seed: UInt64?
    /// The results of conditions whose types only the app knows, by type.
    public var assumed: [String: Bool]

    /// Settings.
    public init(
        path: String, context: [String: JSONValue] = [:], forced: [String: Bool] = [:], seed: UInt64? = nil,
        assumed: [String: Bool] = [:]
    ) {
        self.path = path
        self.context = context
        self.forced = forced
        self.seed = seed
        self.assumed = assumed
    }
}

/// How to reach a backend of ActiveConfig.
public struct ActiveConfigSourceSettings: Sendable, Hashable {
    /// Where configurations are, with `{user}` in place of the user's ID: `https://example.com/active_config?userID={user}`.
    public var url: String
    /// The user whose configuration is shown; nil for no user in particular.
    public var user: String?
    /// What authorizes requests, sent as `Authorization: Bearer`; nil for nothing.
    public var token: Secret?
    /// The path of a JSON file with the configuration that the app is delivered with.
    public var bootstrapped: String?

    /// Settings.
    public init(url: String, user: String? = nil, token: Secret? = nil, bootstrapped: String? = nil) {
        self.url = url
        self.user = user
        self.token = token
        self.bootstrapped = bootstrapped
    }
}
