import Foundation
import TestSupport
import Testing

@Suite("template promote", .fewAtATime)
struct PromoteCommandTests {
    private func workplace() throws -> Workplace {
        let workplace = try Workplace()
        try workplace.folder.write(
            #"""
            {"conditions": [{"name": "ios", "expression": "device.os == 'ios'"}],
             "parameters": {
              "api_url": {"defaultValue": {"value": "https://staging.example.com"}},
              "color": {"defaultValue": {"value": "red"}, "conditionalValues": {"ios": {"value": "blue"}}},
              "mail": {"defaultValue": {"value": "staging@example.com"}}},
             "parameterGroups": {"Checkout": {"parameters": {"steps": {"defaultValue": {"value": "3"}}}}}}
            """#, to: "staging.json")
        try workplace.folder.write(
            #"""
            {"parameters": {
              "api_url": {"defaultValue": {"value": "https://example.com"}},
              "color": {"defaultValue": {"value": "green"}},
              "mail": {"defaultValue": {"value": "help@example.com"}}}}
            """#, to: "production.json")
        try workplace.folder.write(
            """
            sources:
              - {name: staging, kind: firebase-template, path: staging.json}
              - {name: production, kind: firebase-template, path: production.json}
            keep: [api_url]
            """, to: "experiments.yaml")
        return workplace
    }

    private func promote(_ workplace: Workplace, _ more: String...) async throws -> Finished {
        try await workplace.run(
            Workplace.program, ["template", "promote", "--from", "staging", "--to", "production"] + more)
    }

    @Test(
        "copies to the draft what differs, except what the project file and --keep list, and prints the diff")
    func keep() async throws {
        let workplace = try workplace()
        let before = try workplace.folder.text(of: "production.json")
        let run = try await promote(workplace, "--keep", "mail")
        #expect(run.status == 0, "\(run)")
        #expect(run.errors.contains("note: api_url stays as it is, because `keep` names it"), "\(run)")
        #expect(run.errors.contains("note: mail stays as it is, because `keep` names it"), "\(run)")
        #expect(run.output.contains("+ condition ios"), "\(run)")
        #expect(run.output.contains("default: \"green\" → \"red\""), "\(run)")
        #expect(try workplace.folder.text(of: "production.json") == before)
        let published = try await workplace.run(
            "template", "publish", "--source", "production", "--yes")
        #expect(published.status == 0, "\(published)")
        let after = try workplace.folder.text(of: "production.json")
        #expect(after.contains("https://example.com") && after.contains("help@example.com"), "\(after)")
        #expect(after.contains("Checkout") && after.contains("blue"), "\(after)")
    }

    @Test("copies a key that --only names, even if `keep` lists it")
    func only() async throws {
        let run = try await promote(try workplace(), "--only", "api_url")
        #expect(run.status == 0 && run.output.contains("https://staging.example.com"), "\(run)")
    }

    @Test("refuses a key in both --only and --keep")
    func both() async throws {
        let run = try await promote(try workplace(), "--only", "mail", "--keep", "mail")
        #expect(run.status != 0 && run.errors.contains("both name \"mail\""), "\(run)")
    }
}
