/// What a piece of the screen is for. Views name a role, a theme says how it looks.
///
/// The toolkit declares the roles that every program has; the program that draws with it adds its own:
///
/// ```swift
/// extension Role {
///     static let missing = Role("missing", own: 1)
/// }
/// ```
public struct Role: Sendable, Hashable, CustomStringConvertible {
    private let staticName: StaticString
    /// Where a theme keeps its style: the toolkit's roles come first, those of the program after them.
    let number: UInt8
    /// The number of the role whose look it takes in a theme that says nothing of it; its own for none.
    let elderNumber: UInt8

    /// The toolkit's roles have the numbers below this one.
    private static let firstOwn: UInt8 = 32

    /// A role of the toolkit.
    init(_ name: StaticString, _ number: UInt8, elder: Role? = nil) {
        staticName = name
        self.number = number
        elderNumber = elder?.number ?? number
    }

    /// A role of the program that draws with the toolkit.
    ///
    /// - Parameters:
    ///   - name: the name in a theme file.
    ///   - own: a number that no other role of the program has; up to 200.
    ///   - elder: the role whose look it takes in a theme that was written before there was such a role.
    package init(_ name: StaticString, own: UInt8, elder: Role? = nil) {
        staticName = name
        number = Self.firstOwn + min(own, 200)
        elderNumber = elder?.number ?? number
    }

    /// The name in a theme file: `cursorRow`.
    public var name: String { staticName.description }

    /// The name in a theme file.
    public var description: String { name }

    /// Whether they are the same role.
    public static func == (left: Role, right: Role) -> Bool { left.number == right.number }

    /// Hashes the number of the role, by which roles are compared.
    public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
