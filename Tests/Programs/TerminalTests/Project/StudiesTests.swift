import TestSupport
import Testing

@Suite(
    "A Firebase project's experiments on a terminal", .fewAtATime, .enabled(if: Tmux.program != nil, "\(Tmux.absence)"))
struct StudiesTests {
    /// Starts an emulator, and the dashboard on its project once it listens.
    private static let script = """
        "$EXPERIMENTS" emulator --template template.json --experiments studies.json --port 0 --json >events &
        until url=$(sed -n 's/.*"url":"\\([^"]*\\)".*/\\1/p' events) && [ -n "$url" ]; do read -rt 0.05 <> <(:); done
        sed "s|URL|$url|" project.yaml >experiments.yaml
        printf 'unit,experiment,group,at\\nann,_exp_7,0,2026-01-02T00:00:00Z\\nbob,_exp_7,1,2026-01-02T00:00:00Z\\n' \
          >exposures.csv
        "$EXPERIMENTS" events import exposures.csv >imported 2>&1
        "$EXPERIMENTS"
        kill %1
        """

    private func window() throws -> TerminalWindow {
        let folder = try TemporaryFolder()
        try folder.write(
            #"""
            {"conditions": [{"name": "all", "expression": "true"}],
             "parameters": {
              "color": {"defaultValue": {"value": "grey"}, "conditionalValues": {"all": {"experimentValue":
                {"experimentId": "7", "exposurePercent": 100, "variantValue": [
                  {"variantId": "0", "noChange": true}, {"variantId": "1", "value": "green"}]}}}},
              "flow": {"defaultValue": {"value": "old"}, "conditionalValues": {"all": {"rolloutValue":
                {"rolloutId": "rollout_7", "value": "new", "percent": 12.5}}}}}}
            """#, to: "template.json")
        try folder.write(
            #"""
            {"experiments": [{"name": "projects/1/namespaces/firebase/experiments/7", "state": "RUNNING",
              "startTime": "2026-01-01T00:00:00Z", "definition": {"displayName": "Green button",
                "objectives": {"eventObjectives": [{"isPrimary": true,
                  "systemObjectiveDetails": {"objective": "total_revenue"}}]},
                "variants": [{"name": "Baseline", "weight": 1}, {"name": "Green", "weight": 1}]}}],
             "rollouts": [{"name": "projects/1/namespaces/firebase/rollouts/rollout_7", "state": "RUNNING",
              "startTime": "2026-01-01T00:00:00Z", "definition": {"displayName": "New flow",
                "controlVariant": {"name": "Control"}, "enabledVariant": {"name": "Enabled"}}}]}
            """#, to: "studies.json")
        try folder.write(
            """
            source: {kind: firebase-template, project: demo-project, base_url: "URL"}
            refresh: off
            keys: [{name: color, type: string}, {name: flow, type: string}]
            metrics: [{name: purchase, event: order}]

            """, to: "project.yaml")
        return try TerminalWindow(running: Self.script, in: folder, .init(columns: 130, rows: 34))
    }

    @Test(
        "screen 5 lists them with results, details of a key name the rollout, and an edit that ends it is asked about")
    func wholeWay() async throws {
        let window = try window()
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
        try await window.wait(for: "draft: 1 change")
        try window.press("p")
        try await window.wait(for: "This ends rollout")
        try window.press("y")
        try await window.wait(for: "published version 2")
        try window.press("Escape", "5")
        try await window.wait(for: "rollout done")
    }
}
