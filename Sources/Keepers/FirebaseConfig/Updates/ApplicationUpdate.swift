import Foundation

/// A release of the app that its users should install, or must.
///
/// As a parameter: `{"version": "1.2.3.500", "download": "https://apps.apple.com/app/id1"}`.
public struct ApplicationUpdate: Sendable, Hashable, Identifiable {
    /// The release.
    public var version: Version
    /// Where it is to be had.
    public var download: URL

    /// The entry of an app's `Info.plist` that holds its version: the build version, which alone may have four numbers.
    public static let versionKey = "CFBundleVersion"

    /// An update to `version`.
    public init(version: Version, download: URL) {
        self.version = version
        self.download = download
    }

    /// The version's text.
    public var id: String { version.rawValue }

    /// Whether the running app is older; false where its version is unknown or is none of three or four numbers.
    public var isApplicable: Bool { isApplicable(to: Version(of: Bundle.main.infoDictionary)) }

    /// Whether an app of `version` is older; false where that is nil.
    public func isApplicable(to version: Version?) -> Bool {
        version.map { $0 < self.version } ?? false
    }
}

extension ApplicationUpdate: Codable {
    private enum CodingKeys: String, CodingKey {
        case version
        case download
    }

    /// Reads `version` and `download`, and leaves out the rest.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        version = try container.decode(Version.self, forKey: .version)
        // A URL with blanks is taken, and they are encoded.
        let text = try container.decode(String.self, forKey: .download)
        guard let url = URL(string: text) else {
            throw DecodingError.dataCorruptedError(
                forKey: .download, in: container, debugDescription: "must be a URL such as https://example.com/app")
        }
        download = url
    }

    /// Writes what a parameter holds.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(version, forKey: .version)
        try container.encode(download.absoluteString, forKey: .download)
    }
}
