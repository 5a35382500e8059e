extension CellStyle: CustomStringConvertible {
    /// Attributes, foreground, `on` background: `bold red on black`; `default` for the terminal's own.
    package var description: String {
        var words = Attributes.named.filter { attributes.contains($0.attribute) }.map(\.name)
        if foreground != .terminal { words.append(foreground.description) }
        if background != .terminal { words += ["on", background.description] }
        return words.isEmpty ? "default" : words.joined(separator: " ")
    }
}
