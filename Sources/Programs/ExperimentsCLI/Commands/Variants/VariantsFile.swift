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
