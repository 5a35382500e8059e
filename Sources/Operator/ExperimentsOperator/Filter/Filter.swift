import ExperimentsCore

/// A filter for the rows of a list: words, literal text in quotes, regular expressions between slashes, and fields, for
/// example `status:missing key:/^max_/`. A row must meet all of them, and `!` before one excludes the rows that meet
/// it.
public struct Filter: Sendable, Hashable {
    /// The text as typed.
    public let text: String
    /// The conditions.
    package let terms: [FilterTerm]
    /// The mistake in a part of it, which is then ignored.
    package let problem: FilterProblem?
    /// The text that can be typed next, if a field needs a value.
    package let hint: String?

    /// Creates a filter. An empty one lets all rows through.
    public init(_ text: String = "") {
        self.text = text
        let parser = FilterParser(text)
        (terms, problem, hint) = (parser.terms, parser.problem, parser.hint)
    }

    /// Creates a filter from a complete text, in which each part must be a condition. In a filter that is being typed,
    /// a mistake or an incomplete part lets all rows through; a command would then change all keys.
    ///
    /// - Throws: `FilterProblem` with the place of the mistake.
    public init(whole text: String) throws(FilterProblem) {
        let parser = FilterParser(text)
        if let problem = parser.firstProblem { throw problem }
        self.text = text
        (terms, problem, hint) = (parser.terms, nil, nil)
    }

    /// Whether all rows pass.
    public var isEmpty: Bool { terms.isEmpty }

    /// Whether the result depends on changes.
    package var asksForChanges: Bool {
        terms.contains { if case .changed = $0.condition { true } else { false } }
    }

    /// Whether the result depends on how long keys have been at their defaults.
    package var asksForStaleness: Bool {
        terms.contains { if case .stale = $0.condition { true } else { false } }
    }

    /// Whether the result depends on the time.
    package var dependsOnTime: Bool {
        terms.contains { if case .changed(let age) = $0.condition { age != .last } else { false } }
    }
}

/// A condition of a filter. A row must meet all of them.
package struct FilterTerm: Sendable, Hashable {
    /// The kind of condition.
    package enum Condition: Sendable, Hashable {
        /// A text in any field. In the name, its letters may be separated by others.
        case word(Needle)
        /// A text in any field, exactly as it is.
        case literal(Needle)
        /// A text in one field.
        case text(FilterField, Needle)
        /// A regular expression in one field, or in any.
        case pattern(FilterField?, Pattern)
        case status(Set<KeyStatus>)
        /// A stale key, or a key with one of these statuses.
        case stale(or: Set<KeyStatus>)
        case type(Set<ValueKind>)
        case changed(ChangeAge)
    }

    package let condition: Condition
    /// Whether rows that meet the condition are left out.
    package let isExcluded: Bool

    /// The age of a value's change.
    package enum ChangeAge: Sendable, Hashable {
        case within(Duration)
        case before(Duration)
        /// Changed by the last fetch that changed anything.
        case last
    }
}
