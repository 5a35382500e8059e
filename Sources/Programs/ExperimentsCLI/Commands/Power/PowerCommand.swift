import ArgumentParser
import ExperimentStatistics
import ExperimentsCore
import Foundation

struct PowerCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "power", abstract: "Calculate the sample size of an experiment",
        discussion: """
            The effect is the smallest one that matters. With a percent sign, it is relative to the value of control: \
            with 5%, 10% becomes 10.5%. Without one, it is a difference: with 0.05, 10% becomes 15%, and 12 becomes \
            12.05. With --days instead of --effect, calculates the smallest effect that can be detected in that time.

            --metric takes the baseline from the users of an experiment of the project so far, and its groups, split, \
            alpha, expected users and users per day, unless options set them. If the results adjust the metric by what \
            users did before, so does the plan.

            With several groups, each is compared with control. The plan is for one comparison after the correction \
            that the results apply (Holm), in the smallest group.

            You can look at results at any time, which requires more users. With --once, the plan is for a single look \
            at the end, by the p-value that the results mark as valid only at the end.
            """)
    static let examples: KeyValuePairs = [
        "experiments power --baseline 10% --effect 5% --users-per-day 2000":
            "Plan for a conversion of 10% and a relative effect of 5%",
        "experiments power --baseline 10% --days 14 --users-per-day 2000":
            "Show which effect two weeks can detect",
        "experiments power --baseline 12.5 --deviation 30 --effect 3%": "Plan for a mean, such as revenue",
        "experiments power --metric purchase --effect 3%": "Plan from the history of a metric",
        "experiments power --baseline 10% --effect 5% --split 80:10:10":
            "Plan for three groups of different sizes",
    ]

    @Option(
        help: ArgumentHelp(
            "Conversion of control, such as 10%; or its mean, with --deviation", valueName: "number"))
    var baseline: String?

    @Option(help: ArgumentHelp("Standard deviation of the mean among users", valueName: "number"))
    var deviation: String?

    @Option(
        help: ArgumentHelp(
            "Mean of the denominator of a ratio, such as clicks per view; --deviation is then that of the numerator",
            valueName: "number"))
    var denominator: String?

    @Option(help: ArgumentHelp("Standard deviation of the denominator of a ratio", valueName: "number"))
    var denominatorDeviation: String?

    @Option(
        help: ArgumentHelp(
            "Correlation of the numerator and denominator of a ratio, from -1 to 1", valueName: "number"))
    var correlation: String?

    @Option(help: ArgumentHelp("Take the baseline from the history of this metric", valueName: "name"))
    var metric: String?

    @Option(
        help: ArgumentHelp(
            "Take the history from this experiment (default: the one with the most users)", valueName: "name"),
        completion: .experiments)
    var experiment: String?

    @Flag(help: "Take the history from the demo") var demo = false

    @Option(
        help: ArgumentHelp(
            "Smallest effect that matters: 5% is relative, 0.05 a difference",
            valueName: "effect"))
    var effect: String?

    @Option(
        help: ArgumentHelp("Calculate the effect that can be detected in this many days", valueName: "number")
    )
    var days: String?

    @Option(help: ArgumentHelp("Users per day in all groups", valueName: "number"))
    var usersPerDay: String?

    @Option(help: ArgumentHelp("Number of groups, including control (default: 2)", valueName: "number"))
    var groups: Int?

    @Option(
        help: ArgumentHelp(
            "Weights of the groups, control first, such as 90:10 (default: equal)",
            valueName: "weights"))
    var split: String?

    @Option(help: ArgumentHelp("Number of goals (default: 1)", valueName: "number"))
    var goals: Int?

    @Option(
        help: ArgumentHelp(
            "`expected_users` of the experiment, of control and one treatment (default: 5000)",
            valueName: "number"))
    var expectedUsers: String?

    @Option(help: ArgumentHelp("Chance of a false alarm (default: 5%)", valueName: "percent"))
    var alpha: String?

    @Option(help: ArgumentHelp("Chance to detect an effect", valueName: "percent")) var power = "80%"

    @Flag(help: "Plan for a single look at the end") var once = false

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws { _ = try PowerQuestion(self) }

    func run() throws {
        let question = try PowerQuestion(self)
        var history: PowerHistory?
        if metric != nil || experiment != nil || demo {
            // A plan is not a look at an experiment, so none is stored.
            let reading = try ResultsReading(demo: demo, global.settings, at: demo ? nil : Date())
            history = try PowerHistory(reading.standings(named: experiment), metric: metric)
        }
        let plan = try question.answer(history)
        if global.json {
            try StandardOutput.document(plan.document)
        } else {
            try StandardOutput.lines(plan.lines)
        }
    }
}

extension PowerCommand {
    /// Returns the baseline from the options; nil if it comes from the history of a metric.
    ///
    /// - Throws: `ValidationError` for options that cannot be combined.
    func optionBaseline() throws -> SamplePlan.Baseline? {
        let ofRatio = [denominator, denominatorDeviation, correlation]
        guard let baseline else {
            guard deviation == nil, ofRatio.allSatisfy({ $0 == nil }) else {
                throw ValidationError("--deviation and the options of a ratio require --baseline")
            }
            return nil
        }
        let start = try Self.amount(
            baseline, for: "--baseline", expected: "a percentage such as 10%, or a mean")
        let deviation = try deviation.map {
            try Self.size($0, for: "--deviation", expected: "a number above 0, such as 30")
        }
        if denominator != nil { return try ratio(start.value, deviation: deviation) }
        guard ofRatio.allSatisfy({ $0 == nil }) else {
            throw ValidationError("--denominator-deviation and --correlation require --denominator")
        }
        if let deviation {
            guard !start.isShare else {
                throw ValidationError("--deviation is for a mean, but --baseline \(baseline) is a percentage")
            }
            return .mean(start.value, deviation: deviation)
        }
        guard start.value > 0, start.value < 1 else {
            throw ValidationError(
                "invalid --baseline \(Quotation.of(baseline)): expected a percentage between 0% and 100%, or a mean with --deviation"
            )
        }
        return .proportion(start.value)
    }

    private func ratio(_ ratio: Double, deviation: Double?) throws -> SamplePlan.Baseline {
        guard let deviation else {
            throw ValidationError(
                "--denominator requires --deviation, the standard deviation of the numerator")
        }
        let words = "a number above 0, such as 4"
        let mean = try Self.size(denominator ?? "", for: "--denominator", expected: words)
        let spread = try denominatorDeviation.map {
            try Self.size($0, for: "--denominator-deviation", expected: words)
        }
        let expected = "a number from -1 to 1"
        let both = try correlation.map { text in
            let amount = try Self.amount(text, for: "--correlation", expected: expected).value
            guard abs(amount) <= 1 else {
                throw ValidationError("invalid --correlation \(Quotation.of(text)): expected \(expected)")
            }
            return amount
        }
        return .ratio(ratio, deviation: deviation, denominator: (mean, spread ?? 0), correlation: both ?? 0)
    }

    /// Reads a number, or a percentage as a share of 1.
    static func amount(
        _ text: String, for option: String, expected: String
    ) throws -> (value: Double, isShare: Bool) {
        var digits = text[...]
        let isShare = digits.unicodeScalars.last == "%"
        if isShare {
            digits.removeLast()
            // Accept "5 %", too.
            while digits.last?.isWhitespace == true { digits.removeLast() }
        }
        guard let number = NumberText.double(String(digits)) else {
            throw ValidationError("invalid \(option) \(Quotation.of(text)): expected \(expected)")
        }
        return (isShare ? number / 100 : number, isShare)
    }

    /// Reads a number above 0.
    static func size(_ text: String, for option: String, expected: String) throws -> Double {
        guard let number = NumberText.double(text), number > 0 else {
            throw ValidationError("invalid \(option) \(Quotation.of(text)): expected \(expected)")
        }
        return number
    }
}
