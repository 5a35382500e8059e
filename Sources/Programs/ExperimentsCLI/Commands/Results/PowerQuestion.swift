import ArgumentParser
import ExperimentStatistics
import ExperimentsCore

/// The question for a plan, according to the options.
struct PowerQuestion {
    private let plan: SamplePlan
    private let effect: LeastEffect?
    private let days: Double?
    private let usersPerDay: Double?
    private let groups: Int
    private let isProportion: Bool

    init(_ command: PowerCommand) throws {
        guard (2...100).contains(command.groups) else {
            throw ValidationError("--groups is from 2 to 100, found \(command.groups)")
        }
        let deviation = try command.deviation.map { try Self.number($0, "--deviation", "a number above 0, such as 30") }
        let baseline = try Self.amount(command.baseline, "--baseline", "a share such as 10%, or a mean")
        let start: SamplePlan.Baseline
        if let deviation {
            guard !baseline.isShare else {
                throw ValidationError("--deviation is for a mean, and --baseline \(command.baseline) is a share")
            }
            start = .mean(baseline.value, deviation: deviation)
        } else {
            guard baseline.value < 1 else {
                throw ValidationError(
                    "--baseline is a share below 100%, such as 10%; for a mean, give --deviation, too")
            }
            start = .proportion(baseline.value)
        }
        isProportion = deviation == nil
        let share = try ["--alpha": command.alpha, "--power": command.power].mapValues { try Self.share($0) }
        plan = SamplePlan(
            baseline: start, alpha: share["--alpha"] ?? 0.05, power: share["--power"] ?? 0.8,
            looks: command.once ? .once : .anyTime(tuning: ExperimentDesign(groups: [], metrics: []).tuning))
        effect = try command.effect.map {
            let amount = try Self.amount($0, "--effect", "a share such as 5%, or a difference such as 0.5")
            return amount.isShare ? .lift(amount.value) : .difference(amount.value)
        }
        days = try command.days.map { try Self.number($0, "--days", "a number of days, such as 14") }
        usersPerDay = try command.usersPerDay.map {
            try Self.number($0, "--users-per-day", "a number of users, such as 2000")
        }
        groups = command.groups
        if (effect == nil) == (days == nil) { throw ValidationError("give either --effect or --days") }
        if days != nil, usersPerDay == nil { throw ValidationError("--days needs --users-per-day") }
    }

    /// The plan for the two groups that are compared, and the users of all.
    func answer() throws -> PowerAnswer {
        let pairs = Double(groups) / 2
        do throws(SamplePlan.Problem) {
            if let effect {
                let users = Double(try plan.users(for: effect))
                let difference =
                    switch effect {
                    case .lift(let share): share * plan.mean
                    case .difference(let difference): difference
                    }
                let days = usersPerDay.map { (users * pairs / $0).rounded(.up) }
                let isLong = days.map { $0 > PowerAnswer.longest } ?? false
                return PowerAnswer(
                    plan: plan, groups: groups, users: users * pairs, difference: difference, days: days,
                    isProportion: isProportion,
                    inReach: isLong ? try? self.difference(in: PowerAnswer.longest, pairs) : nil)
            }
            let users = (days ?? 0) * (usersPerDay ?? 0)
            return PowerAnswer(
                plan: plan, groups: groups, users: users, difference: try difference(in: days ?? 0, pairs), days: days,
                isProportion: isProportion)
        } catch {
            throw CommandProblem(Self.words(error), advice: Self.advice(error))
        }
    }

    /// The smallest difference that so many days show.
    private func difference(in days: Double, _ pairs: Double) throws(SamplePlan.Problem) -> Double {
        let users = days * (usersPerDay ?? 0)
        return try plan.difference(users: Int(exactly: (users / pairs).rounded(.down)) ?? .max)
    }

    private static func words(_ problem: SamplePlan.Problem) -> String {
        switch problem {
        case .baseline: "there is no plan for this baseline"
        case .effect: "there is no such effect: it leads to a share below 0 % or above 100 %, or to none at all"
        case .design: "there is no plan for this level and power"
        case .outOfReach: "no number of users would do, or there are too few to show anything"
        }
    }

    private static func advice(_ problem: SamplePlan.Problem) -> String {
        switch problem {
        case .baseline: "Give --baseline above 0 % and below 100 %, or a mean with --deviation above 0."
        case .effect: "Give a smaller --effect."
        case .design: "Give --alpha between 0 % and 100 %, and --power between 50 % and 100 %."
        case .outOfReach: "Plan for a larger --effect, or for more users."
        }
    }

    /// A number, or a share in percent as a share of 1.
    private static func amount(
        _ text: String, _ option: String, _ expected: String
    ) throws -> (value: Double, isShare: Bool) {
        let isShare = text.hasSuffix("%")
        let digits = isShare ? String(text.dropLast()) : text
        guard let number = NumberText.double(digits), number != 0 else {
            throw ValidationError("\(option) is \(expected), found '\(text)'")
        }
        return (isShare ? number / 100 : number, isShare)
    }

    private static func number(_ text: String, _ option: String, _ expected: String) throws -> Double {
        guard let number = NumberText.double(text), number > 0 else {
            throw ValidationError("\(option) is \(expected), found '\(text)'")
        }
        return number
    }

    private static func share(_ text: String) throws -> Double {
        try amount(text, "a level or power", "a share such as 5%").value
    }
}
