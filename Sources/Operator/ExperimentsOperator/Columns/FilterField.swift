import ExperimentsCore

/// A field of a filter: `status:missing`. Most are those of a column.
package struct FilterField: Sendable {
    /// The word before the colon.
    package let name: String
    /// Synonyms of the name.
    private let synonyms: [String]
    /// The valid values after the colon, in words.
    package let expectation: String
    /// The meaning of the text after the colon.
    let content: Content

    /// The meaning of the text after the colon of a field.
    enum Content: Sendable {
        /// One of some words, or an age.
        case words
        /// A text that is read in its own way.
        case text
        /// A text of each row.
        ///
        /// - Parameters:
        ///   - isShared: whether many rows have the same text.
        ///   - isFoundByWords: whether words without a field are searched for in it, too.
        case textOfRow(isShared: Bool, isFoundByWords: Bool, @Sendable (ReportRow) -> String)
    }

    /// Creates a field whose values are words.
    init(_ name: String, synonyms: [String] = [], words expectation: String) {
        self.name = name
        self.synonyms = synonyms
        self.expectation = expectation
        content = .words
    }

    /// Creates a field for any text, of which a part is typed.
    private init(
        _ name: String, synonyms: [String] = [], partOf expectation: String, _ content: Content = .text
    ) {
        self.name = name
        self.synonyms = synonyms
        self.content = content
        self.expectation = "part of " + expectation
    }

    /// Whether any text may follow the colon.
    package var isText: Bool { if case .words = content { false } else { true } }

    /// Whether a word without a field is searched in the texts of this field.
    var isFoundByWords: Bool { if case .textOfRow(_, true, _) = content { true } else { false } }

    /// Finds the field for the word before a colon.
    package init?(named name: String) {
        let name = name.lowercased()
        guard let field = Self.all.first(where: { $0.name == name || $0.synonyms.contains(name) }) else {
            return nil
        }
        self = field
    }
}

/// Known by its name.
extension FilterField: Hashable {
    package static func == (left: FilterField, right: FilterField) -> Bool { left.name == right.name }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension FilterField {
    /// The word for stale keys: `is:stale`.
    static let stale = "stale"

    /// All fields: those of every list, and those of additional columns.
    package static let all: [FilterField] = {
        let usual: [FilterField] = [key, status, type, group, value, source, changed, experiment]
        return usual + KeyColumn.declarations.compactMap(\.field).filter { !usual.contains($0) }
    }()

    package static let key = FilterField("key", synonyms: ["name"], partOf: "a key's name")
    package static let status = FilterField(
        "status", synonyms: ["is"],
        words: (KeyStatus.allCases.map(\.rawValue) + [stale]).joined(separator: ", "))
    package static let type = FilterField(
        "type", words: ValueKind.allCases.map(\.rawValue).joined(separator: ", "))
    package static let group = FilterField("group", partOf: "a group's name")
    package static let value = FilterField(
        "value", partOf: "the effective value",
        .textOfRow(isShared: false, isFoundByWords: true) { $0.valueText ?? "" })
    package static let source = FilterField(
        "source", synonyms: ["from"], partOf: "the origin of the value: source, override, default or a name",
        .textOfRow(isShared: true, isFoundByWords: false) { $0.sourceWord })
    package static let changed = FilterField(
        "changed", words: "<5m, >1h, or last for the last fetch that changed something")
    package static let experiment = FilterField("experiment", partOf: "an experiment's name")
}
