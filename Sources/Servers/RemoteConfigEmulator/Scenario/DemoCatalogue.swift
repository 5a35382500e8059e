import ExperimentsCore

/// The keys of the shop app in the demo.
public enum DemoCatalogue {
    /// The keys, in the order of their groups.
    public static let keys: [CatalogKey] =
        monetization + checkout + onboarding + search + support + experiments

    /// Returns the key called `name`; nil if there is none.
    public static func key(_ name: String) -> CatalogKey? {
        keys.first { $0.name == name }
    }

    private static let monetization = group("Monetization") { key in
        [
            key(
                "paywall_type", "Paywall", choice("control", "benefits_first", "price_first", baseline: true)),
            key("annual_plan_enabled", "Annual plan", flag("true")),
            key("annual_discount_percent", "Annual discount", number("20", 0...90)),
            key("trial_days", "Trial length", number("7", 0...30)),
            key("price_tier", "Prices", choice("standard", "low", "premium")),
        ]
    }

    private static let checkout = group("Checkout") { key in
        [
            key("checkout_flow", "Checkout", choice("classic", "one_page", "express", baseline: true)),
            key("express_pay_enabled", "Express pay", flag("false")),
            key("free_shipping_from", "Free shipping from", decimal("49.90", 0...1000)),
            key("max_cart_items", "Largest cart", number("100", 1...500)),
            key("payment_methods", "Payment methods", json(#"["card","paypal"]"#)),
        ]
    }

    private static let onboarding = group("Onboarding") { key in
        [
            key("onboarding_style", "Onboarding", choice("carousel", "video", "none")),
            key("skip_onboarding_enabled", "Skip button", flag("false", baseline: true)),
            key("welcome_message", "Welcome message", text("Welcome to the shop")),
            key(
                "login_screen", "Login screen",
                json(#"{"title":"Welcome back","providers":["apple","email"]}"#)),
        ]
    }

    private static let search = group("Search") { key in
        [
            key("search_engine", "Search engine", choice("classic", "semantic", baseline: true)),
            key("search_suggestions_enabled", "Suggestions", flag("true")),
            key("search_result_limit", "Results per page", number("40", 10...200)),
            key("search_boost", "Boost of new products", decimal("1.5", 0...10)),
        ]
    }

    private static let support = group("Support") { key in
        [
            key("support_chat_enabled", "Chat", flag("true")),
            key("support_hours", "Opening hours", json(#"{"from":"09:00","to":"17:00"}"#)),
            key("support_phone", "Phone number", text("+1 555 0100")),
        ]
    }

    private static let experiments = group("Experiments") { key in
        [
            key("home_layout", "Home screen", choice("grid", "list", "feed", baseline: true)),
            key("product_badge", "Product badge", choice("none", "new", "sale", baseline: true)),
            key("recommendations_enabled", "Recommendations", flag("false", baseline: true)),
        ]
    }

    private typealias MakeKey = (_ name: String, _ title: String, _ schema: ValueSchema) -> CatalogKey

    private static func group(_ group: String, _ keys: (MakeKey) -> [CatalogKey]) -> [CatalogKey] {
        keys { name, title, schema in CatalogKey(name: name, title: title, group: group, schema: schema) }
    }

    private static func choice(_ first: String, _ others: String..., baseline: Bool = false) -> ValueSchema {
        ValueSchema(kind: .string, cases: [first] + others, defaultText: first, understandsBaseline: baseline)
    }

    private static func flag(_ text: String, baseline: Bool = false) -> ValueSchema {
        ValueSchema(kind: .bool, defaultText: text, understandsBaseline: baseline)
    }

    private static func number(_ text: String, _ range: ClosedRange<Double>) -> ValueSchema {
        ValueSchema(kind: .int, range: range, defaultText: text)
    }

    private static func decimal(_ text: String, _ range: ClosedRange<Double>) -> ValueSchema {
        ValueSchema(kind: .double, range: range, defaultText: text)
    }

    private static func text(_ text: String) -> ValueSchema {
        ValueSchema(kind: .string, defaultText: text)
    }

    private static func json(_ text: String) -> ValueSchema {
        ValueSchema(kind: .json, defaultText: text)
    }
}
