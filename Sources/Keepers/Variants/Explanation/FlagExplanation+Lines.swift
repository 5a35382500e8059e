import ExperimentsCore

extension FlagExplanation {
    /// The explanation in lines for a screen: the value, each variant, each condition.
    public var lines: [ExplanationLine] {
        var lines = [headline]
        lines.append(
            ExplanationLine(
                "base value: \(baseValue.compactText)",
                winner == nil && (try? value.get()) != nil ? .chosen : .failed, depth: 1))
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
                "\(flag) = \(value.compactText), " + (winner.map { "from variant \($0)" } ?? "its base value"))
        case .failure(let problem): ExplanationLine("\(flag) cannot be read: \(problem)", .problem)
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
        let (words, said): (String, ExplanationLine.Verdict) =
            switch outcome {
            case .wins: ("wins", .chosen)
            case .overruled: ("active, and a later variant wins", .passed)
            case .inactive: ("not active", .failed)
            case .failed: ("not known", .problem)
            }
        return ExplanationLine("variant \(id) sets \(value.compactText): \(words) (\(cause))", said, depth: 1)
    }
}

extension ConditionExplanation {
    var line: ExplanationLine {
        let (words, said): (String, ExplanationLine.Verdict) =
            switch verdict {
            case .met: ("met", .passed)
            case .notMet: ("not met", .failed)
            case .notAsked: ("not asked", .failed)
            case .failed(let reason): ("failed: \(reason)", .problem)
            }
        return ExplanationLine("\(type) \(words)" + (detail.isEmpty ? "" : ": \(detail)"), said, depth: 2)
    }
}
