/// Compact JSON, cut into lines between its parts, where white space says nothing.
///
/// Some clients read event streams line by line, into a buffer that a large document does not fit into.
package enum JSONLines {
    /// How long a line is at most; longer where one text is. The least buffer that is known of has 128 KB.
    package static let usualLength = 32 << 10

    /// The lines of a compact JSON document, which has no line ends of its own.
    package static func lines(of document: [UInt8], length: Int = usualLength) -> [ArraySlice<UInt8>] {
        guard document.count > length else { return [document[...]] }
        var lines: [ArraySlice<UInt8>] = []
        var start = 0
        // Behind the last comma that is no part of a text.
        var cut = 0
        var isInText = false
        var isEscaped = false
        for (index, byte) in document.enumerated() {
            if isInText {
                isInText = byte != UInt8(ascii: "\"") || isEscaped
                isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
            } else if byte == UInt8(ascii: "\"") {
                isInText = true
            } else if byte == UInt8(ascii: ",") {
                if index + 1 - start > length, cut > start {
                    lines.append(document[start..<cut])
                    start = cut
                }
                cut = index + 1
            }
        }
        if document.count - start > length, cut > start {
            lines.append(document[start..<cut])
            start = cut
        }
        return lines + [document[start...]]
    }
}
