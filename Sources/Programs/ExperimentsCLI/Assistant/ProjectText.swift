import ExperimentsSupport

/// The text of a project file for others.
enum ProjectText {
    private static let sizeLimit = 4 << 20

    /// Returns the text with the values of members that are secrets replaced; nil if the file cannot be read.
    static func withoutSecrets(_ path: String) -> String? {
        guard let bytes = try? FileBytes.read(path, limit: sizeLimit),
            let text = String(validUTF8: bytes)
        else { return nil }
        let secret =
            #/(?i)\b(token|password|secret|api_?key|client_?key|authorization|username)\b["']?\s*:\s*[^\s#,}]+/#
        return text.replacing(secret) { match in
            let name = match.output.0.prefix { $0 != ":" }
            return "\(name): (hidden)"
        }
    }
}
