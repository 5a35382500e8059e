import ExperimentsSupport
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
                forKey: .download, in: container,
                debugDescription: "must be a URL such as https://example.com/app")
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

    /// A version of three numbers and optionally the number of a build: `1.2.3` or `1.2.3.400`.
    ///
    /// Parts that are empty or not whole numbers are ignored: `1.2.3.beta` is `1.2.3`. Versions are compared number by
    /// number, and a missing build counts as 0. They are equal only if their strings are equal: neither of `1.2.3` and
    /// `1.2.3.0` is less than the other, but they are not equal.
    public struct Version: RawRepresentable, Sendable, Hashable {
        /// The version in its original form, for example `1.2.3`.
        public let rawValue: String
        /// The first number, 1 in `1.2.3.400`.
        public let major: Int
        /// The second number, 2 in `1.2.3.400`.
        public let minor: Int
        /// The third number, 3 in `1.2.3.400`.
        public let patch: Int
        /// The fourth number, 400 in `1.2.3.400`, if there is one.
        public let build: Int?

        /// Creates a version; nil for a string without three or four numbers.
        public init?(rawValue: String) {
            let numbers = rawValue.split(scalar: ".").compactMap { Int($0) }
            guard numbers.count == 3 || numbers.count == 4 else { return nil }
            self.rawValue = rawValue
            major = numbers[0]
            minor = numbers[1]
            patch = numbers[2]
            build = numbers.count == 4 ? numbers[3] : nil
        }

        /// Creates the version in an app's `Info.plist`; nil if there is none.
        ///
        /// - Parameters:
        ///   - info: the entries.
        ///   - key: the entry with the version.
        public init?(of info: [String: Any]?, key: String = ApplicationUpdate.versionKey) {
            guard let text = info?[key] as? String else { return nil }
            self.init(rawValue: text)
        }
    }
}

extension ApplicationUpdate.Version: Comparable, CustomStringConvertible {
    /// Returns whether `left` is older.
    public static func < (left: Self, right: Self) -> Bool {
        (left.major, left.minor, left.patch, left.build ?? 0)
            < (right.major, right.minor, right.patch, right.build ?? 0)
    }

    /// The version in its original form, for example `1.2.3`.
    public var description: String { rawValue }
}

extension ApplicationUpdate.Version: Codable {
    /// Decodes a version from a string such as `1.2.3`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let version = Self(rawValue: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "must be a version such as 1.2.3 or 1.2.3.400")
        }
        self = version
    }

    /// Encodes the version as its text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}
