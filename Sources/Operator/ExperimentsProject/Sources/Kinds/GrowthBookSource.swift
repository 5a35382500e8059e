import ExperimentsCore
import ExperimentsYAML
import Foundation

extension SourceKind {
    /// A GrowthBook payload, from a file or a server. Its decryption key is not sent.
    public static let growthBook = SourceKind(
        "growthbook",
        fields: [
            "path", "host", "client_key", "decryption_key", "context", "dialect", "hashing", "realtime",
            "sticky",
            "ingestor", "tls",
        ]
    ) { $0.readGrowthBook(&$1) }
}

/// The settings of a source of kind `growthbook`: the payload, the options for reading it, and the user.
public struct GrowthBookSourceSettings: SourceSettings {
    /// The place of the payload.
    public enum Origin: Sendable, Hashable {
        /// A JSON file with the payload.
        case file(path: String)
        /// A server, with the client key of the connection.
        case server(host: URL, clientKey: String)
    }

    /// The two dialects of rules.
    public enum Dialect: String, Sendable, Hashable, CaseIterable {
        /// Values are converted as in JavaScript, like in GrowthBook's SDK for JavaScript.
        case loose
        /// Values are not converted, as in specification 0.9 to 0.11.
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
    /// The key for decrypting encrypted parts.
    public var decryptionKey: Secret?
    /// The attributes of the user.
    public var context: [String: JSONValue]
    /// The dialect for comparing values.
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
        origin: Origin, decryptionKey: Secret? = nil, context: [String: JSONValue] = [:],
        dialect: Dialect = .loose,
        hashing: Hashing = .utf16, realtime: Bool = true, sticky: String? = nil, ingestor: URL? = nil
    ) {
        self.origin = origin
        self.decryptionKey = decryptionKey
        self.context = context
        self.dialect = dialect
        self.hashing = hashing
        self.realtime = realtime
        self.sticky = sticky
        self.ingestor = ingestor
    }

    /// The kind of source.
    public static var kind: SourceKind { .growthBook }

    /// The place of the payload.
    public var address: String {
        switch origin {
        case .file(let path): path
        case .server(let host, let clientKey): "\(host.absoluteString) \(clientKey)"
        }
    }
}

extension SourceReader {
    func readGrowthBook(_ decoder: inout ProjectDecoder) -> GrowthBookSourceSettings? {
        let key = record["decryption_key"].flatMap { readVariable($0, at: "decryption_key", &decoder) }
        let context = record["context"].map { readContext($0, &decoder) } ?? [:]
        let dialect = record["dialect"].flatMap {
            decoder.word(
                $0, at: "dialect", among: GrowthBookSourceSettings.Dialect.allCases.map(\.rawValue),
                GrowthBookSourceSettings.Dialect.init)
        }
        let hashing = record["hashing"].flatMap {
            decoder.word(
                $0, at: "hashing", among: GrowthBookSourceSettings.Hashing.allCases.map(\.rawValue),
                GrowthBookSourceSettings.Hashing.init)
        }
        let realtime = readRealtime(&decoder)
        let sticky = record["sticky"].flatMap { decoder.path($0, at: "sticky", in: folder) }
        let ingestor = record["ingestor"].flatMap { decoder.url($0, at: "ingestor") }
        guard let origin = readGrowthBookOrigin(&decoder) else { return nil }
        return GrowthBookSourceSettings(
            origin: origin, decryptionKey: key, context: context, dialect: dialect ?? .loose,
            hashing: hashing ?? .utf16, realtime: realtime ?? true, sticky: sticky, ingestor: ingestor)
    }

    private func readGrowthBookOrigin(_ decoder: inout ProjectDecoder) -> GrowthBookSourceSettings.Origin? {
        if let node = record["path"] {
            for name in ["host", "client_key", "ingestor"] {
                guard let other = record[name] else { continue }
                decoder.note(
                    "a payload is in a file or on a server; remove `path` or `\(name)`", at: other,
                    .member(name))
            }
            return decoder.path(node, at: "path", in: folder).map { .file(path: $0) }
        }
        guard let key = decoder.line("client_key", of: record, expected: "a key such as sdk-abc123") else {
            if record["client_key"] == nil {
                decoder.missing("path", of: record, ": name a file, or a `client_key` to ask a server")
            }
            return nil
        }
        let host =
            record["host"].map { decoder.url($0, at: "host") }
            ?? URL(string: GrowthBookSourceSettings.usualHost)
        return host.map { .server(host: $0, clientKey: key) }
    }

    /// Reads a secret that may only be in the environment.
    private func readVariable(_ node: YAMLNode, at name: String, _ decoder: inout ProjectDecoder) -> Secret? {
        guard let secret = decoder.secret(node, at: name) else { return nil }
        guard secret.variable != nil else {
            return decoder.refuse(
                "must be ${VARIABLE}, because a key does not belong in a file", at: name, node)
        }
        return secret
    }
}
