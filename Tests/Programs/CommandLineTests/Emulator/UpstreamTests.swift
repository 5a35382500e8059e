import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("An emulator that serves another source, and the project's overrides", .fewAtATime)
struct UpstreamTests {
    /// The project of an operator, an emulator that it takes for the real service, another that serves that with the
    /// operator's overrides, and the project of an app that is pointed at the latter.
    private struct Stage {
        let operating: Workplace
        let service: RunningProgram
        let serviceURL: String
        let emulator: RunningProgram
        let app: Workplace
    }

    private static func template(color: String) -> String {
        #"{"parameters": {"color": {"defaultValue": {"value": "\#(color)"}}, "size": {"defaultValue": {"value": "4"}}}}"#
    }

    private static func url(of emulator: RunningProgram) async throws -> String {
        try await emulator.waitForOutput(#""event":"listening""#)
        let documents = emulator.output.split(separator: "\n").compactMap {
            try? JSONValue(parsing: String($0)).object
        }
        return try #require(documents.first { $0["event"] == "listening" }?["url"]?.string)
    }

    private static let keys = """
        refresh: 1s
        keys:
          - {name: color, type: string}
          - {name: size, type: int, default: 1}
        """

    private func stage() async throws -> Stage {
        let operating = try Workplace()
        try operating.folder.write(Self.template(color: "red"), to: "template.json")
        let service = try operating.start("emulator", "--template", "template.json", "--port", "0", "--json")
        let serviceURL = try await Self.url(of: service)
        try operating.folder.write(
            "source: {name: real, kind: emulator, url: \"\(serviceURL)\"}\n\(Self.keys)\n",
            to: "experiments.yaml")
        let emulator = try operating.start(
            "emulator", "--upstream", "real", "--with-overrides", "--port", "0", "--json")
        let url = try await Self.url(of: emulator)
        let app = try Workplace()
        try app.folder.write(
            "source: {kind: emulator, url: \"\(url)\"}\n\(Self.keys)\n", to: "experiments.yaml")
        return Stage(
            operating: operating, service: service, serviceURL: serviceURL, emulator: emulator, app: app)
    }

    @Test("an app that is pointed at it follows the dashboard's overrides and what is published, live")
    func follows() async throws {
        let stage = try await stage()
        #expect(try await stage.app.run("get", "color").output == "red\n")
        let watch = try stage.app.start("watch", "--json")
        try await watch.waitForOutput(#""status":"live""#)
        #expect(try await stage.operating.run("override", "set", "color", "blue").status == 0)
        try await watch.waitForOutput(#""value":"blue""#)
        try await stage.emulator.waitForOutput(#""event":"overridden""#)
        // Published on the service: seen where no override is in force.
        try stage.operating.folder.write(
            Self.template(color: "green").replacingOccurrences(of: "\"4\"", with: "\"5\""),
            to: "template.json")
        try await watch.waitForOutput(#""value":"5""#)
        #expect(try await stage.app.run("get", "color").output == "blue\n")
        #expect(try await stage.operating.run("override", "unset", "color").status == 0)
        try await watch.waitForOutput(#""value":"green""#)
    }

    @Test("a lost service is reported, and its last values are still served, with overrides")
    func gone() async throws {
        let stage = try await stage()
        #expect(try await stage.app.run("get", "color").output == "red\n")
        stage.service.send(SIGKILL)
        _ = try await stage.service.finished()
        try await stage.emulator.waitForOutput(#""event":"upstream""#)
        #expect(try await stage.operating.run("override", "set", "size", "9").status == 0)
        try await stage.emulator.waitForOutput(#""overrides":{"size":"9"}"#)
        #expect(try await stage.app.run("get", "color").output == "red\n")
        #expect(try await stage.app.run("get", "size").output == "9\n")
    }

    @Test("an override that its key does not accept is omitted, and one of an undeclared key is served")
    func odd() async throws {
        let stage = try await stage()
        try stage.operating.folder.write(
            #"{"version": 1, "overrides": {"size": {"value": "big"}, "unheard": {"value": "x"}}}"#,
            to: ".experiments/overrides.json")
        try await stage.emulator.waitForOutput(#""overrides":{"size":null,"unheard":"x"}"#)
        #expect(try await stage.app.run("get", "size").output == "1\n")
        #expect(try await stage.app.run("get", "unheard").output == "x\n")
        // What cannot be read changes nothing.
        try stage.operating.folder.write("{", to: ".experiments/overrides.json")
        try await stage.emulator.waitForOutput(#""event":"refused""#)
        #expect(try await stage.app.run("get", "unheard").output == "x\n")
    }

    @Test("overrides are served over a template, too, and from a file that --overrides names")
    func overTemplate() async throws {
        let workplace = try Workplace()
        try workplace.folder.write(Self.template(color: "red"), to: "template.json")
        try workplace.folder.write(
            "source: {kind: file, path: template.json}\n\(Self.keys)\n", to: "experiments.yaml")
        try workplace.folder.write(
            #"{"version": 1, "overrides": {"color": {"value": "blue"}}}"#, to: "mine.json")
        let emulator = try workplace.start(
            "emulator", "--template", "template.json", "--overrides", "mine.json", "--port", "0", "--json")
        let url = try await Self.url(of: emulator)
        let app = try Workplace()
        try app.folder.write(
            "source: {kind: emulator, url: \"\(url)\"}\n\(Self.keys)\n", to: "experiments.yaml")
        #expect(try await app.run("get", "color").output == "blue\n")
    }

    @Test("the project of a firebase source is served under its own id and number")
    func projectID() async throws {
        let workplace = try Workplace()
        try workplace.folder.write(
            """
            source: {name: real, kind: firebase, project: shop-1, app_id: "1:4711:ios:0a", api_key: no-key-is-needed,
                     base_url: "http://127.0.0.1:1", installations_url: "http://127.0.0.1:1"}
            \(Self.keys)

            """, to: "experiments.yaml")
        let emulator = try workplace.start("emulator", "--upstream", "real", "--port", "0", "--json")
        try await emulator.waitForOutput(#""projects":["shop-1"]"#)
        try await emulator.waitForOutput(#""status":"missing""#)
    }

    @Test(
        "options that cannot be combined, and files that are missing, are errors",
        arguments: [
            (
                ["--upstream", "real", "--template", "t.json"],
                "--upstream cannot be combined with --template, --folder or --scenario"
            ),
            (["--with-overrides", "--folder", "f"], "overrides are served for one project"),
            (["--upstream", "rael"], "Did you mean real?"),
            (["--state", "s.json", "--template", "t.json"], "--state cannot be combined with --template"),
        ])
    func refused(arguments: [String], words: String) async throws {
        let workplace = try Workplace()
        try workplace.folder.write(
            "source: {name: real, kind: file, path: c.json}\n\(Self.keys)\n", to: "experiments.yaml")
        let finished = try await workplace.run(Workplace.program, ["emulator", "--port", "0"] + arguments)
        #expect(finished.status != 0 && finished.errors.contains(words), "\(finished)")
    }

    @Test("without a project file there is nothing to serve on top")
    func noProject() async throws {
        let finished = try await Workplace().run("emulator", "--with-overrides", "--port", "0")
        #expect(finished.status == 1 && finished.errors.contains("experiments.yaml"), "\(finished)")
    }
}
