import ExperimentsSupport

/// A prompt: a question that people often ask, in words that lead an assistant to the right tools.
struct Prompt: Sendable {
    let name: String
    let title: String
    let description: String
    let arguments: [ToolArgument]
    let text: @Sendable ([String: String]) -> String

    var json: JSONValue {
        [
            "name": .string(name), "title": .string(title), "description": .string(description),
            "arguments": .array(arguments.map(Self.json)),
        ]
    }

    private static func json(_ argument: ToolArgument) -> JSONValue {
        [
            "name": .string(argument.name), "description": .string(argument.description),
            "required": .bool(argument.isRequired),
        ]
    }

    static let all = [
        Prompt(
            name: "find_out_why", title: "Find out why",
            description: "Find out why a user gets the value that they get",
            arguments: [
                ToolCatalog.key,
                ToolArgument("user", "Persona, or an attribute such as country=DE"),
            ]
        ) { given in
            let user = given["user"].map { ", with \(Quotation.of($0)) as user," } ?? ""
            return """
                Find out why the key \(Quotation.of(given["key"] ?? "", limit: 300)) has its value. Call explain_key\(user) and say \
                in one sentence what decides: an override, a condition, an experiment, or the default. If the value is \
                missing or incorrect, say what is expected. If it changed lately, call key_timeline and say when. Base \
                every statement on an answer of a tool.
                """
        },
        Prompt(
            name: "prepare_release", title: "Prepare the release",
            description: "Check that all keys have correct values before a release",
            arguments: [ToolArgument("source", "Name of the source to release with")]
        ) { given in
            let source = given["source"].map { " with source \(Quotation.of($0))" } ?? ""
            return """
                Prepare a release. Call check_values\(source) and list each missing or incorrect key with its reason. \
                Call list_overrides and name those that are still on. Call experiment_results and name experiments that \
                are harmful or untrustworthy. End with a short list of what must be done before the release. Change \
                nothing.
                """
        },
        Prompt(
            name: "clean_up_flags", title: "Clean up flags",
            description: "Find flags that can go, and show how to remove them", arguments: []
        ) { _ in
            """
            Find flags that can be removed. Call stale_keys. For each key, call find_in_code, then retirement_diff \
            with the value that stale_keys gives. Show the diff and the places that must be changed by hand, and ask \
            before anything is written.
            """
        },
    ]
}
