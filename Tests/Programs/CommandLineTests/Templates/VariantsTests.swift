import ExperimentsCore
import TestSupport
import Testing

@Suite("variants", .fewAtATime)
struct VariantsTests {
    private static let document = """
        {"flag_defs": [{"flag": "color", "base_value": "grey"}, {"flag": "limit", "base_value": 3}],
         "variants": [{"id": "Even", "conditions": [{"type": "USER_ID_MOD", "values": [0, 49]}],
                       "mods": [{"flag": "color", "value": "blue"}]},
                      {"id": "Half", "conditions": [{"type": "RANDOM", "value": 0.5}],
                       "mods": [{"flag": "limit", "value": 5}]}]}
        """

    private func workplace(_ text: String = document) throws -> Workplace {
        let workplace = try Workplace()
        try workplace.folder.write(text, to: "v.json")
        return workplace
    }

    @Test("eval prints flag and value as a JSON object")
    func eval() async throws {
        let workplace = try workplace()
        let run = try await workplace.run(
            "variants", "eval", "v.json", "--context", "user_id=107", "--force", "Half=on")
        #expect(run.output == "{\n  \"color\": \"blue\",\n  \"limit\": 5\n}\n", "\(run)")
        #expect(run.status == 0)
        let json = try await workplace.run(
            "variants", "eval", "v.json", "--flag", "color", "--context-json", #"{"user_id": 60}"#, "--json")
        #expect(try json.json() == ["color": "grey"], "\(json)")
    }

    @Test("the same seed gives the same values, for any choice of flags")
    func seed() async throws {
        let workplace = try workplace()
        for seed in ["1", "2", "3"] {
            let all = try await workplace.run("variants", "eval", "v.json", "--seed", seed).json()
            let one = try await workplace.run("variants", "eval", "v.json", "--flag", "limit", "--seed", seed)
                .json()
            #expect(all.object?["limit"] == one.object?["limit"])
            let why = try await workplace.run("variants", "explain", "v.json", "--seed", seed, "--json")
                .json()
            let flags = why.object?["flags"]?.array?.compactMap(\.object)
            #expect(flags?.first { $0["flag"] == "limit" }?["value"] == one.object?["limit"])
        }
    }

    @Test("a bad file prints all its problems with their places and exits with 1")
    func badFile() async throws {
        let workplace = try workplace(#"{"flag_defs": [{"flag": 1, "base_value": 0}], "variants": 2}"#)
        for command in ["eval", "explain", "lint", "simulate"] {
            let run = try await workplace.run("variants", command, "v.json")
            #expect(run.status == 1)
            #expect(run.output.isEmpty)
            #expect(
                run.errors == """
                    error: v.json:1:17: flag_defs[0].flag: expected a string, found 1
                    error: v.json:1:47: variants: expected an array, found 2

                    """)
        }
        let json = try await workplace.run("variants", "eval", "v.json", "--json").json()
        let problems = json.object?["error"]?.object?["problems"]?.array?.compactMap(\.object)
        #expect(problems?.map { $0["line"]?.int } == [1, 1])
    }

    @Test("an unknown flag is reported with the nearest one")
    func unknownFlag() async throws {
        let run = try await workplace().run("variants", "eval", "v.json", "--flag", "colour")
        #expect(run.status == 1)
        #expect(run.errors.contains("Did you mean color?"))
    }

    @Test(
        "bad words are reported",
        arguments: [
            (["--context", "x"], "invalid --context \"x\": expected NAME=VALUE"),
            (["--context-json", "[1]"], "invalid --context-json: expected a JSON object, found array"),
            (["--context-json", "{"], "invalid --context-json: not JSON: "),
            (["--force", "V=perhaps"], "invalid --force \"V=perhaps\": expected on or off after ="),
        ])
    func badWords(_ words: [String], _ expected: String) async throws {
        let workplace = try workplace()
        let run = try await workplace.run(Workplace.program, ["variants", "eval", "v.json"] + words)
        #expect(run.status == 1)
        #expect(run.errors.contains(expected), "\(run)")
    }

    @Test("explain prints each variant, each condition, and what won")
    func explain() async throws {
        let run = try await workplace().run(
            "variants", "explain", "v.json", "--flag", "color", "--context", "user_id=142")
        #expect(
            run.output == """
                color = "blue", from variant Even
                  base value: "grey"
                  variant Even sets "blue": wins (its condition)
                    USER_ID_MOD met: user_id = 142, mod 100 = 42; needs user_id mod 100 from 0 to 49

                """, "\(run)")
    }

    @Test("an app's own condition type is what it is assumed to be")
    func assume() async throws {
        let workplace = try workplace(
            """
            {"flag_defs": [{"flag": "f", "base_value": 0}],
             "variants": [{"id": "V", "conditions": [{"type": "MINE"}], "mods": [{"flag": "f", "value": 1}]}]}
            """)
        #expect(try await workplace.run("variants", "eval", "v.json").status == 1)
        let on = try await workplace.run("variants", "eval", "v.json", "--assume", "MINE=on")
        #expect(try on.json() == ["f": 1])
        let off = try await workplace.run("variants", "eval", "v.json", "--assume", "mine=off")
        #expect(try off.json() == ["f": 0])
    }

    @Test("lint prints findings with their places, and exits with 2 where it is strict")
    func lint() async throws {
        let workplace = try workplace(#"{"flag_defs": [{"flag": "f", "base_value": 0}]}"#)
        let run = try await workplace.run("variants", "lint", "v.json")
        #expect(
            run.output == """
                v.json:1:16: flag_defs[0]: no variant changes flag "f" [unused-flag]
                1 finding

                """, "\(run)")
        #expect(run.status == 0)
        #expect(try await workplace.run("variants", "lint", "v.json", "--strict").status == 2)
        let json = try await workplace.run("variants", "lint", "v.json", "--json").json()
        #expect(json.object?["findings"]?.array?.first?.object?["rule"] == "unused-flag")
    }

    @Test("simulate prints shares, intervals and what was intended, the same for the same seed")
    func simulate() async throws {
        let workplace = try workplace()
        let arguments = ["variants", "simulate", "v.json", "--users", "20000", "--seed", "7"]
        let first = try await workplace.run(Workplace.program, arguments)
        #expect(first.status == 0, "\(first)")
        #expect(first.lines.first?.hasPrefix("VARIANT") == true)
        #expect(first.output.contains("50.000%"))
        #expect(first.lines.last == "20000 users, seed 7: shares as intended")
        #expect(try await workplace.run(Workplace.program, arguments).output == first.output)
        let json = try await workplace.run(Workplace.program, arguments + ["--json"]).json()
        #expect(json.object?["variants"]?.array?.count == 2)
    }

    @Test("simulate warns of identifiers that do not fall as intended")
    func mismatch() async throws {
        let workplace = try workplace()
        try workplace.folder.write((0..<2000).map { "\($0 * 100)\n" }.joined(), to: "ids.txt")
        let run = try await workplace.run("variants", "simulate", "v.json", "--ids", "ids.txt", "--strict")
        #expect(run.status == 2)
        #expect(run.output.contains("warning: sample ratio mismatch: the shares of variant Even"), "\(run)")
    }
}
