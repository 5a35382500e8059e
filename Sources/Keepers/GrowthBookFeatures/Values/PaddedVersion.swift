import ExperimentsCore

/// A version written so that the order of texts is that of versions: numbers are padded to five places.
struct PaddedVersion: Sendable {
    let text: String
    /// The same, if it is ASCII.
    let bytes: [UInt8]?

    /// One leading `v` and everything from `+` on do not count. Where that leaves three parts, `~` is added as a fourth, so
    /// that `1.0.0` comes after `1.0.0-rc`.
    init(_ value: AttributeValue) {
        let written: String =
            switch value {
            case .number(let number): JavaScriptNumber.text(of: number)
            case .text(let text): text
            default: ""
            }
        var rest = Self.withoutBuild(written.isEmpty ? "0" : written)
        if rest.first == "v" { rest = rest.dropFirst() }
        var parts = rest.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "-" }.map(Self.padded)
        if parts.count == 3 { parts.append("~") }
        text = parts.joined(separator: "-")
        bytes = text.utf8.allSatisfy { $0 < 0x80 } ? Array(text.utf8) : nil
    }

    /// Compares a value that is written as a version with this one: less than 0 if it is lower.
    func order(of value: AttributeValue) -> Int {
        if case .text(let text) = value, let bytes, !text.isEmpty,
            let order = text.utf8.withContiguousStorageIfAvailable({ PaddedBytes.order($0, bytes) }) ?? nil
        {
            return order
        }
        let own = PaddedVersion(value).text
        if JavaScriptText.isSame(own, text) { return 0 }
        return JavaScriptText.precedes(own, text) ? -1 : 1
    }

    /// Returns the part before the first `+` that no line break follows.
    private static func withoutBuild(_ text: String) -> Substring.UnicodeScalarView {
        let scalars = Substring(text).unicodeScalars
        let line = scalars.lastIndex { ["\n", "\r", "\u{2028}", "\u{2029}"].contains($0) }
        let start = line.map { scalars.index(after: $0) } ?? scalars.startIndex
        guard let plus = scalars[start...].firstIndex(of: "+") else { return scalars }
        return scalars[..<plus]
    }

    private static func padded(_ part: Substring.UnicodeScalarView) -> String {
        let text = String(Substring(part))
        guard !part.isEmpty, part.allSatisfy({ ("0"..."9").contains($0) }), part.count < 5 else { return text }
        return String(repeating: " ", count: 5 - part.count) + text
    }
}
