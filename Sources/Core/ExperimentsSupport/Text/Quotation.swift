/// A text in quotation marks, fit for a message on one line of a terminal.
package enum Quotation {
    /// The text between quotation marks: controls and marks that turn the direction of writing as escapes, and cut
    /// with an ellipsis where it is longer than `limit` Unicode scalars.
    package static func of(_ text: String, limit: Int = 60) -> String {
        // Most texts are short and stay as they are.
        if text.utf8.count <= limit, text.utf8.allSatisfy({ $0 &- 0x20 < 0x5F }) { return "\"\(text)\"" }
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
            case _ where !VisibleText.isDisruptive(scalar): quoted.unicodeScalars.append(scalar)
            default: quoted += "\\u{" + String(scalar.value, radix: 16) + "}"
            }
        }
        return quoted + "\""
    }
}
