import Foundation
import TestSupport
import Testing

@Suite(
    "GNU screen", .fewAtATime,
    .enabled(if: Tmux.program != nil && GNUScreen.program != nil, "tmux or screen is not installed"))
struct GNUScreenTests {
    @Test(
        "in screen Esc acts immediately, a detached dashboard comes back whole, and the terminal is left as it was"
    )
    func screen() async throws {
        let folder = try TemporaryFolder()
        let sockets = try TemporaryFolder()
        chmod(sockets.path, 0o700)
        try folder.write(TerminalWindow.project, to: "experiments.yaml")
        try folder.write(TerminalWindow.values, to: "config.json")
        try folder.write("startup_message off\n", to: "screenrc")
        let window = try TerminalWindow(
            running: """
                screen -c screenrc -S shop sh -c '"$EXPERIMENTS"; echo "exit status $?"; read -r _'; echo detached; \
                read -r _; exec screen -r shop
                """, in: folder, .init(variables: ["SCREENDIR": sockets.path]))
        try await window.waitForProject()
        #expect(try window.flag("mouse_any_flag") == "0")
        try window.press("?")
        try await window.wait(for: "Half a page down")
        try window.press("Escape")
        try await window.waitForAbsence(of: "Half a page down")
        try window.press("C-a", "d")
        try await window.wait(for: "detached")
        try window.resize(columns: 80, rows: 20)
        try window.press("Enter")
        try await window.wait(for: "free_shipping_from") { lines in
            lines.contains { $0.contains("free_shipping_from") } && lines.count <= 21
        }
        try window.press("q")
        #expect(try await window.exitStatus() == "0")
        #expect(try window.flag("cursor_flag") == "1")
    }
}
