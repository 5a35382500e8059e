import TestSupport
import Testing

@Suite(
    "A Firebase project's experiments on a terminal", .fewAtATime,
    .enabled(if: Tmux.program != nil, "\(Tmux.absence)"))
struct StudiesTests {
    private static let template = #"""
        {"conditions": [{"name": "all", "expression": "true"}],
         "parameters": {
          "color": {"defaultValue": {"value": "grey"}, "conditionalValues": {"all": {"experimentValue":
            {"experimentId": "7", "exposurePercent": 100, "variantValue": [
              {"variantId": "0", "noChange": true}, {"variantId": "1", "value": "green"}]}}}},
          "flow": {"defaultValue": {"value": "old"}, "conditionalValues": {"all": {"rolloutValue":
            {"rolloutId": "rollout_7", "value": "new", "percent": 12.5}}}}}}
        """#

    private static func experiment(_ id: String, _ state: String, _ name: String) -> String {
        """
        {"name": "projects/1/namespaces/firebase/experiments/\(id)", "state": "\(state)",
         "startTime": "2026-01-01T00:00:00Z", "definition": {"displayName": "\(name)",
           "objectives": {"eventObjectives": [{"isPrimary": true,
             "systemObjectiveDetails": {"objective": "total_revenue"}}]},
           "variants": [{"name": "Baseline", "weight": 1}, {"name": "Green", "weight": 1}]}}
        """
    }

    private static let rollout = """
        {"name": "projects/1/namespaces/firebase/rollouts/rollout_7", "state": "RUNNING",
         "startTime": "2026-01-01T00:00:00Z", "definition": {"displayName": "New flow",
           "controlVariant": {"name": "Control"}, "enabledVariant": {"name": "Enabled"}}}
        """

    /// The dashboard on the project of an emulator.
    ///
    /// - Parameters:
    ///   - preparation: commands to run once the emulator listens at `$url`.
    ///   - others: the number of experiments that have ended.
    private func window(
        template: String = template, preparing preparation: String = "", others: Int = 0, columns: Int = 130,
        rows: Int = 34
    ) throws -> TerminalWindow {
        let folder = try TemporaryFolder()
        let experiments =
            [Self.experiment("7", "RUNNING", "Green button")]
            + (0..<others).map { Self.experiment("\(100 + $0)", "STOPPED", "Test \(100 + $0)") }
        try folder.write(template, to: "template.json")
        try folder.write(Self.template, to: "next.json")
        try folder.write(
            #"{"experiments": [\#(experiments.joined(separator: ","))], "rollouts": [\#(Self.rollout)]}"#,
            to: "studies.json")
        try folder.write(
            """
            source: {kind: firebase-template, project: demo-project, base_url: "URL"}
            refresh: off
            keys: [{name: color, type: string}, {name: flow, type: string}]
            metrics: [{name: purchase, event: order}]

            """, to: "project.yaml")
        let script = """
            "$EXPERIMENTS" emulator --template template.json --experiments studies.json --port 0 --json >events &
            until url=$(sed -n 's/.*"url":"\\([^"]*\\)".*/\\1/p' events) && [ -n "$url" ]; do read -rt 0.05 <> <(:); done
            sed "s|URL|$url|" project.yaml >experiments.yaml
            \(preparation)
            "$EXPERIMENTS"
            kill %1
            """
        return try TerminalWindow(running: script, in: folder, .init(columns: columns, rows: rows))
    }

    @Test(
        "screen 5 lists them with results, details of a key name the rollout, and an edit that ends it is asked about"
    )
    func wholeWay() async throws {
        let window = try window(
            preparing: """
                printf 'unit,experiment,group,at\\nann,_exp_7,0,2026-01-02T00:00:00Z\\nbob,_exp_7,1,2026-01-02T00:00:00Z\\n' \\
                  >exposures.csv
                "$EXPERIMENTS" events import exposures.csv >imported 2>&1
                """)
        try await window.wait(for: "grey")
        try window.press("5")
        try await window.wait(for: "project demo-project: 1 experiment, 1 rollout")
        try await window.wait(for: "rollout running")
        try await window.wait(for: "total_revenue")
        try await window.wait(for: "the exposures of the experiment") { lines in
            lines.contains { $0.contains("Baseline") && $0.contains("50%") }
        }
        try window.press("1", "j")
        try await window.wait(for: "decided by rollout \"New flow\", 12.5%, running since 2026-01-01")
        try window.press("T")
        try await window.wait(for: "Template of project demo-project")
        try window.press("j", "D")
        try await window.wait(for: "This ends rollout \"New flow\"")
        try window.press("y")
        try await window.wait(for: "draft: 1 change in 2 edits")
        try window.press("p")
        try await window.wait(for: "This ends rollout")
        try window.press("y")
        try await window.wait(for: "published version 2")
        try window.press("Escape")
        try await window.waitForAbsence(of: "Template of project demo-project")
        try window.press("5")
        try await window.wait(for: "rollout done")
    }

    @Test("at 80x24 a list of 1,000 has all pages, and the one under the cursor is read in full")
    func many() async throws {
        let window = try window(others: 999, columns: 80, rows: 24)
        try await window.wait(for: "grey")
        try window.press("5")
        try await window.wait(for: "1,000 experiments, 1 rollout")
        try window.press("End")
        try await window.wait(for: "1,001/1,001")
        try window.press("Enter")
        try await window.wait(for: "total_revenue")
    }

    @Test("a rollback that would end them is refused with the reason, and made after it is allowed")
    func rollback() async throws {
        let window = try window(
            template: #"{"parameters": {"color": {"defaultValue": {"value": "grey"}}}}"#,
            preparing: """
                T=owner "$EXPERIMENTS" template publish next.json --project demo-project --base-url "$url" \\
                  --access-token-env T --force --yes >published 2>&1
                """)
        try await window.wait(for: "grey")
        try window.press("T")
        try await window.wait(for: "Template of project demo-project")
        try window.press("v")
        try await window.wait(for: "version 1  ")
        try window.press("Enter")
        try await window.wait(for: "not published")
        try await window.wait(for: #"This ends rollout "New flow", 12.5%"#)
        try window.press("e")
        try await window.wait(for: "End all of these?")
        try window.press("y")
        try await window.wait(for: "Publish version 1 of project demo-project again")
        try window.press("y")
        try await window.wait(for: "version 1 is published again as version 3")
    }
}
