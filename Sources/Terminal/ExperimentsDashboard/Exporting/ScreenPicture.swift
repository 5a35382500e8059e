import TerminalUI

/// The dashboard's screen as an SVG picture in the colours of its theme.
public struct ScreenPicture: Sendable {
    /// The extension of the file's name.
    static let ending = ".svg"

    /// The SVG document.
    public let svg: String

    /// - Parameters:
    ///   - state: what is shown: a screen, and what lies over it.
    ///   - depth: the most colours to use.
    public init(of state: DashboardState, depth: ColorDepth = .truecolor) {
        let frame = DashboardView.frame(of: state, theme: state.shownTheme.adapted(to: depth))
        let title = "\(state.screen.name) of \(state.sourceName), as `experiments` shows them"
        let palette = state.theme.isDark ? PicturePalette.dark : .light
        svg = frame.svg(palette: palette.on(state.shownTheme), title: title)
    }

    /// Whether a file of this name is taken for such a picture by others.
    static func isName(_ path: String) -> Bool { path.lowercased().hasSuffix(ending) }
}
