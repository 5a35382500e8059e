import ExperimentsCore
import FirebaseTemplates
import RemoteConfigEmulator
import TestSupport
import Testing

@Suite("Versions beyond counting", .inTurn)
struct VersionTests {
    @Test("a file that brings one is refused with its place and advice", arguments: ["\"", ""])
    func file(mark: String) throws {
        let folder = try TemporaryFolder()
        for number in [Int64.max, .max - 1, 1 << 62 + 1] {
            try folder.write(
                "{\"parameters\": {},\n \"version\": {\"versionNumber\": \(mark)\(number)\(mark)}}",
                to: "t.json")
            let problem = #expect(throws: TemplateFileProblem.self) {
                try Emulator(projects: [EmulatedProject(projectID: "p", templatePath: folder.path("t.json"))])
            }
            #expect(problem?.line == 2)
            #expect(
                problem?.description.contains("version.versionNumber must be 4611686018427387904 or less")
                    == true)
            #expect(problem?.description.contains("omit it") == true)
        }
    }

    @Test("a template that brings one is published, edited and overridden still, each time as the next")
    func template() async throws {
        var highest = RemoteConfigEmulatorTests.template(["color": "red"])
        highest.versionNumber = .max
        let emulator = try demoEmulator(highest)
        var versions: [Int64] = []
        versions.append(try emulator.publish(highest, to: "demo-shop"))
        versions.append(
            try emulator.edit("demo-shop") { template, _ in template.versionNumber = Int64.max - 1 })
        let caller = Caller(emulator: emulator)
        let stream = await caller.listen(knowing: "\(Int64.max)")
        for color in ["blue", "green"] {
            let path = "/emulator/v1/projects/demo-shop/installations/any-fid/overrides"
            _ = try await caller.call("PUT", path, #"{"overrides": {"color": "\#(color)"}}"#)
            let fetched = try await caller.fetch()
            #expect(fetched.json["entries"] == ["color": .string(color)])
            versions.append(try #require(fetched.json["templateVersion"]?.string.flatMap { Int64($0) }))
        }
        withExtendedLifetime(stream) {}
        #expect(zip(versions, versions.dropFirst()).allSatisfy { $0 < $1 }, "\(versions)")
        let published = try await Operator(emulator: emulator).publish(Operator.template("black"), match: "*")
        #expect(published.status == 200)
    }
}
