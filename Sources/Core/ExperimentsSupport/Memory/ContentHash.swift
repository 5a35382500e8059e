/// A short hash of content that is the same in every run and on every machine (64-bit FNV-1a). It distinguishes
/// contents, but does not protect against forgery: content with a given hash can be constructed.
@usableFromInline
package struct ContentHash: Sendable, Hashable {
    /// The hash itself.
    @usableFromInline
    package let value: UInt64
    /// The number of bytes that were hashed.
    @usableFromInline
    package let count: Int

    /// Hashes bytes, for example `text.utf8`.
    @inlinable
    package init(_ bytes: some Sequence<UInt8>) {
        var value: UInt64 = 0xCBF2_9CE4_8422_2325
        var count = 0
        for byte in bytes {
            value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
            count += 1
        }
        self.value = value
        self.count = count
    }

    /// All sixteen hexadecimal digits.
    package var text: String { String(value, radix: 16).zeroPadded(to: 16) }
}
