import ExperimentsCore
import Foundation

/// Where a payload of GrowthBook is, how it is read, and whom it is evaluated for.
public struct GrowthBookSourceSettings: Sendable, Hashable {
    /// Where it is.
    public enum Origin: Sendable, Hashable {
        /// A file.
        case file(path: String)
        /// A server, with the key of the connection.
        case server(host: URL, clientKey: String)
    }

    /// The two generations of rules.
    public enum Dialect: String, Sendable, Hashable, CaseIterable {
        case loose, strict
    }

    /// What of an identifier is hashed.
    public enum Hashing: String, Sendable, Hashable, CaseIterable {
        case utf16, utf8
    }

    /// GrowthBook's own network.
    public static let usualHost = "https://cdn.growthbook.io"

    /// Where it is.
    public var origin: Origin
    /// Decrypts what is encrypted.
    public var decryptionKey: Secret?
    /// The attributes of the user.
    public var context: [String: JSONValue]
    /// The rules that values are compared by.
    public var dialect: Dialect
    /// What of an identifier is hashed.
    public var hashing: Hashing
    /// Whether a program that stays is to be told of changes.
    public var realtime: Bool
    /// The file that keeps which variations users saw first; nil for none.
    public var sticky: String?
    /// Where the exposures and events of apps are posted that are linked with this project's server; nil for nowhere.
    public var ingestor: URL?

    /// Settings.
    public init(
        origin: Origin, decryptionKey: Secret? = nil, context: [String: JSONValue] = [:], dialect: Dialect = .loose,
        hashing: Hashing = .utf16, realtime: Bool = true, sticky: String? = nil, ingestor: URL? = nil
    ) {
        (self.origin, self.decryptionKey, self.context) = (origin, decryptionKey, context)
        (self.dialect, self.hashing, self.realtime) = (dialect, hashing, realtime)
        (self.sticky, self.ingestor) = (sticky, ingestor)
    }
}
