import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("--as another user", .fewAtATime)
struct PersonaTests {
    private static let document = """
        {"flag_defs": [{"flag": "checkout", "base_value": "old"}, {"flag": "banner", "base_value": "none"}],
         "variants": [
           {"id": "Rollout", "conditions": [{"type": "USER_ID_MOD", "values": [0, 49]}],
            "mods": [{"flag": "checkout", "value": "new"}]}]}
        """

    private func workplace() throws -> Workplace {
        let workplace = try Workplace()
        try workplace.folder.write(Self.document, to: "variants.json")
        try workplace.folder.write(#"{"checkout": "old", "banner": "none"}"#, to: "config.json")
        try workplace.folder.write(
            """
            sources:
              - {name: flags, kind: variants, path: variants.json, context: {user_id: 42}}
              - {name: other, kind: variants, path: variants.json, context: {user_id: 99}}
              - {name: plain, kind: file, path: config.json}
            refresh: off
            keys:
              - {name: checkout, type: string, cases: [old, new], default: old}
              - {name: banner, type: string}

            """, to: "experiments.yaml")
        return workplace
    }

    @Test("get and list print the values of another user, and who that is")
    func values() async throws {
        let workplace = try workplace()
        #expect(try await workplace.run("get", "checkout").output == "new\n")
        #expect(try await workplace.run("get", "checkout", "--as", "user_id=99").output == "old\n")
        let list = try await workplace.run("list", "--as", "user_id=99")
        #expect(list.lines.last?.hasPrefix("flags as user_id=99, version") == true, "\(list)")
        let source = try await workplace.run("list", "--as", "user_id=99", "--json").json().object?["source"]?
            .object
        #expect(source?["name"] == "flags" && source?["persona"]?.object?["user_id"] == 99)
        #expect(try await workplace.run("list", "--json").json().object?["source"]?.object?["persona"] == nil)
    }

    @Test("nothing after the name forgets what is configured")
    func forgetting() async throws {
        let list = try await workplace().run("list", "--as", "user_id=")
        #expect(list.lines.last?.hasPrefix("flags as nobody") == true, "\(list)")
    }

    @Test("check, compare, experiments, history, render and watch accept --as")
    func others() async throws {
        let workplace = try workplace()
        #expect(try await workplace.run("check", "--as", "user_id=99").output.contains("flags as user_id=99"))
        #expect(try await workplace.run("compare", "flags", "other").status == 2)
        #expect(try await workplace.run("compare", "flags", "other", "--as", "user_id=7").status == 0)
        for command in ["experiments", "history", "render"] {
            let arguments =
                [command, "--as", "user_id=99"] + (command == "history" ? ["--fetches", "1"] : [])
            let finished = try await workplace.run(Workplace.program, arguments)
            #expect(finished.status == 0, "\(finished)")
            if command == "render" { #expect(finished.output.contains("as user_id=99"), "\(finished)") }
        }
        let watch = try workplace.start("watch", "--as", "user_id=99", "--json")
        try await watch.waitForOutput(#""value":"old""#)
        watch.send(SIGINT)
        _ = try await watch.finished()
    }

    @Test("a name that nothing looks at is refused, with the names that there are")
    func unknownName() async throws {
        let workplace = try workplace()
        let list = try await workplace.run("list", "--as", "user=99")
        #expect(list.status == 1 && list.output.isEmpty)
        #expect(list.errors.contains("source flags does not use the attribute \"user\""), "\(list)")
        #expect(list.errors.contains("It uses: user_id"), "\(list)")
        let watch = try await workplace.run("watch", "--as", "user=99")
        #expect(watch.status == 1 && watch.errors.contains("does not use the attribute \"user\""), "\(watch)")
    }

    @Test("a source that gives all users the same values says so, and which do not")
    func noPersona() async throws {
        let workplace = try workplace()
        let list = try await workplace.run("list", "--source", "plain", "--as", "user_id=99")
        #expect(list.status == 1)
        #expect(list.errors.contains("source plain has no per-user values"), "\(list)")
        #expect(
            list.errors.contains("firebase-template, variants, active-config, ofrep and growthbook"),
            "\(list)")
        let demo = try await workplace.run("render", "--demo", "--as", "user_id=99")
        #expect(demo.status == 1 && demo.errors.contains("the demo has no per-user values"), "\(demo)")
    }

    @Test("an invalid assignment, and a value that begins like JSON but is not, are refused")
    func malformed() async throws {
        let workplace = try workplace()
        #expect(try await workplace.run("list", "--as", "user_id").errors.contains("NAME=VALUE"))
        let list = try await workplace.run("list", "--as", "user_id={")
        #expect(list.status == 1 && list.errors.contains("invalid --as user_id: not JSON"), "\(list)")
    }
}
