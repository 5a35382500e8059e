import ExperimentsCore
import FirebaseConfig
import FirebaseTemplates
import Foundation

extension Scenario {
    /// A day in the configuration of a shop app, in a minute, repeated: keys disappear and come back, values break and
    /// are corrected, and experiments begin and end.
    ///
    /// At any time one key is missing and one value is incorrect, so that there is always something to look at. A
    /// correction is published together with the next mistake.
    ///
    /// - Parameter start: when the demo begins; its experiments began some days before.
    public static func demo(start: Date = Date()) -> Scenario {
        let paywallExperiment = ExperimentDescription(
            experimentID: "Paywall wording", variantID: "benefits first", startTime: start - 2 * 86_400,
            affectedParameterKeys: ["paywall_type"])
        let homeExperiment = ExperimentDescription(
            experimentID: "Home screen", variantID: "feed", startTime: start - 9 * 86_400,
            affectedParameterKeys: ["home_layout"])
        let searchExperiment = ExperimentDescription(
            experimentID: "Search by meaning", variantID: "semantic, new first", startTime: start - 12 * 86_400,
            affectedParameterKeys: ["search_engine", "search_boost"])
        return Scenario(
            first: demoTemplate,
            steps: [
                Step(
                    after: .seconds(4), "free shipping is published, and the chat switch vanishes",
                    [.set("free_shipping_from", "49.90"), .remove("support_chat_enabled")]),
                Step(
                    after: .seconds(3), "the checkout is corrected, and a trial length slips in that is no number",
                    [.set("checkout_flow", "one_page"), .set("trial_days", "two weeks")]),
                Step(
                    after: .seconds(4), "an experiment on the paywall's wording begins",
                    [.assign(paywallExperiment), .set("paywall_type", "benefits_first")]),
                Step(
                    after: .seconds(4), "a sale begins",
                    [.set("annual_discount_percent", "35"), .set("welcome_message", "Welcome to the spring sale")]),
                Step(
                    after: .seconds(5), "an experiment on the home screen begins",
                    [.assign(homeExperiment), .set("home_layout", "feed")]),
                Step(
                    after: .seconds(3), "the chat switch is back, and the phone number vanishes",
                    [.set("support_chat_enabled", "false"), .remove("support_phone")]),
                Step(
                    after: .seconds(4), "the trial length is corrected, and a bracket gets lost",
                    [.set("trial_days", "14"), .set("payment_methods", #"["card","paypal""#)]),
                Step(
                    after: .seconds(5), "an experiment on search begins",
                    [.assign(searchExperiment), .set("search_engine", "semantic"), .set("search_boost", "2.5")]),
                Step(
                    after: .seconds(4), "the paywall's wording is settled: benefits first",
                    [.unassign(paywallExperiment.experimentID), .set("paywall_type", "benefits_first_baseline")]),
                Step(
                    after: .seconds(5), "the phone number is back, and the largest cart vanishes",
                    [.set("support_phone", "+1 555 0199"), .remove("max_cart_items")]),
                Step(
                    after: .seconds(4), "the bracket is found, and the onboarding is misspelt",
                    [.set("payment_methods", #"["card","paypal","klarna"]"#), .set("onboarding_style", "vidoe")]),
                Step(
                    after: .seconds(5), "the home screen's experiment ends",
                    [.unassign(homeExperiment.experimentID), .set("home_layout", "feed_baseline")]),
                Step(
                    after: .seconds(5), "the sale ends",
                    [.set("annual_discount_percent", "20"), .set("welcome_message", "Welcome to the shop")]),
                Step(after: .seconds(5), "everything starts over", [.startOver]),
            ],
            repeats: true)
    }

    /// Lacks `free_shipping_from`, has a checkout that is none of its cases, and a name that no key declares.
    private static var demoTemplate: RemoteConfigTemplate {
        var template = RemoteConfigTemplate()
        for key in DemoCatalogue.keys where key.name != "free_shipping_from" {
            let text = key.name == "checkout_flow" ? "one-page" : key.schema.defaultText ?? ""
            template.setDefaultValue(
                .text(text), of: key.name, type: TemplateParameter.ValueType(key.schema.kind), group: key.group)
        }
        template.setDefaultValue(.text("#aa3300"), of: "legacy_banner_color")
        template.versionNumber = 1
        return template
    }
}

extension TemplateParameter.ValueType {
    /// What the service calls texts of a kind.
    fileprivate init(_ kind: ValueKind) {
        self =
            switch kind {
            case .bool: .boolean
            case .string, .duration, .url, .date: .string
            case .int, .double: .number
            case .json: .json
            }
    }
}
