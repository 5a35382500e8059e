import ExperimentsCore
import Foundation

/// The settings of a source of kind `growthbook`: the payload, the options for reading it, and the user.
public struct GrowthBookSourceSettings: Sendable, Hashable {
    /// The place of the payload.
    public enum Origin: Sendable, Hashable {
        /// A JSON file with the payload.
        case file(path: String)
        /// A server, with the client key of the connection.
        case server(host: URL, clientKey: String)
    }

    /// The two dialects of rules.
    public enum Dialect: String, Sendable, Hashable, CaseIterable {
        /// Values are converted as JavaScript does, as GrowthBook's SDK for JavaScript reads rules.
        case loose
        /// Values are not converted, as specification 0.9 to 0.11 says.
        case strict
    }

    /// The form of an identifier that is hashed.
    public enum Hashing: String, Sendable, Hashable, CaseIterable {
        /// The UTF-16 code units of the text.
        case utf16
        /// The bytes of the text in UTF-8.
        case utf8
    }

    /// GrowthBook's own network.
    public static let usualHost = "https://cdn.growthbook.io"

    /// The place of the payload.
    public var origin: Origin
    /// The key with which encrypted parts are decrypted.
    public var decryptionKey: Secret?
    /// The attributes of the user.
    public var context: [String: JSONValue]
    /// The dialect by which values are compared.
    public var dialect: Dialect
    /// The form of an identifier that is hashed.
    public var hashing: Hashing
    /// Whether long-running programs follow changes.
    public var realtime: Bool
    /// The path of a file that records which variations users saw first; nil for none.
    public var sticky: String?
    /// The address to which the exposures and events of linked apps are sent; nil for none.
    public var ingestor: URL?

    /// Creates settings.
    public init(
        origin: Origin, decryptionKey: Secret? = nil, context: [String: JSONValue] = [:], dialect: Dialect = .loose,
        hashing: Hashing = .utf16, realtime: Bool = true, sticky: String? = nil, ingestor: URL? = nil
    ) {
        (self.origin, self.decryptionKey, self.context) = (origin, decryptionKey, context)
        (self.dialect, self.hashing, self.realtime) = (dialect, hashing, realtime)
        (self.sticky, self.ingestor) = (sticky, ingestor)
    }
}
