/// Keys held down with another one. Terminals report them where they can.
public struct KeyModifiers: OptionSet, Sendable, Hashable {
    /// One bit per modifier.
    public let rawValue: UInt8

    /// Unknown bits have no meaning.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Shift. Not set for characters, which differ by themselves: `G`.
    public static let shift = KeyModifiers(rawValue: 1)

    /// Alt, Meta, or Option where it sends Escape.
    public static let alt = KeyModifiers(rawValue: 2)

    /// Control.
    public static let control = KeyModifiers(rawValue: 4)
}
