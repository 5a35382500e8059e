import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("apps", .fewAtATime)
struct AppsTests {
    /// A project whose server wrote a moment ago what two apps told it.
    private func served(age: TimeInterval = 0, server: String? = "127.0.0.1:4180", _ apps: [String]? = nil)
        throws
        -> Workplace
    {
        let workplace = try Workplace.withFineProject()
        try write(apps ?? [Self.phone(), Self.tablet], age: age, server: server, in: workplace)
        return workplace
    }

    private func write(_ apps: [String], age: TimeInterval = 0, server: String?, in workplace: Workplace)
        throws
    {
        let server = server.map { #""server": "\#($0)","# } ?? ""
        let text = """
            {"version": 1, "savedAt": "\(RFC3339.text(of: Date() - age))", \(server) "forgotten": 0, "apps": [
            \(apps.joined(separator: ",\n"))
            ]}
            """
        try workplace.folder.write(text, to: ".experiments/.linked-apps/overrides.json.new")
        let path = workplace.folder.path(".experiments/.linked-apps/overrides.json")
        guard rename(path + ".new", path) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    private static func phone(streams: Int = 1) -> String {
        """
        {"app": "shop", "installation": "4f2a91", "version": "4.2.0", "device": "iPhone16,2", "system": "iOS 18.4",
         "streams": \(streams), "firstSeen": "2026-03-01T09:00:00Z", "lastSeen": "2026-03-01T09:10:00Z",
         "reportedAt": "2026-03-01T09:10:00Z", "keys": 4, "overrides": 0, "missing": 1, "incorrect": 1,
         "roundTrip": 0.012, "values": [
          {"key": "new_ui", "status": "missing"}, {"key": "paywall", "status": "ok", "value": "b",
           "supplier": "source"},
          {"key": "rate", "status": "ok", "value": "0.7"},
          {"key": "timeout", "status": "incorrect", "value": "10", "problem": "no number: \\u001b[31m"}],
         "doings": [{"at": "2026-03-01T09:05:00Z", "kind": "event", "of": "purchase", "text": "9.5"}]}
        """
    }

    private static let tablet = """
        {"app": "shop", "installation": "c01d5e", "version": "4.1.9", "streams": 0, "firstSeen": "2026-03-01T09:00:00Z",
         "lastSeen": "2026-03-01T09:02:00Z", "missing": 1}
        """

    @Test("lists those that are linked first, and what is the matter with them")
    func list() async throws {
        let apps = try await served().run("apps")
        #expect(apps.status == 0 && apps.lines.count == 3, "\(apps)")
        #expect(
            apps.lines[0].split(separator: " ").joined(separator: " ")
                == "APP VERSION DEVICE SYSTEM SEEN OVERRIDES MISSING INCORRECT")
        #expect(apps.lines[1].hasPrefix("shop/4f2a91") && apps.lines[1].contains("linked"), "\(apps)")
        #expect(apps.lines[2].contains("2026-03-01T09:02:00Z") && apps.lines[2].contains("?"), "\(apps)")
        let filtered = try await served().run("apps", "--filter", "iphone")
        #expect(filtered.lines.count == 2)
        #expect(try await served().run("apps", "--filter", "android").output == "no apps match the filter\n")
    }

    @Test("--json prints one document")
    func json() async throws {
        let document = try await served().run("apps", "--json").json().object
        #expect(document?["schema"] == 1 && document?["server"] == "127.0.0.1:4180")
        let apps = try #require(document?["apps"]?.array).compactMap(\.object)
        #expect(apps.map { $0["id"] } == ["shop/4f2a91", "shop/c01d5e"])
        #expect(apps.map { $0["connected"] } == [true, false] && apps[0]["missing"] == 1)
        #expect(apps[0]["values"] == nil)
    }

    @Test("without a running server, no app is connected; if none ever ran, the advice says what to do")
    func noServer() async throws {
        for workplace in [try served(age: 600), try served(server: nil)] {
            #expect(!(try await workplace.run("apps")).output.contains("linked"))
            let check = try await workplace.run("check", "--apps")
            #expect(
                check.status == 1 && check.errors.contains("no apps connected, so nothing was checked"),
                "\(check)")
        }
        let workplace = try Workplace.withFineProject()
        let none = try await workplace.run("apps")
        #expect(
            none.status == 0
                && none.output.hasPrefix("no apps linked; use `experiments serve` to serve apps"),
            "\(none)")
    }

    @Test("get prints where an app's values differ from ours, and why; a beginning of its name will do")
    func get() async throws {
        let workplace = try served()
        let app = try await workplace.run("apps", "get", "4f2")
        #expect(app.status == 0, "\(app)")
        for words in [
            "shop/4f2a91", "new_ui", "missing in that app", "rate", "different value", "purchase: 9.5",
        ] {
            #expect(app.output.contains(words), "\(words): \(app)")
        }
        #expect(!app.output.contains("paywall") && !app.output.contains("\u{1B}"))
        let document = try await workplace.run("apps", "get", "shop/4f2a91", "--json").json().object
        let differences = try #require(document?["differences"]?.array).compactMap(\.object)
        #expect(differences.map { $0["key"] } == ["timeout", "new_ui", "rate"] && document?["alike"] == 1)
        #expect(document?["app"]?.object?["values"]?.array?.count == 4)
        let unknown = try await workplace.run("apps", "get", "shop/4f2a92")
        #expect(unknown.status == 1 && unknown.errors.contains("Did you mean shop/4f2a91?"), "\(unknown)")
    }

    @Test("the JSON of get has members with the words of the screens beside the first names")
    func glossary() async throws {
        let document = try await served().run("apps", "get", "shop/4f2a91", "--json").json().object
        let app = try #require(document?["app"]?.object)
        #expect(app["activity"] == app["doings"] && app["activity"]?.array?.count == 1)
        let paywall = app["values"]?.array?.compactMap(\.object).first { $0["key"] == "paywall" }
        #expect(paywall?["setBy"] == "source" && paywall?["supplier"] == "source")
    }

    @Test("check --apps exits with 2 where a connected app misses a key or cannot use one")
    func check() async throws {
        let workplace = try served()
        let failed = try await workplace.run("check", "--apps")
        #expect(failed.status == 2, "\(failed)")
        #expect(
            failed.output.contains("the app's source has no value") && failed.output.contains("no number"))
        #expect(failed.output.hasSuffix("failed  1 of 1 app with missing or incorrect keys\n"), "\(failed)")
        let document = try await workplace.run("check", "--apps", "--json")
        let isFine = try document.json().object?["ok"]
        #expect(document.status == 2 && isFine == false)
        try write(
            [
                Self.phone().replacing("\"status\": \"missing\"", with: "\"status\": \"ok\"")
                    .replacing("\"status\": \"incorrect\"", with: "\"status\": \"ok\"")
            ], server: "127.0.0.1:4180", in: workplace)
        let fine = try await workplace.run("check", "--apps")
        #expect(fine.status == 0 && fine.output == "ok  1 app connected\n", "\(fine)")
        #expect(try await workplace.run("check", "--apps", "--strict").status == 1)
        #expect(try await workplace.run("check", "--apps", "--format", "sarif").status == 1)
    }

    private func lines(_ program: RunningProgram) -> [Substring] { program.output.split(separator: "\n") }

    @Test("watch prints the connected apps, and then what happens")
    func watch() async throws {
        let workplace = try served(server: "127.0.0.1:4180", [Self.phone(streams: 0)])
        let watch = try workplace.start("apps", "watch", "--json")
        try await eventually("the first lines") { lines(watch).count == 3 }
        try write([Self.phone()], server: "127.0.0.1:4180", in: workplace)
        try await eventually("it to be connected") { lines(watch).count == 4 }
        #expect(lines(watch).first?.contains(#""event":"watching""#) == true, "\(watch.output)")
        #expect(lines(watch).last?.contains(#""event":"connected""#) == true, "\(watch.output)")
        try write([Self.phone(streams: 0)], server: "127.0.0.1:4180", in: workplace)
        try await eventually("it to be gone") { lines(watch).count == 5 }
        #expect(lines(watch).last?.contains(#""event":"gone""#) == true, "\(watch.output)")
        watch.send(SIGINT)
        _ = try await watch.finished()
    }

    @Test("a file that cannot be read is an error that says what to do")
    func broken() async throws {
        let workplace = try served()
        try workplace.folder.write("{", to: ".experiments/.linked-apps/overrides.json")
        let apps = try await workplace.run("apps")
        #expect(apps.status == 1 && apps.errors.contains("the server writes a new one"), "\(apps)")
    }
}
