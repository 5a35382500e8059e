import ExperimentsCore
import TestSupport
import Testing

@testable import ExperimentsOperator

@Suite("The outcome of a check", .inTurn)
struct CheckOutcomeTests {
    private let places = ["price_factor": DocumentLocation(line: 9, column: 11)]

    private func outcome(_ snapshot: Snapshot = SampleShop.snapshot, strict: Bool = false) -> CheckOutcome {
        let report = Report(
            keys: SampleShop.keys, snapshot: snapshot, overrides: .empty, at: SampleShop.start)
        return CheckOutcome(report, isStrict: strict, of: "shop", in: nil) { places }
    }

    @Test("has a finding for each key that is missing or incorrect, in the order of the keys, with its place")
    func findings() {
        let outcome = outcome()
        #expect(outcome.verdict == .failed)
        #expect(outcome.keys.map(\.key) == SampleShop.keys.map(\.name))
        #expect(
            outcome.findings.map(\.sentence) == [
                "free_shipping_enabled is incorrect: not a boolean: expected true or false, found \"maybe\"",
                "checkout_button_color is missing: the source has no value",
                outcome.findings.last?.sentence,
            ])
        #expect(outcome.findings.last?.key == "login_screen")
    }

    @Test("counts undeclared names where it is strict, and not otherwise")
    func strict() {
        #expect(outcome(strict: true).findings.last?.rule == .undeclared)
        #expect(outcome(strict: true).findings.count == outcome().findings.count + 1)
    }

    @Test("passes no verdict on what was never fetched")
    func unknown() {
        let outcome = outcome(.empty)
        #expect(outcome.verdict == .unknown)
        #expect(outcome.findings.allSatisfy { $0.rule == .unknown })
    }

    @Test("asks for places only where something was found")
    func asking() {
        let report = Report(keys: [], snapshot: SampleShop.snapshot, overrides: .empty, at: SampleShop.start)
        let outcome = CheckOutcome(report, isStrict: false, of: "shop", in: nil) {
            Issue.record("nothing was found")
            return [:]
        }
        #expect(outcome.verdict == .passed)
    }

    @Test(
        "the project file is named from the folder that holds it, else absolutely, and as a URL without blanks",
        arguments: [
            ("/ci/work/app/experiments.yaml", "app/experiments.yaml", "app/experiments.yaml"),
            ("/ci/work/my app/é:1.yaml", "my app/é:1.yaml", "my%20app/%C3%A9%3A1.yaml"),
            (
                "/ci/workshop/experiments.yaml", "/ci/workshop/experiments.yaml",
                "file:///ci/workshop/experiments.yaml"
            ),
        ])
    func naming(path: String, shown: String, reference: String) {
        let name = ProjectFileName(path, below: ["/elsewhere", "/ci/work", "/ci/work/app"])
        #expect(name.path == shown)
        #expect(name.reference == reference)
    }
}
