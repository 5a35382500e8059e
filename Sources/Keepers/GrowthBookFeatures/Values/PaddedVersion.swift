/// A version written so that the order of texts is that of versions: numbers are padded to five places.
struct PaddedVersion: Sendable {
    let text: String

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
    }

    /// What stands before the first `+` that no line break follows.
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
