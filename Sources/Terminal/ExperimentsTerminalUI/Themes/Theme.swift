/// The look of every role.
public struct Theme: Sendable, Hashable {
    /// The name for project files and command lines: `solarized-dark`.
    public var name: String

    /// The name for people: `Solarized Dark`.
    public var title: String

    /// Whether it is meant for a dark background.
    public var isDark: Bool

    /// The styles, indexed by the number of the role.
    private var styles: [CellStyle] = []

    /// Styles for terminals of at most 16 colors, for roles whose own style would not be readable there.
    package var basicStyles: [Role: CellStyle]

    /// Creates a theme. Roles without a style look like ordinary text.
    ///
    /// - Parameters:
    ///   - styles: for terminals with many colors; reduced for the others.
    ///   - basicStyles: for terminals with at most 16 colors, if the reduced style would lose what matters.
    package init(
        name: String, title: String, isDark: Bool, styles: [Role: CellStyle] = [:],
        basicStyles: [Role: CellStyle] = [:]
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

    /// Returns the style of text in a role. The background of some roles is omitted, so that the text is drawn on the
    /// one below it.
    package func text(_ role: Role) -> CellStyle {
        var style = self[role]
        if role.isGround { style.background = .terminal }
        return style
    }

    /// Returns the theme in the colors of a terminal of this depth. Do this once, not for each frame.
    package func adapted(to depth: ColorDepth) -> Theme {
        var theme = self
        if depth <= .ansi16 {
            for (role, style) in basicStyles { theme[role] = style }
        }
        // A background that cannot be shown must not become reversed text all over the screen.
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
    /// - Parameter wanted: the background of a marked row with more colors.
    private mutating func partRows(_ wanted: Color, _ depth: ColorDepth) {
        let cursor = self[.cursorRow].background
        let taken = [cursor, self[.text].background, self[.panel].background]
        // Choose a color farther from that of the text, so that it stays readable.
        if depth == .indexed256,
            let color = wanted.nearestIndexed(isDarker: isDark, than: cursor, but: taken)
        {
            self[.selectedRow].background = color
        } else {
            self[.cursorRow].attributes.insert(.bold)
        }
    }

    /// The theme without backgrounds: everything is drawn on the terminal's background, which may be transparent, and
    /// text has the terminal's own color.
    package var onTerminalBackground: Theme {
        var theme = self
        for role in Role.grounds {
            theme[role] = CellStyle(attributes: self[role].attributes)
            theme.basicStyles[role] = nil
        }
        // The same holds for cells in the shadow, because they cannot get a darker background.
        theme[.shadow].attributes.insert(.dim)
        return theme
    }

    /// The terminal's own colors for everything, with the cursor row reversed. Used in tests and as a last resort.
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
    /// The terminal's background, which may be transparent or a picture.
    case terminal
}
