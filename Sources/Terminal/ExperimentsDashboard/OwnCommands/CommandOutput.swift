/// The output of a program as lines that can be shown: limited in size, and without anything that a terminal would
/// interpret.
///
/// Escape sequences and other control characters are removed, an overwritten line has its last content, and tabs become
/// blanks.
struct CommandOutput: Sendable {
    /// The maximum number of stored lines.
    static let lineLimit = 10_000
    /// The maximum number of stored bytes of a line.
    static let longestLine = 4096
    private static let tab = 8

    private var finished: [String] = []
    /// The line that has not ended yet.
    private var pending: [UInt8] = []
    /// The number of lines that were dropped because there were too many.
    private(set) var leftOut = 0

    /// Adds output.
    mutating func append(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                finish()
            } else if pending.count < Self.longestLine * 4 {
                pending.append(byte)
            }
        }
    }

    private mutating func finish() {
        if finished.count < Self.lineLimit { finished.append(Self.text(of: pending)) } else { leftOut += 1 }
        pending = []
    }

    /// The lines, including one that has not ended yet.
    var lines: [String] { pending.isEmpty ? finished : finished + [Self.text(of: pending)] }

    /// The last line that is not blank.
    var lastLine: String? { lines.last { $0.unicodeScalars.contains { $0 != " " } } }

    /// Returns the text of a line.
    private static func text(of bytes: [UInt8]) -> String {
        var line = bytes[...]
        if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
        if let back = line.lastIndex(of: UInt8(ascii: "\r")) { line = line[line.index(after: back)...] }
        var text = String.UnicodeScalarView()
        var count = 0
        var scalars = Substring(String(decoding: line, as: UTF8.self)).unicodeScalars
        while let scalar = scalars.popFirst(), count < longestLine {
            switch scalar.value {
            case 0x1b: skipSequence(&scalars)
            case 0x9b: skipParameters(&scalars)
            case 0x09:
                repeat {
                    text.append(" ")
                    count += 1
                } while count % tab != 0
            case 0..<0x20, 0x7f..<0xa0: break
            default:
                text.append(scalar)
                count += 1
            }
        }
        return String(text)
    }

    /// Skips the rest of an escape sequence.
    private static func skipSequence(_ scalars: inout Substring.UnicodeScalarView) {
        switch scalars.popFirst() {
        case "[": skipParameters(&scalars)
        // A string for the terminal, such as a title or an address, ends at a bell or the string terminator.
        case "]", "P", "X", "^", "_":
            while let scalar = scalars.popFirst() {
                if scalar.value == 0x07 || scalar.value == 0x9c { return }
                if scalar.value == 0x1b {
                    if scalars.first == "\\" { scalars.removeFirst() }
                    return
                }
            }
        case let scalar? where (0x20..<0x30).contains(scalar.value):
            while let next = scalars.popFirst(), (0x20..<0x30).contains(next.value) {}
        default: break
        }
    }

    private static func skipParameters(_ scalars: inout Substring.UnicodeScalarView) {
        while let scalar = scalars.popFirst(), !(0x40..<0x7f).contains(scalar.value) {}
    }
}
