/// How many colours a terminal can show.
public enum ColorDepth: Int, Sendable, Hashable, Comparable, CaseIterable {
    /// None: only attributes tell things apart.
    case none

    /// The eight normal colours.
    case ansi8

    /// The eight normal and the eight bright ones.
    case ansi16

    /// The palette of 256.
    case indexed256

    /// 24-bit colours.
    case truecolor

    /// Fewer colours come first.
    public static func < (lhs: ColorDepth, rhs: ColorDepth) -> Bool { lhs.rawValue < rhs.rawValue }
}
