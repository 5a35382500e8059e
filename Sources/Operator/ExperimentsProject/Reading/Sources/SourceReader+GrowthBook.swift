import ExperimentsCore
import Foundation
import MarkedYAML

/// Reads the fields of a source that is a payload of GrowthBook.
extension SourceReader {
    static let growthBookFields = [
        "path", "host", "client_key", "decryption_key", "context", "dialect", "hashing", "realtime",
        "sticky", "ingestor",
    ]

    func readGrowthBook(_ decoder: inout ProjectDecoder) -> ProjectSource.Location? {
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
        return .growthBook(
            GrowthBookSourceSettings(
                origin: origin, decryptionKey: key, context: context, dialect: dialect ?? .loose,
                hashing: hashing ?? .utf16, realtime: realtime ?? true, sticky: sticky, ingestor: ingestor))
    }

    private func readGrowthBookOrigin(_ decoder: inout ProjectDecoder) -> GrowthBookSourceSettings.Origin? {
        if let node = record["path"] {
            for name in ["host", "client_key", "ingestor"] {
                guard let other = record[name] else { continue }
                decoder.note(
                    "a payload is in a file or on a server; remove 'path' or '\(name)'", at: other, .member(name))
            }
            return decoder.path(node, at: "path", in: folder).map { .file(path: $0) }
        }
        guard let key = decoder.line("client_key", of: record, expected: "a key such as sdk-abc123") else {
            if record["client_key"] == nil {
                decoder.missing("path", of: record, ": name a file, or a 'client_key' to ask a server")
            }
            return nil
        }
        let host = record["host"].map { decoder.url($0, at: "host") } ?? URL(string: GrowthBookSourceSettings.usualHost)
        return host.map { .server(host: $0, clientKey: key) }
    }

    /// A secret that is in the environment and nowhere else.
    private func readVariable(_ node: YAMLNode, at name: String, _ decoder: inout ProjectDecoder) -> Secret? {
        guard let secret = decoder.secret(node, at: name) else { return nil }
        guard secret.variable != nil else {
            decoder.refuse("must be ${VARIABLE}: a key does not belong into a file", at: name, node)
            return nil
        }
        return secret
    }
}
