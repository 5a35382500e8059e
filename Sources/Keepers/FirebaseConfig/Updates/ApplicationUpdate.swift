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

extension ApplicationUpdate {
    /// How urgent an update is.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The app must not be used without it.
        case required
        /// The app should offer it.
        case recommended
    }

    /// The names of the parameters that hold an app's updates.
    public struct Keys: Sendable, Hashable {
        /// The one of the required update.
        public var required: RemoteConfig.Key
        /// The one of the recommended update.
        public var recommended: RemoteConfig.Key

        /// Names of the app's own.
        public init(required: RemoteConfig.Key, recommended: RemoteConfig.Key) {
            self.required = required
            self.recommended = recommended
        }

        /// The usual names for a platform: `ios_required_update`, `ios_recommended_update` and so on.
        public init(_ platform: AppID.Platform) {
            required = RemoteConfig.Key(rawValue: "\(platform.rawValue)_required_update")
            recommended = RemoteConfig.Key(rawValue: "\(platform.rawValue)_recommended_update")
        }

        /// The name for a kind.
        public subscript(kind: Kind) -> RemoteConfig.Key {
            switch kind {
            case .required: required
            case .recommended: recommended
            }
        }
    }
}

extension RemoteConfig {
    /// The release that the app must not be used without; nil where none is published, or where what is published makes
    /// no sense: see `applicationUpdate(_:)`.
    ///
    /// Whether the running app is older, `isApplicable` of the update says. Which of the two counts where both are, is
    /// for the app to say.
    public var requiredUpdate: ApplicationUpdate? { (try? applicationUpdate(.required)) ?? nil }

    /// The release that the app should offer; nil as for `requiredUpdate`.
    public var recommendedUpdate: ApplicationUpdate? { (try? applicationUpdate(.recommended)) ?? nil }

    /// The update of a kind; nil where none is published, or where the parameter is empty.
    ///
    /// - Throws: `ValueDecodingError` that says what of the parameter makes no sense.
    public func applicationUpdate(_ kind: ApplicationUpdate.Kind) throws(ValueDecodingError) -> ApplicationUpdate? {
        let key = updateKeys[kind].rawValue
        guard !configValue(for: key).stringValue.isEmpty else { return nil }
        return try decodedValue(for: key)
    }

    /// The names of the parameters that hold updates: those of the settings, else the usual ones for the app's
    /// platform.
    public var updateKeys: ApplicationUpdate.Keys {
        settings.updateKeys ?? ApplicationUpdate.Keys(project.appID.platform)
    }
}
