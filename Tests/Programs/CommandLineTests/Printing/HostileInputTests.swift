import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("Whatever files and words hold, no command sends it to the terminal as it is", .fewAtATime)
struct HostileInputTests {
    /// Which words make every command read hostile files, or find fault with hostile words.
    private static func lines(of command: CommandDump, globals: Set<String>) -> [[String]] {
        let words = command.arguments.map { _ in HostileText.text }
        let start = command.path + ends(command)
        var lines = [start, start + words, start + words + ["--json"]]
        lines += ["broken.yaml", "raw.yaml"].map { start + words + ["--config", $0] }
        if !command.arguments.isEmpty {
            let files = [
                "variants.json", "template.json", "theme.yaml", "key.json",
                "file\u{1B}]2;PWNED\u{07}\u{202E}.json",
            ]
            lines += files.map { file in start + command.arguments.map { _ in file } }
        }
        for option in command.options where !globals.contains(option) || command.path == ["list"] {
            lines.append(
                start + words + [option, option.contains("account") ? "key.json" : HostileText.text])
        }
        return lines
    }

    /// What keeps a server from a port that is another's.
    private static func ends(_ command: CommandDump) -> [String] {
        [["emulator"], ["serve"]].contains(command.path) ? ["--port", "0"] : []
    }

    @Test("every command that there is, with hostile files and words")
    func everyCommand() async throws {
        let commands = try await CommandDump.commands()
        #expect(commands.count > 40)
        let globals = Set(commands.first?.options ?? [])
        let all = commands.flatMap { Self.lines(of: $0, globals: globals) }
        let share = all.count / 4 + 1
        try await withThrowingTaskGroup { group in
            for start in stride(from: 0, to: all.count, by: share) {
                group.addTask {
                    // A place of its own: commands change the files.
                    for line in all[start..<min(all.count, start + share)] {
                        try await Self.run(line, in: try Workplace.hostile())
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    private static func run(_ line: [String], in workplace: Workplace) async throws {
        let program = try workplace.start(
            line,
            with: [
                "FIREBASE_REMOTE_CONFIG_URL": "http://127.0.0.1:1",
                "EXPERIMENTS_EMULATOR_TOKEN": HostileText.text,
            ])
        let runsOn =
            ["watch", "emulator", "serve", "demo"].contains(line.first)
            || line.starts(with: ["apps", "watch"])
        let finished = runsOn ? try await program.finishedOrInterrupted() : try await program.finished()
        #expect(
            HostileText.unsafe(in: finished.errors).isEmpty, "\(line): \(finished.errors.debugDescription)")
        #expect(finished.status < 128 || finished.status == 130, "\(line): \(finished)")
        // Alone, `get` prints the value for scripts, as it is.
        if line.first == "get", !line.contains("--json"), !line.contains("--details") { return }
        #expect(
            HostileText.unsafe(in: finished.output).isEmpty, "\(line): \(finished.output.debugDescription)")
    }

    @Test("what an emulator serves, logs and refuses, and what a server says")
    func server() async throws {
        let workplace = try Workplace.hostile()
        let h = HostileText.quoted
        try workplace.folder.write(
            #"{"parameters": {"a": {"defaultValue": {"value": \#(h)}, "description": \#(h)}}}"#,
            to: "served/p\u{1B}]2;PWNED\u{07}\nsource: q.json")
        try workplace.folder.write(
            #"{"parameters": {"a": {"defaultValue": {"value": \#(h)}, "description": \#(h)}}}"#,
            to: "good.json")
        let folder = try await workplace.start("emulator", "--port", "0", "--folder", "served")
            .finishedOrInterrupted()
        #expect(HostileText.unsafe(in: folder.output + folder.errors).isEmpty, "\(folder)")
        #expect(!folder.output.contains("\nsource: q"), "\(folder)")

        let emulator = try workplace.start("emulator", "--port", "0", "--template", "good.json")
        try await emulator.waitForOutput("source: {")
        let url = try #require(emulator.output.firstMatch(of: #/http:\/\/[0-9.:]+/#)).output
        let service = ["--base-url", String(url), "--project", "demo-project", "--access-token-env", "T"]
        let lines = [
            ["template", "get"], ["template", "versions"], ["template", "diff", "template.json"],
            ["template", "publish", "good.json", "--description", HostileText.text],
            ["template", "versions"],
            ["template", "publish", "good.json"], ["template", "rollback"],
            ["template", "diff", "good.json"],
            ["template", "publish", "template.json"],
        ]
        for line in lines {
            for more in [[], ["--json"]] {
                let program = try workplace.start(line + service + more, with: ["T": "owner"])
                let finished = try await program.finished()
                #expect(
                    HostileText.unsafe(in: finished.output + finished.errors).isEmpty, "\(line): \(finished)")
            }
        }
        emulator.send(SIGINT)
        let log = try await emulator.finished()
        #expect(HostileText.unsafe(in: log.output + log.errors).isEmpty, "\(log)")
    }

    @Test("a name with a line feed makes no line of its own")
    func lineFeeds() async throws {
        let failed = try await Workplace.hostile().run("get", "a\nerror: b")
        #expect(failed.errors.hasPrefix("error: no key \"a\\nerror: b\"\n"), "\(failed)")
    }

    @Test("a line that is too long is cut, and says how much of it")
    func long() async throws {
        let workplace = try Workplace.withFineProject()
        // A name between quotation marks is cut before; a word that only the parser sees is not.
        let failed = try await workplace.run("list", "--" + String(repeating: "a", count: 20_000))
        let line = try #require(failed.errors.split(separator: "\n").first)
        #expect(line.count < 4_100)
        #expect(line.hasSuffix("… (16026 more characters)"), "\(line.suffix(60))")
    }

    @Test("the output for scripts stays whole: a single value, and the line of a profile")
    func exact() async throws {
        let workplace = try Workplace.withFineProject()
        let long = String(repeating: "é", count: 9_000) + "\u{1B}[1m"
        try workplace.writeValues(#"{"long": \#(JSONValue.string(long).compactText)}"#)
        #expect(try await workplace.run("get", "long").output == long + "\n")
        _ = try await workplace.run("override", "set", "paywall", "--raw", long)
        _ = try await workplace.run("override", "profile", "save", "long")
        let shared = try await workplace.run("override", "profile", "export", "long").output
        #expect(
            try await workplace.run("override", "profile", "import", shared, "--name", "back").status == 0)
    }

    @Test("colors that were asked for are the only escape codes")
    func colors() async throws {
        let list = try await Workplace.hostile().run("list", "--color", "always")
        let codes = list.output.matches(of: #/\u{1B}\[[0-9]+m/#).count
        #expect(codes > 4)
        #expect(list.output.unicodeScalars.count { $0 == "\u{1B}" } == codes)
    }
}
