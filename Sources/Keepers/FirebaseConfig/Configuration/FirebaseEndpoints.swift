import Foundation

/// Where the services are: Google's own, or an emulator's.
public struct FirebaseEndpoints: Sendable, Hashable {
    /// The base of client fetches, before `/v1/projects/…`.
    public var remoteConfig: URL
    /// The base of the installations service, before `/v1/projects/…`.
    public var installations: URL
    /// The base of the stream that announces changes, before `/v1/projects/…`.
    public var realtime: URL

    /// Endpoints at bases of the caller's choice; where changes are announced, if nothing else is said, as fetches.
    public init(remoteConfig: URL, installations: URL, realtime: URL? = nil) {
        self.remoteConfig = remoteConfig
        self.installations = installations
        self.realtime = realtime ?? remoteConfig
    }

    /// Everything at one base, as an emulator serves it.
    public static func emulator(at base: URL) -> FirebaseEndpoints {
        FirebaseEndpoints(remoteConfig: base, installations: base)
    }

    /// Google's own services.
    public static let google = FirebaseEndpoints(
        remoteConfig: service("firebaseremoteconfig"), installations: service("firebaseinstallations"),
        realtime: service("firebaseremoteconfigrealtime"))

    /// Google's own, unless the environment says otherwise.
    ///
    /// `FIREBASE_REMOTE_CONFIG_URL_BASE` moves client fetches and the announcements of changes, and with them the
    /// installations service, since whoever points an app at an emulator does not want it to register with Google;
    /// `FIREBASE_INSTALLATIONS_URL_BASE` moves the latter alone.
    ///
    /// - Throws: `FirebaseConfigurationError` when a variable is set to what is not an `http` or `https` URL.
    public init(environment: [String: String]) throws(FirebaseConfigurationError) {
        let remoteConfig = try Self.base("FIREBASE_REMOTE_CONFIG_URL_BASE", in: environment)
        let installations = try Self.base("FIREBASE_INSTALLATIONS_URL_BASE", in: environment)
        self.init(
            remoteConfig: remoteConfig ?? Self.google.remoteConfig,
            installations: installations ?? remoteConfig ?? Self.google.installations,
            realtime: remoteConfig ?? Self.google.realtime)
    }

    private static func base(
        _ name: String, in environment: [String: String]
    ) throws(FirebaseConfigurationError) -> URL? {
        guard let text = environment[name], !text.isEmpty else { return nil }
        guard let url = URL(string: text), url.scheme == "http" || url.scheme == "https", url.host?.isEmpty == false
        else {
            throw FirebaseConfigurationError(
                origin: "environment", field: name,
                "must be a URL such as http://127.0.0.1:9099, not \"\(text)\"")
        }
        return url
    }

    /// The base of one of Google's services. Its text is always a URL; were it none, requests would fail, and not the app.
    private static func service(_ name: StaticString) -> URL {
        URL(string: "https://\(name).googleapis.com") ?? URL(fileURLWithPath: "/")
    }
}
