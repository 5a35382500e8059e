import ExperimentsCore
import ExperimentsYAML
import Foundation

extension SourceKind {
    /// A server that speaks OpenFeature's protocol OFREP.
    public static let ofrep = SourceKind(
        "ofrep",
        fields: ["url", "token", "headers", "context", "context_as_text", "realtime", "tls"]
    ) { $0.readOFREP(&$1) }
}

/// The settings of a source of kind `ofrep`: the address of a server for the OpenFeature Remote Evaluation Protocol
/// (OFREP), and the context.
public struct OFREPSourceSettings: SourceSettings {
    /// The address, for example `http://127.0.0.1:8016`.
    public var url: URL
    /// The token, sent as `Authorization: Bearer`; nil for none.
    public var token: Secret?
    /// Further header fields, by name.
    public var headers: [String: Secret] = [:]
    /// The context for evaluating flags. `targetingKey` identifies the user.
    public var context: [String: JSONValue] = [:]
    /// Whether everything in the context is sent as text, for servers that accept only text.
    public var contextAsText: Bool = false
    /// Whether long-running programs follow changes.
    public var realtime: Bool = true

    /// The kind of source.
    public static var kind: SourceKind { .ofrep }

    /// The secrets that are sent to ``hosts``.
    public var sentSecrets: [Secret] { [token].compactMap(\.self) + headers.values }

    /// The hosts that the project file names.
    public var hosts: [String] { [url.host].compactMap(\.self) }

    /// The place of the values.
    public var address: String { url.absoluteString }
}

extension SourceReader {
    func readOFREP(_ decoder: inout ProjectDecoder) -> OFREPSourceSettings? {
        let token = record["token"].flatMap { decoder.secret($0, at: "token") }
        let headers = record["headers"].map { readHeaders($0, &decoder) } ?? [:]
        let context = record["context"].map { readContext($0, &decoder) } ?? [:]
        let asText = decoder.truth("context_as_text", of: record)
        let realtime = readRealtime(&decoder)
        guard let node = record["url"] else {
            return decoder.missing(
                "url", of: record, ": set it to the address of the server, such as http://127.0.0.1:8016")
        }
        return decoder.url(node, at: "url").map { url in
            OFREPSourceSettings(
                url: url, token: token, headers: headers, context: context, contextAsText: asText ?? false,
                realtime: realtime ?? true)
        }
    }

    /// The names that every request sets itself, or that belong to the connection.
    private static let ownHeaders = [
        "accept", "connection", "content-length", "content-type", "host", "if-none-match",
        "transfer-encoding",
    ]

    /// Names of header fields, each with a value that may be a secret and is never quoted.
    private func readHeaders(_ node: YAMLNode, _ decoder: inout ProjectDecoder) -> [String: Secret] {
        guard let pairs = node.pairs else {
            decoder.refuse("must be names and values such as X-API-Key: ${API_KEY}", at: "headers", node)
            return [:]
        }
        decoder.enter("headers")
        defer { decoder.leave() }
        var headers: [String: Secret] = [:]
        var known: Set<String> = record["token"] == nil ? [] : ["authorization"]
        for pair in pairs {
            guard let name = pair.key.text, !name.isEmpty, name.utf8.allSatisfy(Self.isNameByte) else {
                decoder.refuse("must be names of header fields: letters, digits and hyphens", pair.key)
                continue
            }
            if Self.ownHeaders.contains(name.lowercased()) {
                decoder.note(
                    "`\(name)` is set by each request itself; remove it", at: pair.key, .member(name))
            } else if !known.insert(name.lowercased()).inserted {
                let isByToken = name.lowercased() == "authorization" && record["token"] != nil
                decoder.note(
                    "`\(name)` is already set\(isByToken ? " by `token`" : ""); remove one of them",
                    at: pair.key,
                    .member(name))
            } else {
                headers[name] = decoder.secret(pair.value, at: name)
            }
        }
        return headers
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
}
