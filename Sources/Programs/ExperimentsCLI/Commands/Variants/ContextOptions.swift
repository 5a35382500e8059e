import ArgumentParser
import ExperimentsCore
import Variants

/// The options that describe a user.
struct ContextOptions: ParsableArguments {
    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "What is known: user_id=42 is a number, user_id='\"42\"' text. Repeatable.", valueName: "name=value"))
    var context: [String] = []

    @Option(help: ArgumentHelp("The same as a JSON object.", valueName: "object"))
    var contextJson: String?

    /// The context; what --context says counts before what --context-json says.
    func values() throws(CommandProblem) -> VariantContext {
        var result = VariantContext(
            try JSONObject(option: "--context-json", contextJson, example: #"{"user_id": 42}"#))
        for text in context {
            let assignment = try Assignment(text, option: "--context")
            result[assignment.name] = assignment.json
        }
        return result
    }
}
