import ExperimentsDigests
import ExperimentsSupport
import Foundation

/// A unit for which an experiment's group is chosen, such as a user or a device, as a number that does not reveal its
/// name.
///
/// Stores only contain these numbers: see ``UnitNaming``.
package struct UnitID: Sendable, Hashable, Comparable {
    /// The first eight bytes, the most significant first.
    package let high: UInt64
    /// The last eight bytes.
    package let low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Compares IDs by their bytes.
    package static func < (a: UnitID, b: UnitID) -> Bool { (a.high, a.low) < (b.high, b.low) }

    /// The ID as 32 hexadecimal digits.
    package var text: String {
        [high, low].map { word in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}

/// Assigns numbers to units from which their names cannot be found without the key: the first half of an HMAC-SHA-256.
///
/// A lost or shared store does not identify users, and no user can be looked up in it without the key.
package struct UnitNaming: Sendable {
    /// The state of the code after the key. Each name continues from it, which saves half of the work.
    private let begun: HMACSHA256
    /// A fingerprint that identifies the key to a store without revealing it.
    package let fingerprint: String

    /// Creates a naming for a key.
    ///
    /// - Parameter key: at least 16 bytes that cannot be guessed.
    package init(key: [UInt8]) {
        begun = HMACSHA256(key: key)
        let code = Self.code(of: "fingerprint", begun)
        fingerprint = Hexadecimal.text(code.prefix(8))
    }

    /// Returns the number of a unit.
    package func id(of unit: String) -> UnitID {
        let bytes = Self.code(of: unit, begun)
        func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
        return UnitID(high: number(bytes[..<8]), low: number(bytes[8..<16]))
    }

    private static func code(of text: String, _ begun: HMACSHA256) -> [UInt8] {
        var code = begun
        code.add(text)
        return code.bytes
    }
}
