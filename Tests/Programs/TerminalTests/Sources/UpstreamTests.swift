import ExperimentsCore
import TestSupport
import Testing

@Suite(
    "An app that follows the dashboard by an emulator", .fewAtATime,
    .enabled(if: Tmux.program != nil, "\(Tmux.absence)"))
struct UpstreamTests {
    /// The script starts what stands for the real service, an emulator over it, an app that watches that, and the dashboard.
    private static let script = """
        url() { until u=$(sed -n 's/.*"url":"\\([^"]*\\)".*/\\1/p' $1) && [ -n "$u" ]; do read -rt 0.05 <> <(:); done; }
        "$EXPERIMENTS" emulator --template template.json --port 0 --json >service &
        url service
        sed "s|URL|$u|" project.yaml >experiments.yaml
        "$EXPERIMENTS" emulator --upstream real --with-overrides --port 0 --json >served &
        url served
        mkdir app
        sed "s|URL|$u|" project.yaml >app/experiments.yaml
        (cd app && exec "$EXPERIMENTS" watch >../seen) &
        "$EXPERIMENTS"
        kill %1 %2 %3
        """

    @Test("an override that is set in the dashboard is active in the app immediately")
    func override() async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            #"{"parameters": {"color": {"defaultValue": {"value": "red"}}}}"#, to: "template.json")
        try folder.write(
            "source: {name: real, kind: emulator, url: \"URL\"}\nrefresh: off\nkeys: [{name: color, type: string}]\n",
            to: "project.yaml")
        let window = try TerminalWindow(running: Self.script, in: folder, .init(columns: 100, rows: 24))
        try await window.wait(for: "red")
        try await eventually("the app") { try folder.text(of: "seen").contains("color  ok red") }
        try window.press("o")
        try await window.wait(for: "Override")
        try window.press("C-u")
        try window.type("blue")
        try window.press("Enter")
        try await window.wait(for: "override")
        try await eventually("the app's value") { try folder.text(of: "seen").contains("color  ok blue") }
    }
}
