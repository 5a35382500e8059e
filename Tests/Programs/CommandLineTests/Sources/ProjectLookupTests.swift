import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("The project file", .fewAtATime)
struct ProjectLookupTests {
    @Test("is found in a folder above")
    func upwards() async throws {
        let workplace = try Workplace.withFineProject()
        try workplace.folder.write("", to: "deep/er/file")
        #expect(try await workplace.run("get", "timeout", in: "deep/er").output == "12\n")
    }

    @Test("is named by --config, else by EXPERIMENTS_CONFIG")
    func named() async throws {
        let workplace = try Workplace.withFineProject()
        try workplace.folder.write(
            "source: {kind: file, path: v.json}\nkeys: []\n", to: "other/project.yaml")
        try workplace.folder.write(#"{"timeout": 33}"#, to: "other/v.json")
        let byOption = try await workplace.run("get", "timeout", "--config", "other/project.yaml")
        #expect(byOption.output == "33\n", "\(byOption)")
        let variables = ["EXPERIMENTS_CONFIG": "other/project.yaml"]
        #expect(try await workplace.run("get", "timeout", with: variables).output == "33\n")
        let both = try await workplace.run("get", "timeout", "--config", "experiments.yaml", with: variables)
        #expect(both.output == "12\n")
    }

    @Test("without one, there is a pointer to demo and init")
    func none() async throws {
        for arguments in [[], ["list"], ["--no-color"]] {
            let lost = try await Workplace().run(Workplace.program, arguments)
            #expect(lost.status == 1)
            #expect(lost.errors.contains("experiments demo"))
            #expect(lost.errors.contains("experiments init"))
        }
    }

    @Test("that is not there is an error with its path")
    func absent() async throws {
        let list = try await Workplace().run("list", "--config", "nowhere.yaml")
        #expect(list.status == 1)
        #expect(list.errors.contains("nowhere.yaml"))
    }

    @Test("with mistakes is an error that points at all of them")
    func mistakes() async throws {
        let workplace = try Workplace()
        try workplace.folder.write(
            """
            source: {kind: file, path: config.json}
            refesh: 3s
            keys:
              - {name: a, type: boo}

            """, to: "experiments.yaml")
        let list = try await workplace.run("list", "--json")
        #expect(list.status == 1)
        #expect(
            list.errors.contains(
                "experiments.yaml:2:1: unknown field \"refesh\" (did you mean \"refresh\"?)\n"))
        #expect(list.errors.contains("    refesh: 3s\n    ^\n"))
        let problems = try #require(try list.json().object?["error"]?.object?["problems"]?.array).compactMap(
            \.object)
        #expect(problems.map { $0["line"] } == [2, 4])
        #expect(problems.map { $0["field"] } == ["refesh", "keys[0].type"])
    }

    @Test("that names a theme that there is not gets the nearest one")
    func theme() async throws {
        let workplace = try Workplace()
        try workplace.folder.write(
            "source: {kind: file, path: config.json}\ntheme: drak\nkeys: []\n", to: "experiments.yaml")
        let list = try await workplace.run("list")
        #expect(list.status == 1)
        #expect(list.errors.contains("unknown theme \"drak\" (did you mean \"dark\"?)"), "\(list)")
    }

    @Test("with several sources lets --source choose")
    func sources() async throws {
        let workplace = try Workplace()
        try workplace.folder.write(
            """
            sources:
              - {name: staging, kind: file, path: staging.json}
              - {name: production, kind: file, path: production.json}
            keys: []

            """, to: "experiments.yaml")
        try workplace.folder.write(#"{"a": "s"}"#, to: "staging.json")
        try workplace.folder.write(#"{"a": "p"}"#, to: "production.json")
        #expect(try await workplace.run("get", "a").output == "s\n")
        #expect(try await workplace.run("get", "a", "--source", "production").output == "p\n")
        #expect(try await workplace.run("get", "a", "--source", "Production").output == "p\n")
        let itself = try await workplace.run("compare", "staging", "staging")
        #expect(
            itself.status == 1 && itself.errors.contains("cannot compare source \"staging\" with itself"),
            "\(itself)")
        let misspelt = try await workplace.run("get", "a", "--source", "prodction")
        #expect(misspelt.status == 1)
        #expect(misspelt.errors.contains("Did you mean production?"), "\(misspelt)")
    }

    @Test("a source without a name is found by the file that screens and commands call it")
    func shownName() async throws {
        let workplace = try Workplace.withFineProject()
        #expect(try await workplace.run("get", "paywall", "--source", "config.json").output == "b\n")
        #expect(try await workplace.run("get", "paywall", "--source", "file").output == "b\n")
    }
}
