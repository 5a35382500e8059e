import ExperimentsSupport

/// The effect of a Unicode scalar on the columns of a terminal.
enum ScalarClass: UInt8 {
    /// A control character, a noncharacter, or a character that this table does not know.
    case unprintable

    /// The scalar takes one column.
    case narrow

    /// The scalar takes two columns.
    case wide

    /// The scalar is drawn on the character before it.
    case combining

    /// The scalar is never drawn: zero-width and bidirectional controls, variation selectors, tags.
    case hidden

    init(_ scalar: UInt32) {
        // Most characters beyond ASCII are in a few blocks.
        switch scalar {
        case 0x20..<0x7f, 0x2500..<0x25fd: self = .narrow
        case 0x3400..<0x4dc0, 0x4e00..<0xa000, 0xac00..<0xd7a4: self = .wide
        case 0..<0x20: self = .unprintable
        default: self = Self.lookUp(scalar)
        }
    }

    /// Find the last run that does not begin after the scalar.
    private static func lookUp(_ scalar: UInt32) -> ScalarClass {
        let next = runs.partitioningIndex { $0 >> 3 > scalar }
        return ScalarClass(rawValue: UInt8(truncatingIfNeeded: runs[next - 1] & 7)) ?? .unprintable
    }

    /// The runs of scalars of one class: the first scalar of each, shifted left by three, plus the class.
    ///
    /// The file `scalar-classes.txt` lists both. It was made by .ci/scalar-classes from the C library of Debian 12
    /// (Unicode 14), whose `wcwidth` ncurses asks; a test compares the two.
    private static let runs: [UInt32] = PackageResources.scalar_classes_txt.split(
        separator: UInt8(ascii: "\n")
    )
    .compactMap { line in
        let scalar = UInt32(String(decoding: line.dropLast(2), as: UTF8.self), radix: 16)
        return scalar.map { $0 << 3 | UInt32(line.last ?? 0) & 7 }
    }
}
