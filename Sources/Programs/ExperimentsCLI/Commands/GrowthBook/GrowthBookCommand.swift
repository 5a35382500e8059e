import ArgumentParser
import ExperimentsCore
import ExperimentsSupport
import GrowthBookFeatures

struct GrowthBookCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "growthbook", abstract: "Evaluate, explain, check or simulate features",
        discussion: """
            Reads a GrowthBook payload. Users are assigned to the same buckets as by GrowthBook's JavaScript SDK, for \
            all identifiers.
            """,
        subcommands: [
            GrowthBookEvalCommand.self, GrowthBookExplainCommand.self, GrowthBookLintCommand.self,
            GrowthBookSimulateCommand.self,
        ])
    static let examples: KeyValuePairs = [
        #"experiments growthbook explain features.json --attributes-json "$(cat user.json)""#:
            "Explain the values of a user"
    ]
}

struct GrowthBookEvalCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "eval", abstract: "Print the values of features")
    static let examples: KeyValuePairs = [
        #"experiments growthbook eval features.json --attributes-json "$(cat user.json)" --json"#:
            "Print the values of a user"
    ]

    @OptionGroup var file: GrowthBookFile
    @OptionGroup var user: GrowthBookUser
    @OptionGroup(title: "Global options") var global: OutputOptions

    func run() throws {
        let payload = try file.payload(try user.contextObject())
        let evaluator = FeatureEvaluator(payload, for: try user.context())
        let results = user.keys(of: payload).map(evaluator.evaluate)
        let table = Table(
            ["FEATURE": 50, "VALUE": 50, "SOURCE": 20, "EXPERIMENT": 40, "VARIATION": 30], of: results
        ) {
            result in
            [
                .init(result.key), .init(result.value.compactText, result.value == .null ? .dim : .plain),
                .init(result.source.rawValue), .init(result.experiment?.key ?? ""),
                .init(result.experimentResult?.key ?? ""),
            ]
        }
        let features = Document(results.map { ($0.key, Self.document($0)) })
        try global.settings.print(["features": features], else: table)
    }

    private static func document(_ result: FeatureResult) -> Document {
        let outcome = result.experimentResult
        return [
            "value": result.value, "on": result.isOn, "source": result.source.rawValue,
            "ruleId": result.ruleID,
            "experiment": (result.experiment?.key).orNull,
            "variationId": (outcome?.variation).orNull, "variationKey": outcome?.key,
            "inExperiment": outcome?.isInExperiment ?? false, "hashUsed": outcome?.isHashUsed ?? false,
            "hashAttribute": outcome?.hashAttribute, "hashValue": outcome?.hashValue,
            "bucket": outcome?.bucket.map { JSONValue.number(JavaScriptNumber.text(of: $0)) },
        ]
    }
}

struct GrowthBookLintCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Find mistakes in features",
        discussion: """
            Finds rules that never match, and suspicious weights, namespaces and references. Exits with 1 if the file \
            cannot be read, and with 2 on findings if --strict is given.
            """)
    static let examples: KeyValuePairs = ["experiments growthbook lint features.json": "Check a payload"]

    @OptionGroup var file: GrowthBookFile

    @Flag(help: "Exit with 2 on findings") var strict = false

    @OptionGroup(title: "Global options") var global: OutputOptions

    func run() throws {
        // A part that cannot be read is a finding, so it is not a warning, too.
        let findings = try file.payload(warns: false).findings().map {
            PlacedFinding(file: file.path, finding: $0)
        }
        try global.print(findings, isStrict: strict, document: Self.document)
    }

    /// A finding after the name of its file: `features.json: checkout, rule 2: no user gets here`.
    private struct PlacedFinding: CustomStringConvertible {
        let file: String
        let finding: PayloadFinding

        var description: String { "\(file):\(finding.line == nil ? " " : "")\(finding)" }
    }

    private static func document(_ placed: PlacedFinding) -> Document {
        let finding = placed.finding
        return [
            "kind": finding.kind.rawValue, "feature": finding.feature.orNull, "rule": finding.rule.orNull,
            "message": finding.message, "line": finding.line, "column": finding.column,
        ]
    }
}

struct GrowthBookExplainCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain", abstract: "Explain the values of features",
        discussion: """
            Lists each rule in order, with its condition, the attributes of the user and the result. The first rule \
            that applies decides. Lines from 0 to 1 show the buckets of each value and the bucket of the user.
            """)
    static let examples: KeyValuePairs = [
        #"experiments growthbook explain features.json --feature checkout --attributes-json "$(cat user.json)""#:
            "Explain which rule decided"
    ]

    @OptionGroup var file: GrowthBookFile
    @OptionGroup var user: GrowthBookUser
    @OptionGroup(title: "Global options") var global: OutputOptions

    func run() throws {
        let payload = try file.payload(try user.contextObject())
        let evaluator = FeatureEvaluator(payload, for: try user.context())
        let explanations = user.keys(of: payload).map(evaluator.explain)
        if global.json {
            let features = explanations.map { ($0.result.key, Self.document($0)) }
            return try StandardOutput.document(["features": Document(features)])
        }
        let style = PlainText(global.settings)
        let lines = explanations.enumerated().flatMap { index, explanation -> [StyledText] in
            let value = explanation.result.value.compactText
            let heading = style.shown("\(explanation.result.key) is \(value)", ink: .bold)
            return (index > 0 ? ["", heading] : [heading])
                + explanation.lines.map { line in
                    StyledText(String(repeating: "  ", count: line.depth + 1))
                        + style.shown(line.text, ink: Ink(line.verdict))
                }
        }
        try StandardOutput.lines(lines)
    }

    private static func document(_ explanation: FeatureExplanation) -> Document {
        (explanation.result.json.object ?? JSONObject()) + ["steps": explanation.steps.map(document)]
    }

    private static func document(_ step: EvaluationStep) -> Document {
        [
            "verdict": step.verdict.rawValue, "text": step.text,
            "parts": step.parts.isEmpty ? nil : step.parts.map(document),
        ]
    }
}

struct GrowthBookSimulateCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate", abstract: "Simulate how many users get each value",
        discussion: """
            Simulated users get random whole numbers for every attribute that rules use and that is not given. With \
            --ids, they get the identifiers of a file.
            """)
    static let examples: KeyValuePairs = [
        "experiments growthbook simulate features.json --users 1000000": "Simulate a million users",
        #"experiments growthbook simulate features.json --feature checkout --attributes-json "$(cat user.json)""#:
            "Simulate one feature with given attributes",
    ]

    @OptionGroup var file: GrowthBookFile
    @OptionGroup var user: GrowthBookUser

    @Option(help: ArgumentHelp("Number of users", valueName: "number")) var users = 100_000

    @Option(
        help: ArgumentHelp(
            "File with an identifier per line, to use instead of random ones", valueName: "file"),
        completion: .file())
    var ids: String?

    @Option(
        help: ArgumentHelp("Attribute that is set to the identifier (repeatable)", valueName: "attribute"))
    var identify: [String] = []

    @Option(help: ArgumentHelp("Seed of the random users", valueName: "number")) var seed: UInt64 = 0

    @OptionGroup(title: "Global options") var global: OutputOptions

    func validate() throws {
        guard (0...1_000_000_000).contains(users) else {
            throw ValidationError("invalid --users \(users): expected 0 to 1000000000")
        }
    }

    func run() throws {
        let payload = try file.payload(try user.contextObject())
        for key in user.feature where payload.feature(key) == nil {
            let near = SpellingSuggestion.nearest(to: key, in: payload.features.map(\.key))
            throw CommandProblem(
                "no feature \(Quotation.of(key))", advice: near.map { "Did you mean \($0)?" })
        }
        let plan = SimulationPlan(
            users: users, identifiers: try FileBytes.identifiers(in: ids), identified: identify, seed: seed)
        let simulation = payload.simulate(user.keys(of: payload), for: try user.context(), plan)
        try global.settings.print(Self.document(simulation, seed), else: Self.table(simulation))
    }

    private static func share(_ users: Int, of total: Int) -> Double {
        total > 0 ? Double(users) / Double(total) : 0
    }

    private static func table(_ simulation: PayloadSimulation) -> Table {
        var table = Table(["FEATURE": 50, "VALUE": 40, "FROM": 40, "USERS": 12, "SHARE": 10, "INTENDED": 10])
        for feature in simulation.features {
            for (index, arm) in feature.arms.enumerated() {
                let origin =
                    arm.experiment.map { "\($0), \(arm.variation ?? "")" }
                    ?? arm.rule.map { "rule \($0)" } ?? arm.source.rawValue
                table.append([
                    .init(index == 0 ? feature.feature : ""), .init(arm.value.compactText), .init(origin),
                    .init(String(arm.users)),
                    .init(NumberText.percent(share(arm.users, of: simulation.users))),
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
                    "source": arm.source.rawValue, "rule": arm.rule.orNull,
                    "experiment": arm.experiment.orNull,
                    "variation": arm.variation.orNull, "value": arm.value, "users": arm.users,
                    "share": share(arm.users, of: simulation.users), "intended": arm.intended.orNull,
                ]
            }
            return ["feature": feature.feature, "arms": arms]
        }
        return ["users": simulation.users, "seed": seed, "features": features]
    }
}
