import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("log")
struct LogTests {
    /// A project that was checked before and after a change, and whose overrides were changed in between.
    private func logged() async throws -> Workplace {
        let workplace = try Workplace.withFineProject()
        _ = try await workplace.run("check")
        _ = try await workplace.run("override", "set", "paywall", "c", with: ["USER": "ann"])
        try workplace.writeValues(#"{"paywall": "a", "timeout": 12, "new_ui": true, "rate": 0.5}"#)
        _ = try await workplace.run("check")
        return workplace
    }

    @Test("prints what is kept of fetches and of overrides, the newest last")
    func kept() async throws {
        let workplace = try await logged()
        let log = try await workplace.run("log")
        #expect(log.status == 0 && log.lines.count == 3, "\(log)")
        #expect(log.lines[0].contains("  fetch     fetch updated: ") && log.lines[0].contains("(experiments check)"))
        #expect(log.lines[1].contains("  override  override paywall: none -> c, by "), "\(log)")
        #expect(log.lines[1].hasSuffix("with experiments override set"), "\(log)")
        #expect(log.lines[2].contains("1 changed: paywall"), "\(log)")
        let times = log.lines.map { $0.prefix(20) }
        #expect(times == times.sorted())
    }

    @Test("--json prints one document, in which each kind has a member of its own")
    func json() async throws {
        let document = try await logged().run("log", "--json").json().object
        let entries = try #require(document?["entries"]?.array).compactMap(\.object)
        #expect(document?["schema"] == 1)
        #expect(entries.map { $0["kind"] } == ["fetch", "override", "fetch"])
        let members = entries.map { ($0["severity"], $0["text"], $0["at"]) }
        #expect(members.allSatisfy { $0.0 == "info" && $0.1 != nil && $0.2 != nil })
        #expect(entries[0]["program"] == "experiments check")
        #expect(entries[2]["fetch"]?.object?["changed"] == ["paywall"])
        #expect(entries[2]["fetch"]?.object?["status"] == "updated")
        #expect(entries[1]["override"]?.object?["step"] == 1)
        #expect(entries[1]["override"]?.object?["changes"]?.array?.first?.object?["name"] == "paywall")
    }

    @Test("--kind, --filter and --limit leave out others")
    func chosen() async throws {
        let workplace = try await logged()
        #expect(try await workplace.run("log", "--kind", "override").lines.count == 1)
        #expect(try await workplace.run("log", "--kind", "override", "--kind", "fetch").lines.count == 3)
        #expect(try await workplace.run("log", "--filter", "key:paywall !fetch").lines.count == 1)
        let last = try await workplace.run("log", "--limit", "1")
        #expect(last.lines.count == 1 && last.output.contains("1 changed: paywall"), "\(last)")
        #expect(try await workplace.run("log", "--kind", "live").output == "nothing kept is like that\n")
        let unknown = try await workplace.run("log", "--kind", "fetches")
        #expect(unknown.status == 1 && unknown.errors.contains("fetch"), "\(unknown)")
        #expect(try await workplace.run("log", "--limit", "-1").status == 1)
        #expect(try await workplace.run("log", "--every", "5s").errors.contains("--every is for --follow only"))
    }

    @Test("where nothing is kept yet, it says who keeps it; --no-state tells of overrides alone")
    func nothing() async throws {
        let workplace = try Workplace.withFineProject()
        #expect(try await workplace.run("log").output.hasPrefix("nothing is kept yet: "))
        #expect(try await workplace.run("log", "--json").json().object?["entries"] == [])
        #expect(try await logged().run("log", "--no-state").lines.count == 1)
    }

    @Test("tells the sources of a project apart; --source tells of one alone")
    func sources() async throws {
        let workplace = try Workplace.withFineProject()
        try workplace.folder.write(
            """
            sources:
              - {name: one, kind: file, path: config.json}
              - {name: two, kind: file, path: config.json}
            keys:
              - {name: rate, type: double}

            """, to: "experiments.yaml")
        for source in ["one", "two"] { _ = try await workplace.run("check", "--source", source) }
        let log = try await workplace.run("log")
        #expect(log.lines.count == 2 && log.lines[0].hasSuffix("(one, experiments check)"), "\(log)")
        #expect(try await workplace.run("log", "--source", "two").lines.count == 1)
        #expect(try await workplace.run("log", "--source", "tow").errors.contains("Did you mean two?"))
    }

    @Test("--follow goes on with each fetch, each override and each failure, and says who did it")
    func follow() async throws {
        let workplace = try await logged()
        let log = try workplace.start("log", "--follow", "--limit", "1")
        try await log.waitForOutput("(experiments check)")
        try workplace.writeValues("{")
        try await log.waitForOutput("fetch failed after ")
        _ = try await workplace.run("override", "set", "timeout", "20")
        try await log.waitForOutput("override timeout: none -> 20")
        try workplace.folder.write(
            #"{"version": 1, "overrides": {"rate": {"value": "7"}}}"#, to: ".experiments/overrides.json")
        try await log.waitForOutput("overrides changed in the file, by an app or an editor: 3 keys")
        try workplace.folder.write("{", to: ".experiments/overrides.json")
        try await log.waitForOutput("overrides not read: ")
        log.send(SIGINT)
        let finished = try await log.finished()
        #expect(finished.lines.count { $0.contains("  override  ") } == 2, "\(finished)")
        #expect(finished.lines.first?.contains("(experiments check)") == true, "\(finished)")
    }

    @Test("--follow --json prints a document a line")
    func followJSON() async throws {
        let workplace = try Workplace.withFineProject()
        let log = try workplace.start("log", "--follow", "--json")
        try await log.waitForOutput(#""kind":"fetch""#)
        try workplace.folder.write(
            #"{"version": 1, "overrides": {"rate": {"value": "7"}}}"#, to: ".experiments/overrides.json")
        try await log.waitForOutput(#""changes":"#)
        let events = try log.output.split(separator: "\n").map { try JSONValue(parsing: String($0)).object }
        #expect(events.allSatisfy { $0?["schema"] == 1 && $0?["severity"] == "info" })
        #expect(events.first??["fetch"]?.object?["status"] == "updated")
        let change = events.last??["changes"]?.array?.first?.object
        #expect(change?["name"] == "rate" && change?["change"] == "added", "\(log.output)")
    }

    @Test("what is kept never steers the terminal, whatever it holds")
    func hostile() async throws {
        let workplace = try Workplace.withFineProject()
        _ = try await workplace.run("override", "set", "paywall", "--raw", HostileText.text)
        try workplace.writeValues(#"{"paywall": "a", \#(HostileText.quoted): 1}"#)
        _ = try await workplace.run("check")
        for options in [[], ["--json"], ["--color", "always"]] {
            let log = try await workplace.run(Workplace.program, ["log"] + options)
            let output =
                options == ["--color", "always"] ? log.output.replacing(#/\u{1B}\[[0-9]+m/#, with: "") : log.output
            #expect(log.status == 0 && HostileText.unsafe(in: output).isEmpty, "\(log.output.debugDescription)")
        }
    }
}
