import ExperimentsCore
import Variants

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
            "interval": [share.interval.lowerBound, share.interval.upperBound], "intended": share.intended.orNull,
        ]
    }

    private func document(_ test: ChiSquaredTest?) -> Document {
        guard let test else { return [:] }
        return [
            "chiSquared": test.statistic, "degreesOfFreedom": test.degreesOfFreedom, "probability": test.probability,
            "mismatch": isMismatch(test),
        ]
    }
}
