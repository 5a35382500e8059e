import Foundation

/// A reason for an operator to look at an override.
package enum OverrideWarning: Sendable, Hashable {
    /// The override has expired, and has no effect.
    case expired
    /// No key with its name is declared.
    case orphan
    /// Its value is not valid for the key.
    case refused(IncorrectValue)
    /// The source has the same value.
    case redundant

    /// The word for it, in lists and JSON: `expired`, `orphan`, `refused` or `redundant`.
    package var word: String {
        switch self {
        case .expired: "expired"
        case .orphan: "orphan"
        case .refused: "refused"
        case .redundant: "redundant"
        }
    }

    /// The meaning of the warning, in a sentence without a full stop.
    package var explanation: String {
        switch self {
        case .expired: "it has ended"
        case .orphan: "no key with this name is declared"
        case .refused(let problem): "the key does not accept the value: \(problem.reason)"
        case .redundant: "the source has the same value"
        }
    }

    /// Returns all warnings for an override, the most important first.
    ///
    /// - Parameters:
    ///   - key: the declared key; nil if no key with this name is declared.
    ///   - circumstances: the time and the values of the source. Before the first fetch, no override is redundant.
    ///   - check: the result of checking the value against the key, if that is already known.
    package static func warnings(
        on override: Override, of name: String, key: CatalogKey?, in circumstances: OverrideCircumstances,
        check: Result<Void, IncorrectValue>? = nil
    ) -> [OverrideWarning] {
        var warnings: [OverrideWarning] = []
        if override.hasEnded(for: name, in: circumstances) { warnings.append(.expired) }
        if let key {
            do throws(IncorrectValue) {
                if let check { try check.get() } else { try key.check(override.value) }
            } catch {
                warnings.append(.refused(error))
            }
        } else {
            warnings.append(.orphan)
        }
        if let text = circumstances.snapshot.entries[name]?.text {
            let schema = key?.schema ?? ValueSchema(kind: .string)
            if schema.areSame(override.value, text) { warnings.append(.redundant) }
        }
        return warnings
    }
}

extension Report {
    /// Returns all warnings for the override of a row's key.
    ///
    /// - Parameters:
    ///   - row: the row of the key; nil if the report has none with this name.
    ///   - now: the time.
    package func warnings(on override: Override, of name: String, row: ReportRow?, at now: Date)
        -> [OverrideWarning]
    {
        let key = row.flatMap { $0.isDeclared ? $0.key : nil }
        return OverrideWarning.warnings(
            on: override, of: name, key: key, in: circumstances(at: now),
            check: row?.check(ofOverride: override.value))
    }
}
