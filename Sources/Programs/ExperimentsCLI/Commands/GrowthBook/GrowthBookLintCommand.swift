import ArgumentParser
import ExperimentsCore
import GrowthBookFeatures

struct GrowthBookLintCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Find rules that never match, weights, namespaces and references that are odd.",
        discussion: "Exits with 1 where the file cannot be read. Findings do not count as an error, unless --strict.")
    static let examples = [
        CommandExample("experiments growthbook lint features.json", "Check a payload before it is shipped")
    ]

    @OptionGroup var file: GrowthBookFile

    @Flag(help: "Exit with 2 where there is a finding.") var strict = false

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws {
        try global.print(try file.payload().findings(), isStrict: strict, document: Self.document)
    }

    private static func document(_ finding: PayloadFinding) -> Document {
        [
            "kind": finding.kind.rawValue, "feature": finding.feature.orNull, "rule": finding.rule.orNull,
            "message": finding.message, "line": finding.line, "column": finding.column,
        ]
    }
}
