import ExperimentsCore
import TestSupport
import Testing

@Suite("Personas by their names", .fewAtATime)
struct NamedPersonaTests {
    private func workplace() throws -> Workplace {
        let workplace = try Workplace()
        try workplace.folder.write(
            """
            {"flag_defs": [{"flag": "checkout", "base_value": "old"}, {"flag": "banner", "base_value": "none"}],
             "variants": [
               {"id": "Rollout", "conditions": [{"type": "USER_ID_MOD", "values": [0, 49]}],
                "mods": [{"flag": "checkout", "value": "new"}]}]}
            """, to: "variants.json")
        try workplace.folder.write(#"{"checkout": "new", "banner": "big", "extra": "1"}"#, to: "config.json")
        try workplace.folder.write(
            """
            sources:
              - {name: flags, kind: variants, path: variants.json, context: {user_id: 42}}
              - {name: plain, kind: file, path: config.json}
            refresh: off
            personas: {late user: {user_id: 99, country: NO}}
            keys:
              - {name: checkout, type: string, cases: [old, new], default: old}
              - {name: banner, type: string}

            """, to: "experiments.yaml")
        return workplace
    }

    @Test("a persona is saved, listed, shown, asked as, and deleted")
    func life() async throws {
        let workplace = try workplace()
        #expect(try await workplace.run("persona", "save", "early", "user_id=7").output == "saved early\n")
        let list = try await workplace.run("persona", "list")
        #expect(
            list.output == """
                PERSONA    FROM             FIELDS
                late user  project file     country=NO user_id=99
                early      saved by tester  user_id=7

                """)
        #expect(try await workplace.run("persona", "show", "early").output.contains("user_id  7"))
        #expect(try await workplace.run("get", "checkout", "--as", "early").output == "new\n")
        #expect(try await workplace.run("get", "checkout", "--as", "late user").output == "old\n")
        let both = try await workplace.run("get", "checkout", "--as", "late user", "--as", "user_id=7")
        #expect(both.output == "new\n")
        let json = try await workplace.run("persona", "list", "--json").json().object?["personas"]?.array
        #expect(json?.map { $0.object?["origin"] } == ["project", "saved"])
        #expect(try await workplace.run("persona", "delete", "early").output == "deleted early\n")
        let gone = try await workplace.run("get", "checkout", "--as", "erly")
        #expect(gone.status == 1 && gone.errors.contains("no persona \"erly\""), "\(gone)")
    }

    @Test("a misspelled attribute of a persona is reported, unless another source may use it")
    func slip() async throws {
        let workplace = try workplace()
        _ = try await workplace.run("persona", "save", "wrong", "userid=7")
        let run = try await workplace.run("get", "checkout", "--as", "wrong")
        #expect(run.output == "new\n" && run.errors.contains("did you mean \"user_id\"?"), "\(run)")
        #expect(try await workplace.run("get", "checkout", "--as", "late user").errors.isEmpty)
    }

    @Test("one that exists is not replaced without a word, and one of the project file never")
    func replacing() async throws {
        let workplace = try workplace()
        _ = try await workplace.run("persona", "save", "early", "user_id=7")
        let again = try await workplace.run("persona", "save", "early", "user_id=8")
        #expect(again.status == 1 && again.errors.contains("Use --replace to replace it."))
        #expect(try await workplace.run("persona", "save", "early", "user_id=8", "--replace").status == 0)
        #expect(try await workplace.run("persona", "save", "late user", "--replace").status == 1)
        #expect(
            try await workplace.run("persona", "save", "a=b").errors.contains("--as reads it as NAME=VALUE"))
    }

    @Test("a matrix has the keys that personas get other values of")
    func matrix() async throws {
        let workplace = try workplace()
        _ = try await workplace.run("override", "set", "checkout", "old")
        let matrix = try await workplace.run("matrix", "--all")
        #expect(
            matrix.output == """
                KEY         as configured  late user
                checkout *  new            old

                1 different, 1 identical

                """, "\(matrix)")
        #expect(matrix.status == 0)
        let two = try await workplace.run(
            "matrix", "--as", "user_id=1", "--as", "user_id=2", "--everything", "--json")
        let document = try two.json().object
        #expect(document?["columns"]?.array?.map { $0.object?["title"] } == ["user_id=1", "user_id=2"])
        #expect(document?["differing"] == 0)
        let keys = document?["keys"]?.array?.compactMap(\.object)
        #expect(keys?.map { $0["name"] } == ["checkout", "banner"])
        #expect(keys?.first?["overridden"] == true)
        #expect(keys?.first?["values"]?.array?.last == ["status": "ok", "value": "new"])
    }

    @Test("a matrix of sources has what one of them does not hold, too, and takes a filter")
    func sources() async throws {
        let workplace = try workplace()
        let matrix = try await workplace.run("matrix", "--sources", "flags", "plain")
        #expect(
            matrix.output == """
                KEY     flags  plain
                banner  none   big
                extra   -      1

                2 different, 1 identical

                """, "\(matrix)")
        let one = try await workplace.run("matrix", "--sources", "flags", "plain", "--filter", "ban")
        #expect(one.lines.contains { $0.hasPrefix("banner") } && !one.output.contains("extra"))
    }

    @Test("a source that has no per-user values says so, and so does a project without personas")
    func alike() async throws {
        let workplace = try workplace()
        let misspelt = try await workplace.run("matrix", "--as", "user=1", "--as", "user_id=2")
        #expect(
            misspelt.status == 1 && misspelt.errors.contains("does not use the attribute \"user\""),
            "\(misspelt)")
        let plain = try await workplace.run("matrix", "--all", "--source", "plain")
        #expect(plain.status == 1 && plain.errors.contains("has no per-user values"), "\(plain)")
        let none = try await Workplace.withFineProject().run("matrix", "--all")
        #expect(none.status == 1 && none.errors.contains("no per-user values"), "\(none)")
        #expect(try await workplace.run("matrix").status == 1)
    }
}
