import ExperimentsNcurses
import Foundation
import TestSupport
import Testing

@Suite("Programs beside the dashboard", .fewAtATime)
struct CommandProcessTests {
    private func run(
        _ words: [String], limit: Int = 1 << 20, _ took: (CommandProcess, [UInt8]) -> Void = { _, _ in },
        variables: [String: String] = [:], folder: String? = nil
    ) throws -> (CommandProcess.Ending, [UInt8]) {
        let environment = ["PATH": "/usr/bin:/bin"].merging(variables) { $1 }
        let program = try CommandProcess(words, environment: environment, folder: folder)
        var output: [UInt8] = []
        let ending = program.read(limit: limit) { part in
            output += part
            took(program, part)
        }
        return (ending, output)
    }

    @Test("are given 10,000 random arguments byte for byte")
    func arguments() throws {
        var random = SeededGenerator(seed: 50)
        let quotes = [
            "'", "\"", "$(x)", "`x`", "\\", "\n", "-", "*", " ", "\u{1b}[2J", "é", "😀", ";", "{key}",
        ]
        for _ in 0..<20 {
            let texts = (0..<500).map { _ in
                (0..<Int.random(in: 0..<6, using: &random)).map { _ in
                    quotes.randomElement(using: &random) ?? ""
                }
                .joined()
            }
            let (ending, output) = try run(["printf", "%s\\0"] + texts)
            #expect(ending == .exited(0) && output == texts.flatMap { Array($0.utf8) + [0] })
        }
    }

    @Test("have the variables and the folder that they are given, and no terminal")
    func surroundings() throws {
        let text = "printf '%s' \"$EXPERIMENTS_KEY\"; pwd; (: </dev/tty) 2>/dev/null || echo none; cat"
        let (_, output) = try run(
            ["/bin/sh", "-c", text], variables: ["EXPERIMENTS_KEY": "$(id)'\n"], folder: "/usr")
        #expect(String(decoding: output, as: UTF8.self) == "$(id)'\n/usr\nnone\n")
    }

    @Test("are stopped with all that they started, also if they ignore the polite signal")
    func stopping() async throws {
        let text = "trap '' TERM; sleep 600 & echo $!; wait; sleep 600"
        let (ending, output) = try run(["/bin/sh", "-c", text], { program, _ in program.stop() })
        #expect(ending == .stopped)
        let child = try #require(Int32(String(decoding: output.dropLast(), as: UTF8.self)))
        // It may be gone a moment later: nobody waits for it but the system.
        try await eventually("the end of what it started") {
            kill(child, 0) != 0
                || FileManager.default.contents(atPath: "/proc/\(child)/cmdline")?.isEmpty != false
        }
    }

    @Test("are stopped after so much output")
    func flood() throws {
        let (ending, output) = try run(["yes"], limit: 100_000)
        #expect(ending == .flooded && output.count == 100_000)
    }

    @Test("report their status or signal, or why they cannot be started")
    func endings() throws {
        #expect(try run(["/bin/sh", "-c", "exit 3"]).0 == .exited(3))
        #expect(try run(["/bin/sh", "-c", "kill -SEGV $$"]).0 == .signalled(11))
        #expect(throws: TerminalProblem.self) { _ = try run(["no-such-program-here"]) }
        #expect(throws: TerminalProblem.self) { _ = try run(["true"], folder: "/no/such/folder") }
    }

    @Test("that leave others behind end without waiting for them")
    func leavingOthers() throws {
        let start = ContinuousClock.now
        let (ending, _) = try run(["/bin/sh", "-c", "sleep 5 & echo started"])
        #expect(ending == .exited(0) && ContinuousClock.now - start < .seconds(4))
    }
}
