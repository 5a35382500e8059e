import ExperimentsCore
import Foundation

/// The parts of an item other than a row of a report, such as a fetch, that a filter examines.
package struct FilterSubject {
    package var names: [String]
    /// The texts besides names and values in which a word may be found.
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
    /// Whether something passes that is in no index. Conditions on what it does not have are not met.
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
