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
        members["endsAt"] = standing.plan.experiment.end.map { .string(RFC3339.text(of: $0)) } ?? .null
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
        members["lateUsers"] = count(standing.lateUsers)
        members["usersPerDay"] = standing.usersPerDay.map(number) ?? .null
        members["usersByDay"] = .array(standing.usersByDay.map(count))
        members["groups"] = .array(standing.groups.map(group))
        if !standing.strangers.isEmpty {
            var others = JSONObject()
            for (name, users) in standing.strangers.sorted(by: { $0.key < $1.key }) { others[name] = count(users) }
            members["undeclaredGroups"] = .object(others)
        }
        members["metrics"] = .array(TreatmentFigures.all([standing]).map(metric))
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

    private static func metric(_ figures: TreatmentFigures) -> JSONValue {
        let (design, declared, treatment) = (figures.design, figures.declared, figures.treatment)
        var members = JSONObject()
        members["metric"] = .string(declared.name)
        members["kind"] = .string(declared.kind.rawValue)
        members["role"] = .string(declared.role.rawValue)
        members["direction"] = .string(declared.direction.rawValue)
        members["group"] = .string(design.groups[treatment.group])
        members["verdict"] = .string(treatment.verdict.word.rawValue)
        members["reasons"] = .array(treatment.verdict.reasons.map { .string(design.words(for: $0)) })
        members["control"] = figures.mean(design.control)
        members["treatment"] = figures.mean(treatment.group)
        members["difference"] = figures.difference
        members["differenceInterval"] = TreatmentFigures.interval(treatment.difference)
        members["lift"] = figures.lift
        members["liftInterval"] = TreatmentFigures.interval(treatment.lift)
        members["level"] = number(treatment.level)
        members["pValue"] = number(treatment.pValue)
        members["chanceToWin"] = treatment.chanceToWin.map(number) ?? .null
        if case .days(let days) = treatment.daysLeft { members["daysLeft"] = count(days) }
        members["notes"] = .array(treatment.notes.map { .string(design.words(for: $0)) })
        members["standardError"] = figures.standardError
        members["decidingStandardError"] = figures.decidingStandardError
        members["liftStandardError"] = figures.liftStandardError
        members["degreesOfFreedom"] = figures.degreesOfFreedom
        members["adjusted"] = figures.isAdjusted
        members["theta"] = figures.theta
        members["cap"] = figures.cap
        members["controlFigures"] = figures.group(design.control)
        members["treatmentFigures"] = figures.group(treatment.group)
        members["singleLook"] = treatment.fixedHorizon.map(singleLook) ?? .null
        members["overTime"] = .array(CourseRow.all(figures).map { overTime($0.point, isLift: $0.course.isLift) })
        members["byExposure"] =
            figures.standing.exposureCourse(of: figures.metric.metric, treatment.group).map(byExposure) ?? .null
        return .object(members)
    }

    /// Welch's test, which is valid only for a single look.
    private static func singleLook(_ test: FixedHorizonTest) -> JSONValue {
        [
            "validOnlyAtTheEnd": true, "pValue": number(test.pValue), "level": number(test.level),
            "differenceInterval": TreatmentFigures.interval(test.interval),
            "liftInterval": TreatmentFigures.interval(test.lift),
        ]
    }

    private static func overTime(_ point: IntervalCourse.Point, isLift: Bool) -> JSONValue {
        [
            "day": number(point.day), "effect": number(point.seen),
            "interval": TreatmentFigures.interval(point.possible), "isLift": .bool(isLift),
        ]
    }

    private static func byExposure(_ course: ExposureCourse) -> JSONValue {
        let points = course.points.map { point -> JSONValue in
            [
                "from": .string("\(point.date)"), "days": count(point.days), "users": count(point.users),
                "effect": number(point.seen), "standardError": number(point.effect.standardError),
                "interval": TreatmentFigures.interval(point.interval),
            ]
        }
        let trend = course.trend.map { trend -> JSONValue in
            ["first": number(trend.first), "last": number(trend.last), "pValue": number(trend.pValue)]
        }
        return ["isLift": .bool(course.isLift), "points": .array(points), "trend": trend ?? .null]
    }

    private static func count(_ count: Int) -> JSONValue { .number(String(count)) }

    private static func number(_ value: Double) -> JSONValue { TreatmentFigures.number(value) }
}
