import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("A source that does not answer", .fewAtATime, .timeLimit(.minutes(60)))
struct WaitTests {
    /// Accepts connections, and says nothing.
    private let silent: LoopbackSocket
    private let workplace: Workplace

    init() throws {
        silent = try LoopbackSocket()
        workplace = try Workplace()
        try workplace.folder.write(
            """
            sources:
              - {name: live, kind: ofrep, url: "http://127.0.0.1:\(silent.port)", realtime: off}
              - {name: file, kind: file, path: config.json}
            overrides: overrides.json
            keys: [{name: days, type: int, default: 14}]

            """, to: "experiments.yaml")
        try workplace.folder.write(#"{"days": 7}"#, to: "config.json")
    }

    @Test(
        "is waited for as long as --timeout says, by every command that fetches",
        arguments: [
            ["list"], ["get", "days"], ["check"], ["compare", "live", "file"], ["history", "--fetches", "1"],
        ])
    func timeout(command: [String]) async throws {
        let start = ContinuousClock.now
        let finished = try await workplace.run(Workplace.program, command + ["--timeout", "300ms"])
        #expect(ContinuousClock.now - start < .seconds(20))
        #expect(finished.status == 1, "\(finished)")
        let words = #"the source "live" did not respond within 300ms"#
        #expect((finished.output + finished.errors).contains(words), "\(finished)")
    }

    @Test("and several sources are waited for no longer than one")
    func several() async throws {
        // The file must be read within this time, also on a busy machine.
        let finished = try await workplace.run(
            "matrix", "--sources", "live", "file", "--everything", "--timeout", "10s")
        #expect(finished.status == 0 && finished.output.contains("days"), "\(finished)")
        #expect(
            finished.errors.contains(#"note: live: the source "live" did not respond within 10s"#),
            "\(finished)")
        let status = try await workplace.run("sources", "--status", "--timeout", "10s")
        #expect(status.status == 1 && status.output.contains("answered"), "\(status)")
        #expect(status.output.contains("did not respond within 10s"), "\(status)")
    }

    @Test("the error says what to do, in JSON too")
    func advice() async throws {
        let finished = try await workplace.run("get", "days", "--timeout", "300ms", "--json")
        let error = try finished.json().object?["error"]?.object
        #expect(error?["message"] == #"the source "live" did not respond within 300ms"#)
        #expect(error?["advice"]?.string?.contains("--timeout") == true, "\(finished)")
    }

    @Test("serve listens, and says that the source did not answer")
    func serve() async throws {
        let server = try workplace.start("serve", "--port", "0", "--timeout", "300ms")
        try await server.waitForOutput("listening on")
        try await server.waitForOutput("did not respond within 300ms")
    }

    @Test("a limit that is not a duration is refused", arguments: ["5", "0s", "soon"])
    func invalid(limit: String) async throws {
        let finished = try await workplace.run("list", "--timeout", limit)
        #expect(finished.status != 0 && finished.errors.contains("--timeout"), "\(finished)")
    }
}
