import ExperimentsCore

/// What the rows of a list must meet: words, literal text in quotes, regular expressions between slashes and fields,
/// `status:missing key:/^max_/`, joined by and; `!` before one excludes what meets it.
public struct Filter: Sendable, Hashable {
    /// The text as typed.
    public let text: String
    /// The conditions in it.
    package let terms: [FilterTerm]
    /// What is wrong with a part of it, which then asks for nothing.
    package let problem: FilterProblem?
    /// What may be typed next, where a field waits for its value.
    package let hint: String?

    /// A filter of this text; an empty one lets everything through.
    public init(_ text: String = "") {
        self.text = text
        let parser = FilterParser(text)
        (terms, problem, hint) = (parser.terms, parser.problem, parser.hint)
    }

    /// The filter that a text asks for where nobody types on: each part of it must ask for something. Of a filter that is
    /// being typed, what is wrong or not there yet lets everything through; a command would then change everything.
    public init(whole text: String) throws(FilterProblem) {
        let parser = FilterParser(text)
        if let problem = parser.firstProblem { throw problem }
        self.text = text
        (terms, problem, hint) = (parser.terms, nil, nil)
    }

    /// Whether everything passes.
    public var isEmpty: Bool { terms.isEmpty }

    /// Whether what passes depends on what changed.
    package var asksForChanges: Bool {
        terms.contains { if case .changed = $0.condition { true } else { false } }
    }

    /// Whether what passes depends on how long keys have been at their defaults.
    package var asksForStaleness: Bool {
        terms.contains { if case .stale = $0.condition { true } else { false } }
    }

    /// Whether what passes depends on the time.
    package var dependsOnTime: Bool {
        terms.contains { if case .changed(let age) = $0.condition { age != .last } else { false } }
    }
}

/// One condition of a filter. A row must meet all of them.
package struct FilterTerm: Sendable, Hashable {
    /// What is asked for.
    package enum Condition: Sendable, Hashable {
        /// A text in any field; in the name its letters may also have others between them.
        case word(Needle)
        /// A text in any field, exactly as it is.
        case literal(Needle)
        /// A text in one field.
        case text(FilterField, Needle)
        /// A regular expression in one field, or in any.
        case pattern(FilterField?, Pattern)
        case status(Set<KeyStatus>)
        /// A key that is stale, or of a status.
        case stale(or: Set<KeyStatus>)
        case type(Set<ValueKind>)
        case changed(ChangeAge)
    }

    package let condition: Condition
    /// Whether rows that meet the condition are those to leave out.
    package let isExcluded: Bool

    /// How long ago a value changed.
    package enum ChangeAge: Sendable, Hashable {
        case within(Duration)
        case before(Duration)
        /// By the last fetch that changed anything.
        case last
    }
}

/// What a filter can ask about by name: `status:missing`.
package enum FilterField: String, Sendable, Hashable, CaseIterable {
    case key, status, type, group, value, source, changed, experiment

    /// What is asked for beside statuses: `is:stale`.
    static let stale = "stale"

    /// The field that a word before a colon names.
    package init?(named name: String) {
        switch name.lowercased() {
        case "name": self = .key
        case "is": self = .status
        case "from": self = .source
        case let name:
            guard let field = Self(rawValue: name) else { return nil }
            self = field
        }
    }

    /// Whether any text may follow the colon.
    package var isText: Bool {
        switch self {
        case .key, .group, .value, .source, .experiment: true
        case .status, .type, .changed: false
        }
    }

    /// What may follow the colon, in words.
    package var expectation: String {
        switch self {
        case .key: "part of a key's name"
        case .status: (KeyStatus.allCases.map(\.rawValue) + [Self.stale]).joined(separator: ", ")
        case .type: ValueKind.allCases.map(\.rawValue).joined(separator: ", ")
        case .group: "part of a group's name"
        case .value: "part of the value in force"
        case .source: "part of who supplies the value: source, override, default or a name"
        case .changed: "<5m, >1h, or last for the last fetch that changed something"
        case .experiment: "part of an experiment's name"
        }
    }
}
