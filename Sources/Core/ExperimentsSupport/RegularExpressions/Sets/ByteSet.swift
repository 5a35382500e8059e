/// A set of bytes.
struct ByteSet: Sendable, Hashable {
    private var words: SIMD4<UInt64> = .zero

    init() {}

    init(_ range: ClosedRange<UInt8>) {
        for word in 0..<4 {
            let first = max(Int(range.lowerBound), word * 64)
            let last = min(Int(range.upperBound), word * 64 + 63)
            if first <= last { words[word] = (~0 >> UInt64(63 - (last - first))) << UInt64(first & 63) }
        }
    }

    mutating func insert(_ byte: UInt8) {
        words[Int(byte >> 6)] |= 1 << UInt64(byte & 63)
    }

    func contains(_ byte: UInt8) -> Bool {
        words[Int(byte >> 6)] >> UInt64(byte & 63) & 1 == 1
    }

    mutating func formUnion(_ other: ByteSet) {
        words |= other.words
    }

    var isEmpty: Bool { words == .zero }

    /// The bytes after the first of a character.
    static let continuations = ByteSet(0x80...0xbf)

    /// The ASCII bytes of words; as ``ScalarSet/asciiWords``.
    static let asciiWords: ByteSet = {
        var set = ByteSet()
        for byte in UInt8(0)...0x7f where ScalarSet.asciiWords.contains(Unicode.Scalar(byte)) {
            set.insert(byte)
        }
        return set
    }()

    /// The same if everything outside ASCII belongs to words, as in ``ScalarSet/words``.
    static let words: ByteSet = {
        var set = ByteSet(0x80...0xff)
        set.formUnion(asciiWords)
        return set
    }()
}
