/// What a piece of the screen is for. Views name a role, a theme says how it looks.
public enum Role: UInt8, Sendable, Hashable, CaseIterable {
    /// Ordinary text, and the ground on which everything is drawn.
    case text
    /// Text that matters less: hints, units, what is not set.
    case dim
    /// The product's name and the titles of panes.
    case title
    /// The header lines as a whole.
    case header
    /// The words before a value in the header.
    case headerLabel
    /// The name of a screen that is not shown.
    case tab
    /// The name of the screen that is shown.
    case tabActive
    /// The headings of a table.
    case columnHeader
    /// The row under the cursor; laid over the row.
    case cursorRow
    /// A row picked in a list that does not have the focus; laid over the row.
    case selectedRow
    /// Lines around and between panes.
    case border
    /// A key in the footer.
    case footerKey
    /// What the key does.
    case footerText
    /// A key whose value is as declared.
    case ok
    /// A declared key that the source does not hold.
    case missing
    /// A value that the key's schema refuses.
    case incorrect
    /// A value set by the operator.
    case `override`
    /// A key for which the source says to use the app's default.
    case `default`
    /// A name that the source holds and nobody declares.
    case undeclared
    /// A declared key of which nothing is known, because nothing was ever fetched.
    case unknown
    /// A value that changed a moment ago.
    case changed
    /// A key that came a moment ago.
    case added
    /// A key that went a moment ago.
    case removed
    /// The part of a text that the filter matched; laid over it.
    case filterMatch
    /// The line in which the user types.
    case prompt
    /// Why what was typed is refused.
    case promptError
    /// The character under the caret.
    case caret
    /// A message about something to look at.
    case warning
    /// A message about something that failed.
    case error
    /// A message about something that went well.
    case success
    /// The sign that updates come in.
    case live
    /// The sign that the values are not fresh.
    case stale
    /// The sign that updates are held back.
    case paused
    /// The inside of a window over the screen.
    case popup
    /// Its title.
    case popupTitle
    /// Its border.
    case popupBorder
    /// The name of a production environment.
    case badgeProduction
    /// The heading of a group of keys.
    case group
    /// The name of a key.
    case key
    /// A value.
    case value
    /// The type of a value.
    case type
    /// How long ago something was.
    case age
    /// Bars that show numbers over time.
    case sparkline
    /// The old side of a difference.
    case diffOld
    /// The new side of a difference.
    case diffNew

    /// The role whose look it takes in a theme that says nothing of it, because it was written before there was such a
    /// role.
    var elder: Role? { self == .unknown ? .dim : nil }

    /// The name in a theme file: `cursorRow`.
    public var name: String { String(describing: self) }

    /// The role of this name; nil if there is none.
    public init?(name: String) {
        guard let role = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = role
    }
}
