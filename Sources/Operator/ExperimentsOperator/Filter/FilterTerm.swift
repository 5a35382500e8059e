import ExperimentsCore

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
