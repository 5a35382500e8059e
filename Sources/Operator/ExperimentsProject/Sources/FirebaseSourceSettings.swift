import Foundation

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
