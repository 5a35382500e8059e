import ExperimentsCore
import TestSupport
import Testing

@Suite("get", .fewAtATime)
struct GetTests {
    @Test("prints only the value")
    func value() async throws {
        let get = try await Workplace.withBrokenProject().run("get", "timeout")
        #expect(get.output == "12\n")
        #expect(get.status == 0)
    }

    @Test("prints the default where the source's value is of no use")
    func fallback() async throws {
        let workplace = try Workplace.withBrokenProject()
        #expect(try await workplace.run("get", "paywall").output == "a\n")
        #expect(try await workplace.run("get", "rate").output == "1\n")
    }

    @Test("prints a value to the byte")
    func exact() async throws {
        let workplace = try Workplace.withFineProject()
        try workplace.writeValues(#"{"raw": "a\u001b[0m\n\u202e é "}"#)
        #expect(try await workplace.run("get", "raw").output == "a\u{1b}[0m\n\u{202e} é \n")
    }

    @Test("prints an override active")
    func override() async throws {
        let workplace = try Workplace.withFineProject()
        _ = try await workplace.run("override", "set", "timeout", "42")
        #expect(try await workplace.run("get", "timeout").output == "42\n")
    }

    @Test("--at prints the value that was stored at a time, and nothing is fetched")
    func past() async throws {
        let workplace = try Workplace.withFineProject()
        #expect(try await workplace.run("check").status == 0)
        try workplace.writeValues(#"{"timeout": 42}"#)
        #expect(try await workplace.run("get", "timeout", "--at", "now").output == "12\n")
        #expect(try await workplace.run("get", "timeout").output == "42\n")
        let both = try await workplace.run("get", "timeout", "--at", "2h", "--draft")
        #expect(both.errors.contains("--at and --draft cannot be combined"))
    }

    @Test("an unknown theme is an error that names the themes, for each command")
    func theme() async throws {
        for command in [["list"], ["check"], ["render"], []] {
            let done = try await Workplace.withFineProject().run(
                Workplace.program, command + ["--theme", "nope"])
            #expect(done.status != 0 && done.errors.contains("unknown theme \"nope\" (known: "), "\(done)")
            #expect(done.errors.contains("solarized-dark"))
        }
    }

    @Test("an override with another text for the same value says so")
    func sameValue() async throws {
        let done = try await Workplace.withFineProject().run("override", "set", "new_ui", "yes")
        #expect(done.output == "new_ui: true -> yes (the same value)\n")
    }

    @Test("a key that has no value at all is an error, and standard output stays empty")
    func noValue() async throws {
        let workplace = try Workplace.withFineProject()
        try workplace.writeValues("{}")
        let get = try await workplace.run("get", "new_ui")
        #expect(get.status == 1)
        #expect(get.output.isEmpty)
        #expect(get.errors.contains("new_ui has no value"))
    }

    @Test("an unknown key is an error with the nearest name")
    func unknown() async throws {
        let get = try await Workplace.withFineProject().run("get", "timout")
        #expect(get.status == 1)
        #expect(get.errors == "error: no key \"timout\"\nDid you mean timeout?\n")
    }

    @Test("a key that only overrides have is an error that names them, and its advice works")
    func overrideOnly() async throws {
        let workplace = try Workplace.withFineProject()
        _ = try await workplace.run("override", "set", "lonely", "on", "--raw", "--app", "shop")
        let get = try await workplace.run("get", "lonely")
        #expect(get.status == 1 && get.output.isEmpty)
        #expect(
            get.errors == """
                error: no key "lonely" in the project file or the source, only an override for shop
                Use `experiments declare lonely --type string` to declare the key, or
                `experiments override unset lonely --app shop` to remove the override.

                """)
        #expect(try await workplace.run("override", "unset", "lonely", "--app", "shop").status == 0)
        #expect(try await workplace.run("declare", "lonely", "--type", "string", "--yes").status == 0)
        #expect(try await workplace.run("get", "lonely").errors.hasPrefix("error: lonely has no value"))
    }

    @Test("--json prints all that is known of the key")
    func json() async throws {
        let get = try await Workplace.withFineProject().run("get", "paywall", "--json")
        let key = try #require(try get.json().object?["key"]?.object)
        #expect(key["title"] == "Paywall")
        #expect(key["value"] == "b")
        #expect(key["expected"] == "one of a, b, c")
        #expect(key["default"] == "a")
    }
}
