import ExperimentsSupport
import Foundation
import TerminalUI

/// The appearance of the dashboard, and its use of the mouse, from the terminal and the operator's choices.
struct AppearanceState: Sendable {
    /// The themes to choose from.
    var themes: ThemeLibrary
    /// The theme in use.
    var theme: Theme
    /// Whether the background is the theme's or the terminal's.
    let background: BackgroundChoice
    /// The theme that was chosen here, by name.
    var chosenTheme: String?
    /// Whether the theme still is to suit the terminal's background: until one is chosen.
    var followsBackground: Bool
    /// Whether the mouse is in use; if not, it is the terminal's.
    var usesMouse: Bool
    /// Whether it was switched here.
    var mouseChoice: Bool?
    /// The scroll bar that the mouse holds, if it holds one.
    var heldScrollBar: HeldScrollBar?
    /// Since when the operator looks elsewhere.
    var awaySince: Date?

    init(_ options: DashboardOptions) {
        (themes, theme, followsBackground) = (options.themes, options.theme, options.followsBackground)
        (background, usesMouse) = (options.background, options.usesMouse)
    }
}

/// The knowledge of the terminal's background before it is asked.
public enum Background {
    /// Returns the theme for the background in `COLORFGBG`, as some terminals set it: `15;0`, or with a word in the
    /// middle. Without it, the dark one.
    ///
    /// - Parameter variable: the content of the variable.
    public static func themeName(colorsVariable variable: String?) -> String {
        guard let last = variable?.split(scalar: ";").last.flatMap({ Int($0) }) else { return "dark" }
        return last == 7 || (9...15).contains(last) ? "light" : "dark"
    }
}
