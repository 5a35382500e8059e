import ExperimentsCore
import Foundation

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

    /// Creates a filter. An empty filter matches all rows.
    public init(_ text: String = "") {
        self.text = text
        let parser = FilterParser(text)
        terms = parser.terms
        problem = parser.problem
        hint = parser.hint
    }

    /// Creates a filter from a complete text, in which each part must be a condition. In a filter that is being typed,
    /// a mistake or an incomplete part matches all rows; with it, a command would change all keys.
    ///
    /// - Throws: `FilterProblem` with the place of the mistake.
    public init(whole text: String) throws(FilterProblem) {
        let parser = FilterParser(text)
        if let problem = parser.firstProblem { throw problem }
        self.text = text
        terms = parser.terms
        problem = nil
        hint = nil
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

/// The parts of an item other than a row of a report, such as a fetch, that a filter examines.
package struct FilterSubject {
    package var names: [String]
    /// The texts besides names and values that are searched for words.
    package var texts: [String]
    package var group: String?
    package var values: [String]
    package var source: String?
    package var experiment: String?
    package var status: KeyStatus?
    package var kind: ValueKind?
    package var changedAt: Date?
    package var changedLast: Bool
    package var isStale: Bool

    package init(
        names: [String] = [], texts: [String] = [], group: String? = nil, values: [String] = [],
        source: String? = nil, experiment: String? = nil, status: KeyStatus? = nil, kind: ValueKind? = nil,
        changedAt: Date? = nil, changedLast: Bool = false, isStale: Bool = false
    ) {
        self.names = names
        self.texts = texts
        self.group = group
        self.values = values
        self.source = source
        self.experiment = experiment
        self.status = status
        self.kind = kind
        self.changedAt = changedAt
        self.changedLast = changedLast
        self.isStale = isStale
    }
}

extension Filter {
    /// Returns whether a subject without an index matches. Conditions on facts that it does not have do not match.
    package func passes(_ subject: FilterSubject, now: Date) -> Bool {
        terms.allSatisfy { $0.isMet(by: subject, now: now) != $0.isExcluded }
    }
}

extension FilterTerm {
    fileprivate func isMet(by subject: FilterSubject, now: Date) -> Bool {
        switch condition {
        case .word(let needle):
            if needle.occurs(in: subject.names + subject.texts + subject.values) { return true }
            return !isExcluded && subject.names.contains(where: needle.isSpelt)
        case .literal(let needle): return needle.occurs(in: subject.names + subject.texts + subject.values)
        case .text(let field, let needle):
            return needle.occurs(in: subject.texts(of: field))
        case .pattern(let field, let pattern):
            let texts = field.map(subject.texts) ?? subject.names + subject.texts + subject.values
            return texts.contains(where: pattern.isFound)
        case .status(let wanted): return subject.status.map(wanted.contains) ?? false
        case .stale(let wanted): return subject.isStale || subject.status.map(wanted.contains) ?? false
        case .type(let wanted): return subject.kind.map(wanted.contains) ?? false
        case .changed(.last): return subject.changedLast
        case .changed(let age): return subject.changedAt.map { age.contains($0, now: now) } ?? false
        }
    }
}

extension FilterSubject {
    /// Returns the texts of one field.
    fileprivate func texts(of field: FilterField) -> [String] {
        let texts: [String?] =
            switch field {
            case .key: names
            case .group: [group]
            case .value: values
            case .source: [source]
            case .experiment: [experiment]
            default: []
            }
        return texts.compactMap(\.self)
    }
}

extension Needle {
    fileprivate func occurs(in texts: [String]) -> Bool { texts.contains { occurs(in: $0) } }
}

extension FilterTerm.ChangeAge {
    /// Whether a change at `date` is of this age.
    package func contains(_ date: Date, now: Date) -> Bool {
        switch self {
        case .within(let duration): now.timeIntervalSince(date) <= duration.inSeconds
        case .before(let duration): now.timeIntervalSince(date) > duration.inSeconds
        case .last: false
        }
    }
}
