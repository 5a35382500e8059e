import ExperimentsSupport
import Foundation

// The format is `experiments1.PAYLOAD.CHECKSUM`. The number is the version of the format, the payload is the document
// without blanks in base64url, and the checksum is its CRC-32 in eight hexadecimal digits. A single line without blanks
// survives a chat or a ticket, and the checksum shows if part of it was cut off or mistyped.
extension OverrideProfile {
    private static let prefix = "experiments"
    private static let version = "1"

    /// The profile in one line, for a chat or a ticket.
    package var shareText: String {
        let bytes = document.documentValue.compactBytes
        return [Self.prefix + Self.version, Base64URL.text(bytes), Self.checksum(bytes)].joined(separator: ".")
    }

    /// Returns whether a text looks like a shared profile, complete or not.
    package static func isShareText(_ text: String) -> Bool {
        text.drop { $0.isWhitespace }.hasPrefix(prefix)
    }

    /// Reads a line that `shareText` wrote. Blanks and line breaks in it are ignored.
    ///
    /// - Throws: `OverrideProfileProblem` if the line was changed or cut off on the way; `OverrideDocumentProblem` if
    ///   its content is not a profile.
    package init(shareText text: String) throws {
        let parts = text.filter { !$0.isWhitespace }.split(scalar: ".", omittingEmptySubsequences: false)
        guard let first = parts.first, first.hasPrefix(Self.prefix) else {
            throw OverrideProfileProblem(
                "this is not a shared profile", advice: "One begins with \(Self.prefix)\(Self.version).")
        }
        let version = first.dropFirst(Self.prefix.count)
        guard version == Self.version else {
            throw OverrideProfileProblem(
                "this profile was shared in format \(Quotation.of(String(version))), and this program reads "
                    + "\(Self.version)", advice: "Use a newer version of this program.")
        }
        guard parts.count == 3, let bytes = Base64URL.bytes(parts[1]),
            Self.checksum(bytes) == parts[2].lowercased()
        else {
            throw OverrideProfileProblem(
                "the shared profile is damaged: its checksum does not fit", advice: "Copy the whole line again.")
        }
        try self.init(parsing: bytes, named: "shared")
    }

    private static func checksum(_ bytes: [UInt8]) -> String {
        String(CRC32.of(bytes), radix: 16).zeroPadded(to: 8)
    }
}

/// The checksum of IEEE 802.3, which zip and PNG use. It detects accidents, but not forgery.
enum CRC32 {
    static func of(_ bytes: [UInt8]) -> UInt32 {
        var value: UInt32 = .max
        for byte in bytes {
            value ^= UInt32(byte)
            for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
        }
        return ~value
    }
}
