/// A link from text on the terminal to a file (OSC 8).
package struct Hyperlink: Sendable, Hashable {
    /// The address: `file://laptop/home/ann/experiments.yaml`.
    package let address: String

    /// Creates a link.
    ///
    /// - Parameters:
    ///   - path: the absolute path of the file.
    ///   - host: the name of this machine, so that a terminal on another machine knows that the file is elsewhere.
    package init(toFileAt path: String, on host: String) {
        address = "file://" + Self.encoded(host) + Self.encoded(path)
    }

    /// Returns text with the control sequences that make it a link.
    package func text(_ words: String) -> String { start + words + Self.end }

    /// The control sequence before the text.
    var start: String { "\u{1b}]8;;\(address)\u{1b}\\" }

    /// The control sequence after the text.
    static let end = "\u{1b}]8;;\u{1b}\\"

    /// Encodes a text so that nothing in it can end the sequence or begin another.
    private static func encoded(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
                UInt8(ascii: "-"),
                UInt8(ascii: "_"), UInt8(ascii: "~"):
                encoded.unicodeScalars.append(UnicodeScalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                encoded += (digits.utf8.count == 1 ? "%0" : "%") + digits
            }
        }
        return encoded
    }
}

extension Frame {
    /// A part of a row that is a link.
    package struct Link: Sendable, Hashable {
        /// The row.
        package let row: Int
        /// The columns.
        package let columns: Range<Int>
        /// The target of the link.
        package let target: Hyperlink

        func contains(column: Int, row: Int) -> Bool { self.row == row && columns.contains(column) }
    }

    /// Makes a part of the frame a link, if there is a target.
    package mutating func link(_ rect: CellRect, to target: Hyperlink?) {
        let visible = rect.intersection(bounds)
        guard let target, !visible.isEmpty else { return }
        links += (visible.row..<visible.endRow).map {
            Link(row: $0, columns: visible.column..<visible.endColumn, target: target)
        }
    }
}
