/// The purpose of a piece of the screen. Views name a role, and a theme defines its look.
///
/// The toolkit declares the roles that every program has. A program adds its own:
///
/// ```swift
/// extension Role {
///     static let missing = Role("missing", own: 1)
/// }
/// ```
public struct Role: Sendable, Hashable, CustomStringConvertible {
    private let staticName: StaticString
    /// The index of its style in a theme: the toolkit's roles come first, then those of the program.
    let number: UInt8
    /// The number of the role that replaces it in a theme that does not define it; its own number if there is none.
    let elderNumber: UInt8

    /// The first number for the roles of a program. Those of the toolkit are lower.
    private static let firstOwn: UInt8 = 32

    /// Creates a role of the toolkit.
    init(_ name: StaticString, _ number: UInt8, elder: Role? = nil) {
        staticName = name
        self.number = number
        elderNumber = elder?.number ?? number
    }

    /// Creates a role of a program.
    ///
    /// - Parameters:
    ///   - name: the name in a theme file.
    ///   - own: a number that no other role of the program has; up to 200.
    ///   - elder: the role whose look is used in an older theme that does not define this one.
    package init(_ name: StaticString, own: UInt8, elder: Role? = nil) {
        staticName = name
        number = Self.firstOwn + min(own, 200)
        elderNumber = elder?.number ?? number
    }

    /// The name in a theme file: `cursorRow`.
    public var name: String { staticName.description }

    /// The name in a theme file.
    public var description: String { name }

    /// Whether two roles are the same.
    public static func == (left: Role, right: Role) -> Bool { left.number == right.number }

    /// Hashes the role's number, by which roles are compared.
    public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

extension Role {
    /// Ordinary text, and the background of the screen.
    package static let text = Role("text", 0)
    /// Text that matters less: hints, units, unset values.
    package static let dim = Role("dim", 1)
    /// The product's name and the titles of panes.
    package static let title = Role("title", 2)
    /// The header lines.
    package static let header = Role("header", 3)
    /// The label before a value in the header.
    package static let headerLabel = Role("headerLabel", 4)
    /// The name of a screen that is not shown.
    package static let tab = Role("tab", 5)
    /// The name of the current screen.
    package static let tabActive = Role("tabActive", 6)
    /// The headings of a table.
    package static let columnHeader = Role("columnHeader", 7)
    /// The row under the cursor; laid over the row.
    package static let cursorRow = Role("cursorRow", 8)
    /// A row picked in a list that does not have the focus; laid over the row.
    package static let selectedRow = Role("selectedRow", 9)
    /// Lines around and between panes.
    package static let border = Role("border", 10)
    /// A key in the footer.
    package static let footerKey = Role("footerKey", 11)
    /// The action of the key.
    package static let footerText = Role("footerText", 12)
    /// A match of a search, layered over its text.
    package static let filterMatch = Role("filterMatch", 13)
    /// The line in which the user types.
    package static let prompt = Role("prompt", 14)
    /// The reason why typed text is invalid.
    package static let promptError = Role("promptError", 15)
    /// The character under the caret.
    package static let caret = Role("caret", 16)
    /// A message about something that needs attention.
    package static let warning = Role("warning", 17)
    /// A message about a failure.
    package static let error = Role("error", 18)
    /// A message about a success.
    package static let success = Role("success", 19)
    /// The inside of a window over the screen.
    package static let popup = Role("popup", 20)
    /// The title of a window over the screen.
    package static let popupTitle = Role("popupTitle", 21)
    /// The border of a window over the screen.
    package static let popupBorder = Role("popupBorder", 22)
    /// Bars that show numbers over time.
    package static let sparkline = Role("sparkline", 23)
    /// The old side of a difference.
    package static let diffOld = Role("diffOld", 24)
    /// The new side of a difference.
    package static let diffNew = Role("diffNew", 25)

    /// The background of a pane beside or below the list.
    package static let panel = Role("panel", 26, elder: .text)
    /// The shadow of a window, drawn over what is below it.
    package static let shadow = Role("shadow", 27, elder: .dim)
    /// The bar beside a list that shows which part of it is on screen.
    package static let scrollBar = Role("scrollBar", 28, elder: .dim)
    /// The border of the box that has the focus.
    package static let borderActive = Role("borderActive", 29, elder: .popupBorder)

    /// The roles that others are drawn on. A light theme does not inherit them from a dark one, and an operator can
    /// leave them to the terminal.
    package static let grounds: [Role] = [.text, .panel, .header, .tab, .footerText, .popup, .shadow]

    /// Whether this is a background role. This is asked for every text that is drawn.
    var isGround: Bool { number < 64 && Self.groundBits >> UInt64(number) & 1 == 1 }

    private static let groundBits = grounds.reduce(UInt64(0)) { $0 | 1 << UInt64($1.number) }

    /// All roles of the toolkit.
    package static let toolkit: [Role] = [
        .text, .dim, .title, .header, .headerLabel, .tab, .tabActive, .columnHeader, .cursorRow, .selectedRow,
        .border,
        .footerKey, .footerText, .filterMatch, .prompt, .promptError, .caret, .warning, .error, .success,
        .popup,
        .popupTitle, .popupBorder, .sparkline, .diffOld, .diffNew, .panel, .shadow, .scrollBar, .borderActive,
    ]
}
