import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("watch", .fewAtATime)
struct WatchTests {
    @Test("prints every key first, and then each change to the source and the overrides immediately")
    func changes() async throws {
        let workplace = try Workplace.withFineProject()
        let watch = try workplace.start("watch")
        try await watch.waitForOutput("rate  ok 0.5")
        try workplace.writeValues(
            #"{"paywall": "d", "timeout": 12, "new_ui": true, "rate": 0.5, "extra": "x"}"#)
        try await watch.waitForOutput("paywall  incorrect a  not one of its cases")
        try await watch.waitForOutput("extra  undeclared x")
        _ = try await workplace.run("override", "set", "timeout", "33")
        try await watch.waitForOutput("timeout  override 33  (was ok 12)")
        try workplace.writeValues(#"{"paywall": "d", "timeout": 12, "new_ui": true, "rate": 0.5}"#)
        try await watch.waitForOutput("extra  gone  (was x)")
    }

    @Test("--json prints a document a line")
    func json() async throws {
        let workplace = try Workplace.withFineProject()
        let watch = try workplace.start("watch", "--json")
        try await watch.waitForOutput("\"rate\"")
        try workplace.writeValues(#"{"paywall": "c", "timeout": 12, "new_ui": true, "rate": 0.5}"#)
        try await watch.waitForOutput("\"was\"")
        let events = try watch.output.split(separator: "\n").map { try JSONValue(parsing: String($0)).object }
        #expect(events.allSatisfy { $0?["schema"] == 1 })
        #expect(events.prefix(5).map { $0?["event"] } == ["fetch", "key", "key", "key", "key"])
        let fetch = try #require(events.dropFirst(5).first)
        #expect(fetch?["event"] == "fetch")
        #expect(fetch?["changed"] == ["paywall"])
        let change = try #require(events.first { $0?["was"] != nil })
        #expect(change?["key"]?.object?["value"] == "c")
        #expect(change?["was"]?.object?["value"] == "b")
    }

    @Test("continues when a fetch fails, and reports it")
    func failure() async throws {
        let workplace = try Workplace.withFineProject()
        let watch = try workplace.start("watch")
        try await watch.waitForOutput("rate  ok 0.5")
        try workplace.writeValues("{")
        try await watch.waitForOutput("fetch failed")
        try workplace.writeValues(#"{"rate": 0.25}"#)
        try await watch.waitForOutput("rate  ok 0.25")
    }

    @Test("says when the overrides cannot be read, and when they can be again")
    func unreadableOverrides() async throws {
        let workplace = try Workplace.withFineProject()
        let watch = try workplace.start("watch")
        try await watch.waitForOutput("rate  ok 0.5")
        try workplace.folder.write("{", to: ".experiments/overrides.json")
        try await watch.waitForOutput("not JSON")
        let mended = #"{"version": 1, "overrides": {"rate": {"value": "7"}}}"#
        try workplace.folder.write(mended, to: ".experiments/overrides.json")
        try await watch.waitForOutput("readable again")
        try await watch.waitForOutput("rate  override 7")
    }

    @Test("an override that expires is reported when it does")
    func expiry() async throws {
        let workplace = try Workplace.withFineProject()
        let watch = try workplace.start("watch")
        try await watch.waitForOutput("rate  ok 0.5")
        // A busy machine may need longer to hear of the override than this one lasts: then another lasts longer.
        for seconds in [2.0, 10, 50] where !watch.output.contains("rate  override 7") {
            let end = Date() + seconds
            let text = RFC3339.text(of: end, milliseconds: true)
            try workplace.folder.write(
                #"{"version": 1, "overrides": {"rate": {"value": "7", "expiresAt": "\#(text)"}}}"#,
                to: ".experiments/overrides.json")
            try await eventually("the override, or its end") {
                watch.output.contains("rate  override 7") || Date() > end
            }
        }
        try await watch.waitForOutput("rate  override 7")
        try await watch.waitForOutput("rate  ok 0.5  (was override 7)")
    }

    @Test("is ended by signals as any program is", arguments: [SIGINT, SIGTERM, SIGHUP])
    func signals(signal: Int32) async throws {
        let watch = try Workplace.withFineProject().start("watch")
        try await watch.waitForOutput("rate  ok 0.5")
        watch.send(signal)
        #expect(try await watch.finished().status == 128 + signal)
    }

    @Test("refuses a time between fetches that is none", arguments: ["3", "0s", "never"])
    func interval(text: String) async throws {
        let watch = try await Workplace.withFineProject().run("watch", "--every", text)
        #expect(watch.status == 1)
        #expect(watch.errors.contains("--every"))
    }
}
