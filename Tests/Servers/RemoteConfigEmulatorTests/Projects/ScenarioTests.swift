import ExperimentsCore
import FirebaseConfig
import FirebaseTemplates
import RemoteConfigEmulator
import TestSupport
import Testing

@Suite("Scenarios", .inTurn)
struct ScenarioTests {
    typealias Step = Scenario.Step

    /// What an operator of the demo's catalog would see in a template.
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

    @Test(
        "the demo has two dozen keys in six groups, of every kind that templates have, each fine by its default"
    )
    func catalogue() {
        #expect((20...30).contains(DemoCatalogue.keys.count))
        #expect(Set(DemoCatalogue.keys.map(\.name)).count == DemoCatalogue.keys.count)
        #expect(
            Set(DemoCatalogue.keys.compactMap(\.group))
                == ["Monetization", "Checkout", "Onboarding", "Search", "Support", "Experiments"])
        #expect(Set(DemoCatalogue.keys.map(\.schema.kind)) == [.bool, .string, .int, .double, .json])
        #expect(DemoCatalogue.keys.contains { $0.schema.understandsBaseline })
        for key in DemoCatalogue.keys {
            #expect(throws: Never.self, "\(key.name)") { try key.check(key.schema.defaultText ?? "none") }
        }
    }

    @Test("the demo begins with one missing key and one incorrect value")
    func beginning() {
        let findings = findings(Scenario.demo().first)
        #expect(findings.missing == ["free_shipping_from"])
        #expect(findings.incorrect == ["checkout_flow"])
    }

    @Test(
        "for hours on end, one key is missing and one value incorrect, and something changes every few seconds"
    )
    func hours() {
        let demo = Scenario.demo()
        var template = demo.first
        var experiments: [ExperimentDescription] = []
        var time = Duration.zero
        while time < .seconds(3 * 3600) {
            for step in demo.steps {
                #expect((.seconds(1) ... .seconds(5)).contains(step.delay), "\(step.note)")
                time += step.delay
                let before = (template, experiments)
                for edit in step.edits { demo.apply(edit, to: &template, &experiments) }
                #expect(before.0 != template || before.1 != experiments, "\(step.note)")
                let findings = findings(template)
                #expect(findings.missing.count == 1, "at \(time), \(step.note): \(findings.missing)")
                #expect(findings.incorrect.count == 1, "at \(time), \(step.note): \(findings.incorrect)")
            }
        }
        #expect(demo.repeats)
        #expect(template == demo.first)
        #expect(experiments.isEmpty)
    }

    @Test("what is missing and what is incorrect changes")
    func story() {
        var template = Scenario.demo().first
        var experiments: [ExperimentDescription] = []
        var broken: (missing: Set<String>, incorrect: Set<String>) = ([], [])
        for step in Scenario.demo().steps {
            for edit in step.edits { Scenario.demo().apply(edit, to: &template, &experiments) }
            let found = findings(template)
            broken.missing.formUnion(found.missing)
            broken.incorrect.formUnion(found.incorrect)
        }
        #expect(
            broken.missing == [
                "free_shipping_from", "support_chat_enabled", "support_phone", "max_cart_items",
            ])
        #expect(broken.incorrect == ["checkout_flow", "trial_days", "payment_methods", "onboarding_style"])
    }

    @Test("the templates of the demo are valid, and have conditions, one of which is a rollout")
    func templates() {
        for template in [DemoTemplate.production, DemoTemplate.staging] {
            #expect(TemplateValidator(namespace: .client).problems(of: template).isEmpty)
            #expect(template.conditions.count == 6 && template.parameters.count >= DemoCatalogue.keys.count)
            for parameter in template.parameters where DemoCatalogue.key(parameter.key) != nil {
                for value in parameter.conditionalValues {
                    guard case .text(let text) = value.value else { continue }
                    #expect(throws: Never.self) { try DemoCatalogue.key(parameter.key)?.check(text) }
                }
            }
        }
        let rollout = DemoTemplate.production.conditions.first { $0.name == DemoTemplate.rolloutName }
        #expect(rollout?.expression?.contains("<= 25") == true)
    }

    @Test("the scenario removes no key whose value depends on a condition")
    func conditionsStay() {
        for case .remove(let key) in Scenario.demo().steps.flatMap(\.edits) {
            #expect(DemoTemplate.production.parameter(key)?.conditionalValues.isEmpty != false, "\(key)")
        }
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

    @Test("later laps take fifteen times as long, so that there is time to publish between two steps")
    func slowerLaps() async throws {
        let emulator = try demoEmulator(template(["a": "1"]))
        let scenario = Scenario(
            first: template(["a": "1"]), steps: [Step(after: .seconds(4), "an edit", [.set("a", "2")])],
            repeats: true)
        let clock = CountingClock(limit: 3)
        await #expect(throws: CancellationError.self) {
            try await scenario.play(on: emulator, projectID: "demo-shop", clock: clock)
        }
        #expect(clock.sleeps.prefix(3) == [.seconds(4), .seconds(60), .seconds(60)])
    }

    @Test("a step waits until a person has not touched a template for a while")
    func pause() async throws {
        let emulator = try demoEmulator(template(["a": "1"]))
        let step = Step(after: .seconds(4), "an edit", [.set("a", "2")])
        let scenario = Scenario(first: template(["a": "1"]), steps: [step, step], repeats: false)
        let base = CountingClock(limit: 10)
        let clock = PausedClock(base, pause: .seconds(90))
        clock.note()
        try await scenario.play(on: emulator, projectID: "demo-shop", clock: clock)
        #expect(base.sleeps == [.seconds(4), .seconds(86), .seconds(4)])
    }

    @Test("a scenario that repeats plays until it is cancelled")
    func repeating() async throws {
        let emulator = try demoEmulator(Scenario.demo().first)
        let clock = CountingClock(limit: Scenario.demo().steps.count * 2 + 1)
        await #expect(throws: CancellationError.self) {
            try await Scenario.demo().play(on: emulator, projectID: "demo-shop", clock: clock)
        }
        // One more step than two rounds: the demo's first correction is in force.
        let template = try #require(try emulator.template(of: "demo-shop"))
        #expect(
            template.versionNumber == DemoTemplate.firstVersion + Int64(Scenario.demo().steps.count * 2 + 1))
        #expect(template.parameter("free_shipping_from")?.defaultValue == .text("49.90"))
    }
}
