import Foundation
import TestSupport
import Testing

@Suite("init")
struct InitTests {
    @Test("drafts a catalogue from a file of values, and the project passes its own check")
    func draft() async throws {
        let workplace = try Workplace()
        try workplace.writeValues(#"{"b": true, "i": 3, "d": 0.5, "s": "x", "j": {"a": 1}}"#)
        let written = try await workplace.run("init", "--from", "config.json")
        #expect(written.output == "wrote experiments.yaml with 5 keys\n", "\(written)")
        let list = try await workplace.run("list")
        for (key, type) in [("b", "bool"), ("i", "int"), ("d", "double"), ("s", "string"), ("j", "json")] {
            #expect(list.lines.contains { $0.hasPrefix("\(key)    \(type)") }, "\(key) in \(list)")
        }
        #expect(try await workplace.run("check", "--strict").status == 0)
    }

    @Test("writes the path of the values as it is from the project file")
    func paths() async throws {
        let workplace = try Workplace()
        try workplace.folder.write("a: 1\n", to: "values/v.yaml")
        let written = try await workplace.run("init", "--from", "values/v.yaml", "--config", "project/p.yaml")
        #expect(written.status == 0, "\(written)")
        let project = try workplace.folder.text(of: "project/p.yaml")
        #expect(project.contains("path: \"../values/v.yaml\"\n"))
        #expect(try await workplace.run("check", "--config", "project/p.yaml").status == 0)
    }

    @Test("writes a commented file without --from")
    func commented() async throws {
        let workplace = try Workplace()
        #expect(try await workplace.run("init").status == 0)
        #expect(try workplace.folder.text(of: "experiments.yaml").contains("# "))
    }

    @Test("never replaces a file unasked")
    func existing() async throws {
        let workplace = try Workplace.withFineProject()
        let before = try workplace.folder.text(of: "experiments.yaml")
        let refused = try await workplace.run("init")
        #expect(refused.status == 1)
        #expect(refused.errors.contains("--force"))
        #expect(try workplace.folder.text(of: "experiments.yaml") == before)
        #expect(try await workplace.run("init", "--force").status == 0)
        #expect(try workplace.folder.text(of: "experiments.yaml") != before)
    }

    @Test("values that cannot be read are an error with the place, and nothing is written")
    func badValues() async throws {
        let workplace = try Workplace()
        try workplace.writeValues("{\n  \"a\": }\n")
        let written = try await workplace.run("init", "--from", "config.json")
        #expect(written.status == 1)
        #expect(written.errors.contains("config.json:2:8:"), "\(written)")
        #expect(try workplace.folder.names() == ["config.json"])
    }
}
