/// A text in quotation marks, fit for a message on one line of a terminal.
public enum Quotation {
    /// The text between quotation marks: controls and marks that turn the direction of writing as escapes, and cut
    /// with an ellipsis where it is longer than `limit` Unicode scalars.
    public static func of(_ text: String, limit: Int = 60) -> String {
        var quoted = "\""
        var room = limit
        for scalar in text.unicodeScalars {
            guard room > 0 else {
                quoted += "…"
                break
            }
            room -= 1
            switch scalar {
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            case _ where isSafe(scalar): quoted.unicodeScalars.append(scalar)
            default: quoted += "\\u{" + String(scalar.value, radix: 16) + "}"
            }
        }
        return quoted + "\""
    }

    private static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00..<0x20, 0x7F..<0xA0, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: false
        default: true
        }
    }
}
