import ExperimentsCore
import FirebaseTemplates
import Foundation
import RemoteConfigEmulator
import TestSupport
import Testing

@Suite("A folder of templates", .inTurn)
struct TemplateFolderTests {
    let folder: TemporaryFolder
    let watcher = HandWatcher()

    init() throws {
        folder = try TemporaryFolder()
    }

    func write(_ color: String, to name: String) throws {
        try folder.write(#"{"parameters": {"color": {"defaultValue": {"value": "\#(color)"}}}}"#, to: name)
    }

    @Test("has a project for each name, with a number of its own, for clients and for servers")
    func projects() async throws {
        try write("red", to: "one.json")
        try write("blue", to: "two.json")
        try write("black", to: "two.server.json")
        try write("white", to: "three.server.json")
        try folder.write("", to: "notes.txt")
        let projects = try TemplateFolder(folder.path).projects
        #expect(projects.map(\.projectID) == ["one", "three", "two"])
        #expect(Set(projects.map(\.projectNumber)).count == 3)
        let emulator = try Emulator(projects: projects, fileWatcher: watcher)
        #expect(
            try await Caller(emulator: emulator, project: "one").fetch().json["entries"] == ["color": "red"])
        #expect(
            try await Caller(emulator: emulator, project: "two").fetch().json["entries"] == ["color": "blue"])
        #expect(
            try await Caller(emulator: emulator, project: "three").fetch().json == ["state": "NO_TEMPLATE"])
        let loader = Operator(
            emulator: emulator, project: "two", path: "namespaces/firebase-server/serverRemoteConfig")
        #expect(
            try await loader.call("GET").json["parameters"]?["color"]?["defaultValue"]?["value"] == "black")
    }

    @Test("a template that comes later is served, and a change of one is that one's next version")
    func changes() async throws {
        try write("red", to: "one.json")
        let emulator = try Emulator(projects: try TemplateFolder(folder.path).projects, fileWatcher: watcher)
        try write("black", to: "one.server.json")
        watcher.announce()
        #expect(try emulator.template(of: "one", .server)?.versionNumber == 1)
        #expect(try emulator.template(of: "one", .client)?.versionNumber == 1)
        try write("blue", to: "one.json")
        watcher.announce()
        #expect(try emulator.template(of: "one", .client)?.versionNumber == 2)
        let versions = try await Operator(emulator: emulator, project: "one").call("GET", ":listVersions")
            .json
        #expect(versions["versions"]?.array?.count == 2)
        let back = try await Operator(emulator: emulator, project: "one")
            .call("POST", ":rollback", query: ["versionNumber": "1"])
        #expect(back.status == 200)
        #expect(
            try await Caller(emulator: emulator, project: "one").fetch().json["entries"] == ["color": "red"])
    }

    @Test(
        "a file that breaks while others are fine is reported with line and column, and its last good version served"
    )
    func broken() async throws {
        try write("red", to: "one.json")
        try write("black", to: "one.server.json")
        let emulator = try Emulator(projects: try TemplateFolder(folder.path).projects, fileWatcher: watcher)
        try folder.write("{\n  \"parameters\": {]\n}", to: "one.server.json")
        watcher.announce()
        let problem = try #require(try emulator.templateProblem(of: "one", .server))
        #expect(problem.line == 2)
        #expect(problem.column == 18)
        #expect(try emulator.templateProblem(of: "one", .client) == nil)
        let projects = try await Caller(emulator: emulator).call("GET", "/emulator/v1/projects").json
        let told = projects["projects"]?.array?.first?["templates"]?["firebase-server"]?["problem"]
        #expect(told?["line"] == 2)
        #expect(told?["column"] == 18)
        let loader = Operator(
            emulator: emulator, project: "one", path: "namespaces/firebase-server/serverRemoteConfig")
        #expect(try await loader.call("GET").json["parameters"]?["color"] != nil)
    }

    @Test("one without templates, or none at all, is an error")
    func empty() throws {
        #expect(throws: FileProblem.self) { try TemplateFolder(folder.path) }
        #expect(throws: FileProblem.self) { try TemplateFolder(folder.path + "/nowhere") }
    }
}
