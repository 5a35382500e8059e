import ExperimentsCore
import TestSupport
import Testing

@Suite("Editing a template on a terminal", .fewAtATime, .enabled(if: Tmux.program != nil, "\(Tmux.absence)"))
struct TemplateEditingTests {
    /// Starts an emulator, and the dashboard on its template once it listens.
    private static let script = """
        "$EXPERIMENTS" emulator --template template.json --port 0 --json >events &
        until url=$(sed -n 's/.*"url":"\\([^"]*\\)".*/\\1/p' events) && [ -n "$url" ]; do read -rt 0.05 <> <(:); done
        sed "s|URL|$url|" project.yaml >experiments.yaml
        "$EXPERIMENTS"; "$EXPERIMENTS"
        kill %1
        """

    private func window() throws -> TerminalWindow {
        let folder = try TemporaryFolder()
        try folder.write(
            #"""
            {"conditions": [{"name": "uk", "expression": "device.country in ['GB'] && percent('s') <= 20"}],
             "parameters": {"color": {"defaultValue": {"value": "grey"}, "valueType": "STRING",
                                      "conditionalValues": {"uk": {"value": "blue"}}},
                            "limit": {"defaultValue": {"value": "3"}, "valueType": "NUMBER"}}}
            """#, to: "template.json")
        try folder.write(
            """
            source: {kind: firebase-template, project: demo-project, base_url: "URL", environment: production}
            refresh: off
            keys: [{name: color, type: string}, {name: limit, type: int}]

            """, to: "project.yaml")
        return try TerminalWindow(running: Self.script, in: folder, .init(columns: 130, rows: 26))
    }

    @Test(
        "a value is edited, looked at, kept over a restart, published by typing the project's name, and rolled back"
    )
    func wholeWay() async throws {
        let window = try window()
        try await window.wait(for: "grey")
        try window.press("T")
        try await window.wait(for: "Template of project demo-project")
        try window.press("Enter", "C-u")
        try window.type("green")
        try window.press("Enter")
        try await window.wait(for: "draft: 1 change")
        try window.press("t", "Escape")
        try await window.wait(for: "value      green")
        try window.press("q")
        // The second dashboard knows of the draft, and shows what is published.
        try await window.wait(for: "draft: 1 change")
        try await window.wait(for: "value      grey")
        try window.press("T")
        try await window.wait(for: "Template of project demo-project")
        try window.press("p")
        try await window.wait(for: "Type demo-project to publish")
        try window.type("demo-project")
        try window.press("Enter")
        try await window.wait(for: "published version 2")
        try window.press("v")
        try await window.wait(for: "version 1  ")
        try window.press("Enter")
        try await window.wait(for: "Publish version 1 of project demo-project again")
        try window.type("demo-project")
        try window.press("Enter")
        try await window.wait(for: "version 1 is published again as version 3")
    }

    @Test("w shows since when all users get the same value, from the versions of the template")
    func sameForAll() async throws {
        let window = try window()
        try await window.wait(for: "grey")
        try window.press("w")
        try await window.wait(for: "Timeline of color")
        try await window.wait(for: "unchanged for")
        try window.press("Escape")
        try await window.waitForAbsence(of: "Timeline of")
        try window.press("j", "w")
        try await window.wait(for: "Timeline of limit")
        try await window.wait(for: "the same for all users for")
        try await window.wait(for: "version 1")
    }
}
