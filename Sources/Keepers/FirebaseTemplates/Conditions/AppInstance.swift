import ExperimentsCore
import Foundation

/// What is known of one installation of an app: what the conditions of client templates look at.
public struct AppInstance: Sendable, Hashable {
    /// The app's id with Firebase: `1:1234567890:ios:321abc456def7890`.
    public var appID: String?
    /// What users know as the version: `2.1.0`.
    public var appVersion: String?
    /// The build: `CFBundleVersion`, or `versionCode`.
    public var appBuild: String?
    /// `ios`, `android` or `web`.
    public var operatingSystem: String?
    /// The country's two letters.
    public var country: String?
    /// The language's tag: `en-GB`.
    public var language: String?
    /// The id that percentages are assigned by: the Firebase installation id.
    public var installationID: String?
    /// When the app was first opened.
    public var firstOpenedAt: Date?
    /// The audiences of Google Analytics it is in; nil where that is not known.
    public var audiences: [String]?
    /// The imported segments it is in; nil where that is not known.
    public var importedSegments: [String]?
    /// The operating system and its version, of web apps: `macOS 15`.
    public var operatingSystemAndVersion: String?
    /// The browser and its version, of web apps: `Safari 18`.
    public var browserAndVersion: String?
    /// User properties of Google Analytics, by name.
    public var userProperties: [String: String] = [:]
    /// Custom signals, by name. Numbers are sent as text.
    public var customSignals: [String: String] = [:]
    /// The time at which it asks.
    public var now: Date

    /// An installation of which nothing is known.
    ///
    /// - Parameter now: the time at which it asks.
    public init(now: Date) {
        self.now = now
    }
}
