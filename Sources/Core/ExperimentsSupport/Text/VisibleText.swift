/// Text for a terminal without invisible characters: those that would control the terminal, change the direction of
/// writing or have no width are written visibly.
///
/// Control characters become their symbols (`␛`, `⇥`, and `↵` for every kind of line end), other characters become
/// their number: `\u{202e}`. Characters that join the letters of a script or the parts of an emoji stay unchanged.
package enum VisibleText {
    /// Returns the text with such characters written out.
    ///
    /// - Parameter keepingLines: whether line feeds stay, for text with lines of the program's own.
    package static func of(_ text: String, keepingLines: Bool = false) -> String {
        var text = text
        let written = text.withUTF8 { bytes in
            bytes.allSatisfy { isPlain($0, keepingLines) } ? nil : writtenOut(bytes, keepingLines)
        }
        return written ?? text
    }

    /// Returns the same for a part of a string.
    package static func of(_ text: Substring, keepingLines: Bool = false) -> String {
        of(String(text), keepingLines: keepingLines)
    }

    private static func writtenOut(_ bytes: UnsafeBufferPointer<UInt8>, _ keepingLines: Bool) -> String {
        var visible: [UInt8] = []
        visible.reserveCapacity(bytes.count + bytes.count / 8)
        var before: Unicode.Scalar?
        var position = 0
        while position < bytes.count {
            // Most of a text is plain, and is copied in runs.
            let start = position
            while position < bytes.count, isPlain(bytes[position], keepingLines) { position += 1 }
            if position > start {
                visible += bytes[start..<position]
                before = Unicode.Scalar(bytes[position - 1])
            }
            guard position < bytes.count else { break }
            let length = length(ofScalarAt: bytes[position])
            let end = min(position + length, bytes.count)
            let written = UnsafeBufferPointer(rebasing: bytes[position..<end])
            if let scalar = String(decoding: written, as: UTF8.self).unicodeScalars.first {
                visible += replacement(of: scalar, after: before)?.utf8.map(\.self) ?? Array(written)
                before = scalar
            }
            position = end
        }
        return String(decoding: visible, as: UTF8.self)
    }

    private static func isPlain(_ byte: UInt8, _ keepingLines: Bool) -> Bool {
        byte &- 0x20 < 0x5F || (byte == 0x0A && keepingLines)
    }

    private static func length(ofScalarAt first: UInt8) -> Int {
        first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    }

    /// Returns the replacement of a character; nil if it stays.
    private static func replacement(of scalar: Unicode.Scalar, after before: Unicode.Scalar?) -> String? {
        if let picture = picture(of: scalar) { return String(picture) }
        return isHidden(scalar, after: before) ? "\\u{\(String(scalar.value, radix: 16))}" : nil
    }

    /// Returns whether a character never appears as itself in a terminal, and may have an effect there: control
    /// characters, characters that change the direction of writing, line separators, spaces without width, and tags.
    /// JSON for printing contains none of them either.
    static func isDisruptive(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00..<0x20, 0x7F..<0xA0, 0x061C, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F,
            0xFEFF,
            0xFFF9...0xFFFB, 0xE0000...0xE00FF:
            true
        default: false
        }
    }

    private static func picture(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        case 0x09: "⇥"
        case 0x0A, 0x85, 0x2028, 0x2029: "↵"
        case 0x00..<0x20: Unicode.Scalar(0x2400 + scalar.value)
        case 0x7F: "␡"
        default: nil
        }
    }

    private static func isHidden(_ scalar: Unicode.Scalar, after before: Unicode.Scalar?) -> Bool {
        if isDisruptive(scalar) { return true }
        // Below this, only the soft hyphen has no width.
        guard scalar.value >= 0x300 || scalar.value == 0xAD else { return false }
        switch scalar.value {
        // Joiners and variation selectors stay if they belong to a script or an emoji.
        case 0x200C, 0x200D, 0xFE00...0xFE0F, 0xE0100...0xE01EF:
            return !(before.map { $0.value >= 0x300 || isKeycap($0) } ?? false)
        default: return scalar.properties.isDefaultIgnorableCodePoint
        }
    }

    /// Returns whether a selector may turn the character into an emoji: `1️⃣`, `©️`.
    private static func isKeycap(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "0"..."9", "#", "*", "©", "®": true
        default: false
        }
    }
}

// For a value that must equal another: values that differ but look the same are shown differently.
extension VisibleText {
    /// Returns a value with all characters visible: those that `of` makes visible, spaces other than the usual one
    /// (`\u{a0}`), and the usual one at both ends (`␠`).
    ///
    /// A string of more than 100,000 bytes, which no one compares by eye, stays unchanged.
    package static func ofValue(_ text: String) -> String {
        let visible = Substring(ofPart(text))
        let inner = visible.drop { $0 == " " }
        let leading = visible.distance(from: visible.startIndex, to: inner.startIndex)
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

    /// The ideographic space is as wide as ideographs, and is common between them.
    private static func isUnusualBlank(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xA0, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x2800, 0x3164: true
        default: false
        }
    }
}

/// A string in quotation marks, fit for a message on one line of a terminal.
package enum Quotation {
    /// Returns the text in quotation marks, with control characters and marks that change the direction of writing as
    /// escapes, and cut with an ellipsis if it is longer than `limit` Unicode scalars.
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

/// The lines with which git marks a merge conflict.
package enum MergeConflict {
    /// The message for such lines.
    package static let message =
        "unresolved git merge conflict; choose what to keep, and remove the lines with <<<<<<<, ======= and >>>>>>>"

    /// Whether a line that begins here is the first of a conflict.
    package static func begins(_ line: some Collection<UInt8>) -> Bool { line.starts(with: "<<<<<<< ".utf8) }

    /// Returns the number of the line, counted from 1, of the first conflict in a string; nil if there is none.
    package static func line(in text: String) -> Int? {
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return lines.firstIndex { begins($0) }.map { $0 + 1 }
    }
}
