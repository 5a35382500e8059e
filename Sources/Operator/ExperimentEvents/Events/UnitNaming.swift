import Foundation

#if canImport(CryptoKit)
import CryptoKit
#else
import Crypto
#endif

/// Gives units numbers that say nothing of their names to whoever does not have the key: the first half of HMAC-SHA-256.
///
/// A store that is lost or handed on names nobody, and nobody can be looked up in it without the key.
package struct UnitNaming: Sendable {
    private let key: SymmetricKey
    /// By what a store knows that it is given the key by which it was made. It says nothing of the key.
    package let fingerprint: String

    /// Naming by a key.
    ///
    /// - Parameter key: at least 16 bytes that nobody can guess.
    package init(key: [UInt8]) {
        self.key = SymmetricKey(data: key)
        let code = HMAC<SHA256>.authenticationCode(for: Array("fingerprint".utf8), using: self.key)
        fingerprint = code.prefix(8).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    /// The number of a unit.
    package func id(of unit: String) -> UnitID {
        var unit = unit
        let code = unit.withUTF8 { HMAC<SHA256>.authenticationCode(for: $0, using: key) }
        return code.withUnsafeBytes { bytes in
            UnitID(
                high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
                low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
        }
    }
}
