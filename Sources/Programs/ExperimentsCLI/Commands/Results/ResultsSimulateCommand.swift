import ArgumentParser
import ExperimentResults
import ExperimentStatistics
import ExperimentsCore
import ExperimentsSupport
import Variants

struct ResultsSimulateCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate", abstract: "Simulate experiments and count the verdicts",
        discussion: """
            Users are assigned to groups as in rollouts, and each experiment is looked at repeatedly, as people do. \
            Without --effect, the groups do not differ: every verdict of better or worse is a false alarm. The output \
            also shows what other rules would have decided.
            """)
    static let examples: KeyValuePairs = [
        "experiments results simulate": "Count false alarms",
        "experiments results simulate --effect 20% --experiments 50":
            "Count how often an effect of 20% is detected",
    ]

    @Option(help: ArgumentHelp("Number of experiments", valueName: "number")) var experiments = 200

    @Option(help: ArgumentHelp("Number of looks at each experiment", valueName: "number")) var looks = 50

    @Option(help: ArgumentHelp("Number of new users before each look", valueName: "number"))
    var usersPerLook = 100

    @Option(help: ArgumentHelp("Conversion of control", valueName: "percent"))
    var baseline = "10%"

    @Option(help: ArgumentHelp("Relative effect of the treatment", valueName: "percent"))
    var effect = "0%"

    @Option(help: ArgumentHelp("Seed of the random users", valueName: "number")) var seed: UInt64 = 1

    @OptionGroup(title: "Global options") var options: OutputOptions

    func validate() throws {
        for (name, value, limit) in [
            ("--experiments", experiments, 100_000), ("--looks", looks, 10_000),
            ("--users-per-look", usersPerLook, 1_000_000),
        ] where !(1...limit).contains(value) {
            throw ValidationError("invalid \(name) \(value): expected 1 to \(limit)")
        }
        _ = try rates()
    }

    func run() throws {
        let experiment = BucketedExperiment(
            rates: try rates(), looks: looks, usersPerLook: usersPerLook, seed: seed
        ) { unit, salt in RolloutBucket(unit: unit, salt: salt).number < RolloutBucket.count / 2 ? 0 : 1 }
        let count = experiments
        let outcomes = try Progress.wait("Simulating") {
            var outcomes = SimulatedOutcomes()
            for number in 0..<count { outcomes.add(experiment.run(number)) }
            return outcomes
        }
        if options.json {
            try StandardOutput.document(document(outcomes))
        } else {
            try StandardOutput.lines(lines(outcomes).map { StyledText($0) })
        }
    }

    private func rates() throws -> (control: Double, treatment: Double) {
        let control = try Self.share(baseline, "--baseline")
        let treatment = control * (1 + (try Self.share(effect, "--effect")))
        guard control > 0, control < 1, treatment > 0, treatment < 1 else {
            throw ValidationError(
                "--baseline and --effect lead to a conversion of 0% or less, or 100% or more")
        }
        return (control, treatment)
    }

    private static func share(_ text: String, _ option: String) throws -> Double {
        guard text.hasScalarSuffix("%"), let number = NumberText.double(String(text.dropLast())) else {
            throw ValidationError(
                "invalid \(option) \(Quotation.of(text)): expected a percentage such as 10%")
        }
        return number / 100
    }

    private var hasEffect: Bool { ((try? Self.share(effect, "--effect")) ?? 0) != 0 }

    private func lines(_ outcomes: SimulatedOutcomes) -> [String] {
        let users = FigureText.grouped(looks * usersPerLook)
        func line(_ words: String, _ count: Int, note: String = "") -> String {
            let share = FigureText.percent(Double(count) / Double(outcomes.count))
            let padded = words + String(repeating: " ", count: max(1, 44 - words.count))
            return "\(padded)\(FigureText.grouped(count)) (\(share))" + (note.isEmpty ? "" : "  \(note)")
        }
        let kind = hasEffect ? "experiments with an effect of \(effect)" : "experiments without an effect"
        var lines = [
            "\(FigureText.grouped(outcomes.count)) \(kind), \(users) users each, looked at \(looks) times",
            "",
        ]
        if hasEffect {
            lines += [line("called better", outcomes.better), line("called worse", outcomes.worse)]
            if let median = medianUsers(outcomes) {
                lines.append(
                    "half of the decisions were made by           \(FigureText.grouped(median)) users")
            }
        } else {
            lines.append(
                line(
                    "called better or worse (false alarms)", outcomes.better + outcomes.worse,
                    note: "limit: 5%"
                ))
        }
        lines += [
            line("verdicts withdrawn", outcomes.takenBack),
            line("sample ratio mismatches", outcomes.mismatches), "",
            line("a test for one look would have called", outcomes.fixedAlarms),
            line("a chance to win of 95% would have called", outcomes.chanceAlarms),
        ]
        return lines
    }

    /// Returns the number of users after which half of the decisions were made.
    private func medianUsers(_ outcomes: SimulatedOutcomes) -> Int? {
        outcomes.medianLookAtDecision.map { $0 * usersPerLook }
    }

    private func document(_ outcomes: SimulatedOutcomes) -> Document {
        [
            "experiments": outcomes.count, "looks": looks, "usersPerLook": usersPerLook,
            "better": outcomes.better,
            "worse": outcomes.worse, "takenBack": outcomes.takenBack, "mismatches": outcomes.mismatches,
            "fixedAlarms": outcomes.fixedAlarms, "chanceAlarms": outcomes.chanceAlarms,
            "medianUsersAtDecision": medianUsers(outcomes).orNull,
        ]
    }
}
