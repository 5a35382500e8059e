import ExperimentResults
import ExperimentStatistics
import ExperimentsCore
import ExperimentsProject
import Foundation

/// The results of experiments, as JSON. Shares are from 0 to 1; what is unbounded or unknown is null.
struct ResultsDocument {
    /// The document.
    let json: JSONValue

    init(_ standings: [ExperimentStanding], at date: Date) {
        json = [
            "schema": .number(DocumentSchema.version), "at": .string(RFC3339.text(of: date)),
            "experiments": .array(standings.map(Self.experiment)),
        ]
    }

    private static func experiment(_ standing: ExperimentStanding) -> JSONValue {
        var members = JSONObject()
        members["experiment"] = .string(standing.name)
        members["key"] = standing.plan.experiment.key.map(JSONValue.string) ?? .null
        members["state"] = .string(standing.state.rawValue)
        members["startedAt"] = standing.plan.start.map { .string(RFC3339.text(of: $0)) } ?? .null
        members["days"] = number(standing.days)
        members["verdict"] = .string(standing.verdict.word.rawValue)
        members["reasons"] = .array(standing.reasons.map(JSONValue.string))
        members["remarks"] = .array(standing.remarks.map(JSONValue.string))
        members["health"] = .string(standing.health.rawValue)
        members["alpha"] = number(standing.plan.design.alpha)
        members["sampleRatio"] = [
            "mismatch": .bool(standing.result.split.isMismatch()),
            "logBayesFactor": number(standing.result.split.logBayesFactor),
            "pValue": standing.result.split.pValue.map(number) ?? .null,
        ]
        members["mixedUsers"] = count(standing.result.mixed.count)
        members["usersPerDay"] = standing.usersPerDay.map(number) ?? .null
        members["usersByDay"] = .array(standing.usersByDay.map(count))
        members["groups"] = .array(standing.groups.map(group))
        if !standing.strangers.isEmpty {
            var others = JSONObject()
            for (name, users) in standing.strangers.sorted(by: { $0.key < $1.key }) { others[name] = count(users) }
            members["undeclaredGroups"] = .object(others)
        }
        members["metrics"] = .array(
            standing.result.metrics.flatMap { metric in
                metric.treatments.map { self.metric(metric, $0, standing.plan.design) }
            })
        return .object(members)
    }

    private static func group(_ group: GroupStanding) -> JSONValue {
        [
            "group": .string(group.name), "control": .bool(group.isControl), "users": count(group.users),
            "expected": number(group.expected), "share": group.seenShare.map(number) ?? .null,
            "expectedShare": group.expectedShare.map(number) ?? .null,
            "intendedShare": number(group.intendedShare),
            "simulatedShare": group.simulatedShare.map(number) ?? .null,
        ]
    }

    private static func metric(
        _ metric: MetricResult, _ treatment: TreatmentResult, _ design: ExperimentDesign
    ) -> JSONValue {
        var members = JSONObject()
        let declared = design.metrics[metric.metric]
        let means = metric.means(of: treatment, design)
        members["metric"] = .string(declared.name)
        members["kind"] = .string(declared.kind.rawValue)
        members["role"] = .string(declared.role.rawValue)
        members["direction"] = .string(declared.direction.rawValue)
        members["group"] = .string(design.groups[treatment.group])
        members["verdict"] = .string(treatment.verdict.word.rawValue)
        members["reasons"] = .array(treatment.verdict.reasons.map { .string(design.words(for: $0)) })
        members["control"] = means.control.map(number) ?? .null
        members["treatment"] = means.treatment.map(number) ?? .null
        members["difference"] = treatment.comparison.map { number($0.difference.value) } ?? .null
        members["differenceInterval"] = interval(treatment.difference)
        members["lift"] = treatment.comparison?.lift.map { number($0.value) } ?? .null
        members["liftInterval"] = interval(treatment.lift)
        members["level"] = number(treatment.level)
        members["pValue"] = number(treatment.pValue)
        members["chanceToWin"] = treatment.chanceToWin.map(number) ?? .null
        if case .days(let days) = treatment.daysLeft { members["daysLeft"] = count(days) }
        members["notes"] = .array(treatment.notes.map { .string(design.words(for: $0)) })
        return .object(members)
    }

    private static func interval(_ interval: Interval) -> JSONValue {
        [number(interval.lower), number(interval.upper)]
    }

    private static func count(_ count: Int) -> JSONValue { .number(String(count)) }

    /// JSON has no infinite numbers.
    private static func number(_ value: Double) -> JSONValue {
        value.isFinite ? .number(NumberText.text(of: value)) : .null
    }
}
