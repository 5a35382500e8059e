import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("A source of variants", .fewAtATime)
struct VariantsSourceTests {
    private static let document = """
        {"flag_defs": [{"flag": "checkout", "base_value": "old"}, {"flag": "limit", "base_value": 3},
                       {"flag": "banner", "base_value": null}, {"flag": "beta", "base_value": false}],
         "variants": [
           {"id": "Rollout", "conditions": [{"type": "USER_ID_MOD", "values": [0, 49]}],
            "mods": [{"flag": "checkout", "value": "new"}, {"flag": "limit", "value": "many"}]},
           {"id": "Beta", "conditions": [{"type": "CLUB", "value": "gold"}], "mods": [{"flag": "beta", "value": true}]}]}
        """

    private func workplace(_ document: String = document, source fields: String = "") throws -> Workplace {
        let workplace = try Workplace()
        try workplace.folder.write(document, to: "flags/variants.json")
        try workplace.folder.write(
            """
            source: {kind: variants, path: flags/variants.json, context: {user_id: 42}, assume: {CLUB: on}\(fields)}
            refresh: off
            keys:
              - {name: checkout, type: string, cases: [old, new], default: old}
              - {name: limit, type: int, default: 3}
              - {name: banner, type: string}
              - {name: beta, type: bool}
              - {name: gone, type: bool, default: false}

            """, to: "experiments.yaml")
        return workplace
    }

    @Test("list shows the values of the flags for the context, and what is missing and incorrect")
    func list() async throws {
        let list = try await workplace().run("list")
        #expect(list.status == 0)
        #expect(
            list.output.replacingVersion == """
                KEY       TYPE    STATUS     VALUE  NOTE
                checkout  string  ok         new    by Rollout
                limit     int     incorrect  3      not a whole number: expected a whole number, found "many"
                banner    string  default    -      the source is set to the app's default
                beta      bool    ok         true   by Beta
                gone      bool    missing    false  the source has no value; the app uses its default

                flags/variants.json, version *: 5 keys, 2 ok, 1 missing, 1 incorrect, 1 default

                """, "\(list)")
    }

    @Test("variants are forced on and off by the project file")
    func forced() async throws {
        let workplace = try workplace(source: ", forced: {Rollout: off, Beta: off}")
        #expect(try await workplace.run("get", "checkout").output == "old\n")
        #expect(try await workplace.run("get", "beta").output == "false\n")
    }

    @Test("check fails on the incorrect one, and says who supplied it")
    func check() async throws {
        let check = try await workplace().run("check", "--json")
        #expect(check.status == 2)
        let rows = try JSONValue(parsing: check.output).object?["keys"]?.array ?? []
        let row = rows.compactMap(\.object).first { $0["name"] == "limit" }
        #expect(row?["supplier"] == "Rollout")
        #expect(row?["status"] == "incorrect")
    }

    @Test("every problem of the file is reported with its place, and the exit code is 1")
    func broken() async throws {
        let workplace = try workplace(#"{"flag_defs": [{"flag": 1}], "variants": 2}"#)
        let list = try await workplace.run("list")
        #expect(list.status == 1)
        #expect(list.output.isEmpty)
        #expect(
            list.errors.contains("flags/variants.json:1:17: flag_defs[0].flag: expected a string, found 1"))
        #expect(list.errors.contains("flags/variants.json:1:30: variants: expected an array, found 2"))
    }

    @Test("a condition of the app's own that is not assumed is a problem that says what to do")
    func unknownCondition() async throws {
        let workplace = try workplace()
        let text = try workplace.folder.text(of: "experiments.yaml")
        try workplace.folder.write(
            text.replacingOccurrences(of: ", assume: {CLUB: on}", with: ""), to: "experiments.yaml")
        let list = try await workplace.run("list")
        #expect(list.status == 1)
        #expect(list.errors.contains("unknown condition type CLUB"))
        #expect(list.errors.contains("assume"))
    }

    @Test("a type that is built in is not assumed")
    func assumedBuiltIn() async throws {
        let workplace = try workplace()
        let text = try workplace.folder.text(of: "experiments.yaml")
        try workplace.folder.write(
            text.replacingOccurrences(of: "CLUB: on", with: "RANDOM: on"), to: "experiments.yaml")
        let list = try await workplace.run("list")
        #expect(list.status == 1)
        #expect(list.errors.contains("condition type RANDOM is already registered"))
    }

    @Test("watch prints a change to the file, and continues if the file is damaged")
    func watch() async throws {
        let workplace = try workplace()
        let watch = try workplace.start("watch")
        try await watch.waitForOutput("checkout  ok new")
        try workplace.folder.write("{", to: "flags/variants.json")
        try await watch.waitForOutput("fetch failed")
        try workplace.folder.write(
            Self.document.replacingOccurrences(of: #""value": "new""#, with: #""value": "old""#),
            to: "flags/variants.json")
        try await watch.waitForOutput("checkout  ok old  (was ok new)")
    }
}
