import Foundation
import TestSupport
import Testing

@Suite("Tutorials", .fewAtATime, .serialized, .timeLimit(.minutes(60)))
struct TutorialTests {
    @Test("each step leads to what it shows", arguments: try Tutorial.all())
    func steps(tutorial: Tutorial) async throws {
        let reader = try Reader()
        for step in tutorial.steps { try await reader.carryOut(step) }
        try await reader.leave()
    }

    @Test(
        "each picture is the output of render; `make pictures` draws them again",
        arguments: try Tutorial.all())
    func pictures(tutorial: Tutorial) async throws {
        let workplace = try Workplace()
        var count = 0
        for case .picture(let arguments, let image) in tutorial.steps {
            let script =
                "cd '\(Page.absolutePath(tutorial.folder))'\nexperiments render --no-state --svg \(arguments)"
            let drawn = try await workplace.shell(script)
            #expect(drawn.output == image, "\(arguments)\n\(drawn.errors)")
            count += 1
        }
        #expect(count >= 1)
    }

    @Test("there is one for each job, and all are in the table of contents")
    func jobs() throws {
        let names = try Tutorial.all().map(\.name)
        #expect(names == ["Emulate", "Gate", "Watch"])
        let contents = try Page.file("\(Tutorial.folder)/Jobs.tutorial")
        for name in names { #expect(contents.contains("\"doc:\(name)\""), "\(name)") }
    }

    @Test("the workflow for CI runs commands that exist, with options that they take")
    func workflow() async throws {
        let known = try await CommandDump.commands()
        let lines = try Page.file("\(Tutorial.folder)/Gate/gate-workflow.yml").split(separator: "\n")
        let commands = lines.compactMap { $0.firstMatch(of: /- run: (experiments .*)/)?.1 }
        #expect(commands.count >= 2)
        for command in commands { #expect(known.problem(in: String(command)) == nil, "\(command)") }
    }
}

/// Somebody who follows a tutorial with two terminals, at the top of a clone of this package.
private final class Reader {
    private let workplace: Workplace
    private let port: String
    private var program: (command: String, running: RunningProgram)?

    init() throws {
        workplace = try Workplace()
        try FileManager.default.createSymbolicLink(
            atPath: workplace.folder.path("Sources"), withDestinationPath: Page.absolutePath("Sources"))
        // The port of the tutorials may be taken on this machine.
        port = try String(LoopbackSocket.freePort())
    }

    func carryOut(_ step: Tutorial.Step) async throws {
        switch step {
        case .file(let name, let text): try workplace.folder.write(onPort(text), to: name)
        case .source(let path, let text): #expect(try Page.file(path) == text, "\(path)")
        case .command(let command, let expected):
            let done = try await workplace.shell(
                "exec 2>&1\n" + Self.swift + onPort(command), with: ["PRODUCTS": BuiltProducts.folder])
            #expect(
                PageTests.matches(done.output, Self.withoutTimes(onPort(expected))),
                "$ \(command)\n\(done.output)--- expected\n\(expected)")
        case .program(let command, let lines): try await see(lines.map(onPort), of: onPort(command))
        case .picture: break
        }
    }

    /// Ends what runs in the second terminal.
    func leave() async throws {
        guard let program else { return }
        program.running.send(SIGTERM)
        _ = try await program.running.finished()
        self.program = nil
    }

    /// Waits until the program in the second terminal has printed these lines, in whatever order: it may do several things at
    /// once.
    private func see(_ lines: [String], of command: String) async throws {
        if program?.command != command {
            try await leave()
            let script = "exec 2>&1\n" + Self.executable(command)
            let variables = ["EXPERIMENTS": Workplace.program, "PRODUCTS": BuiltProducts.folder]
            program = (command, try workplace.start("/bin/bash", ["-c", script], with: variables))
        }
        guard let running = program?.running else { return }
        let patterns = lines.map(Self.withoutTimes)
        do {
            try await eventually("the lines of \(command)") {
                let printed = running.output.split(separator: "\n").map(String.init)
                return patterns.allSatisfy { pattern in printed.contains { PageTests.matches($0, pattern) } }
            }
        } catch {
            throw DeadlineExpired(description: "\(error)\n--- printed\n\(running.output)")
        }
    }

    private func onPort(_ text: String) -> String { text.replacing("9199", with: port) }

    /// Times of day and dates are other ones each time.
    private static func withoutTimes(_ text: String) -> String {
        text.replacing(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ|\d\d:\d\d:\d\d\.\d{3}/, with: "…")
    }

    /// `swift run` with what was built together with the tests.
    private static let swift = """
        swift() {
            shift
            if [ "$1" = --package-path ]; then shift 2; fi
            local name=$1
            shift
            "$PRODUCTS/$name" "$@"
        }

        """

    /// A command line that becomes the program, so that a signal reaches it.
    private static func executable(_ command: String) -> String {
        command.hasPrefix("swift run ")
            ? "exec \"$PRODUCTS\"/" + command.dropFirst("swift run ".count)
            : "exec \"$EXPERIMENTS\" " + command.dropFirst("experiments ".count)
    }
}
