import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("Linked apps on a terminal", .fewAtATime, .enabled(if: Tmux.program != nil, "\(Tmux.absence)"))
struct AppsTests {
    private static let project = """
        source: {kind: file, path: config.json}
        refresh: off
        serve: {port: 0}
        keys:
          - {name: items_per_row, type: int, default: 3}
          - {name: only_here, type: bool, default: false}

        """

    @Test(
        "a shop that is opened with the link is on screen 7, takes an override, and one for it alone, and is missed"
    )
    func shop() async throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.project, to: "experiments.yaml")
        try folder.write(#"{"items_per_row": 4}"#, to: "config.json")
        var options = TerminalWindow.Options()
        (options.columns, options.rows) = (140, 30)
        let window = try TerminalWindow(
            running: "\"$EXPERIMENTS\"" + TerminalWindow.ending, in: folder, options)
        try await window.wait(for: "serving 127.0.0.1:")
        let screen = try window.lines().joined(separator: "\n")
        let port = try #require(screen.firstMatch(of: /serving 127\.0\.0\.1:(?<port>\d+)/)).output.port
        try window.press("7")
        try await window.wait(for: "No apps linked. Press n to link one.")

        let workplace = try Workplace()
        let made = try await workplace.run(
            Workplace.program,
            [
                "link", "--app", "shop", "--server", "http://127.0.0.1:\(port)", "--json", "--config",
                folder.path("experiments.yaml"),
            ])
        let link = try #require(try made.json().object?["link"]?.object?["url"]?.string)
        let shop = try ChildProgram(
            BuiltProducts.path("ShopExample"), ["--link", link, "--link-folder", folder.path("kept")])
        try await window.wait(for: "shop linked")
        try await window.wait(for: "⁷Apps 1")

        // For everyone, by the key.
        try window.press("1", "o", "C-u")
        try window.type("7")
        try window.press("Enter")
        try await window.wait(for: "active in the app")
        // For this one alone.
        try window.press("7", "o")
        try await window.wait(for: " only ── choose a key")
        try window.press("Enter")
        try await window.wait(for: "Override items_per_row")
        try window.press("C-u")
        try window.type("2")
        try window.press("Enter")
        try await window.wait(for: "for it only items_per_row = 2")
        try await eventually("the shop to show two in a row") { shop.output.contains("->  2") }

        shop.send(SIGTERM)
        try await shop.end()
        // The words that it is gone are taken back after a while; the count stays.
        try await window.wait(for: "⁷Apps 0")
        try window.press("q")
        #expect(try await window.exitStatus() == "0")
        // What was known is kept for commands.
        let apps = try await workplace.run(
            Workplace.program, ["apps", "--json", "--config", folder.path("experiments.yaml")])
        let known = try #require(try apps.json().object?["apps"]?.array?.first?.object)
        #expect(known["app"] == "shop" && known["connected"] == false)
    }
}
