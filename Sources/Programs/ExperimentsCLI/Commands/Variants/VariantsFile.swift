import ArgumentParser
import ExperimentsCore
import Variants

/// The file that a subcommand is about, and what has to be known to read it.
struct VariantsFile: ParsableArguments {
    @Argument(
        help: ArgumentHelp("The JSON file of flags and variants.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var path: String

    @Option(help: ArgumentHelp("The result of conditions only the app knows. Repeatable.", valueName: "TYPE=on|off"))
    var assume: [String] = []

    /// The document.
    func document() throws -> VariantsDocument { try VariantsDocument(contentsOfFile: path) }

    /// The condition types that are assumed.
    func conditionTypes() throws -> [ConditionType] {
        try Assignment.switches(assume, option: "--assume").map { type, isOn in
            ConditionType(type) { _ in { _ in isOn } }
        }
    }

    /// A registry that holds the file; what is odd about it is told on standard error.
    func registry() throws -> VariantRegistry {
        let registry = VariantRegistry()
        let summary = try registry.load(try document(), conditionTypes: try conditionTypes())
        for warning in summary.warnings { StandardError.line("warning: \(warning)") }
        return registry
    }
}
