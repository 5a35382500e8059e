import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("An emulator of a new project", .fewAtATime)
struct NewProjectTests {
    /// Starts an emulator, and returns its address.
    private func start(_ workplace: Workplace, _ arguments: String...) async throws -> (
        RunningProgram, String
    ) {
        let emulator = try workplace.start(["emulator", "--port", "0"] + arguments)
        try await emulator.waitForOutput("source: ")
        let url = try #require(emulator.output.firstMatch(of: /http:\/\/127\.0\.0\.1:\d+/)).output
        return (emulator, String(url))
    }

    private func publish(_ value: String, _ workplace: Workplace, _ url: String) async throws -> Finished {
        try workplace.folder.write(
            #"{"parameters": {"k": {"defaultValue": {"value": "\#(value)"}}}}"#, to: "t.json")
        return try await workplace.run(
            "template", "publish", "t.json", "--yes", "--force", "--project", "demo-project", "--base-url",
            url)
    }

    @Test("starts without a template, and takes the first one")
    func first() async throws {
        let workplace = try Workplace()
        let (emulator, url) = try await start(workplace)
        let published = try await publish("1", workplace, url)
        #expect(published.output.contains("published version"), "\(published)")
        let got = try await workplace.run(
            "template", "get", "--project", "demo-project", "--base-url", url)
        #expect(got.output.contains(#""value": "1""#), "\(got)")
        emulator.send(SIGINT)
        _ = try await emulator.finished()
    }

    @Test("continues with the stored template and the same version numbers")
    func stored() async throws {
        let workplace = try Workplace()
        let (before, url) = try await start(workplace, "--state", "state.json")
        _ = try await publish("1", workplace, url)
        #expect(try await publish("2", workplace, url).output.contains("published version 2"))
        before.send(SIGINT)
        _ = try await before.finished()
        let (after, next) = try await start(workplace, "--state", "state.json")
        let got = try await workplace.run("template", "get", "--project", "demo-project", "--base-url", next)
        #expect(
            got.output.contains(#""value": "2""#) && got.output.contains(#""versionNumber": "2""#), "\(got)")
        #expect(try await publish("3", workplace, next).output.contains("published version 3"))
        after.send(SIGINT)
        _ = try await after.finished()
    }

    @Test("a file with something else is not taken for what is stored, and stays as it is")
    func otherFile() async throws {
        let workplace = try Workplace()
        for text in ["{\n  \"a\": ", "[]", #"{"projects": {"p": {"firebase": {"parameters": 5}}}}"#] {
            try workplace.folder.write(text, to: "state.json")
            let run = try await workplace.run("emulator", "--state", "state.json", "--port", "0")
            #expect(run.status == 1 && run.errors.contains("state.json"), "\(run)")
            #expect(try workplace.folder.text(of: "state.json") == text)
        }
    }

    @Test(
        "a template file that is missing or empty is served once it is written",
        arguments: [nil, "\n"] as [String?])
    func later(text: String?) async throws {
        let workplace = try Workplace()
        if let text { try workplace.folder.write(text, to: "template.json") }
        let (emulator, _) = try await start(workplace, "--template", "template.json")
        if text == nil { #expect(emulator.errors.contains("note: template.json does not exist yet")) }
        try workplace.folder.write(
            #"{"parameters": {"k": {"defaultValue": {"value": "1"}}}}"#, to: "template.json")
        try await emulator.waitForOutput("published version")
    }
}
