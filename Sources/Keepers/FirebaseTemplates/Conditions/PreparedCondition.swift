import Foundation

/// An expression ready to be evaluated often: its patterns compiled, its dates and versions read.
struct PreparedCondition: Sendable {
    /// A part with what is expensive about it done.
    struct Part: Sendable {
        let atom: ConditionAtom
        let patterns: [Pattern]
        let version: SemanticVersion?
        let date: Date?
        let percentage: PercentCondition.Comparison?
    }

    let expression: ConditionExpression
    let parts: [Part]

    init(_ expression: ConditionExpression) {
        self.expression = expression
        parts = expression.atoms.map(Self.part)
    }

    func holds(for instance: AppInstance) -> Bool {
        parts.allSatisfy { $0.holds(for: instance) }
    }

    private static func part(_ atom: ConditionAtom) -> Part {
        var patterns: [Pattern] = []
        var version: SemanticVersion?
        var date: Date?
        var percentage: PercentCondition.Comparison?
        switch atom {
        case .constant: break
        case .percent(_, let range):
            switch range {
            case .atMost(let bound): percentage = .lessOrEqual(micro(bound))
            case .above(let bound): percentage = .greater(micro(bound))
            case .between(let lower, let upper): percentage = .between(micro(lower), micro(upper))
            }
        case .element(_, let test):
            switch test {
            // An expression that could be read has good patterns.
            case .text(.matches, let texts): patterns = texts.compactMap { try? Pattern($0) }
            case .version(_, let text), .wrappedVersion(_, let text): version = SemanticVersion(text)
            case .date(_, let literal): date = literal.date
            default: break
            }
        }
        return Part(atom: atom, patterns: patterns, version: version, date: date, percentage: percentage)
    }

    private static func micro(_ percent: String) -> Double {
        (Double(percent) ?? 0) * Double(Percentile.whole) / 100
    }
}
