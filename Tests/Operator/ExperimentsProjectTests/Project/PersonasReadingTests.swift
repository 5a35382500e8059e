import ExperimentsCore
import TestSupport
import Testing

@testable import ExperimentsProject

@Suite("Reading the personas of a project", .inTurn)
struct PersonasReadingTests {
    private func project(_ personas: String) throws -> Project {
        let text = """
            source: {kind: file, path: config.json}
            personas: \(personas)
            """
        return try Project(parsing: text, path: "experiments.yaml")
    }

    @Test("names and what is known of each arrive in their order")
    func everything() throws {
        let personas = try project("{beta tester: {country: NO, age: 7, tags: [a]}, anybody: {}}").personas
        #expect(
            personas == [
                ProjectPersona(name: "beta tester", fields: ["country": "NO", "age": 7, "tags": ["a"]]),
                ProjectPersona(name: "anybody", fields: [:]),
            ])
        #expect(try project("{x: {country: ~}}").personas.first?.fields == ["country": .null])
        #expect(try project("~").personas.isEmpty)
    }

    @Test(
        "mistakes are reported with their place",
        arguments: [
            ("[a]", "2:11: `personas`: expected personas with their attributes"),
            (
                "{beta: NO}",
                "2:18: persona \"beta\": expected fields such as device.country: GB, found \"NO\""
            ),
            ("{a=b: {}}", "2:12: \"a=b\" cannot be the name of a persona: --as reads it as NAME=VALUE"),
            ("{a/b: {}}", "2:12: \"a/b\" cannot be the name of a persona: it is used as a file name"),
        ])
    func mistakes(_ personas: String, _ message: String) throws {
        do {
            _ = try project(personas)
            Issue.record("the mistake was not noticed")
        } catch let problems as ProjectProblems {
            #expect(String(describing: problems).contains(message), "\(problems)")
        }
    }
}
