import ExperimentsCore
import ExperimentsHTTPServing
import Foundation
import TestSupport
import Testing

@Suite("init", .fewAtATime)
struct InitTests {
    @Test("drafts a catalog from a file of values, and the project passes its own check")
    func draft() async throws {
        let workplace = try Workplace()
        try workplace.writeValues(#"{"b": true, "i": 3, "d": 0.5, "s": "x", "j": {"a": 1}}"#)
        let written = try await workplace.run("init", "--from", "config.json")
        #expect(written.output == "wrote experiments.yaml with 5 keys from config.json\n", "\(written)")
        let list = try await workplace.run("list")
        for (key, type) in [("b", "bool"), ("i", "int"), ("d", "double"), ("s", "string"), ("j", "json")] {
            #expect(list.lines.contains { $0.hasPrefix("\(key)    \(type)") }, "\(key) in \(list)")
        }
        #expect(try await workplace.run("check", "--strict").status == 0)
    }

    @Test("writes the path of the values as it is from the project file")
    func paths() async throws {
        let workplace = try Workplace()
        try workplace.folder.write("a: 1\n", to: "values/v.yaml")
        let written = try await workplace.run("init", "--from", "values/v.yaml", "--config", "project/p.yaml")
        #expect(written.status == 0, "\(written)")
        let project = try workplace.folder.text(of: "project/p.yaml")
        #expect(project.contains("path: \"../values/v.yaml\"\n"))
        #expect(try await workplace.run("check", "--config", "project/p.yaml").status == 0)
    }

    @Test("writes a commented file without --from")
    func commented() async throws {
        let workplace = try Workplace()
        #expect(try await workplace.run("init").status == 0)
        #expect(try workplace.folder.text(of: "experiments.yaml").contains("# "))
    }

    @Test("offers a warehouse whose client program has a service")
    func warehouse() async throws {
        let workplace = try Workplace()
        _ = try await workplace.writeProgram("#!/bin/sh\n", to: "bin/psql")
        let variables = ["PATH": workplace.folder.path("bin"), "PGSERVICE": "analytics"]
        let written = try await workplace.run("init", with: variables)
        #expect(
            written.output.contains(
                "psql can reach \"analytics\" (PGSERVICE); to count results there, complete `warehouse` at the "
                    + "end of experiments.yaml."), "\(written)")
        let text = try workplace.folder.text(of: "experiments.yaml")
        #expect(
            text.contains("#   command: [psql, \"-X\", \"-q\", \"-w\", \"--csv\", "),
            "\(text)")
        let without = try await workplace.run(
            "init", "--dry-run", "--json", with: ["PGSERVICE": "analytics", "PATH": "/"])
        #expect(try without.json().object?["warehouses"]?.array == [], "\(without)")
    }

    @Test("never replaces a file unasked")
    func existing() async throws {
        let workplace = try Workplace.withFineProject()
        let before = try workplace.folder.text(of: "experiments.yaml")
        let refused = try await workplace.run("init")
        #expect(refused.status == 1)
        #expect(refused.errors.contains("--force"))
        #expect(try workplace.folder.text(of: "experiments.yaml") == before)
        #expect(try await workplace.run("init", "--force").status == 0)
        #expect(try workplace.folder.text(of: "experiments.yaml") != before)
    }

    @Test("values that cannot be read are an error with the place, and nothing is written")
    func badValues() async throws {
        let workplace = try Workplace()
        try workplace.writeValues("{\n  \"a\": }\n")
        let written = try await workplace.run("init", "--from", "config.json")
        #expect(written.status == 1)
        #expect(written.errors.contains("config.json:2:8:"), "\(written)")
        #expect(try workplace.folder.names() == ["config.json"])
    }

    @Test("takes the file that is there, with its keys, defaults and groups, and says so")
    func found() async throws {
        let workplace = try Workplace()
        let values = (0..<60).map { "\"checkout_\($0)\": \($0), \"paywall_\($0)\": true" }
        try workplace.writeValues("{\(values.joined(separator: ","))}")
        try workplace.folder.write("flag: true\n", to: "other_flags.yaml")
        let written = try await workplace.run("init")
        #expect(
            written.output == """
                wrote experiments.yaml with 120 keys from config.json
                also found other_flags.yaml: values by key, 1 key
                Use `experiments init --from FILE --force` to use another file.

                """, "\(written)")
        let project = try workplace.folder.text(of: "experiments.yaml")
        #expect(
            project.contains("  - name: checkout_7\n    type: int\n    default: 7\n    group: Checkout\n"))
        #expect(try await workplace.run("check", "--strict").status == 0)
    }

    @Test("default values of an app give the keys in their order, and the settings of its project the source")
    func defaultsOfApp() async throws {
        let workplace = try Workplace()
        try workplace.folder.write(
            "<plist><dict><key>b</key><integer>7</integer><key>a</key><string>{\"from\":9}</string></dict></plist>",
            to: "App/RemoteConfigDefaults.plist")
        let settings = ["GOOGLE_APP_ID": "1:2:ios:3", "PROJECT_ID": "shop", "API_KEY": "k"]
        try workplace.folder.write(
            "<plist><dict>" + settings.map { "<key>\($0)</key><string>\($1)</string>" }.joined()
                + "</dict></plist>",
            to: "App/GoogleService-Info.plist")
        for arguments in [["init"], ["init", "--from", "App/RemoteConfigDefaults.plist", "--force"]] {
            let written = try await workplace.run(Workplace.program, arguments)
            #expect(
                written.output
                    == "wrote experiments.yaml with 2 keys from App/RemoteConfigDefaults.plist, App/GoogleService-Info.plist\n",
                "\(written)")
            let text = try workplace.folder.text(of: "experiments.yaml")
            #expect(text.contains("google_services: App/GoogleService-Info.plist\n"))
            #expect(text.contains("  - name: b\n    type: int\n    default: 7\n  - name: a\n"), "\(text)")
        }
    }

    @Test("beside a file that cannot be read writes nothing, unless an empty file is asked for")
    func brokenBeside() async throws {
        let workplace = try Workplace()
        try workplace.writeValues("{\n  \"a\": }\n")
        let refused = try await workplace.run("init")
        #expect(refused.status == 1)
        #expect(
            refused.errors.contains(
                "config.json looks like a file of values, but cannot be used\n    config.json:2:8: "))
        #expect(try workplace.folder.names() == ["config.json"])
        #expect(try await workplace.run("init", "--empty").status == 0)
        #expect(try workplace.folder.text(of: "experiments.yaml").contains("keys: []"))
    }

    @Test("with --dry-run prints what would be written, and writes nothing")
    func dryRun() async throws {
        let workplace = try Workplace()
        try workplace.writeValues(#"{"b": true}"#)
        let diff = try await workplace.run("init", "--dry-run")
        #expect(diff.lines.first == "--- /dev/null")
        #expect(diff.output.contains("+  - name: b\n+    type: bool\n+    default: true\n"))
        let document = try await workplace.run("init", "--dry-run", "--json").json().object
        #expect(document?["keys"] == ["b"])
        #expect(document?["written"] == false)
        #expect(try workplace.folder.names() == ["config.json"])
    }

    @Test("finds an emulator that runs, with its keys")
    func emulator() async throws {
        let workplace = try Workplace()
        let emulator = try workplace.start("emulator", "--scenario", "demo", "--port", "0")
        try await emulator.waitForOutput("source: ")
        let url = try #require(emulator.output.firstMatch(of: /http:\/\/127\.0\.0\.1:\d+/)).output
        let written = try await workplace.run("init", with: ["FIREBASE_REMOTE_CONFIG_URL_BASE": String(url)])
        emulator.send(SIGINT)
        _ = try await emulator.finished()
        #expect(written.output.hasSuffix(" keys from \(url)\n"), "\(written)")
        #expect(try workplace.folder.text(of: "experiments.yaml").contains("  - name: price_tier\n"))
    }

    @Test("finds a server of flags that runs, where OpenFeature's libraries find it, with its keys")
    func flags() async throws {
        let workplace = try Workplace()
        let (flags, server, url) = try await FlagServer.start()
        let written = try await workplace.run("init", with: ["OFREP_ENDPOINT": url])
        #expect(written.output == "wrote experiments.yaml with 1 key from \(url)\n", "\(written)")
        let project = try workplace.folder.text(of: "experiments.yaml")
        #expect(project.contains("source:\n  kind: ofrep\n  url: \"\(url)\"\n"), "\(project)")
        #expect(project.contains("  - name: color\n"), "\(project)")
        let got = try await workplace.run("get", "color")
        #expect(got.output == "red\n", "\(got)")
        #expect(flags.seen.contexts.count >= 2)
        await server.stop()
        // One that is gone, or elsewhere, is not waited for.
        for place in [url, "http://flags.example"] {
            let without = try await Workplace().run("init", with: ["OFREP_ENDPOINT": place])
            #expect(without.output.contains("No values found here."), "\(without)")
        }
    }

    @Test("says why it cannot write")
    func readOnlyFolder() async throws {
        guard geteuid() != 0 else { return }
        let workplace = try Workplace()
        chmod(workplace.folder.path(""), 0o500)
        let refused = try await workplace.run("init")
        chmod(workplace.folder.path(""), 0o700)
        #expect(refused.status == 1)
        #expect(refused.errors.contains("permission denied"))
    }
}
