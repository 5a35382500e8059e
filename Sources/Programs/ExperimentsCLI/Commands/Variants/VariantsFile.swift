import ArgumentParser
import ExperimentsCore
import ExperimentsSupport
import Variants

/// The file that a subcommand is about, and what has to be known to read it.
struct VariantsFile: ParsableArguments {
    @Argument(
        help: ArgumentHelp("The JSON file of flags and variants.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var path: String

    @Option(help: ArgumentHelp("The result of conditions only the app knows. Repeatable.", valueName: "TYPE=on|off"))
    var assume: [String] = []

    func document() throws -> VariantsDocument { try VariantsDocument(contentsOfFile: path) }

    /// The condition types that are assumed.
    func conditionTypes() throws -> [ConditionType] {
        try Assignment.switches(assume, option: "--assume").map { type, isOn in
            ConditionType(type) { _ in { _ in isOn } }
        }
    }

    /// Returns a registry with the content of the file. Warnings are printed on standard error.
    func registry() throws -> VariantRegistry {
        let registry = VariantRegistry()
        let summary = try registry.load(try document(), conditionTypes: try conditionTypes())
        for warning in summary.warnings { StandardError.line("warning: \(warning)") }
        return registry
    }
}

extension CommandProblem {
    /// A flag that is not in the file.
    static func unknownFlag(_ name: String, among names: [String]) -> CommandProblem {
        let near = SpellingSuggestion.nearest(to: name, in: names)
        return CommandProblem("no flag is called \"\(name)\"", advice: near.map { "Did you mean \($0)?" })
    }
}

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

/// The options for the user for whom flags are read.
struct PersonaOptions: ParsableArguments {
    @Option(help: ArgumentHelp("A flag to read; all, if none is named. Repeatable.", valueName: "name"))
    var flag: [String] = []

    @OptionGroup var known: ContextOptions

    @Option(
        help: ArgumentHelp("A variant that is on or off whatever its conditions. Repeatable.", valueName: "V=on|off"))
    var force: [String] = []

    @Option(help: ArgumentHelp("Fixes what RANDOM draws, for each flag apart from the others.", valueName: "number"))
    var seed: UInt64?

    func persona() throws -> Persona {
        Persona(
            context: try known.values(), forced: try Assignment.switches(force, option: "--force"), seed: seed)
    }

    /// The names of the flags to read.
    ///
    /// - Throws: where one is not there, with the nearest one.
    func flags(of registry: VariantRegistry) throws(CommandProblem) -> [String] {
        let names = registry.flags.map(\.name)
        for name in flag where registry.flag(name) == nil {
            throw CommandProblem.unknownFlag(name, among: names)
        }
        return flag.isEmpty ? names : flag
    }

    /// Tells of variants that are forced and not there.
    func remarkUnknownVariants(in registry: VariantRegistry, _ persona: Persona) {
        for id in persona.forced.keys.sorted() where registry.variant(id) == nil {
            StandardError.line("warning: --force \(id): there is no such variant")
        }
    }
}
