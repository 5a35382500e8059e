import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("emulator")
struct EmulatorTests {
    private static func template(greeting: String) -> String {
        #"{"parameters": {"greeting": {"defaultValue": {"value": "\#(greeting)"}}}}"#
    }

    /// A workplace, and an emulator in it that serves `template.json` and that `experiments.yaml` names as the source.
    private func served() async throws -> (Workplace, RunningProgram) {
        let workplace = try Workplace()
        try workplace.folder.write(Self.template(greeting: "hello"), to: "template.json")
        let emulator = try workplace.start("emulator", "--template", "template.json", "--port", "0")
        try await emulator.waitForOutput("source: ")
        let source = try #require(emulator.output.split(separator: "\n").first { $0.hasPrefix("source: ") })
        try workplace.folder.write(
            "\(source)\nrefresh: 1s\nkeys: [{name: greeting, type: string}]\n", to: "experiments.yaml")
        return (workplace, emulator)
    }

    @Test("serves a template to a source of kind emulator, and logs each request")
    func serves() async throws {
        let (workplace, emulator) = try await served()
        #expect(try await workplace.run("get", "greeting").output == "hello\n")
        try await emulator.waitForOutput("POST /v1/projects/demo-project/installations  200")
        try await emulator.waitForOutput("UPDATE version 1")
    }

    @Test("serves a change of the file as the next version, to whoever watches")
    func change() async throws {
        let (workplace, emulator) = try await served()
        let watch = try workplace.start("watch")
        try await watch.waitForOutput("greeting  ok hello")
        try workplace.folder.write(Self.template(greeting: "goodbye"), to: "template.json")
        try await emulator.waitForOutput("published version 2")
        try await watch.waitForOutput("greeting  ok goodbye  (was ok hello)")
    }

    @Test("goes on serving the last good version of a file that breaks")
    func broken() async throws {
        let (workplace, emulator) = try await served()
        try workplace.folder.write("{", to: "template.json")
        try await emulator.waitForOutput("the last good version is served on: template.json")
        #expect(try await workplace.run("get", "greeting").output == "hello\n")
    }

    @Test("--json prints a document a line")
    func json() async throws {
        let workplace = try Workplace()
        let emulator = try workplace.start("emulator", "--scenario", "demo", "--port", "0", "--json")
        try await emulator.waitForOutput("\n")
        let line = try #require(emulator.output.split(separator: "\n").first)
        let document = try #require(try JSONValue(parsing: String(line)).object)
        #expect(document["event"] == "listening")
        let url = try #require(document["url"]?.string)
        try workplace.folder.write(
            "source: {kind: emulator, url: \"\(url)\"}\nkeys: []\n", to: "experiments.yaml")
        #expect(try await workplace.run("get", "price_tier").output == "standard\n")
        try await emulator.waitForOutput(#""event":"request""#)
    }

    @Test("a template that cannot be read is an error")
    func unreadable() async throws {
        let workplace = try Workplace()
        let missing = try await workplace.run("emulator", "--template", "nowhere.json")
        #expect(missing.status == 1)
        #expect(missing.errors.contains("nowhere.json"), "\(missing)")
        try workplace.folder.write(#"{"parameters": []}"#, to: "bad.json")
        let bad = try await workplace.run("emulator", "--template", "bad.json")
        #expect(bad.status == 1)
        #expect(bad.errors.contains("bad.json: parameters must be"), "\(bad)")
    }

    @Test("a port that is taken is an error")
    func port() async throws {
        let workplace = try Workplace()
        let first = try workplace.start("emulator", "--scenario", "demo", "--port", "0", "--json")
        try await first.waitForOutput("\n")
        let line = try #require(first.output.split(separator: "\n").first)
        let url = try #require(try JSONValue(parsing: String(line)).object?["url"]?.string.flatMap(URL.init(string:)))
        let second = try await workplace.run(
            "emulator", "--scenario", "demo", "--port", "\(try #require(url.port))")
        #expect(second.status == 1)
        #expect(second.errors.contains("another program uses it"), "\(second)")
    }

    @Test("a template and a scenario exclude one another, and one is needed")
    func choice() async throws {
        #expect(try await Workplace().run("emulator").errors.contains("--template"))
        let both = try await Workplace().run("emulator", "--template", "a", "--scenario", "demo")
        #expect(both.errors.contains("exclude one another"))
    }

    @Test("a server that is not there is an error that names it, and check does not judge")
    func noServer() async throws {
        let workplace = try Workplace()
        try workplace.folder.write(
            "source: {kind: emulator, url: \"http://127.0.0.1:1\"}\nkeys: []\n", to: "experiments.yaml")
        let check = try await workplace.run("check", "--json")
        #expect(check.status == 1)
        #expect(try check.json().object?["error"] != nil)
        #expect(check.errors.contains("127.0.0.1"), "\(check)")
    }
}
