/// What a Unicode scalar does to the columns of a terminal.
enum ScalarClass: UInt8 {
    /// A control character, a noncharacter, or one that this table does not know.
    case unprintable

    /// One column.
    case narrow

    /// Two columns.
    case wide

    /// Drawn on the character before it.
    case combining

    /// Never drawn: zero-width and bidirectional controls, variation selectors, tags.
    case hidden

    init(_ scalar: UInt32) {
        // Most of what is not ASCII is in a few blocks.
        switch scalar {
        case 0x20..<0x7f, 0x2500..<0x25fd: self = .narrow
        case 0x3400..<0x4dc0, 0x4e00..<0xa000, 0xac00..<0xd7a4: self = .wide
        case 0..<0x20: self = .unprintable
        default: self = Self.lookUp(scalar)
        }
    }

    /// The run is the last one that does not begin after the scalar.
    private static func lookUp(_ scalar: UInt32) -> ScalarClass {
        var low = 0
        var high = runs.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if runs[middle] >> 3 <= scalar { low = middle } else { high = middle }
        }
        return ScalarClass(rawValue: UInt8(truncatingIfNeeded: runs[low] & 7)) ?? .unprintable
    }
}
