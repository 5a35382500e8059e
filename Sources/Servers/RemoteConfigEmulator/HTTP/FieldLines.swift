import ExperimentsTransport
import Foundation

/// The lines `NAME: VALUE` of a head or a trailer, read as strictly as RFC 9112 says: what two readers could understand
/// in two ways is refused.
enum FieldLines {
    /// Fields of which a message has one at most. Of others several lines are one list.
    private static let single: Set<String> = [
        "authorization", "content-length", "content-type", "host", "if-match", "origin", "sec-fetch-site",
        "x-goog-api-key",
    ]

    static func fields(_ lines: ArraySlice<ArraySlice<UInt8>>) throws(EmulatorError) -> HeaderFields {
        var fields = HeaderFields()
        for line in lines {
            let (name, value) = try field(line)
            if let other = fields[name] {
                fields[name] = try joined(name, other, value)
            } else {
                fields[name] = value
            }
        }
        return fields
    }

    private static func joined(
        _ name: String, _ first: String, _ second: String
    ) throws(EmulatorError) -> String {
        let name = name.lowercased()
        guard single.contains(name) else { return first + ", " + second }
        guard first == second, name != "host" else {
            throw .invalidArgument("\(name) is given twice\(name == "host" ? "" : ", and not alike").")
        }
        return first
    }

    private static func field(_ line: ArraySlice<UInt8>) throws(EmulatorError) -> (name: String, value: String) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
            line[..<colon].allSatisfy(isPartOfToken)
        else { throw .invalidArgument("A header line must be NAME: VALUE.") }
        let value = trimmed(line[(colon + 1)...])
        guard value.allSatisfy(isPartOfText) else {
            throw .invalidArgument("A header's value must have no control characters.")
        }
        return (String(decoding: line[..<colon], as: UTF8.self), String(decoding: value, as: UTF8.self))
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
        var bytes = bytes.drop(while: isBlank)
        while let last = bytes.last, isBlank(last) { bytes = bytes.dropLast() }
        return bytes
    }

    /// Whether names of fields and methods may have the byte.
    static func isPartOfToken(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "!"), UInt8(ascii: "#"),
            UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "*"),
            UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "`"),
            UInt8(ascii: "|"), UInt8(ascii: "~"):
            true
        default: false
        }
    }

    /// Whether values of fields may have the byte.
    static func isPartOfText(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != 0x7F || byte == 0x09
    }
}
