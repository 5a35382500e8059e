import Foundation

/// A reason for an operator to look at an override.
package enum OverrideWarning: Sendable, Hashable {
    /// It has ended by itself, and is of no use any more.
    case expired
    /// No key of its name is declared.
    case orphan
    /// The key does not accept its value.
    case refused(IncorrectValue)
    /// The source holds the same value.
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

    /// What it means, in a sentence without a full stop.
    package var explanation: String {
        switch self {
        case .expired: "it has ended and is no longer in force"
        case .orphan: "no key of this name is declared"
        case .refused(let problem): "the key does not accept the value: \(problem.reason)"
        case .redundant: "the source holds the same value"
        }
    }
}

extension OverrideWarning {
    /// Everything that is odd about an override, the most important first.
    ///
    /// - Parameters:
    ///   - key: the declared key; nil where none of this name is.
    ///   - circumstances: the time, and what the source holds; nothing is redundant before the first fetch.
    package static func warnings(
        on override: Override, of name: String, key: CatalogKey?, in circumstances: OverrideCircumstances
    ) -> [OverrideWarning] {
        var warnings: [OverrideWarning] = []
        if override.hasEnded(for: name, in: circumstances) { warnings.append(.expired) }
        if let key {
            do throws(IncorrectValue) {
                try key.check(override.value)
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
    /// Everything that is odd about the override of a row's key.
    ///
    /// - Parameters:
    ///   - row: the row of the key; nil where the report has none of this name.
    ///   - now: the time.
    package func warnings(on override: Override, of name: String, row: ReportRow?, at now: Date) -> [OverrideWarning] {
        let key = row.flatMap { $0.isDeclared ? $0.key : nil }
        return OverrideWarning.warnings(on: override, of: name, key: key, in: circumstances(at: now))
    }
}
