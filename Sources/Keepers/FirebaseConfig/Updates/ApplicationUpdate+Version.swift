import ExperimentsSupport

extension ApplicationUpdate {
    /// A version of three numbers and optionally the number of a build: `1.2.3` or `1.2.3.400`.
    ///
    /// Parts that are empty or not whole numbers are ignored: `1.2.3.beta` is `1.2.3`. Versions are compared number by
    /// number, and a missing build counts as 0. They are equal only if their texts are equal: neither of `1.2.3` and
    /// `1.2.3.0` is less than the other, but they are not equal.
    public struct Version: RawRepresentable, Sendable, Hashable {
        /// The version as it was written, for example `1.2.3`.
        public let rawValue: String
        /// The first number, 1 in `1.2.3.400`.
        public let major: Int
        /// The second number, 2 in `1.2.3.400`.
        public let minor: Int
        /// The third number, 3 in `1.2.3.400`.
        public let patch: Int
        /// The fourth number, 400 in `1.2.3.400`, if there is one.
        public let build: Int?

        /// Creates a version; nil for a text without three or four numbers.
        public init?(rawValue: String) {
            let numbers = rawValue.split(scalar: ".").compactMap { Int($0) }
            guard numbers.count == 3 || numbers.count == 4 else { return nil }
            self.rawValue = rawValue
            (major, minor, patch) = (numbers[0], numbers[1], numbers[2])
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

    /// The version as it was written, for example `1.2.3`.
    public var description: String { rawValue }
}

extension ApplicationUpdate.Version: Codable {
    /// Decodes a version from a text such as `1.2.3`.
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
