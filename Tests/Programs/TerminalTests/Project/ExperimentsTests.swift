import Foundation
import TestSupport
import Testing

@Suite(
    "A project's experiments on a terminal", .fewAtATime, .enabled(if: Tmux.program != nil, "\(Tmux.absence)")
)
struct ExperimentsTests {
    private static let project = """
        source: {kind: file, path: config.json}
        refresh: off
        keys:
          - {name: paywall_type, type: string, cases: [a, b, c], default: a}
        metrics: [{name: purchase, event: order}]

        """

    @Test(
        "what is declared in the meantime is read immediately, and events that `serve` takes are seen as they come"
    )
    func live() async throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.project, to: "experiments.yaml")
        try folder.write(#"{"paywall_type": "b"}"#, to: "config.json")
        var options = TerminalWindow.Options()
        (options.columns, options.rows) = (140, 30)
        let window = try TerminalWindow(
            running: "\"$EXPERIMENTS\"" + TerminalWindow.ending, in: folder, options)
        try await window.wait(for: "paywall_type")
        try window.press("5")
        let declared = Self.project + "experiments: [{name: Paywall, key: paywall_type, groups: [a, b]}]\n"
        try window.replace("experiments.yaml", with: declared)
        try await window.wait(for: "no data")

        let workplace = try Workplace()
        let server = try workplace.start(
            "serve", "--port", "0", "--json", "--config", folder.path("experiments.yaml"))
        try await server.waitForOutput("\n")
        let start = try #require(server.output.firstMatch(of: /http:\\?\/\\?\/127\.0\.0\.1:(\d+)/))
        let body =
            #"[{"event_name": "Experiment Viewed", "user_id": "ann", "properties_json": "#
            + #"{"experimentId": "Paywall", "variationId": "a"}}]"#
        let done = try await workplace.shell(
            "curl -sS -X POST --data-binary '\(body)' 'http://127.0.0.1:\(start.output.1)/track?client_key=sdk-x'"
        )
        #expect(done.status == 0, "\(done)")
        try await window.wait(for: "the user of the event") { lines in
            lines.contains { $0.contains("a (control)") && $0.contains(" 1 ") }
        }
        try window.replace(
            "experiments.yaml", with: declared.replacing("groups: [a, b]", with: "groups: [a, b, c]"))
        try await window.wait(for: "the third group") { lines in
            lines.contains { $0.contains("│ c  ") && $0.contains(" 33% ") }
        }
        server.send(SIGTERM)
        _ = try await server.finished()
        try window.press("q")
        #expect(try await window.exitStatus() == "0")
    }

    @Test(
        "on a narrow terminal the groups and the reason for a verdict stand below its row, and nothing is cut"
    )
    func narrow() async throws {
        let window = try TerminalWindow(
            running: "\"$EXPERIMENTS\" results --demo; read", .init(columns: 76, rows: 40))
        try await window.wait(for: "classic 2,160, semantic 2,172")
        let lines = try window.lines()
        #expect(lines.first?.hasSuffix("DAYS") == true, "\(lines)")
        #expect(lines.contains { $0.hasPrefix("  purchase somewhere between") }, "\(lines)")
        #expect(lines.allSatisfy { !$0.contains("…") }, "\(lines)")
    }
}
