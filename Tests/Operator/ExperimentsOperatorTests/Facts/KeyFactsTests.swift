import ExperimentsCore
import TestSupport
import Testing

@testable import ExperimentsOperator

@Suite("Facts of a key", .inTurn)
struct KeyFactsTests {
    private let report = Report(
        keys: SampleShop.keys, snapshot: SampleShop.snapshot, overrides: SampleShop.overrides,
        at: SampleShop.start)

    /// Label and words of each fact.
    private func words(_ name: String, all: Bool = false) -> [String] {
        let row = report.rows.first { $0.name == name }
        return KeyFacts(of: name, row, in: report, layers: [], at: SampleShop.start).facts
            .filter { all || !$0.isRepetition }
            .map { fact in
                switch fact.content {
                case .text(let text), .value(let text): "\(fact.label): \(text)"
                case .problem(let problem): "\(fact.label): \(problem.reason)"
                case .time(let date): "\(fact.label): \(RFC3339.text(of: date))"
                }
            }
    }

    @Test("they come in the order in which they are read, from the name to the experiments")
    func order() {
        #expect(
            words("paywall_type") == [
                "key: paywall_type", "title: Paywall", "group: Monetization",
                "about: Which paywall a visitor meets",
                "status: ok", "value: b_baseline", "type: string",
                "expected: one of a, b, c, with or without _baseline", "default: a",
                "experiment: _exp_7, group variant_b",
            ])
    }

    @Test("an override is shown completely, beside the source's value")
    func override() {
        let facts = words("max_items")
        #expect(facts.contains("status: overridden"))
        #expect(facts.contains("value: 9") && facts.contains("source has: 7"))
        #expect(facts.contains("override: on") && facts.contains("by: ana"))
        #expect(facts.contains("note: QA of long carts") && facts.contains("until: 2026-03-01T11:00:00Z"))
        #expect(!facts.contains("its value: 9") && words("max_items", all: true).contains("its value: 9"))
    }

    @Test("what is wrong with a value is reported, and not again what the source holds")
    func problem() {
        let facts = words("free_shipping_enabled")
        #expect(facts.contains { $0.hasPrefix("problem: ") } && facts.contains("app gets: false"))
        #expect(!facts.contains("source has: maybe") && !facts.contains("default: false"))
    }

    @Test("a name that only an override knows is an orphan")
    func orphan() {
        #expect(
            words("retired_key").prefix(3) == [
                "key: retired_key", "status: orphan: no key with this name is declared", "override: off",
            ])
        #expect(words("retired_key").contains("its value: x"))
    }

    @Test("before the first fetch it is not known what the source has")
    func unknown() {
        let overrides = OverrideSet(["max_items": Override(value: "2")])
        let report = Report(
            keys: SampleShop.keys, snapshot: .empty, overrides: overrides, at: SampleShop.start)
        let row = report.rows.first { $0.name == "max_items" }
        let facts = KeyFacts(of: "max_items", row, in: report, layers: [], at: SampleShop.start).facts
        #expect(facts.contains { $0.subject == .source(known: false) && $0.content == .text("unknown yet") })
    }
}
