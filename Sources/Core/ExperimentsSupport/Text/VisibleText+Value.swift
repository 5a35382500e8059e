// For a value that must equal another: what looks the same, and is not, looks different.
extension VisibleText {
    /// Returns a value with everything written out that a reader cannot see: what `of` writes out, blanks other than
    /// the usual one (`\u{a0}`), and the usual one at both ends (`␠`).
    ///
    /// A text of more than 100,000 bytes, which nobody compares by eye, stays as it is.
    package static func ofValue(_ text: String) -> String {
        let visible = Substring(ofPart(text))
        let inner = visible.drop { $0 == " " }
        let leading = visible.count - inner.count
        let end = inner.lastIndex { $0 != " " }.map { inner.index(after: $0) } ?? inner.startIndex
        let trailing = inner[end...].count
        guard leading + trailing > 0 else { return String(visible) }
        return blanks(leading) + inner[..<end] + blanks(trailing)
    }

    /// Returns the same for a part of a value, whose ends are in the middle of it. Blanks alone are written out.
    package static func ofPart(_ text: String) -> String {
        guard text.utf8.count <= longestValue else { return text }
        let visible = of(text)
        if visible.utf8.allSatisfy({ $0 < 0x80 }) { return visible }
        return visible.unicodeScalars.reduce(into: "") { result, scalar in
            if isUnusualBlank(scalar) {
                result += "\\u{" + String(scalar.value, radix: 16) + "}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
    }

    private static let longestValue = 100_000

    private static func blanks(_ count: Int) -> String { String(repeating: "␠", count: count) }

    /// The blank of ideographs is as wide as they are, and no surprise among them.
    private static func isUnusualBlank(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xA0, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x2800, 0x3164: true
        default: false
        }
    }
}
