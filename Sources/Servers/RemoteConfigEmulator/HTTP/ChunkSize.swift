import Foundation

/// The line before a chunk: `SIZE` in hexadecimal digits, then nothing or `;EXTENSION`.
enum ChunkSize {
    /// More digits than any body has.
    private static let digitLimit = 15

    /// The size that a line, without its end, announces.
    static func of(_ line: ArraySlice<UInt8>) throws(EmulatorError) -> Int {
        let digits = line.prefix { hexadecimal($0) != nil }
        let rest = line.dropFirst(digits.count).drop { $0 == 0x20 || $0 == 0x09 }
        let isExtension = rest.first == UInt8(ascii: ";") && rest.allSatisfy(FieldLines.isPartOfText)
        guard !digits.isEmpty, digits.count <= digitLimit, isExtension || digits.count == line.count else {
            throw .invalidArgument("A chunk must begin with its size in hexadecimal digits.")
        }
        return digits.reduce(0) { $0 << 4 | (hexadecimal($1) ?? 0) }
    }

    private static func hexadecimal(_ byte: UInt8) -> Int? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte) - 0x30
        case UInt8(ascii: "a")...UInt8(ascii: "f"): Int(byte) - 0x57
        case UInt8(ascii: "A")...UInt8(ascii: "F"): Int(byte) - 0x37
        default: nil
        }
    }
}
