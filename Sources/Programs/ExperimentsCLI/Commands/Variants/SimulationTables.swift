import ExperimentsCore
import ExperimentsSupport
import Variants

extension Simulation {
    /// The simulation as tables, each line ended by a line feed.
    func tables(_ style: PlainText) -> StyledText {
        var parts = [variantTable.text(style)]
        if !flags.isEmpty { parts.append(flagTable.text(style)) }
        if !overlaps.isEmpty { parts.append(overlapTable.text(style)) }
        return (parts + [verdict(style)]).joined(separator: "\n")
    }

    private static let shareColumns: [Table.Column] = [
        .init(title: "USERS", limit: 12), .init(title: "SHARE", limit: 10),
        .init(title: "95% INTERVAL", limit: 20),
        .init(title: "INTENDED", limit: 10), .init(title: "P", limit: 10),
    ]

    private var variantTable: Table {
        Table([.init(title: "VARIANT", limit: 50)] + Self.shareColumns, of: variants) { variant in
            [.init(variant.id)] + cells(of: variant.active, variant.test)
        }
    }

    private var flagTable: Table {
        var table = Table(
            [.init(title: "FLAG", limit: 50), .init(title: "VALUE FROM", limit: 50)] + Self.shareColumns)
        for flag in flags {
            for (index, arm) in flag.arms.enumerated() {
                let test = index == 0 ? flag.test : nil
                table.append(
                    [
                        .init(index == 0 ? flag.flag : ""),
                        .init(arm.variant ?? "base value", arm.variant == nil ? .dim : .plain),
                    ]
                        + cells(of: arm.share, test))
            }
        }
        return table
    }

    private var overlapTable: Table {
        Table(
            [
                .init(title: "FLAG", limit: 50), .init(title: "OVERLAP OF", limit: 50),
                .init(title: "AND", limit: 50),
            ] + Self.shareColumns.dropLast(), of: overlaps
        ) { overlap in
            [.init(overlap.flag), .init(overlap.first), .init(overlap.second)]
                + cells(of: overlap.share, nil).dropLast()
        }
    }

    private func cells(of share: ObservedShare, _ test: ChiSquaredTest?) -> [Table.Cell] {
        let interval = share.interval
        return [
            .init(String(share.count)), .init(NumberText.percent(share.share)),
            .init("\(NumberText.percent(interval.lowerBound)) – \(NumberText.percent(interval.upperBound))"),
            .init(
                share.intended.map { NumberText.percent($0) } ?? "unknown",
                share.intended == nil ? .dim : .plain),
            .init(test.map { Self.probability($0.probability) } ?? "", isMismatch(test) ? .red : .plain),
        ]
    }

    private static func probability(_ value: Double) -> String {
        value < 0.0001 ? "< 0.0001" : String((value * 10_000).rounded() / 10_000)
    }

    private func verdict(_ style: PlainText) -> StyledText {
        let mismatches =
            mismatchedVariants.map { "variant \($0.id)" }
            + mismatchedFlags.map { "flag \($0.flag)" }
        let users = "\(self.users) users, seed \(seed)"
        guard !mismatches.isEmpty else { return style.shown(users + ": shares as intended") + "\n" }
        return mismatches.map {
            style.shown(
                "warning: sample ratio mismatch: the shares of \($0) differ from the intended ones", ink: .red
            )
                + "\n"
        }.joined() + style.shown(users) + "\n"
    }
}

extension NumberText {
    /// Returns a share, from 0 to 1, as a percentage with three decimals: `12.345%`.
    static func percent(_ share: Double) -> String {
        let thousandths = Int((share * 100_000).rounded())
        let decimals = String(thousandths % 1000)
        return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - decimals.count) + decimals + "%"
    }
}

extension Simulation {
    /// The shares of variants, flags and overlaps, from 0 to 1.
    var document: Document {
        [
            "users": users, "seed": seed,
            "variants": variants.map { ["id": $0.id] + document($0.active) + document($0.test) },
            "flags": flags.map { flag in
                let arms = flag.arms.map { ["variant": $0.variant.orNull] + document($0.share) }
                return ["flag": flag.flag, "arms": arms] + document(flag.test)
            },
            "overlaps": overlaps.map {
                ["flag": $0.flag, "first": $0.first, "second": $0.second] + document($0.share)
            },
        ]
    }

    private func document(_ share: ObservedShare) -> Document {
        [
            "users": share.count, "share": share.share,
            "interval": [share.interval.lowerBound, share.interval.upperBound],
            "intended": share.intended.orNull,
        ]
    }

    private func document(_ test: ChiSquaredTest?) -> Document {
        guard let test else { return [:] }
        return [
            "chiSquared": test.statistic, "degreesOfFreedom": test.degreesOfFreedom,
            "probability": test.probability,
            "mismatch": isMismatch(test),
        ]
    }
}

extension FlagExplanation {
    /// `{"flag", "value" or "problem", "baseValue", "winner", "variants"}`.
    var document: Document {
        let outcome: Document =
            switch value {
            case .success(let value): ["flag": flag, "value": value]
            case .failure(let problem): ["flag": flag, "problem": "\(problem)"]
            }
        return outcome + [
            "baseValue": baseValue, "winner": winner.orNull, "variants": variants.map(\.document),
        ]
    }
}

extension VariantExplanation {
    fileprivate var document: Document {
        [
            "id": id, "value": value, "outcome": outcomeName, "operator": conditionOperator?.rawValue,
            "forced": forced, "conditions": conditions.map(\.document),
        ]
    }

    private var outcomeName: String {
        switch outcome {
        case .wins: "wins"
        case .overruled: "overruled"
        case .inactive: "inactive"
        case .failed: "failed"
        }
    }
}

extension ConditionExplanation {
    fileprivate var document: Document {
        let (word, reason): (String, String?) =
            switch verdict {
            case .met: ("met", nil)
            case .notMet: ("not-met", nil)
            case .notAsked: ("not-asked", nil)
            case .failed(let reason): ("failed", reason)
            }
        return ["type": type, "verdict": word, "reason": reason, "detail": detail]
    }
}
