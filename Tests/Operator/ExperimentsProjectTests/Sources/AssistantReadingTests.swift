import ExperimentsProject
import TestSupport
import Testing

@Suite("mcp in the project file", .inTurn)
struct AssistantReadingTests {
    private static let sources =
        "sources: [{name: live, kind: file, path: a.json}, {name: b, kind: file, path: b.json}]\n"

    private func project(_ text: String) throws -> Project {
        try Project(parsing: Self.sources + text, path: "experiments.yaml")
    }

    @Test(
        "allows nothing unless it is written", arguments: ["", "mcp:\n", "mcp: {}\n", "mcp: {allow: []}\n"])
    func usual(text: String) throws {
        #expect(try project(text).assistants == ProjectAssistants())
    }

    @Test("takes a word or a list")
    func words() throws {
        #expect(try project("mcp: {allow: code}").assistants.allowed == ["code"])
        let assistants = try project("mcp: {allow: [overrides, publish], production: [live]}").assistants
        #expect(assistants.allowed == ["overrides", "publish"])
        #expect(assistants.productionSources == ["live"])
    }

    @Test(
        "refuses what it does not know",
        arguments: [
            ("mcp: {allow: [override]}", "2:15: `allow` of mcp: expected one of overrides, publish, code"),
            ("mcp: {alow: code}", "unknown field \"alow\""),
            ("mcp: {production: [prod]}", "`production` of mcp names an undeclared source: \"prod\""),
            ("mcp: code", "expected fields such as allow: [overrides]"),
        ])
    func mistakes(text: String, words: String) {
        let problems = #expect(throws: ProjectProblems.self) { try project(text) }
        #expect(problems.map { "\($0)" }?.contains(words) == true, "\(problems.map { "\($0)" } ?? "")")
    }
}
