import Foundation

/// A release of the app that its users should install, or must install.
///
/// As a parameter, it is `{"version": "1.2.3.500", "download": "https://apps.apple.com/app/id1"}`.
public struct ApplicationUpdate: Sendable, Hashable, Identifiable {
    /// The version of the release.
    public var version: Version
    /// The address from which it can be installed.
    public var download: URL

    /// The entry of an app's `Info.plist` with its version: the build version, because only that can have four numbers.
    public static let versionKey = "CFBundleVersion"

    /// Creates an update.
    public init(version: Version, download: URL) {
        self.version = version
        self.download = download
    }

    /// The text of the version, which identifies the update.
    public var id: String { version.rawValue }

    /// Whether the running app is older; false if its version is unknown, or does not have three or four numbers.
    public var isApplicable: Bool { isApplicable(to: Version(of: Bundle.main.infoDictionary)) }

    /// Returns whether an app of `version` is older; false if `version` is nil.
    public func isApplicable(to version: Version?) -> Bool {
        version.map { $0 < self.version } ?? false
    }
}

extension ApplicationUpdate: Codable {
    private enum CodingKeys: String, CodingKey {
        case version
        case download
    }

    /// Reads `version` and `download`, and ignores other members.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        version = try container.decode(Version.self, forKey: .version)
        // A URL with blanks is accepted, and the blanks are encoded.
        let text = try container.decode(String.self, forKey: .download)
        guard let url = URL(string: text) else {
            throw DecodingError.dataCorruptedError(
                forKey: .download, in: container, debugDescription: "must be a URL such as https://example.com/app")
        }
        download = url
    }

    /// Writes the members of the parameter.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(version, forKey: .version)
        try container.encode(download.absoluteString, forKey: .download)
    }
}

extension ApplicationUpdate {
    /// The urgency of an update.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The app must not be used without it.
        case required
        /// The app should offer it.
        case recommended
    }
}
