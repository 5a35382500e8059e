import Foundation
import TestSupport
import Testing

@Suite("Attack: keys in the dashboard", .fewAtATime, .enabled(if: Campaign.isPossible, "\(Campaign.absence)"))
struct KeyFuzzTests {
    /// What a person or the system may end it by, and what a quit gives.
    private static let ends = [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGXCPU]

    @Test(
        "random keys, sequences, pastes, sizes and signals never end it, and every end leaves the terminal as it was",
        .promise("No key breaks the dashboard or its terminal", "keys, pastes, sizes and signals"))
    func keys() async throws {
        await Campaign("keys: dashboards").run(5, inCampaign: 60) { random in
            let events = (0..<60).map { _ in TerminalEvent.random(&random) }
            let end = random.one(of: Self.ends)
            let term = random.one(of: [
                "xterm-256color", "tmux-256color", "xterm-kitty", "screen", "linux", "vt100",
            ])
            Promise.count(events.count)
            do {
                try await Self.play(events, thenSignal: end, term)
            } catch {
                let needed = await smallest(events) { events in
                    do {
                        try await Self.play(events, thenSignal: end, term)
                        return false
                    } catch {
                        return true
                    }
                }
                let story = needed.map(\.description).joined(separator: "\n")
                throw Broken("\(error)\nTERM=\(term), in the end signal \(end), after\n\(story)")
            }
        }
    }

    /// Opens a dashboard in which things happen, and ends it.
    private static func play(_ events: [TerminalEvent], thenSignal end: Int32, _ term: String) async throws {
        let terminal = try PseudoTerminal()
        let before = terminal.settings
        let workplace = try OverridesUnderAttack.workplace()
        var environment = workplace.environment
        environment["TERM"] = term
        // Random keys may ask for an editor, which is then to come back by itself.
        environment["EDITOR"] = "true"
        let program = try ChildProcess(
            Workplace.program, [], environment: environment, in: workplace.folder.path, input: terminal.path,
            output: terminal.path, errors: terminal.path, leadsSession: true)
        try terminal.read(until: "the first screen") { terminal.text.contains("k4") || program.status != nil }
        for event in events where program.status == nil {
            switch event {
            case .keys(let keys): try terminal.type(keys) { program.status == nil }
            case .size(let columns, let rows): terminal.resize(columns: columns, rows: rows)
            case .signal(let number): program.send(number)
            }
        }
        try terminal.read(until: "the keys to be read") { !terminal.holdsKeys || program.status != nil }
        program.send(SIGCONT)
        program.send(end)
        try terminal.read(until: "the end") { program.status != nil }
        let status = program.wait()
        try terminal.readAll()
        // A key may have ended it before the signal did.
        guard [0, 128 + SIGINT, 128 + SIGQUIT, 128 + end].contains(status) else {
            throw Broken("exit status \(status)")
        }
        guard terminal.settings == before else {
            throw Broken("the terminal's settings are not what they were")
        }
        let left = TerminalModes.left(by: terminal.drawn)
        guard left.isEmpty else { throw Broken("still switched on: \(left)") }
    }
}
