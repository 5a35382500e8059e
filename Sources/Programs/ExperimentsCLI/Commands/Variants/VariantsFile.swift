import ArgumentParser
import ExperimentsSupport
import Variants

/// The file of a subcommand, and the options for reading it.
struct VariantsFile: ParsableArguments {
    @Argument(
        help: ArgumentHelp("JSON file of flags and variants", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var path: String

    @Option(
        help: ArgumentHelp("Result of a condition type of the app (repeatable)", valueName: "TYPE=on|off"))
    var assume: [String] = []

    func document() throws -> VariantsDocument { try VariantsDocument(contentsOfFile: path) }

    /// Returns the assumed condition types.
    ///
    /// - Throws: `CommandProblem` for a type that is built in, since that is a mistake in the option, not in the file.
    func conditionTypes() throws -> [ConditionType] {
        let registry = VariantRegistry()
        return try Assignment.switches(assume, option: "--assume").map { name, isOn in
            let type = ConditionType(name) { _ in { _ in isOn } }
            do throws(DocumentProblems) {
                try registry.register(type)
            } catch {
                throw CommandProblem(
                    "invalid --assume \(Quotation.of(name)): the condition type is built in",
                    advice: "Assume only types that the app itself registers.")
            }
            return type
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
    /// Creates the error for a flag that is not in the file.
    static func unknownFlag(_ name: String, among names: [String]) -> CommandProblem {
        let near = SpellingSuggestion.nearest(to: name, in: names)
        return CommandProblem("no flag \(Quotation.of(name))", advice: near.map { "Did you mean \($0)?" })
    }
}

/// The options that describe a user.
struct ContextOptions: ParsableArguments {
    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Attribute of the user: user_id=42 is a number, user_id='\"42\"' text (repeatable)",
            valueName: "name=value"
        ))
    var context: [String] = []

    @Option(help: ArgumentHelp("Attributes of the user as a JSON object", valueName: "object"))
    var contextJson: String?

    /// Returns the context. `--context` takes precedence over `--context-json`.
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
    @Option(help: ArgumentHelp("Flag (repeatable; default: all)", valueName: "name"))
    var flag: [String] = []

    @OptionGroup var known: ContextOptions

    @Option(
        help: ArgumentHelp(
            "Turn a variant on or off regardless of its conditions (repeatable)", valueName: "V=on|off"))
    var force: [String] = []

    @Option(help: ArgumentHelp("Seed of RANDOM conditions", valueName: "number"))
    var seed: UInt64?

    func persona() throws -> Persona {
        Persona(
            context: try known.values(), forced: try Assignment.switches(force, option: "--force"), seed: seed
        )
    }

    /// Returns the names of the flags to read.
    ///
    /// - Throws: `CommandProblem` for an unknown flag, with the most similar name.
    func flags(of registry: VariantRegistry) throws(CommandProblem) -> [String] {
        let names = registry.flags.map(\.name)
        for name in flag where registry.flag(name) == nil {
            throw CommandProblem.unknownFlag(name, among: names)
        }
        return flag.isEmpty ? names : flag
    }

    /// Reports forced variants that do not exist.
    func remarkUnknownVariants(in registry: VariantRegistry, _ persona: Persona) {
        for id in persona.forced.keys.sorted() where registry.variant(id) == nil {
            StandardError.line("warning: --force: no variant \(Quotation.of(id))")
        }
    }
}
