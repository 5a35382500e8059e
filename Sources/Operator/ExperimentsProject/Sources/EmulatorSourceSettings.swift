import Foundation

/// How to reach an emulator. What is left out, the emulator does not mind.
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
