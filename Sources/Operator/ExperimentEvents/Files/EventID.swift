#if canImport(CryptoKit)
import CryptoKit
#else
import Crypto
#endif

/// Numbers by which events that come twice are known: the first eight bytes of SHA-256. Among a million, two are alike by
/// chance once in thirty million times.
package enum EventID {
    /// The number of what some texts say together.
    package static func of(_ parts: String...) -> UInt64 {
        var hash = SHA256()
        for part in parts {
            withUnsafeBytes(of: UInt64(part.utf8.count).littleEndian) { hash.update(bufferPointer: $0) }
            var part = part
            part.withUTF8 { hash.update(bufferPointer: UnsafeRawBufferPointer($0)) }
        }
        return hash.finalize().withUnsafeBytes { UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self)) }
    }
}
