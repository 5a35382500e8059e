import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("log", .fewAtATime)
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

    @Test("prints the stored fetches and changes to overrides, the newest last")
    func kept() async throws {
        let workplace = try await logged()
        let log = try await workplace.run("log")
        #expect(log.status == 0 && log.lines.count == 3, "\(log)")
        #expect(
            log.lines[0].contains("  fetch     fetch updated: ")
                && log.lines[0].contains("(experiments check)"))
        #expect(log.lines[1].contains("  override  override paywall: none -> c, by ann "), "\(log)")
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
        #expect(try await workplace.run("log", "--kind", "live").output == "no entries match\n")
        let unknown = try await workplace.run("log", "--kind", "fetches")
        #expect(unknown.status == 1 && unknown.errors.contains("fetch"), "\(unknown)")
        #expect(try await workplace.run("log", "--limit", "-1").status == 1)
        #expect(try await workplace.run("log", "--every", "5s").errors.contains("--every requires --follow"))
    }

    @Test("if nothing is stored yet, says what stores it; --no-state prints only overrides")
    func nothing() async throws {
        let workplace = try Workplace.withFineProject()
        #expect(try await workplace.run("log").output.hasPrefix("no entries yet; "))
        #expect(try await workplace.run("log", "--json").json().object?["entries"] == [])
        #expect(try await logged().run("log", "--no-state").lines.count == 1)
    }

    @Test("names the source of each entry; --source prints only those of one")
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

    @Test("--follow prints each new fetch, override and failure, with its author")
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
        try await log.waitForOutput("overrides changed in the file by an app or an editor: 3 keys")
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

    @Test(
        "--follow prints when live updates are lost, with the reason and the next attempt, and when they are back"
    )
    func live() async throws {
        let workplace = try Workplace()
        func serve(_ color: String, port: String) async throws -> RunningProgram {
            try workplace.folder.write(
                #"{"parameters": {"color": {"defaultValue": {"value": "\#(color)"}}}}"#, to: "template.json")
            let emulator = try workplace.start("emulator", "--template", "template.json", "--port", port)
            try await emulator.waitForOutput("source: ")
            return emulator
        }
        let emulator = try await serve("red", port: "0")
        let url = try #require(
            emulator.output.firstMatch(of: /listening on (?<url>http:\S+)/).map { String($0.output.url) })
        try workplace.folder.write(
            """
            source: {kind: emulator, url: "\(url)"}
            refresh: off
            keys: [{name: color, type: string}]

            """, to: "experiments.yaml")
        let log = try workplace.start("log", "--follow", "--kind", "live")
        try await log.waitForOutput("  live      live updates: on\n")
        emulator.send(SIGKILL)
        _ = try await emulator.finished()
        try await log.waitForOutput("  live      live updates lost: ")
        try await log.waitForOutput("; next try at ")
        let next = try await serve("green", port: String(url.split(separator: ":").last ?? ""))
        try await eventually("live updates that are back") {
            log.output.split(separator: "\n").last?.hasSuffix("  live      live updates: on") == true
        }
        withExtendedLifetime(next) {}
    }

    @Test(
        "--follow prints when the project file is reloaded, what needs a restart, and why it cannot be read")
    func project() async throws {
        let workplace = try Workplace.withFineProject()
        let log = try workplace.start("log", "--follow", "--kind", "file", "--kind", "fetch")
        try await log.waitForOutput("  fetch     ")
        func project(_ fields: String) -> String {
            "source: {kind: file, path: config.json}\n\(fields)\nkeys: [{name: rate, type: double}]\n"
        }
        try workplace.folder.write(project("refresh: 50s"), to: "experiments.yaml")
        try await log.waitForOutput("  file      project file reloaded\n")
        try workplace.folder.write(project("theme: nord"), to: "experiments.yaml")
        try await log.waitForOutput("; restart to apply theme")
        try workplace.folder.write(project("refres: 5s"), to: "experiments.yaml")
        try await log.waitForOutput(
            "still using the last valid project file: experiments.yaml:2:1: unknown field")
    }

    @Test("--follow --json prints a change to the project file as a document with its kind and severity")
    func projectJSON() async throws {
        let workplace = try Workplace.withFineProject()
        let log = try workplace.start("log", "--follow", "--json")
        try await log.waitForOutput(#""kind":"fetch""#)
        try workplace.folder.write("keys: 7\n", to: "experiments.yaml")
        let document = try await eventually("a document about the file") {
            log.output.split(separator: "\n").compactMap { (try? JSONValue(parsing: String($0)))?.object }
                .first { $0["kind"] == "file" }
        }
        #expect(document["severity"] == "error", "\(document)")
        #expect(document["text"]?.string?.hasPrefix("still using the last valid project file: ") == true)
    }

    @Test("--follow fetches as often as a changed project file says, unless --every says otherwise")
    func refresh() async throws {
        // Each in a place of its own, because a log begins with what others kept there.
        let workplaces = [try Workplace.withFineProject(), try Workplace.withFineProject()]
        func write(refresh: String) throws {
            let project =
                "source: {kind: file, path: config.json}\nrefresh: \(refresh)\nkeys: [{name: rate, type: double}]\n"
            for workplace in workplaces { try workplace.folder.write(project, to: "experiments.yaml") }
        }
        try write(refresh: "off")
        let log = try workplaces[0].start("log", "--follow")
        let other = try workplaces[1].start("log", "--follow", "--every", "off")
        for program in [log, other] { try await program.waitForOutput("  fetch     ") }
        try write(refresh: "1s")
        func fetches(_ program: RunningProgram) -> Int {
            program.output.split(separator: "\n").count { $0.contains("  fetch     ") }
        }
        try await eventually("three fetches") { fetches(log) == 3 }
        try await other.waitForOutput("project file reloaded")
        #expect(fetches(other) == 1)
    }

    @Test("stored entries never control the terminal, whatever they contain")
    func hostile() async throws {
        let workplace = try Workplace.withFineProject()
        _ = try await workplace.run("override", "set", "paywall", "--raw", HostileText.text)
        try workplace.writeValues(#"{"paywall": "a", \#(HostileText.quoted): 1}"#)
        _ = try await workplace.run("check")
        for options in [[], ["--json"], ["--color", "always"]] {
            let log = try await workplace.run(Workplace.program, ["log"] + options)
            let output =
                options == ["--color", "always"]
                ? log.output.replacing(#/\u{1B}\[[0-9]+m/#, with: "") : log.output
            #expect(
                log.status == 0 && HostileText.unsafe(in: output).isEmpty, "\(log.output.debugDescription)")
        }
    }
}
