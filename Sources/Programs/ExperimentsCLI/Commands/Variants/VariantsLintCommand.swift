import ArgumentParser
import ExperimentsCore
import Variants

struct VariantsLintCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint", abstract: "Find unused flags, variants that nobody gets, and mods that change a type.",
        discussion: "Exits with 1 where the file cannot be loaded. Findings do not count as an error, unless --strict.")
    static let examples = [
        CommandExample("experiments variants lint variants.json", "Check a file before it is shipped")
    ]

    @OptionGroup var file: VariantsFile

    @Flag(help: "Exit with 2 where there is a finding.") var strict = false

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws {
        let findings = try file.document().lint(conditionTypes: try file.conditionTypes())
        try global.print(findings, isStrict: strict, document: Self.document)
    }

    private static func document(_ finding: LintFinding) -> Document {
        ErrorReport(finding.problem).json + ["rule": finding.rule.rawValue]
    }
}
