import ArgumentParser
import ExperimentsCore
import GrowthBookFeatures

/// The options for the user for whom features are evaluated.
struct GrowthBookUser: ParsableArguments {
    @Option(help: ArgumentHelp("A feature; all, if none is named. Repeatable.", valueName: "key"))
    var feature: [String] = []

    @Option(help: ArgumentHelp("What is known of the user, as a JSON object.", valueName: "object"))
    var attributesJson: String?

    @Option(
        help: ArgumentHelp(
            "What SDKs are made with, as a JSON object: attributes, url, forcedVariations, qaMode and so on.",
            valueName: "object"))
    var contextJson: String?

    /// The object of `--context-json`.
    func contextObject() throws(CommandProblem) -> JSONObject {
        try JSONObject(
            option: "--context-json", contextJson, example: #"{"attributes": {"id": "42"}}"#)
    }

    /// The context; what `--attributes-json` says counts before what the context says.
    func context() throws -> EvaluationContext {
        let object = try contextObject()
        var context: EvaluationContext
        do {
            context = try EvaluationContext(object)
        } catch {
            throw CommandProblem("--context-json:", error)
        }
        let attributes = try JSONObject(
            option: "--attributes-json", attributesJson, example: #"{"id": "42"}"#)
        for member in attributes.members { context.attributes[member.name] = member.value }
        return context
    }

    func keys(of payload: FeaturePayload) -> [String] {
        feature.isEmpty ? payload.features.map(\.key) : feature
    }
}
