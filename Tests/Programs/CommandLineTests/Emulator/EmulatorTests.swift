import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("emulator", .fewAtATime)
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

    @Test("serves a change to the file as the next version, and notifies all listeners")
    func change() async throws {
        let (workplace, emulator) = try await served()
        let watch = try workplace.start("watch")
        try await watch.waitForOutput("greeting  ok hello")
        try workplace.folder.write(Self.template(greeting: "goodbye"), to: "template.json")
        try await emulator.waitForOutput("published version 2")
        try await watch.waitForOutput("greeting  ok goodbye  (was ok hello)")
    }

    @Test("keeps serving the last valid version of a file that becomes invalid")
    func broken() async throws {
        let (workplace, emulator) = try await served()
        try workplace.folder.write("{", to: "template.json")
        try await emulator.waitForOutput("still serving the last valid version: template.json")
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
        try workplace.folder.write(#"{"parameters": []}"#, to: "bad.json")
        let bad = try await workplace.run("emulator", "--template", "bad.json")
        #expect(bad.status == 1)
        #expect(bad.errors.contains("bad.json: parameters: expected"), "\(bad)")
    }

    @Test("a port that is taken is an error")
    func port() async throws {
        let workplace = try Workplace()
        let first = try workplace.start("emulator", "--scenario", "demo", "--port", "0", "--json")
        try await first.waitForOutput("\n")
        let line = try #require(first.output.split(separator: "\n").first)
        let url = try #require(
            try JSONValue(parsing: String(line)).object?["url"]?.string.flatMap(URL.init(string:)))
        let second = try await workplace.run(
            "emulator", "--scenario", "demo", "--port", "\(try #require(url.port))")
        #expect(second.status == 1)
        #expect(second.errors.contains("another program uses it"), "\(second)")
    }

    @Test("serves a folder of projects, to each its own")
    func folder() async throws {
        let workplace = try Workplace()
        try workplace.folder.write(Self.template(greeting: "hello"), to: "templates/one.json")
        try workplace.folder.write(Self.template(greeting: "bonjour"), to: "templates/two.json")
        let emulator = try workplace.start("emulator", "--folder", "templates", "--port", "0")
        try await emulator.waitForOutput("project: two}")
        let sources = emulator.output.split(separator: "\n").filter { $0.hasPrefix("source: ") }
        #expect(sources.count == 2)
        for (source, greeting) in zip(sources, ["hello", "bonjour"]) {
            try workplace.folder.write("\(source)\nkeys: []\n", to: "experiments.yaml")
            #expect(try await workplace.run("get", "greeting").output == "\(greeting)\n")
        }
    }

    @Test("makes requests fail and wait as requested")
    func faults() async throws {
        let workplace = try Workplace()
        try workplace.folder.write(Self.template(greeting: "hello"), to: "template.json")
        let emulator = try workplace.start(
            "emulator", "--template", "template.json", "--port", "0", "--fail", "fetch/429*1", "--delay",
            "fetch/1ms")
        try await emulator.waitForOutput("source: ")
        let source = try #require(emulator.output.split(separator: "\n").first { $0.hasPrefix("source: ") })
        try workplace.folder.write("\(source)\nkeys: []\n", to: "experiments.yaml")
        let refused = try await workplace.run("get", "greeting")
        #expect(refused.status == 1)
        #expect(refused.errors.contains("429"), "\(refused)")
        try await emulator.waitForOutput("fault: status 429")
        #expect(try await workplace.run("get", "greeting").output == "hello\n")
    }

    @Test("faults, hosts and delays that are none are errors that say what was expected")
    func wrongOptions() async throws {
        let workplace = try Workplace()
        try workplace.folder.write(Self.template(greeting: "hello"), to: "template.json")
        func errors(_ options: String...) async throws -> String {
            let arguments = ["emulator", "--template", "template.json"] + options
            let finished = try await workplace.run(Workplace.program, arguments)
            #expect(finished.status != 0)
            return finished.errors
        }
        #expect(try await errors("--fail", "900").contains("expected a status such as 429"))
        #expect(try await errors("--delay", "soon").contains("a duration such as 200ms"))
        #expect(try await errors("--host", "example.com").contains("expected an address"))
        #expect(try await errors("--host", "0.0.0.0").contains("--token"))
        #expect(try await errors("--host", "0.0.0.0", "--token", "abc").contains("others can guess"))
        #expect(try await errors("--folder", ".").contains("cannot be combined"))
        #expect(try await errors("--service-account", "template.json").contains("client_email"))
    }

    @Test("a template and a scenario exclude one another")
    func choice() async throws {
        let both = try await Workplace().run("emulator", "--template", "a", "--scenario", "demo")
        #expect(both.errors.contains("cannot be combined"))
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
