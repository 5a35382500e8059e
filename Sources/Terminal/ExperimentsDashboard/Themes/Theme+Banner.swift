extension Theme {
    /// Returns the theme with a colour behind the name of the environment, so that production and staging cannot be
    /// confused.
    public func banner(_ color: Color?) -> Theme {
        guard let color else { return self }
        var theme = self
        let style = CellStyle(foreground: Self.readable(on: color), background: color, attributes: .bold)
        theme[.badgeProduction] = style
        theme.basicStyles[.badgeProduction] = nil
        return theme
    }

    /// Black or white, whichever can be read.
    private static func readable(on color: Color) -> Color {
        switch color {
        case .rgb(let red, let green, let blue):
            let luminance = 299 * Int(red) + 587 * Int(green) + 114 * Int(blue)
            return luminance > 140_000 ? .ansi(0) : .ansi(15)
        case .ansi(let index):
            // Of the eight colours, these are bright enough on every palette.
            return [2, 3, 6, 7].contains(index & 7) ? .ansi(0) : .ansi(15)
        case .indexed, .terminal: return .ansi(15)
        }
    }
}
