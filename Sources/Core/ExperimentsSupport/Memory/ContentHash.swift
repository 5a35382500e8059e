/// A short mark of a content that is the same in every run and on every machine (64-bit FNV-1a): tells one content from
/// the next. No protection against forgery: who chooses a content can choose its mark.
@usableFromInline
package struct ContentHash: Sendable, Hashable {
    /// The hash itself.
    @usableFromInline
    package let value: UInt64
    /// How many bytes there were.
    @usableFromInline
    package let count: Int

    /// The mark of some bytes, for example of `text.utf8`.
    @inlinable
    package init(_ bytes: some Sequence<UInt8>) {
        var value: UInt64 = 0xCBF2_9CE4_8422_2325
        var count = 0
        for byte in bytes {
            value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
            count += 1
        }
        (self.value, self.count) = (value, count)
    }

    /// All sixteen hexadecimal digits.
    package var text: String { String(value, radix: 16).zeroPadded(to: 16) }
}
