import ExperimentsSupport

/// JSON as some clients write it: names without quotes, and texts in single quotes.
enum RelaxedJSON {
    /// The same as strict JSON. What is neither stays as it is, for the parser to complain about.
    static func strict(_ bytes: [UInt8]) -> [UInt8] {
        var strict: [UInt8] = []
        strict.reserveCapacity(bytes.count + 64)
        var position = 0
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""), UInt8(ascii: "'"): copyText(bytes, &position, to: &strict)
            case let byte where isNameByte(byte): copyWord(bytes, &position, to: &strict)
            case let byte:
                strict.append(byte)
                position += 1
            }
        }
        return strict
    }

    private static func copyText(_ bytes: [UInt8], _ position: inout Int, to strict: inout [UInt8]) {
        let quote = bytes[position]
        strict.append(UInt8(ascii: "\""))
        position += 1
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            switch byte {
            case quote:
                strict.append(UInt8(ascii: "\""))
                return
            case UInt8(ascii: "\\") where position < bytes.count:
                // Strict JSON knows no escaped single quote.
                if bytes[position] != UInt8(ascii: "'") { strict.append(byte) }
                strict.append(bytes[position])
                position += 1
            case UInt8(ascii: "\""):
                strict += Array("\\\"".utf8)
            default:
                strict.append(byte)
            }
        }
    }

    /// A word is a name where a colon follows, and else a value such as `true`.
    private static func copyWord(_ bytes: [UInt8], _ position: inout Int, to strict: inout [UInt8]) {
        let word = bytes[position...].prefix(while: isNameByte)
        position = word.endIndex
        let next = bytes[position...].first { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }
        let isName = next == UInt8(ascii: ":")
        if isName { strict.append(UInt8(ascii: "\"")) }
        strict += word
        if isName { strict.append(UInt8(ascii: "\"")) }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || "_$-+.".utf8.contains(byte)
    }
}
