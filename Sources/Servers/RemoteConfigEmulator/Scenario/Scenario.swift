import FirebaseConfig
import FirebaseTemplates

/// A script of edits to a template, with the time between them.
public struct Scenario: Sendable {
    /// A change of a template or of the experiments.
    public enum Edit: Sendable, Hashable {
        /// Sets the text of a parameter. The parameter is created if it does not exist.
        case set(String, String)
        /// Removes the parameter of this key.
        case remove(String)
        /// Adds an experiment, or replaces the one with its ID.
        case assign(ExperimentDescription)
        /// Removes the experiment with this ID.
        case unassign(String)
        /// Restores the first template of the scenario, without experiments.
        case startOver
    }

    /// Edits that are published together.
    public struct Step: Sendable, Hashable {
        /// The time after the previous step.
        public var delay: Duration
        /// The edits, in order.
        public var edits: [Edit]
        /// A description for people.
        public var note: String

        /// Creates a step.
        public init(after delay: Duration, _ note: String, _ edits: [Edit]) {
            self.delay = delay
            self.edits = edits
            self.note = note
        }
    }

    /// The template before the first step.
    public var first: RemoteConfigTemplate
    /// The steps, in order.
    public var steps: [Step]
    /// Whether the first step follows the last. Every lap after the first takes fifteen times as long, so that there is
    /// time to publish something between two steps.
    public var repeats: Bool

    /// Creates a scenario.
    public init(first: RemoteConfigTemplate, steps: [Step], repeats: Bool) {
        self.first = first
        self.steps = steps
        self.repeats = repeats
    }

    /// Returns the time before a step of a lap, which is counted from 0.
    package func delay(of step: Step, lap: Int) -> Duration { lap == 0 ? step.delay : step.delay * 15 }

    /// Applies one edit to a template and its experiments.
    public func apply(
        _ edit: Edit, to template: inout RemoteConfigTemplate, _ experiments: inout [ExperimentDescription]
    ) {
        switch edit {
        case .set(let key, let text):
            let original = first.parameter(key)
            template.setDefaultValue(
                .text(text), of: key, type: original?.valueType ?? .string, group: original?.group)
        case .remove(let key): template.removeParameter(key)
        case .assign(let experiment):
            experiments.removeAll { $0.experimentID == experiment.experimentID }
            experiments.append(experiment)
        case .unassign(let id): experiments.removeAll { $0.experimentID == id }
        case .startOver:
            template = first
            experiments = []
        }
    }

    /// Plays the scenario on a project until it ends, or until the calling task is cancelled. Each step is one version.
    ///
    /// - Parameters:
    ///   - emulator: the emulator.
    ///   - projectID: the project's ID or number.
    ///   - clock: measures the time between steps.
    ///   - onStep: called after each step with its version.
    /// - Throws: `UnknownProject`, and `CancellationError` if the task was cancelled.
    public func play(
        on emulator: Emulator, projectID: String, clock: some Clock<Duration> = ContinuousClock(),
        onStep: @Sendable (Step, _ version: Int64) -> Void = { _, _ in }
    ) async throws {
        var lap = 0
        repeat {
            for step in steps {
                try await clock.sleep(for: delay(of: step, lap: lap))
                let version = try emulator.edit(projectID) { template, experiments in
                    for edit in step.edits { apply(edit, to: &template, &experiments) }
                }
                onStep(step, version)
            }
            lap += 1
        } while repeats && !steps.isEmpty
    }

    /// Returns a day in the configuration of a shop app, in a minute, then repeated more slowly: keys disappear and
    /// come back, values become incorrect and are corrected, a sale begins and ends.
    ///
    /// At any time one key is missing and one value is incorrect, so that there is always something to see. A
    /// correction is published together with the next mistake.
    public static func demo() -> Scenario {
        Scenario(
            first: DemoTemplate.production,
            steps: [
                Step(
                    after: .seconds(4), "free shipping is published, and the chat switch is lost",
                    [.set("free_shipping_from", "49.90"), .remove("support_chat_enabled")]),
                Step(
                    after: .seconds(3), "the checkout is corrected, and a trial length is not a number",
                    [.set("checkout_flow", "one_page"), .set("trial_days", "two weeks")]),
                Step(after: .seconds(4), "the carousel is gone", [.set("onboarding_style", "none")]),
                Step(
                    after: .seconds(4), "a sale begins",
                    [
                        .set("annual_discount_percent", "35"),
                        .set("welcome_message", "Welcome to the spring sale"),
                    ]),
                Step(after: .seconds(5), "products on sale are marked", [.set("product_badge", "sale")]),
                Step(
                    after: .seconds(3), "the chat switch is back, and the phone number is lost",
                    [.set("support_chat_enabled", "false"), .remove("support_phone")]),
                Step(
                    after: .seconds(4), "the trial length is corrected, and a bracket is lost",
                    [.set("trial_days", "14"), .set("payment_methods", #"["card","paypal""#)]),
                Step(
                    after: .seconds(5), "new products come first",
                    [.set("search_boost", "2.5"), .set("search_result_limit", "60")]),
                Step(
                    after: .seconds(4), "recommendations are settled for all",
                    [.set("recommendations_enabled", "true_baseline")]),
                Step(
                    after: .seconds(5), "the phone number is back, and the largest cart is lost",
                    [.set("support_phone", "+1 555 0199"), .remove("max_cart_items")]),
                Step(
                    after: .seconds(4), "the bracket is found, and the onboarding is misspelt",
                    [
                        .set("payment_methods", #"["card","paypal","klarna"]"#),
                        .set("onboarding_style", "vidoe"),
                    ]),
                Step(after: .seconds(5), "no product is marked", [.set("product_badge", "none")]),
                Step(
                    after: .seconds(5), "the sale ends",
                    [.set("annual_discount_percent", "20"), .set("welcome_message", "Welcome to the shop")]),
                Step(after: .seconds(5), "everything starts over", [.startOver]),
            ],
            repeats: true)
    }
}
