import ArgumentParser
import ExperimentsCore
import GrowthBookFeatures

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
        guard !global.json else {
            let features = results.map { ($0.key, Self.document($0)) }
            return try StandardOutput.document(["features": Document(features)])
        }
        var table = Table(["FEATURE": 50, "VALUE": 50, "SOURCE": 20, "EXPERIMENT": 40, "VARIATION": 30])
        for result in results {
            table.append([
                .init(result.key), .init(result.value.compactText, result.value == .null ? .dim : .plain),
                .init(result.source.rawValue), .init(result.experiment?.key ?? ""),
                .init(result.experimentResult?.key ?? ""),
            ])
        }
        try table.print(PlainText(global.settings))
    }

    private static func document(_ result: FeatureResult) -> Document {
        let outcome = result.experimentResult
        return [
            "value": result.value, "on": result.isOn, "source": result.source.rawValue, "ruleId": result.ruleID,
            "experiment": (result.experiment?.key).orNull,
            "variationId": (outcome?.variation).orNull, "variationKey": outcome?.key,
            "inExperiment": outcome?.isInExperiment ?? false, "hashUsed": outcome?.isHashUsed ?? false,
            "hashAttribute": outcome?.hashAttribute, "hashValue": outcome?.hashValue,
            "bucket": outcome?.bucket.map { JSONValue.number(JavaScriptNumber.text(of: $0)) },
        ]
    }
}
