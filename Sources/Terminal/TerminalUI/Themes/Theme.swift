/// How every role looks.
public struct Theme: Sendable, Hashable {
    /// The name by which a project file or a command line chooses it: `solarized-dark`.
    public var name: String

    /// The name for people: `Solarized Dark`.
    public var title: String

    /// Whether it is meant for a dark background.
    public var isDark: Bool

    /// The style of each role, by its number.
    private var styles: [CellStyle] = []

    /// Styles for terminals of 16 colors and fewer, for the roles whose own style would not survive there.
    package var basicStyles: [Role: CellStyle]

    /// Roles that are not given look like ordinary text.
    ///
    /// - Parameters:
    ///   - styles: for terminals with many colors; reduced for the others.
    ///   - basicStyles: for terminals with 16 colors or fewer, if that reduction would lose what matters.
    package init(
        name: String, title: String, isDark: Bool, styles: [Role: CellStyle] = [:], basicStyles: [Role: CellStyle] = [:]
    ) {
        self.name = name
        self.title = title
        self.isDark = isDark
        self.basicStyles = basicStyles
        for (role, style) in styles { self[role] = style }
    }

    /// The style of a role.
    package subscript(role: Role) -> CellStyle {
        get {
            let place = Int(role.number)
            return place < styles.count ? styles[place] : .terminal
        }
        set {
            let place = Int(role.number)
            while styles.count <= place { styles.append(.terminal) }
            styles[place] = newValue
        }
    }

    /// Returns the style of text in a role. A background of other places is omitted, so that the text is drawn on the
    /// one below it.
    package func text(_ role: Role) -> CellStyle {
        var style = self[role]
        if role.isGround { style.background = .terminal }
        return style
    }

    /// The theme in colors that a terminal of this depth has. Do this once, not for each frame.
    package func adapted(to depth: ColorDepth) -> Theme {
        var theme = self
        if depth <= .ansi16 {
            for (role, style) in basicStyles { theme[role] = style }
        }
        // A ground that cannot be shown is not to turn into reversed text all over the screen.
        if depth == .none {
            for role in Role.grounds { theme[role].background = .terminal }
        }
        let before = theme
        theme.styles = theme.styles.map { $0.reduced(to: depth) }
        theme.basicStyles = [:]
        if before[.cursorRow] != before[.selectedRow], theme[.cursorRow] == theme[.selectedRow] {
            theme.partRows(before[.selectedRow].background, depth)
        }
        return theme
    }

    /// Keeps the cursor visible among marked rows: two similar colors must not become one.
    ///
    /// - Parameter wanted: the background of a marked row if there are more colors.
    private mutating func partRows(_ wanted: Color, _ depth: ColorDepth) {
        let cursor = self[.cursorRow].background
        let taken = [cursor, self[.text].background, self[.panel].background]
        // Farther from the text, never nearer: it must stay readable.
        if depth == .indexed256,
            let color = wanted.nearestIndexed(isDarker: isDark, than: cursor, but: taken)
        {
            self[.selectedRow].background = color
        } else {
            self[.cursorRow].attributes.insert(.bold)
        }
    }

    /// The theme without its own backgrounds: everything is drawn on the terminal's background, which may be
    /// transparent, and text has the terminal's own color.
    package var onTerminalBackground: Theme {
        var theme = self
        for role in Role.grounds {
            theme[role] = CellStyle(attributes: self[role].attributes)
            theme.basicStyles[role] = nil
        }
        // The same for cells in the shadow: there is no darker background for them.
        theme[.shadow].attributes.insert(.dim)
        return theme
    }

    /// The terminal's own colors for everything; the cursor row is reversed. For tests, and when all else fails.
    public static let plain = Theme(
        name: "plain", title: "Plain", isDark: true,
        styles: [
            .cursorRow: CellStyle(attributes: .reverse), .tabActive: CellStyle(attributes: .reverse),
            .title: CellStyle(attributes: .bold),
        ])
}

/// The background on which the dashboard is drawn.
public enum BackgroundChoice: String, Sendable, Hashable, CaseIterable {
    /// The theme's own background, if it has one.
    case theme
    /// The terminal's background, which may be transparent, or a picture.
    case terminal
}
