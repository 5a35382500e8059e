import ArgumentParser
import ExperimentsCore
import GrowthBookFeatures

/// Finds what is probably not meant.
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
        let findings = try file.payload().findings()
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

    private static func json(_ finding: PayloadFinding) -> JSONValue {
        var members = JSONObject()
        members["kind"] = .string(finding.kind.rawValue)
        members["feature"] = finding.feature.map(JSONValue.string) ?? .null
        members["rule"] = finding.rule.map { .number(String($0)) } ?? .null
        members["message"] = .string(finding.message)
        return .object(members)
    }
}
