import Foundation
import TestSupport
import Testing

@Suite("Live updates on a terminal", .fewAtATime, .enabled(if: Tmux.program != nil, "\(Tmux.absence)"))
struct LiveTests {
    private static func template(color: String) -> String {
        #"{"parameters": {"color": {"defaultValue": {"value": "\#(color)"}}}}"#
    }

    private func emulator(in folder: TemporaryFolder, port: String) async throws -> ChildProgram {
        let emulator = try ChildProgram(
            TerminalWindow.program, ["emulator", "--template", folder.path("template.json"), "--port", port])
        try await eventually("the emulator's address") { emulator.output.contains("source: ") }
        return emulator
    }

    @Test("a publish is on screen immediately, and a lost emulator is reported until it is back")
    func publishAndRestart() async throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.template(color: "red"), to: "template.json")
        var emulator = try await emulator(in: folder, port: "0")
        let url = try #require(
            emulator.output.firstMatch(of: /listening on (?<url>http:\S+)/).map { String($0.output.url) })
        // Nothing is fetched but what is announced.
        try folder.write(
            "source: {kind: emulator, url: \"\(url)\"}\nrefresh: off\nkeys: [{name: color, type: string}]\n",
            to: "experiments.yaml")
        let window = try TerminalWindow(running: "\"$EXPERIMENTS\"" + TerminalWindow.ending, in: folder)
        try await window.wait(for: "● live")
        try await window.wait(for: "red")
        try window.replace("template.json", with: Self.template(color: "green"))
        try await window.wait(for: "green")

        emulator.send(SIGKILL)
        try await emulator.end()
        try await window.wait(for: "live updates lost: ")
        try await window.wait(for: "live updates lost, next try in ")
        try window.replace("template.json", with: Self.template(color: "blue"))
        emulator = try await self.emulator(in: folder, port: String(url.split(separator: ":").last ?? ""))
        try await window.wait(for: "live updates are back")
        try await window.wait(for: "blue")
        try window.replace("template.json", with: Self.template(color: "black"))
        try await window.wait(for: "black")
        try window.press("q")
        #expect(try await window.exitStatus() == "0")
    }

    @Test("the demo's values come as its story continues")
    func demo() async throws {
        let window = try TerminalWindow(running: "\"$EXPERIMENTS\" demo" + TerminalWindow.ending)
        try await window.wait(for: "²Missing 1")
        try window.press("2")
        // Its story takes a minute, and then begins again.
        try await window.wait(for: "the chat switch to be missing", within: .seconds(180)) { lines in
            lines.contains { $0.contains("support_chat_enabled") }
        }
        try window.press("6")
        // A late fetch may bring several steps of the story together.
        try await window.wait(for: "the fetch without the chat switch") { lines in
            lines.contains { $0.contains(" updated ") && $0.contains("support_cha") }
        }
        try window.press("q")
        #expect(try await window.exitStatus() == "0")
    }
}
