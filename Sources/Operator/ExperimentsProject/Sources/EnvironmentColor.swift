import ExperimentsSupport

/// A colour that distinguishes an environment from others, so that production and staging cannot be confused.
public enum EnvironmentColor: Sendable, Hashable, CustomStringConvertible {
    /// One of the eight colours of every terminal.
    case named(String)
    /// A 24-bit colour.
    case rgb(red: UInt8, green: UInt8, blue: UInt8)

    /// The names of the eight colours.
    public static let names = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]

    /// Reads a colour: `red`, `#ff8800`; nil if the text is not one.
    public init?(_ text: String) {
        if Self.names.contains(text.lowercased()) {
            self = .named(text.lowercased())
            return
        }
        let digits = text.utf8.dropFirst()
        guard text.utf8.first == UInt8(ascii: "#"), digits.count == 6, !digits.contains(UInt8(ascii: "+")),
            let value = UInt32(text.dropFirst(), radix: 16)
        else { return nil }
        self = .rgb(
            red: UInt8(truncatingIfNeeded: value >> 16), green: UInt8(truncatingIfNeeded: value >> 8),
            blue: UInt8(truncatingIfNeeded: value))
    }

    /// The colour as a project file writes it.
    public var description: String {
        switch self {
        case .named(let name): return name
        case .rgb(let red, let green, let blue):
            return "#" + Hexadecimal.text([red, green, blue])
        }
    }
}
