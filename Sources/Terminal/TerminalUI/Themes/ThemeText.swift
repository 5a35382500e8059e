/// A theme as it is written, not read yet.
///
/// ```yaml
/// title: My Theme             # optional; for people
/// dark: true                  # optional; whether it is meant for a dark background
/// extends: dark               # optional; a theme from which everything not said here is taken
/// palette:                    # optional; names for colours, or other meanings for the usual ones
///   accent: "#7aa2f7"
/// roles:
///   missing: bold red on black
///   cursorRow: {bg: "#2d3748", attributes: [bold], basic: black on cyan}
/// ```
///
/// A role is text (attributes, a colour, `on` and a background, each optional, or `default`) or a mapping of `fg`,
/// `bg`, `attributes`, and `basic`: how it looks on 16 colours and fewer, if that is not just the nearest. Colours are
/// the names of the terminal's palette (`red`, `bright-red`), `color0` to `color255`, `"#rrggbb"` in quotes, or
/// `default`. Attributes are bold, dim, italic, underline and reverse. The roles are the toolkit's and the program's.
public struct ThemeText: Sendable, Hashable {
    /// The name by which it is chosen: that of the file without its ending.
    public var name: String

    /// Where it was read, for messages.
    public var source: String

    /// The YAML.
    public var text: String

    /// A theme that was read from somewhere.
    public init(name: String, source: String, text: String) {
        self.name = name
        self.source = source
        self.text = text
    }
}
