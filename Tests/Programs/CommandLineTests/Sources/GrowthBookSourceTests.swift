import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("A source of GrowthBook", .fewAtATime)
struct GrowthBookSourceTests {
    private static let payload = """
        {"features": {
          "checkout": {"defaultValue": "old", "rules": [{"id": "fr_1", "condition": {"plan": "pro"}, "force": "new"}]},
          "limit": {"defaultValue": 3}, "banner": {}}}
        """

    private func workplace(_ payload: String = payload, fields: String = "") throws -> Workplace {
        let workplace = try Workplace()
        try workplace.folder.write(payload, to: "features.json")
        try workplace.folder.write(
            """
            source: {kind: growthbook, path: features.json, context: {id: u1}\(fields)}
            refresh: off
            keys:
              - {name: checkout, type: string, default: old}
              - {name: limit, type: int, default: 3}
              - {name: banner, type: string}

            """, to: "experiments.yaml")
        return workplace
    }

    @Test("Its features are keys, for the user of the project file and for another")
    func values() async throws {
        let workplace = try workplace()
        #expect(try await workplace.run("get", "checkout").output == "old\n")
        #expect(try await workplace.run("get", "checkout", "--as", "plan=pro").output == "new\n")
        #expect(try await workplace.run("get", "limit").output == "3\n")
    }

    @Test("The details of a key say which rule decided")
    func details() async throws {
        let run = try await workplace().run("get", "checkout", "--details", "--as", "plan=pro")
        #expect(run.output.contains("rule 1 (fr_1)"), "\(run)")
        #expect(run.output.contains("plan is \"pro\""), "\(run)")
    }

    @Test("A file that cannot be read is named")
    func broken() async throws {
        let run = try await workplace("{").run("list")
        #expect(run.status == 1)
        #expect(run.errors.contains("features.json"), "\(run)")
    }

    @Test("A key that decrypts belongs into the environment")
    func secret() async throws {
        let run = try await workplace(fields: ", decryption_key: abcdef").run("list")
        #expect(run.status == 1)
        #expect(run.errors.contains("decryption_key"), "\(run)")
        #expect(!run.errors.contains("abcdef") || run.errors.contains("^"), "\(run)")
    }
}
