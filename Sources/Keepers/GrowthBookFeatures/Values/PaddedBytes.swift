import ExperimentsCore

/// Compares a version, as it is written, with one that is padded, and makes no text of it: what is asked of every user is to
/// allocate nothing.
struct PaddedBytes {
    private let padded: [UInt8]
    private var place = 0
    /// The order of the parts that were compared so far.
    private var order = 0

    private init(_ padded: [UInt8]) { self.padded = padded }

    /// Compares a version with a padded one: less than 0 if it is lower.
    ///
    /// - Returns: nil if it is not ASCII, or has line breaks, and has to be looked at as a text.
    static func order(_ written: UnsafeBufferPointer<UInt8>, _ padded: [UInt8]) -> Int? {
        guard written.allSatisfy({ $0 < 0x80 && $0 != 0x0A && $0 != 0x0D }) else { return nil }
        let end = written.firstIndex(of: UInt8(ascii: "+")) ?? written.count
        var rest = written[..<end]
        if rest.first == UInt8(ascii: "v") { rest = rest.dropFirst() }
        var comparison = PaddedBytes(padded)
        var parts = 0
        while comparison.order == 0 {
            let part = rest.prefix { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "-") }
            if parts > 0 { comparison.add(UInt8(ascii: "-")) }
            comparison.add(part: part)
            parts += 1
            rest = rest[part.endIndex...]
            guard !rest.isEmpty else { break }
            rest = rest.dropFirst()
        }
        if comparison.order == 0, parts == 3 {
            comparison.add(UInt8(ascii: "-"))
            comparison.add(UInt8(ascii: "~"))
        }
        return comparison.order != 0 ? comparison.order : comparison.place < padded.count ? -1 : 0
    }

    private mutating func add(part: Slice<UnsafeBufferPointer<UInt8>>) {
        let isNumber = !part.isEmpty && part.allSatisfy(\.isASCIIDigit)
        if isNumber, part.count < 5 {
            for _ in part.count..<5 { add(UInt8(ascii: " ")) }
        }
        for byte in part { add(byte) }
    }

    private mutating func add(_ byte: UInt8) {
        guard order == 0 else { return }
        guard place < padded.count else {
            order = 1
            return
        }
        let other = padded[place]
        place += 1
        if byte != other { order = byte < other ? -1 : 1 }
    }
}
