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
        var result = VariantContext(try object())
        for text in context {
            let assignment = try Assignment(text, option: "--context")
            result[assignment.name] = assignment.json
        }
        return result
    }

    private func object() throws(CommandProblem) -> JSONObject {
        guard let contextJson else { return JSONObject() }
        let value: JSONValue
        do throws(JSONProblem) {
            value = try JSONValue(parsing: contextJson)
        } catch {
            throw CommandProblem("--context-json is not JSON: \(error)")
        }
        guard let object = value.object else {
            throw CommandProblem(
                "--context-json needs an object, found \(value.kindName)",
                advice: #"Write --context-json '{"user_id": 42}'."#)
        }
        return object
    }
}
