import ExperimentsCore
import FirebaseConfig
import FirebaseTemplates
import Foundation

extension Scenario {
    /// A day in the life of a shop app's configuration, in a minute, over and over: a missing key is published, an
    /// incorrect value corrected, another one slips in, a key vanishes and comes back, experiments begin and end.
    public static let demo = Scenario(
        first: demoTemplate,
        steps: [
            Step(after: .seconds(4), "free shipping is published", [.set("free_shipping_from", "49.90")]),
            Step(after: .seconds(3), "the checkout is corrected", [.set("checkout_flow", "one_page")]),
            Step(
                after: .seconds(4), "a sale begins",
                [.set("annual_discount_percent", "35"), .set("welcome_message", "Welcome to the spring sale")]),
            Step(after: .seconds(4), "a trial length slips in that is no number", [.set("trial_days", "two weeks")]),
            Step(
                after: .seconds(5), "an experiment on the home screen begins",
                [.assign(homeExperiment), .set("home_layout", "feed")]),
            Step(after: .seconds(4), "the trial length is corrected", [.set("trial_days", "14")]),
            Step(after: .seconds(3), "the chat switch vanishes", [.remove("support_chat_enabled")]),
            Step(after: .seconds(5), "the chat switch is back", [.set("support_chat_enabled", "false")]),
            Step(after: .seconds(4), "a bracket gets lost", [.set("payment_methods", #"["card","paypal""#)]),
            Step(
                after: .seconds(4), "the bracket is found",
                [.set("payment_methods", #"["card","paypal","klarna"]"#)]),
            Step(
                after: .seconds(4), "an experiment on search begins",
                [.assign(searchExperiment), .set("search_engine", "semantic"), .set("search_boost", "2.5")]),
            Step(
                after: .seconds(5), "the home screen's experiment ends",
                [.unassign("_exp_12"), .set("home_layout", "feed_baseline")]),
            Step(after: .seconds(6), "everything starts over", [.startOver]),
        ],
        repeats: true)

    /// Lacks `free_shipping_from`, has a checkout that is none of its cases, and a name that nobody declares.
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

    private static let homeExperiment = ExperimentDescription(
        experimentID: "_exp_12", variantID: "2", startTime: Date(timeIntervalSince1970: 1_772_323_200),
        affectedParameterKeys: ["home_layout"])

    private static let searchExperiment = ExperimentDescription(
        experimentID: "_exp_31", variantID: "1", startTime: Date(timeIntervalSince1970: 1_773_000_000),
        affectedParameterKeys: ["search_engine", "search_boost"])
}

extension TemplateParameter.ValueType {
    /// What the service calls texts of a kind.
    fileprivate init(_ kind: ValueKind) {
        self =
            switch kind {
            case .bool: .boolean
            case .string: .string
            case .int, .double: .number
            case .json: .json
            }
    }
}
