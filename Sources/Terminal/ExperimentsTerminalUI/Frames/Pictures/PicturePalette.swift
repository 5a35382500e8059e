import ExperimentsSupport

/// The colors of a picture for those that a frame leaves to the terminal: the default foreground and background, and
/// the palette of 16 colors.
package struct PicturePalette: Sendable {
    let foreground: String
    let background: String
    /// The colors 0-7 and the bright ones, each as `#rrggbb`.
    let ansi: [String]

    /// Light text on a dark screen.
    package static let dark = PicturePalette(
        foreground: "#d4d7dd", background: "#16181d",
        ansi: [
            "#2a2e37", "#f0717b", "#8fce8a", "#e8c07d", "#7fb2f0", "#cf9bea", "#6fc9d0", "#d4d7dd",
            "#6b7280", "#ff8f98", "#a9e0a4", "#f5d59c", "#9dc6ff", "#dfb4f7", "#8fdde3", "#ffffff",
        ])

    /// Dark text on a light screen.
    package static let light = PicturePalette(
        foreground: "#24292f", background: "#fdfcf9",
        ansi: [
            "#24292f", "#b3261e", "#1a7f37", "#8a5a00", "#0a58ca", "#8033b3", "#0b7285", "#d0d4da",
            "#6b7280", "#d13b32", "#2a9d4b", "#a86d00", "#2f76e0", "#9c4fd0", "#1590a5", "#ffffff",
        ])

    /// Returns the palette on a theme's background, if it has one, so that the margin of a picture has the color of the
    /// screen.
    package func on(_ theme: Theme) -> PicturePalette {
        let ground = theme[.text].background
        guard ground != .terminal else { return self }
        return PicturePalette(foreground: foreground, background: hex(ground, isBackground: true), ansi: ansi)
    }

    /// Returns a color of a frame as `#rrggbb`. The terminal's own colors come from the palette.
    func hex(_ color: Color, isBackground: Bool) -> String {
        switch color {
        case .terminal: return isBackground ? background : foreground
        case .ansi(let index): return ansi[Int(index & 15)]
        case .indexed(let index) where index < 16: return ansi[Int(index)]
        case .indexed, .rgb:
            let rgb = color.rgb
            return "#" + Hexadecimal.text([rgb.red, rgb.green, rgb.blue].map { UInt8(clamping: $0) })
        }
    }
}
