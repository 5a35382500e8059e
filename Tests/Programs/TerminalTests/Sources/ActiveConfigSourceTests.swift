import ExperimentsCore
import TestSupport
import Testing

@Suite(
    "A source of ActiveConfig on a terminal", .fewAtATime,
    .enabled(if: Tmux.program != nil, "\(Tmux.absence)"))
struct ActiveConfigSourceTests {
    /// The script starts an emulator, and the dashboard on it once it listens.
    private static let script = """
        "$EXPERIMENTS" emulator --active-config users --port 0 --json >events &
        until url=$(sed -n 's/.*"url":"\\([^"]*\\)".*/\\1/p' events) && [ -n "$url" ]; do read -rt 0.05 <> <(:); done
        sed "s|URL|$url|" project.yaml >experiments.yaml
        "$EXPERIMENTS"
        kill %1
        """

    @Test("users are switched by a key, sections are groups, and what the meta says is in the details")
    func users() async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            """
            {"meta": {"ab_group": "blue"}, "config_sections": {"SampleViewConfiguration": {"settings":
            {"LabelText": {"value": "Hello Anna"}, "ButtonEnabled": {"value": true}}}}}
            """, to: "users/anna.json")
        try folder.write(
            """
            source: {kind: active-config, url: "URL/active_config?userID={user}", user: 2}
            refresh: off
            keys: [{name: SampleViewConfiguration.ButtonEnabled, type: bool}]

            """, to: "project.yaml")
        let window = try TerminalWindow(running: Self.script, in: folder, .init(columns: 130, rows: 30))
        try await window.wait(for: "format_version_string")
        try window.press("j")
        try await window.wait(for: "value      This is a label value for user")
        try await window.wait(for: "ID 2  ")
        try await window.wait(for: "group      SampleViewConfiguration")
        try window.press("i")
        try await window.wait(for: "View as")
        try window.press("Enter", "C-u")
        try window.type("anna")
        try window.press("Enter")
        try await window.wait(for: "as user=anna")
        try window.press("Escape")
        try await window.waitForAbsence(of: "View as")
        try await window.wait(for: "Hello Anna")
        try window.press("G")
        try await window.wait(for: "value      Hello Anna")
        try await window.wait(for: "ab_group   blue")
        try await window.wait(for: "as user=anna")
    }
}
