/// How every role looks.
public struct Theme: Sendable, Hashable {
    /// The name by which a project file or a command line chooses it: `solarized-dark`.
    public var name: String

    /// The name for people: `Solarized Dark`.
    public var title: String

    /// Whether it is meant for a dark background.
    public var isDark: Bool

    /// The style of each role, by raw value.
    var styles: [CellStyle]

    /// Styles for terminals of 16 colours and fewer, for the roles whose own style would not survive there.
    var basicStyles: [Role: CellStyle]

    /// Roles that are not given look like ordinary text.
    ///
    /// - Parameters:
    ///   - styles: for terminals with many colours; reduced to what others have.
    ///   - basicStyles: for terminals of 16 colours and fewer, where that reduction would lose what matters.
    public init(
        name: String, title: String, isDark: Bool, styles: [Role: CellStyle] = [:], basicStyles: [Role: CellStyle] = [:]
    ) {
        self.name = name
        self.title = title
        self.isDark = isDark
        self.styles = Role.allCases.map { styles[$0] ?? .terminal }
        self.basicStyles = basicStyles
    }

    /// The style of a role.
    public subscript(role: Role) -> CellStyle {
        get { styles[Int(role.rawValue)] }
        set { styles[Int(role.rawValue)] = newValue }
    }

    /// The theme in colours that a terminal of this depth has. Do this once, not for each frame.
    public func adapted(to depth: ColorDepth) -> Theme {
        var theme = self
        for role in Role.allCases {
            let style = depth <= .ansi16 ? basicStyles[role] ?? self[role] : self[role]
            theme[role] = style.reduced(to: depth)
        }
        theme.basicStyles = [:]
        return theme
    }

    /// The terminal's own colours for everything; the cursor row is reversed. For tests, and when all else fails.
    public static let plain = Theme(
        name: "plain", title: "Plain", isDark: true,
        styles: [
            .cursorRow: CellStyle(attributes: .reverse), .tabActive: CellStyle(attributes: .reverse),
            .title: CellStyle(attributes: .bold),
        ])
}
