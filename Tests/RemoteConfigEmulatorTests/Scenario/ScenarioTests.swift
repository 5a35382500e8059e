import ExperimentsCore
import FirebaseConfig
import FirebaseTemplates
import RemoteConfigEmulator
import TestSupport
import Testing

@Suite("Scenarios")
struct ScenarioTests {
    typealias Step = Scenario.Step

    /// What an operator of the demo's catalogue would see in a template.
    func findings(_ template: RemoteConfigTemplate) -> (missing: [String], incorrect: [String]) {
        var missing: [String] = []
        var incorrect: [String] = []
        for key in DemoCatalogue.keys {
            guard case .text(let text) = template.parameter(key.name)?.defaultValue else {
                missing.append(key.name)
                continue
            }
            do { try key.check(text) } catch { incorrect.append(key.name) }
        }
        return (missing, incorrect)
    }

    @Test("the demo's catalogue has about two dozen keys in six groups, of every kind, each fine by its own default")
    func catalogue() {
        #expect((20...30).contains(DemoCatalogue.keys.count))
        #expect(Set(DemoCatalogue.keys.map(\.name)).count == DemoCatalogue.keys.count)
        #expect(
            Set(DemoCatalogue.keys.compactMap(\.group))
                == ["Monetization", "Checkout", "Onboarding", "Search", "Support", "Experiments"])
        #expect(Set(DemoCatalogue.keys.map(\.schema.kind)) == Set(ValueKind.allCases))
        #expect(DemoCatalogue.keys.contains { $0.schema.understandsBaseline })
        for key in DemoCatalogue.keys {
            #expect(throws: Never.self, "\(key.name)") { try key.check(key.schema.defaultText ?? "none") }
        }
    }

    @Test("the demo begins with one missing key and one incorrect value")
    func beginning() {
        let findings = findings(Scenario.demo.first)
        #expect(findings.missing == ["free_shipping_from"])
        #expect(findings.incorrect == ["checkout_flow"])
    }

    @Test("the demo changes after four seconds, then every three to six, and starts over")
    func timing() {
        let delays = Scenario.demo.steps.map(\.delay)
        #expect(delays.first == .seconds(4))
        #expect(delays.dropFirst().allSatisfy { (.seconds(3) ... .seconds(6)).contains($0) })
        #expect(Scenario.demo.repeats)
        #expect(Scenario.demo.steps.last?.edits == [.startOver])
    }

    @Test("the demo shows what it promises, and every step changes something")
    func story() {
        var template = Scenario.demo.first
        var experiments: [ExperimentDescription] = []
        var missing: [[String]] = []
        var incorrect: [[String]] = []
        var counts: [Int] = []
        for step in Scenario.demo.steps {
            let before = (template, experiments)
            for edit in step.edits { Scenario.demo.apply(edit, to: &template, &experiments) }
            #expect(before.0 != template || before.1 != experiments, "\(step.note)")
            missing.append(findings(template).missing)
            incorrect.append(findings(template).incorrect)
            counts.append(experiments.count)
        }
        // The missing key appears, the incorrect value is corrected, others come and go.
        #expect(missing[0].isEmpty)
        #expect(incorrect[1].isEmpty)
        #expect(incorrect.contains(["trial_days"]))
        #expect(missing.contains(["support_chat_enabled"]))
        #expect(counts.contains(1))
        #expect(counts.contains(2))
        #expect(missing.contains { $0.isEmpty })
        #expect(template == Scenario.demo.first)
        #expect(experiments.isEmpty)
    }

    @Test("each step waits its time and is one version")
    func playing() async throws {
        let emulator = try demoEmulator(template(["a": "1", "b": "2"]))
        let scenario = Scenario(
            first: template(["a": "1", "b": "2"]),
            steps: [
                Step(after: .seconds(4), "two edits", [.set("a", "2"), .remove("b")]),
                Step(after: .seconds(3), "a new one", [.set("c", "3")]),
            ], repeats: false)
        let clock = CountingClock(limit: 10)
        let versions = Recorder<Int64>()
        try await scenario.play(on: emulator, projectID: "demo-shop", clock: clock) { versions.record($1) }
        #expect(clock.sleeps == [.seconds(4), .seconds(3)])
        #expect(versions.elements == [2, 3])
        let answer = try await Caller(emulator: emulator).fetch()
        #expect(answer.json["entries"] == ["a": "2", "c": "3"])
    }

    @Test("a scenario that repeats plays until it is cancelled")
    func repeating() async throws {
        let emulator = try demoEmulator(Scenario.demo.first)
        let clock = CountingClock(limit: Scenario.demo.steps.count * 2 + 1)
        await #expect(throws: CancellationError.self) {
            try await Scenario.demo.play(on: emulator, projectID: "demo-shop", clock: clock)
        }
        // One more step than two rounds: the demo's first correction is in force.
        let template = try #require(try emulator.template(of: "demo-shop"))
        #expect(template.versionNumber == Int64(Scenario.demo.steps.count * 2 + 2))
        #expect(template.parameter("free_shipping_from")?.defaultValue == .text("49.90"))
    }
}
