import TestSupport
import Testing

@Suite(
    "A project that sends a variable to an address of its own", .fewAtATime,
    .enabled(if: Tmux.program != nil, "\(Tmux.absence)"))
struct ConsentTests {
    private static let script = """
        export TOKEN=abc
        "$EXPERIMENTS" list; echo "first $?"
        "$EXPERIMENTS" list; echo "second $?"
        "$EXPERIMENTS" list; echo "third $?"
        "$EXPERIMENTS" list </dev/null | cat; echo "piped"; read -r _
        """

    @Test("is asked about once for each host, and sends nothing after a no")
    func asked() async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "source: {kind: active-config, url: \"http://0.0.0.0:1/{user}\", token: \"${TOKEN}\"}\nkeys: []\n",
            to: "experiments.yaml")
        let window = try TerminalWindow(running: Self.script, in: folder, .init(columns: 200, rows: 30))
        try await window.wait(for: "experiments.yaml sends the variable TOKEN to 0.0.0.0. Allow it? [y/N]")
        try window.type("n")
        try window.press("Enter")
        try await window.wait(for: "error: nothing was sent")
        try await window.wait(for: "first 1")
        // The answer is asked for again, and a yes is kept.
        try window.type("y")
        try window.press("Enter")
        try await window.wait(for: "second 1")
        try await window.wait(for: "third 1")
        try await window.wait(for: "piped")
        #expect(try window.lines().count { $0.contains("Allow it?") } == 2)
        #expect(try window.lines().count { $0.contains("nothing was sent") } == 1)
    }
}
