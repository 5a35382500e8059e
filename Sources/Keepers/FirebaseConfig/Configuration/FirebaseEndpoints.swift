import Foundation

/// The addresses of the services: Google's own, or those of an emulator.
public struct FirebaseEndpoints: Sendable, Hashable {
    /// The base of client fetches, before `/v1/projects/…`.
    public var remoteConfig: URL
    /// The base of the installations service, before `/v1/projects/…`.
    public var installations: URL
    /// The base of the stream that announces changes, before `/v1/projects/…`.
    public var realtime: URL

    /// Creates endpoints at these base URLs. By default, changes are announced at the same base as fetches.
    public init(remoteConfig: URL, installations: URL, realtime: URL? = nil) {
        self.remoteConfig = remoteConfig
        self.installations = installations
        self.realtime = realtime ?? remoteConfig
    }

    /// Returns the endpoints of an emulator, which serves everything at one base URL.
    public static func emulator(at base: URL) -> FirebaseEndpoints {
        FirebaseEndpoints(remoteConfig: base, installations: base)
    }

    /// Google's own services.
    public static let google = FirebaseEndpoints(
        remoteConfig: service("firebaseremoteconfig"), installations: service("firebaseinstallations"),
        realtime: service("firebaseremoteconfigrealtime"))

    /// Creates Google's own endpoints, unless the environment names others.
    ///
    /// `FIREBASE_REMOTE_CONFIG_URL_BASE` sets the base of client fetches, of the announcements of changes, and of the
    /// installations service, because an app that uses an emulator should not register with Google.
    /// `FIREBASE_INSTALLATIONS_URL_BASE` sets only the base of the installations service.
    ///
    /// - Throws: `FirebaseConfigurationError` if a variable is not an `http` or `https` URL.
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
        guard let url = URL(string: text), url.scheme == "http" || url.scheme == "https",
            url.host?.isEmpty == false
        else {
            throw FirebaseConfigurationError(
                origin: "environment", field: name,
                "must be a URL such as http://127.0.0.1:9099, not \"\(text)\"")
        }
        return url
    }

    /// Returns the base of one of Google's services. Its text is always a valid URL. If it were not, requests would
    /// fail, but the app would not crash.
    private static func service(_ name: StaticString) -> URL {
        URL(string: "https://\(name).googleapis.com") ?? URL(fileURLWithPath: "/")
    }
}
