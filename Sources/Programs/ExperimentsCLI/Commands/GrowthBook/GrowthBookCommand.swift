import ArgumentParser
import ExperimentsCore
import GrowthBookFeatures

/// Works with payloads of GrowthBook.
struct GrowthBookCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "growthbook", abstract: "Evaluate, explain, check and simulate a payload of GrowthBook.",
        discussion: """
            Users fall into the buckets that GrowthBook's SDK for JavaScript puts them into, whatever their identifiers \
            are made of.
            """,
        subcommands: [
            GrowthBookEvalCommand.self, GrowthBookExplainCommand.self, GrowthBookLintCommand.self,
            GrowthBookSimulateCommand.self,
        ])
    static let examples = [
        CommandExample(
            #"experiments growthbook explain features.json --attributes-json "$(cat user.json)""#,
            "Say why a user gets what")
    ]
}

/// Prints the values of features.
struct GrowthBookEvalCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "eval", abstract: "Print the values of the features.")
    static let examples = [
        CommandExample(
            #"experiments growthbook eval features.json --attributes-json "$(cat user.json)" --json"#,
            "Print what a user gets")
    ]

    @OptionGroup var file: GrowthBookFile
    @OptionGroup var user: GrowthBookUser
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws {
        let payload = try file.payload(try user.contextObject())
        let evaluator = FeatureEvaluator(payload, for: try user.context())
        let results = user.keys(of: payload).map(evaluator.evaluate)
        guard !global.json else { return try StandardOutput.document(Self.document(results)) }
        var table = Table([
            .init(title: "FEATURE", limit: 50), .init(title: "VALUE", limit: 50), .init(title: "SOURCE", limit: 20),
            .init(title: "EXPERIMENT", limit: 40), .init(title: "VARIATION", limit: 30),
        ])
        for result in results {
            table.append([
                .init(result.key), .init(result.value.compactText, result.value == .null ? .dim : .plain),
                .init(result.source.rawValue), .init(result.experiment?.key ?? ""),
                .init(result.experimentResult?.key ?? ""),
            ])
        }
        try StandardOutput.write(table.text(PlainText(global.settings), width: Console.columns))
    }

    private static func document(_ results: [FeatureResult]) -> JSONValue {
        let features = results.map { result -> JSONObject.Member in
            let outcome = result.experimentResult
            var members = JSONObject()
            members["value"] = result.value
            members["on"] = .bool(result.isOn)
            members["source"] = .string(result.source.rawValue)
            members["ruleId"] = .string(result.ruleID)
            members["experiment"] = result.experiment.map { .string($0.key) } ?? .null
            members["variationId"] = outcome.map { .number(String($0.variation)) } ?? .null
            members["variationKey"] = outcome.map { .string($0.key) }
            members["inExperiment"] = .bool(outcome?.isInExperiment ?? false)
            members["hashUsed"] = .bool(outcome?.isHashUsed ?? false)
            members["hashAttribute"] = outcome.map { .string($0.hashAttribute) }
            members["hashValue"] = outcome?.hashValue
            members["bucket"] = outcome?.bucket.map { .number(JavaScriptNumber.text(of: $0)) }
            return JSONObject.Member(name: result.key, value: .object(members))
        }
        return [
            "schema": .number(DocumentSchema.version), "features": .object(JSONObject(setting: features)),
        ]
    }
}
