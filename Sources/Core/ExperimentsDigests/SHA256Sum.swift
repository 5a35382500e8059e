#if canImport(CryptoKit)
import CryptoKit
#else
import CExperimentsDigests
#endif

/// The SHA-256 of bytes that are added in parts.
///
/// It is computed here where there is no CryptoKit, so that only targets with keys of RSA or AES need swift-crypto, whose
/// BoringSSL takes longer to compile than most of this package.
package struct SHA256Sum: Sendable {
    /// The number of bytes of a sum.
    package static let byteCount = 32
    static let blockSize = 64

    #if canImport(CryptoKit)
    private var state = SHA256()

    /// Creates the sum of no bytes.
    package init() {}

    /// Adds bytes.
    package mutating func add(_ bytes: UnsafeRawBufferPointer) { state.update(bufferPointer: bytes) }

    /// The sum of all bytes so far.
    package var bytes: [UInt8] { Array(state.finalize()) }
    #else
    private var state = experiments_sha256()

    /// Creates the sum of no bytes.
    package init() { experiments_sha256_begin(&state) }

    /// Adds bytes.
    package mutating func add(_ bytes: UnsafeRawBufferPointer) {
        experiments_sha256_add(&state, bytes.baseAddress, bytes.count)
    }

    /// The sum of all bytes so far.
    package var bytes: [UInt8] {
        var state = state
        return [UInt8](unsafeUninitializedCapacity: Self.byteCount) { buffer, count in
            guard let start = buffer.baseAddress else { return }
            experiments_sha256_end(&state, start)
            count = Self.byteCount
        }
    }
    #endif

    /// Adds bytes.
    package mutating func add(_ bytes: [UInt8]) { bytes.withUnsafeBytes { add($0) } }

    /// Adds the bytes of a text.
    package mutating func add(_ text: String) {
        var text = text
        text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
    }

    /// Returns the sum of some bytes.
    package static func of(_ bytes: [UInt8]) -> [UInt8] {
        var sum = SHA256Sum()
        sum.add(bytes)
        return sum.bytes
    }

    /// Returns the sum of the bytes of a text.
    package static func of(_ text: String) -> [UInt8] {
        var sum = SHA256Sum()
        sum.add(text)
        return sum.bytes
    }
}

/// The HMAC-SHA-256 (RFC 2104) of bytes that are added in parts: proves that the author of a message knows a key.
///
/// A copy continues on its own, so that many codes with the same key share the work for the key.
package struct HMACSHA256: Sendable {
    private var inner = SHA256Sum()
    private var outer = SHA256Sum()

    /// Creates the code of no bytes.
    package init(key: [UInt8]) {
        var key = key.count > SHA256Sum.blockSize ? SHA256Sum.of(key) : key
        key += [UInt8](repeating: 0, count: SHA256Sum.blockSize - key.count)
        inner.add(key.map { $0 ^ 0x36 })
        outer.add(key.map { $0 ^ 0x5C })
    }

    /// Adds bytes.
    package mutating func add(_ bytes: [UInt8]) { inner.add(bytes) }

    /// Adds the bytes of a text.
    package mutating func add(_ text: String) { inner.add(text) }

    /// The code of all bytes so far.
    package var bytes: [UInt8] {
        var outer = outer
        outer.add(inner.bytes)
        return outer.bytes
    }
}
