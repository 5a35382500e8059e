import ExperimentsCore

extension FlagExplanation {
    /// The explanation in lines for a screen: the value, each variant, each condition.
    public var lines: [ExplanationLine] {
        var lines = [headline]
        lines.append(
            ExplanationLine(
                1, "base value: \(baseValue.compactText)",
                winner == nil && (try? value.get()) != nil ? .winner : .inactive))
        for variant in variants {
            lines.append(variant.headline)
            lines += variant.conditions.map(\.line)
        }
        return lines
    }

    private var headline: ExplanationLine {
        switch value {
        case .success(let value):
            ExplanationLine(
                0, "\(flag) = \(value.compactText), " + (winner.map { "from variant \($0)" } ?? "its base value"),
                .heading)
        case .failure(let problem): ExplanationLine(0, "\(flag) cannot be read: \(problem)", .problem)
        }
    }
}

extension VariantExplanation {
    var headline: ExplanationLine {
        let cause =
            switch forced {
            case true?: "forced on"
            case false?: "forced off"
            case nil where conditions.isEmpty: "has no conditions"
            case nil: conditionOperator.map { $0 == .and ? "all conditions" : "one condition" } ?? "its condition"
            }
        let (words, role): (String, ExplanationLine.Role) =
            switch outcome {
            case .wins: ("wins", .winner)
            case .overruled: ("active, and a later variant wins", .active)
            case .inactive: ("not active", .inactive)
            case .failed: ("not known", .problem)
            }
        return ExplanationLine(1, "variant \(id) sets \(value.compactText): \(words) (\(cause))", role)
    }
}

extension ConditionExplanation {
    var line: ExplanationLine {
        let (words, role): (String, ExplanationLine.Role) =
            switch verdict {
            case .met: ("met", .active)
            case .notMet: ("not met", .inactive)
            case .notAsked: ("not asked", .inactive)
            case .failed(let reason): ("failed: \(reason)", .problem)
            }
        return ExplanationLine(2, "\(type) \(words)" + (detail.isEmpty ? "" : ": \(detail)"), role)
    }
}
