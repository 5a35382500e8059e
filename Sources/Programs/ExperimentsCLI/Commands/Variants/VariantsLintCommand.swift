import ArgumentParser
import ExperimentsCore
import Variants

/// Finds what is probably not meant.
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
        if global.json {
            let document: JSONValue = [
                "schema": .number(DocumentSchema.version), "findings": .array(findings.map(Self.json)),
            ]
            try StandardOutput.document(document)
        } else {
            let style = PlainText(global.settings)
            try StandardOutput.lines(findings.lazy.map { style.shown($0.description, ink: .yellow) })
            let count =
                findings.isEmpty ? "no findings" : findings.count == 1 ? "1 finding" : "\(findings.count) findings"
            try StandardOutput.line(style.shown(count, ink: findings.isEmpty ? .green : .bold))
        }
        if strict, !findings.isEmpty { throw ExitCode(ExitStatus.contractBroken) }
    }

    private static func json(_ finding: LintFinding) -> JSONValue {
        var members = ErrorReport(finding.problem).json
        members["rule"] = .string(finding.rule.rawValue)
        return .object(members)
    }
}
