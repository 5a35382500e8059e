import ExperimentsCore
import ExperimentsYAML

/// The country and the language that a source sends for its user, which conditions can use.
public struct SourceLocality: Sendable, Hashable {
    /// The country as two letters; nil for that of the system.
    public var country: String?
    /// The language as a BCP 47 tag; nil for that of the system.
    public var language: String?

    /// Creates a locality.
    public init(country: String? = nil, language: String? = nil) {
        self.country = country
        self.language = language
    }
}

extension SourceReader {
    /// Reads the fields `country` and `language`.
    func readLocality(_ decoder: inout ProjectDecoder) -> SourceLocality {
        SourceLocality(
            country: record["country"].flatMap { readCountry($0, &decoder) },
            language: record["language"].flatMap { readLanguage($0, &decoder) })
    }

    private func readLanguage(_ node: YAMLNode, _ decoder: inout ProjectDecoder) -> String? {
        let expected = "a language such as nb or en-GB"
        guard let text = decoder.line(node, at: "language", expected: expected) else { return nil }
        let parts = text.utf8.split(omittingEmptySubsequences: false) { "-_".utf8.contains($0) }
        guard let first = parts.first, (2...3).contains(first.count), first.allSatisfy(\.isASCIILetter),
            parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isASCIILetterOrDigit) })
        else {
            decoder.expected(expected, at: "language", found: node)
            return nil
        }
        return text
    }

    private func readCountry(_ node: YAMLNode, _ decoder: inout ProjectDecoder) -> String? {
        let expected = "a country of two letters such as NO"
        guard let text = decoder.line(node, at: "country", expected: expected) else { return nil }
        guard text.utf8.count == 2, text.utf8.allSatisfy({ $0.isASCIILetter }) else {
            decoder.expected(expected, at: "country", found: node)
            return nil
        }
        return text.uppercased()
    }
}
