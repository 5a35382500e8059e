import Foundation
import TestSupport
import Testing

@Suite(
    "The project file, edited in the meantime", .fewAtATime,
    .enabled(if: Tmux.program != nil, "\(Tmux.absence)"))
struct ProjectFileTests {
    @Test(
        "its keys and bindings count as soon as it is saved; a mistake is reported with its place, and harms nothing"
    )
    func edited() async throws {
        let window = try TerminalWindow.onProject()
        try await window.waitForProject()
        let longer = TerminalWindow.project + "  - {name: welcome, type: string, default: hello}\n"
        try window.replace("experiments.yaml", with: longer)
        try await window.wait(for: "welcome") { lines in
            lines.contains { $0.contains("○ welcome") && $0.contains("nothing   app gets hello") }
        }
        try window.replace("experiments.yaml", with: "refesh: 3s\n" + longer)
        try await window.wait(
            for: "still using the last valid project file: experiments.yaml:1:1: unknown field \"refesh\"")
        #expect(try window.lines().contains { $0.contains("welcome") })
        try window.replace("experiments.yaml", with: longer + "bindings: {quit: [], help: [q]}\n")
        try await window.wait(for: "project file reloaded")
        try window.press("q")
        try await window.wait(for: "Half a page down")
    }

    @Test("another source counts from the next start, and that is reported")
    func source() async throws {
        let window = try TerminalWindow.onProject()
        try await window.waitForProject()
        try window.replace(
            "experiments.yaml", with: TerminalWindow.project.replacing("config.json", with: "other.json"))
        try await window.wait(for: "project file reloaded; restart to apply source")
    }
}
