import ExperimentResults
import ExperimentStatistics
import ExperimentsCore
import ExperimentsProject
import Foundation

/// The results of experiments. Shares are from 0 to 1; unbounded and unknown figures are null.
extension ExperimentStanding {
    /// The experiment with its groups and metrics.
    var document: Document {
        let (experiment, split) = (plan.experiment, result.split)
        let sampleRatio: Document = [
            "mismatch": split.isMismatch(), "logBayesFactor": split.logBayesFactor,
            "pValue": split.pValue.orNull,
        ]
        let others = strangers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        return [
            "experiment": name,
            "key": experiment.key.orNull,
            "state": state.rawValue,
            "startedAt": plan.start.orNull,
            "endsAt": experiment.end.orNull,
            "days": days,
            "verdict": verdict.word.rawValue,
            "headline": headline.text,
            "advice": advice,
            "ship": allowsShipping,
            "open": openPoints,
            "reasons": reasons,
            "treatments": plan.design.treatments.map { treatment($0) },
            "remarks": remarks,
            "health": health.rawValue,
            "alpha": plan.design.alpha,
            "sampleRatio": sampleRatio,
            "users": users,
            "mixedUsers": result.mixed.count,
            "lateUsers": lateUsers,
            "usersPerDay": usersPerDay.orNull,
            "usersByDay": usersByDay,
            "groups": groups.map(\.document),
            "undeclaredGroups": others.isEmpty ? nil : Document(others),
            "metrics": TreatmentFigures.all([self]).map(\.document),
        ]
    }

    private func treatment(_ group: Int) -> Document {
        let verdict = result.treatments[group] ?? verdict
        return [
            "group": plan.design.groups[group], "verdict": verdict.word.rawValue,
            "ship": allowsShipping(verdict),
            "reasons": verdict.reasons.map { words(for: $0, of: verdict) },
            "open": openPoints(of: verdict),
            "advice": advice(for: verdict),
        ]
    }
}

extension GroupStanding {
    fileprivate var document: Document {
        [
            "group": name, "control": isControl, "users": users, "expected": expected,
            "share": seenShare.orNull,
            "expectedShare": expectedShare.orNull, "intendedShare": intendedShare,
            "simulatedShare": simulatedShare.orNull,
        ]
    }
}

extension TreatmentFigures {
    fileprivate var document: Document {
        let course = standing.exposureCourse(of: metric.metric, treatment.group)
        var daysLeft: Int?
        if case .days(let days) = treatment.daysLeft { daysLeft = days }
        return [
            "metric": declared.name,
            "kind": declared.kind.rawValue,
            "role": declared.role.rawValue,
            "direction": declared.direction.rawValue,
            "group": design.groups[treatment.group],
            "verdict": treatment.verdict.word.rawValue,
            "reasons": reasons,
            "control": mean(design.control).orNull,
            "treatment": mean(treatment.group).orNull,
            "difference": difference.orNull,
            "differenceInterval": treatment.difference.document,
            "lift": lift.orNull,
            "liftInterval": treatment.lift.document,
            "level": treatment.level,
            "pValue": treatment.knownPValue.orNull,
            "safety": safety.orNull,
            "changed": changed.orNull,
            "openUsers": (treatment.waiting?.users).orNull,
            "daysToNextFinished": (treatment.waiting?.days).orNull,
            "chanceToWin": treatment.chanceToWin.orNull,
            "daysLeft": daysLeft,
            "notes": treatment.notes.map { design.words(for: $0) },
            "standardError": standardError.orNull,
            "decidingStandardError": decidingStandardError.orNull,
            "liftStandardError": liftStandardError.orNull,
            "degreesOfFreedom": degreesOfFreedom.orNull,
            "adjusted": isAdjusted,
            "theta": theta.orNull,
            "cap": cap.orNull,
            "controlFigures": group(design.control),
            "treatmentFigures": group(treatment.group),
            "singleLook": treatment.fixedHorizon.map(Self.document).orNull,
            "overTime": CourseRow.all(self).map { row -> Document in
                [
                    "day": row.point.day, "effect": row.point.seen, "interval": row.point.possible.document,
                    "isLift": row.course.isLift,
                ]
            },
            "byExposure": course.map(Self.document).orNull,
        ]
    }

    /// The reasons for the verdict on the metric. What stops a decision on the treatment stops one on the metric.
    private var reasons: [String] {
        let verdict = standing.result.treatments[treatment.group] ?? treatment.verdict
        return treatment.verdict.reasons.map { standing.words(for: $0, of: verdict) }
    }

    /// Whether a guardrail is safe; nil for other metrics.
    private var safety: Document? {
        treatment.safety.map { safety in
            var kind = "difference"
            if case .lift = safety.margin { kind = "lift" }
            return [
                "margin": abs(safety.margin.size), "marginKind": kind, "worst": safety.worst,
                "safe": safety.isSafe,
                "usersLeft": safety.usersLeft.orNull,
            ]
        }
    }

    /// The change of the effect; nil if there was none.
    private var changed: Document? {
        treatment.change.map { change in
            [
                "day": change.day, "differenceBefore": change.before.difference.document,
                "liftBefore": change.before.lift.document,
            ]
        }
    }

    /// Returns Welch's test, which is only valid for a single look.
    private static func document(_ test: FixedHorizonTest) -> Document {
        [
            "validOnlyAtTheEnd": true, "pValue": test.pValue, "level": test.level,
            "differenceInterval": test.interval.document,
            "liftInterval": test.lift?.document ?? [.nan, .nan],
        ]
    }

    private static func document(_ course: ExposureCourse) -> Document {
        let points = course.points.map { point -> Document in
            [
                "from": "\(point.date)", "days": point.days, "users": point.users, "effect": point.seen,
                "standardError": point.effect.standardError, "interval": point.interval.document,
            ]
        }
        let trend = course.trend.map { trend -> Document in
            ["first": trend.first, "last": trend.last, "pValue": trend.pValue]
        }
        return ["isLift": course.isLift, "points": points, "trend": trend.orNull]
    }
}
