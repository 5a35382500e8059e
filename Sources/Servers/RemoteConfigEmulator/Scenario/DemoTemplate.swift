import ExperimentsCore
import FirebaseTemplates

/// The templates of the shop app in the demo: for production, which a scenario changes, and for staging.
public enum DemoTemplate {
    /// The version of production's template before the first step.
    public static let firstVersion: Int64 = 41

    /// The name of the condition for a rollout that reaches a quarter of all installations.
    public static let rolloutName = "express pay for 25%"

    private struct Condition {
        let name: String
        let expression: String
        let color: String
        /// The values for installations that match it, by key.
        let values: [String: String]
    }

    /// The conditions in their order of precedence. Each experiment is a condition that matches half of all
    /// installations.
    private static let conditions = [
        Condition(
            name: "beta testers", expression: "app.userProperty['tier'].exactlyMatches(['beta'])",
            color: "PURPLE",
            values: ["price_tier": "low", "recommendations_enabled": "true"]),
        Condition(
            name: "norway", expression: "device.country in ['NO']", color: "BLUE",
            values: [
                "price_tier": "premium", "welcome_message": "Velkommen til butikken",
                "support_hours": #"{"from":"08:00","to":"16:00"}"#,
            ]),
        Condition(
            name: rolloutName, expression: "percent('express-pay') <= 25", color: "GREEN",
            values: ["express_pay_enabled": "true"]),
        Condition(
            name: "paywall wording", expression: "percent('paywall-wording') <= 50", color: "ORANGE",
            values: ["paywall_type": "benefits_first"]),
        Condition(
            name: "home screen", expression: "percent('home-screen') <= 50", color: "ORANGE",
            values: ["home_layout": "feed"]),
        Condition(
            name: "search by meaning", expression: "percent('search-by-meaning') <= 50", color: "ORANGE",
            values: ["search_engine": "semantic"]),
    ]

    /// The template of production before the first step of the scenario. It lacks `free_shipping_from`, has a checkout
    /// that is not one of its cases, and has an undeclared name.
    public static let production: RemoteConfigTemplate = {
        var template = Self.template(
            changing: ["checkout_flow": "one-page"], without: ["free_shipping_from"],
            adding: ["legacy_banner_color": "#aa3300"])
        template.versionNumber = firstVersion
        return template
    }()

    /// The template of staging, with what is tried there before production.
    public static let staging = template(
        changing: [
            "checkout_flow": "one_page", "trial_days": "14", "onboarding_style": "video",
            "max_cart_items": "50",
            "welcome_message": "Welcome to the staging shop",
        ], without: ["support_phone"], adding: ["product_reviews_enabled": "true"])

    private static func template(
        changing values: [String: String], without missing: Set<String>, adding others: [String: String]
    ) -> RemoteConfigTemplate {
        var groups = JSONObject()
        for key in DemoCatalogue.keys where !missing.contains(key.name) {
            let text = values[key.name] ?? key.schema.defaultText ?? ""
            var parameter = JSONObject()
            parameter["defaultValue"] = ["value": .string(text)]
            var conditional = JSONObject()
            for condition in conditions {
                guard let value = condition.values[key.name] else { continue }
                conditional[condition.name] = ["value": .string(value)]
            }
            if !conditional.members.isEmpty { parameter["conditionalValues"] = .object(conditional) }
            parameter["valueType"] = .string(TemplateParameter.ValueType(key.schema.kind).rawValue)
            let name = key.group ?? ""
            var group = groups[name]?.object ?? JSONObject()
            var parameters = group["parameters"]?.object ?? JSONObject()
            parameters[key.name] = .object(parameter)
            group["parameters"] = .object(parameters)
            groups[name] = .object(group)
        }
        var parameters = JSONObject()
        for (name, text) in others { parameters[name] = ["defaultValue": ["value": .string(text)]] }
        let list = conditions.map { condition -> JSONValue in
            [
                "name": .string(condition.name), "expression": .string(condition.expression),
                "tagColor": .string(condition.color),
            ]
        }
        var document = JSONObject()
        document["conditions"] = .array(list)
        document["parameters"] = .object(parameters)
        document["parameterGroups"] = .object(groups)
        return (try? RemoteConfigTemplate(parsing: JSONValue.object(document).compactBytes))
            ?? RemoteConfigTemplate()
    }
}

extension TemplateParameter.ValueType {
    /// Creates the service's type for values of a kind.
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
