import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("Live updates", .fewAtATime)
struct LiveTests {
    private static func template(color: String) -> String {
        #"{"parameters": {"color": {"defaultValue": {"value": "\#(color)"}}}}"#
    }

    /// A workplace whose source is an emulator in it, which is asked by hand only unless it announces something.
    private func served(_ fields: String = "") async throws -> (Workplace, RunningProgram, url: String) {
        let workplace = try Workplace()
        try workplace.folder.write(Self.template(color: "red"), to: "template.json")
        let emulator = try workplace.start("emulator", "--template", "template.json", "--port", "0")
        try await emulator.waitForOutput("source: ")
        let url = try #require(
            emulator.output.firstMatch(of: /listening on (?<url>http:\S+)/).map { String($0.output.url) })
        try workplace.folder.write(
            """
            source: {kind: emulator, url: "\(url)"\(fields)}
            refresh: off
            keys: [{name: color, type: string}]

            """, to: "experiments.yaml")
        return (workplace, emulator, url)
    }

    private func live(_ program: RunningProgram) throws -> [JSONObject] {
        try program.output.split(separator: "\n").compactMap { try JSONValue(parsing: String($0)).object }
            .filter { $0["event"] == "live" }
    }

    @Test("watch gets a publication without a scheduled fetch, and prints the state of the connection")
    func publish() async throws {
        let (workplace, emulator, _) = try await served()
        let watch = try workplace.start("watch", "--json")
        try await watch.waitForOutput(#""status":"live""#)
        try workplace.folder.write(Self.template(color: "green"), to: "template.json")
        try await watch.waitForOutput(#""value":"green""#)
        #expect(try live(watch).map { $0["status"] } == ["connecting", "live"])
        #expect(emulator.output.contains(":streamFetchInvalidations"))
    }

    @Test("a lost emulator is reported with the next attempt, and its values are fetched when it is back")
    func restart() async throws {
        let (workplace, emulator, url) = try await served()
        let watch = try workplace.start("watch", "--json")
        try await watch.waitForOutput(#""status":"live""#)
        emulator.send(SIGKILL)
        _ = try await emulator.finished()
        try await watch.waitForOutput(#""status":"interrupted""#)
        let lost = try #require(try live(watch).first { $0["status"] == "interrupted" })
        #expect(lost["reason"]?.string?.isEmpty == false)
        #expect(lost["retryAt"]?.string.flatMap(RFC3339.date) != nil)

        try workplace.folder.write(Self.template(color: "green"), to: "template.json")
        let port = try #require(url.split(separator: ":").last)
        let next = try workplace.start("emulator", "--template", "template.json", "--port", String(port))
        try await watch.waitForOutput(#""value":"green""#)
        try workplace.folder.write(Self.template(color: "blue"), to: "template.json")
        try await watch.waitForOutput(#""value":"blue""#)
        withExtendedLifetime(next) {}
    }

    @Test("watch without --json says it in words")
    func words() async throws {
        let (workplace, emulator, _) = try await served()
        let watch = try workplace.start("watch")
        try await watch.waitForOutput("live updates: on")
        emulator.send(SIGKILL)
        try await watch.waitForOutput("live updates lost: ")
        try await watch.waitForOutput("; next try at ")
    }

    @Test("a command that fetches once does not listen")
    func oneShot() async throws {
        let (workplace, emulator, _) = try await served()
        #expect(try await workplace.run("get", "color").output == "red\n")
        #expect(try await workplace.run("list").status == 0)
        #expect(!emulator.output.contains(":streamFetchInvalidations"))
    }

    @Test("a source with `realtime: off` is not asked to announce anything")
    func switchedOff() async throws {
        let (workplace, emulator, _) = try await served(", realtime: off")
        let watch = try workplace.start("watch", "--json", "--every", "1s")
        try await watch.waitForOutput(#""value":"red""#)
        try workplace.folder.write(Self.template(color: "green"), to: "template.json")
        try await watch.waitForOutput(#""value":"green""#)
        #expect(try live(watch).isEmpty)
        #expect(!emulator.output.contains(":streamFetchInvalidations"))
    }
}
