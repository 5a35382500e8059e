import Foundation
import TestSupport
import Testing

@Suite("--plain", .fewAtATime)
struct PlainTests {
    @Test("prints each key and then each change on a line, without a terminal and without escape codes")
    func project() async throws {
        let workplace = try Workplace.withFineProject()
        let plain = try workplace.start("--plain")
        try await plain.waitForOutput("rate  ok 0.5")
        try workplace.writeValues(#"{"paywall": "b", "timeout": 900, "new_ui": true, "rate": 0.5}"#)
        try await plain.waitForOutput("timeout  incorrect 10")
        #expect(!plain.output.contains("\u{1b}") && !plain.output.contains("\r"))
    }

    @Test("prints nothing for fetches that change nothing, and reports those that fail")
    func fetches() async throws {
        let workplace = try Workplace.withFineProject()
        let plain = try workplace.start("--plain")
        try await plain.waitForOutput("rate  ok 0.5")
        #expect(!plain.output.contains("fetch "))
        try workplace.writeValues("{")
        try await plain.waitForOutput("fetch failed")
    }

    @Test("follows the demo, too")
    func demo() async throws {
        let demo = try Workplace().start("demo", "--plain")
        try await demo.waitForOutput("free_shipping_from  missing")
        try await demo.waitForOutput("free_shipping_from  ok 49.90")
    }
}
