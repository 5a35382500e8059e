import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("The country and the language of a source's user", .fewAtATime)
struct LocalityTests {
    @Test("come from the project file, otherwise from the system")
    func locality() async throws {
        let workplace = try Workplace()
        try workplace.folder.write(
            #"""
            {"conditions": [{"name": "austria", "expression": "device.country in ['AT']"},
                            {"name": "german", "expression": "device.language in ['de', 'de-CH']"}],
             "parameters": {
               "country": {"defaultValue": {"value": "other"}, "conditionalValues": {"austria": {"value": "Austria"}}},
               "language": {"defaultValue": {"value": "other"}, "conditionalValues": {"german": {"value": "German"}}}}}
            """#, to: "template.json")
        let emulator = try workplace.start("emulator", "--template", "template.json", "--port", "0")
        try await emulator.waitForOutput("source: ")
        let url = try #require(emulator.output.firstMatch(of: /http:\/\/127\.0\.0\.1:\d+/)).output
        let firebase = """
            kind: firebase, project: demo-project, app_id: "1:1:ios:0a", api_key: k, base_url: "\(url)", \
            installations_url: "\(url)"
            """
        func values(_ source: String, _ locale: String) async throws -> [String] {
            try workplace.folder.write(
                "source: {\(source)}\nkeys: [{name: country, type: string}, {name: language, type: string}]\n",
                to: "experiments.yaml")
            let run = try await workplace.run("list", "--json", "--no-state", with: ["LC_ALL": locale])
            let keys = try #require(try run.json().object?["keys"]?.array, "\(run)")
            return keys.compactMap { $0.object?["value"]?.string }
        }
        for source in [#"kind: emulator, url: "\#(url)""#, firebase] {
            #expect(try await values(source, "de_AT.UTF-8") == ["Austria", "German"])
            #expect(try await values(source, "nb_NO.UTF-8") == ["other", "other"])
            #expect(try await values(source, "C") == ["other", "other"])
            let set = source + ", country: at, language: de_CH"
            #expect(try await values(set, "nb_NO.UTF-8") == ["Austria", "German"])
            #expect(try await values(source + ", country: NO", "de_AT.UTF-8") == ["other", "German"])
        }
    }
}
