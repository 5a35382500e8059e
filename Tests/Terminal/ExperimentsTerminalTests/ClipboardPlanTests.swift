import ExperimentsDashboard
import ExperimentsNcurses
import Foundation
import TestSupport
import Testing

@testable import ExperimentsTerminal

@Suite("Ways to the clipboard", .fewAtATime)
struct ClipboardPlanTests {
    private func plan(
        _ environment: [String: String], _ programs: Set<String>, for text: String = "x"
    ) -> ClipboardPlan {
        ClipboardPlan(
            for: text, environment: environment.merging(["PATH": "/usr/bin:/opt/bin"]) { $1 },
            isProgram: { programs.contains($0) })
    }

    private func commands(_ environment: [String: String], _ programs: Set<String>) -> [String] {
        plan(environment, programs).programs.flatMap(\.commands).map {
            ([$0.path] + $0.arguments).joined(separator: " ")
        }
    }

    @Test("are the programs of the display there is, as far as they are installed")
    func desktop() {
        let all: Set = ["/opt/bin/wl-copy", "/usr/bin/xclip", "/usr/bin/xsel"]
        #expect(
            commands(["WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"], all) == [
                "/opt/bin/wl-copy", "/usr/bin/xclip -selection clipboard -in",
                "/usr/bin/xsel --clipboard --input",
            ])
        #expect(commands(["DISPLAY": ":0"], ["/usr/bin/xsel"]) == ["/usr/bin/xsel --clipboard --input"])
        #expect(commands([:], ["/usr/bin/pbcopy"]) == ["/usr/bin/pbcopy"])
    }

    @Test("are not those of another machine's desktop, nor of none")
    func elsewhere() {
        #expect(commands(["DISPLAY": ":0", "SSH_CONNECTION": "a b c d"], ["/usr/bin/xclip"]).isEmpty)
        #expect(commands([:], ["/usr/bin/xclip"]).isEmpty)
        #expect(commands(["DISPLAY": ":0"], []).isEmpty)
    }

    @Test("begin with tmux inside tmux, over ssh, too; then the terminal is tmux's to ask")
    func tmux() {
        let inside = ["TMUX": "/tmp/tmux,1,0", "SSH_TTY": "/dev/pts/1"]
        #expect(
            commands(inside, ["/usr/bin/tmux", "/usr/bin/xclip"]) == [
                "/usr/bin/tmux load-buffer -w -", "/usr/bin/tmux load-buffer -",
            ])
        #expect(!plan(inside, ["/usr/bin/tmux"]).asksTerminal)
        #expect(plan(inside, []).asksTerminal)
    }

    @Test("lead to the terminal only for what terminals take")
    func length() {
        #expect(plan([:], [], for: String(repeating: "x", count: Terminal.clipboardLimit)).asksTerminal)
        #expect(!plan([:], [], for: String(repeating: "x", count: Terminal.clipboardLimit + 1)).asksTerminal)
    }

    @Test("are gone until a program of each place succeeds, and only those places are reported")
    func places() {
        let plan = plan(
            ["TMUX": "x", "DISPLAY": ":0"], ["/usr/bin/tmux", "/usr/bin/xclip", "/usr/bin/xsel"])
        #expect(plan.places { _ in true } == [.tmux, .desktop])
        #expect(plan.places { $0.arguments == ["load-buffer", "-"] } == [.tmux])
        #expect(plan.places { $0.path == "/usr/bin/xsel" } == [.desktop])
        #expect(plan.places { _ in false }.isEmpty)
    }

    @Test("are only those that the user allows")
    func choice() {
        let environment = ["TMUX": "x", "DISPLAY": ":0", "PATH": "/usr/bin"]
        let terminal = ClipboardPlan(for: "x", by: .terminal, environment: environment) { _ in true }
        #expect(terminal.programs.isEmpty && terminal.asksTerminal)
        let programs = ClipboardPlan(
            for: "x", by: .programs, environment: ["DISPLAY": ":0", "PATH": "/usr/bin"]
        ) { _ in
            true
        }
        #expect(programs.programs.map(\.place) == [.desktop] && !programs.asksTerminal)
    }

    @Test("take a text of any length to its end, and say where they fail")
    func copy() throws {
        let folder = try TemporaryFolder()
        let script = try folder.write("#!/bin/sh\ncat >\"$(dirname \"$0\")/copy\"\n", to: "xclip")
        // By the shell: the system starts no file that a test beside this one may be about to inherit, open for writing.
        let command = ClipboardCommand(path: "/bin/sh", arguments: [script])
        let text = String(repeating: "値 ", count: 100_000)
        let environment = ["PATH": "/usr/bin:/bin"]
        #expect(command.run(with: text, environment: environment))
        #expect(try folder.text(of: "copy") == text)
        // Those of Linux leave a process behind that hands the text out.
        try folder.write("#!/bin/sh\ncat >/dev/null; sleep 20 & exit 0\n", to: "xclip")
        let start = ContinuousClock.now
        #expect(command.run(with: "x", environment: environment))
        #expect(ContinuousClock.now - start < .seconds(15))
        try folder.write("#!/bin/sh\nexit 1\n", to: "xclip")
        #expect(!command.run(with: "x", environment: environment))
    }
}
