import ArgumentParser
import ExperimentsCore
import ExperimentsSupport
import GrowthBookFeatures

struct GrowthBookSimulateCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate", abstract: "Compute the share of many users that gets each value.",
        discussion: """
            Users get random whole numbers for every attribute that rules tell users apart by and that is not given. \
            With --ids, they get the identifiers of a file instead, to see how real ones fall.
            """)
    static let examples = [
        CommandExample(
            "experiments growthbook simulate features.json --users 1000000", "See what shares the rules give"),
        CommandExample(
            #"experiments growthbook simulate features.json --feature checkout --attributes-json "$(cat user.json)""#,
            "Simulate Norwegians alone"),
    ]

    @OptionGroup var file: GrowthBookFile
    @OptionGroup var user: GrowthBookUser

    @Option(help: ArgumentHelp("How many users.", valueName: "number")) var users = 100_000

    @Option(
        help: ArgumentHelp("A file of identifiers, one in each line, in place of random ones.", valueName: "file"),
        completion: .file())
    var ids: String?

    @Option(
        help: ArgumentHelp("An attribute that gets the identifier. Repeatable.", valueName: "attribute"))
    var identify: [String] = []

    @Option(help: ArgumentHelp("Another one gives other users.", valueName: "number")) var seed: UInt64 = 0

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
        guard (0...1_000_000_000).contains(users) else {
            throw ValidationError("--users is from 0 to 1000000000, found \(users)")
        }
    }

    func run() throws {
        let payload = try file.payload(try user.contextObject())
        for key in user.feature where payload.feature(key) == nil {
            let near = SpellingSuggestion.nearest(to: key, in: payload.features.map(\.key))
            throw CommandProblem("no feature is called \"\(key)\"", advice: near.map { "Did you mean \($0)?" })
        }
        let plan = SimulationPlan(
            users: users, identifiers: try FileBytes.identifiers(in: ids), identified: identify, seed: seed)
        let simulation = payload.simulate(user.keys(of: payload), for: try user.context(), plan)
        guard !global.json else { return try StandardOutput.document(Self.document(simulation, seed)) }
        try StandardOutput.write(Self.table(simulation).text(PlainText(global.settings), width: Console.columns))
    }

    private static func share(_ users: Int, of total: Int) -> Double { total > 0 ? Double(users) / Double(total) : 0 }

    private static func table(_ simulation: PayloadSimulation) -> Table {
        var table = Table(["FEATURE": 50, "VALUE": 40, "FROM": 40, "USERS": 12, "SHARE": 10, "INTENDED": 10])
        for feature in simulation.features {
            for (index, arm) in feature.arms.enumerated() {
                let origin =
                    arm.experiment.map { "\($0), \(arm.variation ?? "")" }
                    ?? arm.rule.map { "rule \($0)" } ?? arm.source.rawValue
                table.append([
                    .init(index == 0 ? feature.feature : ""), .init(arm.value.compactText), .init(origin),
                    .init(String(arm.users)), .init(NumberText.percent(share(arm.users, of: simulation.users))),
                    .init(arm.intended.map { NumberText.percent($0) } ?? ""),
                ])
            }
        }
        return table
    }

    private static func document(_ simulation: PayloadSimulation, _ seed: UInt64) -> Document {
        let features = simulation.features.map { feature -> Document in
            let arms = feature.arms.map { arm -> Document in
                [
                    "source": arm.source.rawValue, "rule": arm.rule.orNull, "experiment": arm.experiment.orNull,
                    "variation": arm.variation.orNull, "value": arm.value, "users": arm.users,
                    "share": share(arm.users, of: simulation.users), "intended": arm.intended.orNull,
                ]
            }
            return ["feature": feature.feature, "arms": arms]
        }
        return ["users": simulation.users, "seed": seed, "features": features]
    }
}
