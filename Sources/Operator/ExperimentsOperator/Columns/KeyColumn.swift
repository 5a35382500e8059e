import ExperimentsCore

/// A column of the lists of keys, declared once for all that show, sort, search or write it: the screens 1 to 4, the files
/// they are written to, `experiments list` as a table and as JSON, `--sort`, and filters.
///
/// A new column is a new value in ``declarations``.
public struct KeyColumn: Sendable {
    /// The name by which it is sorted, and that of the column in a file.
    package let name: String
    /// The title on screen, where it is not the name.
    private let titles: [KeyScope: String]
    /// The name in the file of a list, where it is another one.
    private let fileNames: [KeyScope: String]
    /// The lists that show it.
    package let scopes: Set<KeyScope>
    /// Its room on screen.
    package let width: Width
    /// How its texts are drawn.
    package let look: Look
    /// What a key has in it, whole; nil where there is nothing.
    package let text: @Sendable (ListedKey) -> String?
    /// Sorts by it; nil if a list cannot be.
    package let sorting: Sorting?
    /// What a filter calls it; nil if none can ask for it.
    package let field: FilterField?
    /// The member of a key's JSON; nil for none.
    package let member: Member?
    /// The most that it takes in the table of `experiments list`; nil if it is not there.
    package let tableLimit: Int?

    /// The room that a column takes on screen.
    package struct Width: Sendable {
        /// The width below which it is of no use, and the one that shows most of what it has.
        package let least, ideal: Int
        /// The share of what is left over.
        package let weight: Int
        /// Columns with the lowest priority go first where room is short.
        package let priority: Int
        /// Whether the texts are measured, because nobody knows beforehand how long they are.
        package let isMeasured: Bool

        package init(_ least: Int, ideal: Int? = nil, weight: Int = 0, priority: Int, isMeasured: Bool = false) {
            (self.least, self.ideal, self.weight) = (least, ideal ?? least, weight)
            (self.priority, self.isMeasured) = (priority, isMeasured)
        }
    }

    /// How the texts of a column are drawn.
    package enum Look: Sendable {
        case plain, faint, mistake
        /// A value, which can be scrolled to the side and may be none.
        case value
        /// In a way of its own, which a screen knows by the column.
        case own
    }

    /// A member of a JSON object.
    package struct Member: Sendable {
        package let name: String
        /// Its value; nil where a key has no such member.
        package let value: @Sendable (ListedKey) -> JSONValue?

        /// A member that is a text, and absent where there is none.
        package static func text(_ name: String, _ text: @escaping @Sendable (ListedKey) -> String?) -> Member {
            Member(name: name) { text($0).map(JSONValue.string) }
        }
    }

    /// - Parameters:
    ///   - title: the title on screen; by default the name.
    ///   - titles: the title in lists where it is another one.
    ///   - fileNames: the name in the files of lists where it is another one.
    package init(
        _ name: String, title: String? = nil, titles: [KeyScope: String] = [:], fileNames: [KeyScope: String] = [:],
        in scopes: Set<KeyScope>, width: Width, look: Look = .own, sorting: Sorting? = nil, field: FilterField? = nil,
        member: Member? = nil, tableLimit: Int? = nil, text: @escaping @Sendable (ListedKey) -> String?
    ) {
        (self.name, self.fileNames, self.scopes, self.width, self.look) = (name, fileNames, scopes, width, look)
        let usual = Dictionary(uniqueKeysWithValues: KeyScope.allCases.map { ($0, title ?? name) })
        self.titles = usual.merging(titles) { $1 }
        (self.sorting, self.field, self.member, self.tableLimit) = (sorting, field, member, tableLimit)
        self.text = text
    }

    /// Returns the title in a list.
    package func title(in scope: KeyScope = .all) -> String { titles[scope] ?? name }

    /// Returns the name in the file of a list.
    package func fileName(in scope: KeyScope) -> String { fileNames[scope] ?? name }
}

/// Known by its name.
extension KeyColumn: Hashable, RawRepresentable, CaseIterable {
    /// The columns by which a list can be sorted, after the order of declaration.
    public static let allCases = [.declared] + declarations.filter { $0.sorting != nil }

    private static let byName = Dictionary(allCases.map { ($0.name, $0) }) { first, _ in first }

    /// Finds what a list can be sorted by.
    public init?(rawValue: String) {
        guard let column = Self.byName[rawValue] else { return nil }
        self = column
    }

    public var rawValue: String { name }

    public static func == (left: KeyColumn, right: KeyColumn) -> Bool { left.name == right.name }

    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// Which keys of a report a list is about.
package enum KeyScope: Sendable, Hashable, CaseIterable {
    /// All keys, whatever their status.
    case all
    case missing
    case incorrect
    /// Those with an override, in force or not, and the overrides of names that the report does not know.
    case overrides
}
