import ExperimentsCore
import Foundation

/// The settings of a source of kind `emulator`, which needs only a URL.
public struct EmulatorSourceSettings: Sendable, Hashable {
    /// The address, for example `http://127.0.0.1:9199`.
    public var url: URL
    /// The ID of the Firebase project.
    public var project: String?
    /// The ID that Firebase gives to the app.
    public var appID: String?
    /// The API key for the emulator.
    public var apiKey: Secret?
    /// Whether long-running programs follow changes.
    public var realtime: Bool

    /// Creates settings.
    public init(url: URL, project: String? = nil, appID: String? = nil, apiKey: Secret? = nil, realtime: Bool = true) {
        self.url = url
        self.project = project
        self.appID = appID
        self.apiKey = apiKey
        self.realtime = realtime
    }
}

/// The settings of a source of kind `firebase`.
public struct FirebaseSourceSettings: Sendable, Hashable {
    /// The project and the app for which values are fetched.
    public enum Identity: Sendable, Hashable {
        /// Given field by field.
        case fields(project: String, appID: String, apiKey: Secret)
        /// Given by a file of the Firebase console: `GoogleService-Info.plist` or `google-services.json`. If the file
        /// has several apps, the one with this package name or app ID.
        case servicesFile(path: String, package: String?, appID: String?)
    }

    /// The project and the app.
    public var identity: Identity
    /// The address for fetches instead of Google's; nil for Google's.
    public var baseURL: URL?
    /// The address for installations instead of Google's; nil for Google's.
    public var installationsURL: URL?
    /// The shortest time between fetches that no person requested; nil for the client's default.
    public var minimumFetchInterval: Duration?
    /// Whether long-running programs follow changes.
    public var realtime: Bool
    /// The country of the user as two letters; nil for that of the system.
    public var country: String?
    /// The language of the user as a BCP 47 tag; nil for that of the system.
    public var language: String?

    /// Creates settings.
    public init(
        identity: Identity, baseURL: URL? = nil, installationsURL: URL? = nil, minimumFetchInterval: Duration? = nil,
        realtime: Bool = true, country: String? = nil, language: String? = nil
    ) {
        self.identity = identity
        self.baseURL = baseURL
        self.installationsURL = installationsURL
        self.minimumFetchInterval = minimumFetchInterval
        self.realtime = realtime
        self.country = country
        self.language = language
    }
}

/// The settings of a source of kind `firebase-template`.
public struct TemplateSourceSettings: Sendable, Hashable {
    /// The place of the template.
    public enum Origin: Sendable, Hashable {
        /// In a JSON file.
        case file(path: String)
        /// The service. Without a service account or a token, `GOOGLE_APPLICATION_CREDENTIALS` names the key file.
        case service(project: String?, serviceAccount: String?, accessToken: Secret?, baseURL: URL?)
    }

    /// The place of the template.
    public var origin: Origin
    /// The user for whom it is evaluated, with the names that conditions use, for example `device.country`.
    public var persona: [String: JSONValue]

    /// Creates settings.
    public init(origin: Origin, persona: [String: JSONValue] = [:]) {
        self.origin = origin
        self.persona = persona
    }
}

/// The settings of a source of kind `variants`.
public struct VariantsSourceSettings: Sendable, Hashable {
    /// The path of the JSON file.
    public var path: String
    /// The fields of the user, by name.
    public var context: [String: JSONValue]
    /// Variants that are on (true) or off (false) regardless of their conditions, by ID.
    public var forced: [String: Bool]
    /// The seed for `RANDOM`; nil to draw new numbers in each run.
    public var seed: UInt64?
    /// The results of condition types that only the app can evaluate, by type.
    public var assumed: [String: Bool]

    /// Creates settings.
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

/// The settings of a source of kind `active-config`.
public struct ActiveConfigSourceSettings: Sendable, Hashable {
    /// The address, with `{user}` in place of the user's ID: `https://example.com/active_config?userID={user}`.
    public var url: String
    /// The user whose configuration is shown; nil for no user in particular.
    public var user: String?
    /// The token, sent as `Authorization: Bearer`; nil for none.
    public var token: Secret?
    /// The path of a JSON file with the configuration that is shipped with the app.
    public var bootstrapped: String?

    /// Creates settings.
    public init(url: String, user: String? = nil, token: Secret? = nil, bootstrapped: String? = nil) {
        self.url = url
        self.user = user
        self.token = token
        self.bootstrapped = bootstrapped
    }
}
