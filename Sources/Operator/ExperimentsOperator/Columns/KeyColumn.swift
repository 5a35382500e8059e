import ExperimentsCore
import Foundation

/// A column of the lists of keys, declared once for all that show, sort, search or write it: the screens 1 to 4, the files
/// they are written to, `experiments list` as a table and as JSON, `--sort`, and filters.
///
/// A new column is a new value in ``declarations``.
public struct KeyColumn: Sendable {
    /// The name for sorting, and the name of the column in a file.
    package let name: String
    /// The title on screen, if it is not the name.
    private let titles: [KeyScope: String]
    /// The name in the file of a list, if it differs.
    private let fileNames: [KeyScope: String]
    /// The lists that show it.
    package let scopes: Set<KeyScope>
    /// Its room on screen.
    package let width: Width
    /// How its texts are drawn.
    package let look: Look
    /// The whole content of the column for a key; nil if there is none.
    package let text: @Sendable (ListedKey) -> String?
    /// Sorts by it; nil if a list cannot be.
    package let sorting: Sorting?
    /// The name in filters; nil if filters cannot use it.
    package let field: FilterField?
    /// The member of a key's JSON; nil for none.
    package let member: Member?
    /// The maximum width in the table of `experiments list`; nil if it is not included.
    package let tableLimit: Int?

    /// The room that a column takes on screen.
    package struct Width: Sendable {
        /// The smallest useful width, and the width that fits most of its content.
        package let least, ideal: Int
        /// The share of the remaining width.
        package let weight: Int
        /// Columns with the lowest priority are hidden first.
        package let priority: Int
        /// Whether the texts are measured, because their length is unknown.
        package let isMeasured: Bool

        package init(
            _ least: Int, ideal: Int? = nil, weight: Int = 0, priority: Int, isMeasured: Bool = false
        ) {
            self.least = least
            self.ideal = ideal ?? least
            self.weight = weight
            self.priority = priority
            self.isMeasured = isMeasured
        }
    }

    /// How the texts of a column are drawn.
    package enum Look: Sendable {
        case plain, faint, mistake
        /// A value, which can be scrolled to the side and may be none.
        case value
        /// A special format, which a screen chooses by the column.
        case own
    }

    /// A member of a JSON object.
    package struct Member: Sendable {
        package let name: String
        /// Its value; nil if a key has no such member.
        package let value: @Sendable (ListedKey) -> JSONValue?

        /// Creates a member with a text, which is left out if there is none.
        package static func text(_ name: String, _ text: @escaping @Sendable (ListedKey) -> String?) -> Member
        {
            Member(name: name) { text($0).map(JSONValue.string) }
        }
    }

    /// - Parameters:
    ///   - title: the title on screen; by default the name.
    ///   - titles: the title in some lists, if it differs.
    ///   - fileNames: the name in the files of some lists, if it differs.
    package init(
        _ name: String, title: String? = nil, titles: [KeyScope: String] = [:],
        fileNames: [KeyScope: String] = [:],
        in scopes: Set<KeyScope>, width: Width, look: Look = .own, sorting: Sorting? = nil,
        field: FilterField? = nil,
        member: Member? = nil, tableLimit: Int? = nil, text: @escaping @Sendable (ListedKey) -> String?
    ) {
        self.name = name
        self.fileNames = fileNames
        self.scopes = scopes
        self.width = width
        self.look = look
        let usual = Dictionary(uniqueKeysWithValues: KeyScope.allCases.map { ($0, title ?? name) })
        self.titles = usual.merging(titles) { $1 }
        self.sorting = sorting
        self.field = field
        self.member = member
        self.tableLimit = tableLimit
        self.text = text
    }

    /// Returns the title in a list.
    package func title(in scope: KeyScope = .all) -> String { titles[scope] ?? name }

    /// Returns the name in the file of a list.
    package func fileName(in scope: KeyScope) -> String { fileNames[scope] ?? name }
}

/// Known by its name.
extension KeyColumn: Hashable, RawRepresentable, CaseIterable {
    /// The sort orders: the order of declaration, and then the columns that can be sorted.
    public static let allCases = [.declared] + declarations.filter { $0.sorting != nil }

    private static let byName = Dictionary(allCases.map { ($0.name, $0) }) { first, _ in first }

    /// Creates the sort order with a name.
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
    /// All keys.
    case all
    case missing
    case incorrect
    /// Keys with an override, active or not, and overrides of names that the report does not know.
    case overrides
}

extension KeyColumn {
    /// All columns, in the order of the screen.
    package static let declarations: [KeyColumn] = [
        status, key, value, expected, reason, upstream, source, type, changed, author, expires, note, layer,
    ]

    /// The order of declaration, which is not a column of a screen.
    public static let declared = KeyColumn("declared", in: [], width: Width(0, priority: 0)) { _ in nil }

    /// Whether the value is ok, missing, incorrect or overridden.
    public static let status = KeyColumn(
        "status", in: everywhere, width: Width(10, priority: 9), sorting: by(\.status.urgency),
        field: .status,
        member: .text("status") { $0.row?.status.rawValue }, tableLimit: 10
    ) { $0.status.word }

    /// The name of the key.
    public static let key = KeyColumn(
        "key", in: everywhere, width: Width(20, priority: 10), sorting: by(\.name), field: .key,
        member: .text("name", \.name), tableLimit: 60, text: \.name)

    /// The value that the app uses. In a list of mistakes it is the one that was found, in one of overrides the override's.
    public static let value = KeyColumn(
        "value", titles: [.missing: "default", .incorrect: "found", .overrides: "override"],
        fileNames: [.incorrect: "found"], in: everywhere,
        width: Width(16, ideal: 24, weight: 3, priority: 8, isMeasured: true), look: .value,
        sorting: by { ValueRank($0.valueText ?? "") }, field: .value,
        member: Member(name: "value") { $0.row?.valueText.map(JSONValue.string) ?? .null }, tableLimit: 40
    ) { key in
        switch key.list.scope {
        case .all, .missing: key.row?.valueText
        case .incorrect: key.row?.problem?.found
        case .overrides: key.override?.value
        }
    }

    /// The valid texts of the key, in words.
    public static let expected = KeyColumn(
        "expected", in: [.missing], width: Width(10, ideal: 24, weight: 2, priority: 5, isMeasured: true),
        look: .plain,
        sorting: by(\.key.schema.expectation), member: .text("expected") { $0.row?.key.schema.expectation }
    ) { $0.row?.key.schema.expectation }

    /// Why a value is incorrect.
    public static let reason = KeyColumn(
        "reason", title: "why", in: [.incorrect],
        width: Width(18, ideal: 40, weight: 3, priority: 7, isMeasured: true), look: .mistake,
        sorting: by { $0.problem?.reason ?? "" }
    ) { $0.row?.problem?.reason }

    /// The value of the source, if an override is active. In JSON, it is absent if the source has no value, and null if
    /// the source tells apps to use their default.
    public static let upstream = KeyColumn(
        "upstream", title: "source", in: [.overrides],
        width: Width(8, ideal: 14, weight: 2, priority: 6, isMeasured: true),
        look: .value,
        sorting: by { ValueRank($0.remoteText ?? "") },
        member: Member(name: "remote") { key in
            key.row?.entry.map { entry in entry.text.map(JSONValue.string) ?? .null }
        }
    ) { $0.row?.remoteText }

    /// The origin of the value: the source, an override or the default.
    public static let source = KeyColumn(
        "source", title: "from", in: [.all], width: Width(8, ideal: 12, priority: 5, isMeasured: true),
        look: .faint,
        sorting: by(\.sourceWord), field: .source
    ) { $0.row?.sourceWord }

    /// The type of the key.
    public static let type = KeyColumn(
        "type", in: [.all, .missing, .incorrect], width: Width(6, priority: 3),
        sorting: by(\.key.schema.kind.rawValue), field: .type,
        member: .text("type") { $0.row?.key.schema.kind.rawValue }, tableLimit: 6
    ) { $0.row?.key.schema.kind.rawValue }

    /// When the value last changed.
    public static let changed = KeyColumn(
        "changed", in: [.all], width: Width(9, priority: 4), sorting: byChange, field: .changed
    ) { key in
        key.dateOfChange.map { date in
            let civil = key.list.localTime.civil(date)
            return civil.dateText + " " + civil.timeText
        }
    }

    /// The person who set the override.
    public static let author = KeyColumn(
        "author", title: "by", in: [.overrides], width: Width(6, ideal: 10, priority: 4, isMeasured: true),
        look: .faint, sorting: byOverride { $0?.author ?? last }
    ) { $0.override?.author }

    /// When the override ends.
    public static let expires = KeyColumn(
        "expires", title: "until", in: [.overrides], width: Width(8, ideal: 10, priority: 5),
        sorting: byOverride { $0?.expiresAt ?? .distantFuture }
    ) { key in
        key.override.map { OverrideExpiry(of: $0).text }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Why the override was set.
    public static let note = KeyColumn(
        "note", in: [.overrides], width: Width(8, ideal: 16, weight: 1, priority: 3, isMeasured: true),
        look: .faint,
        sorting: byOverride { $0?.note ?? last }
    ) { $0.override?.note }

    /// The layer that an override comes from.
    package static let layer = KeyColumn(
        "layer", in: [.overrides], width: Width(9, ideal: 10, priority: 4, isMeasured: true), look: .faint
    ) { $0.list.layerName($0.name) }

    private static let everywhere = Set(KeyScope.allCases)
    /// A text after all others.
    private static let last = "\u{10FFFF}"
}
