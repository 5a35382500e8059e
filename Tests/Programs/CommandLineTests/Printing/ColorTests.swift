import TestSupport
import Testing

@Suite("Colors of commands", .fewAtATime)
struct ColorTests {
    @Test(
        "follow the environment if the output is not a terminal",
        arguments: [
            ([:], false), (["FORCE_COLOR": "1"], true), (["CLICOLOR_FORCE": "1"], true),
            (["FORCE_COLOR": "1", "NO_COLOR": "1"], false), (["FORCE_COLOR": "0"], false),
        ] as [([String: String?], Bool)])
    func environment(variables: [String: String?], isColored: Bool) async throws {
        let workplace = try Workplace.withBrokenProject()
        let finished = try await workplace.run("check", with: variables)
        #expect(finished.output.contains("\u{1b}[") == isColored)
    }
}
