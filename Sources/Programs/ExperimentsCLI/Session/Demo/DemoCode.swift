/// The code of the demo's app, where keys are declared and read.
enum DemoCode {
    /// A file, with its name in the folder of the app.
    typealias File = (name: String, text: String)

    static let files: [File] = [
        (
            "ShopKey.swift",
            """
            import Experiments

            /// The keys that the shop reads.
            enum ShopKey: String, RemoteKey {
                case paywallType = "paywall_type"
                case annualPlan = "annual_plan_enabled"
                case annualDiscount = "annual_discount_percent"
                case trialDays = "trial_days"
                case checkoutFlow = "checkout_flow"
                case expressPay = "express_pay_enabled"
                case freeShippingFrom = "free_shipping_from"
                case maxCartItems = "max_cart_items"
                case homeLayout = "home_layout"
                case searchEngine = "search_engine"
                case searchResultLimit = "search_result_limit"
                case supportChat = "support_chat_enabled"
            }

            """
        ),
        (
            "Paywall.swift",
            """
            import Experiments

            struct Paywall {
                let config: RemoteConfigService

                var title: String {
                    switch config.value(of: ShopKey.paywallType) {
                    case "benefits_first": "Everything you get"
                    case "price_first": "Only 3.99 a month"
                    default: "Become a member"
                    }
                }

                var trial: String? {
                    let days = config.value(of: ShopKey.trialDays)
                    return days == "0" ? nil : "\\(days) days free"
                }

                var showsAnnualPlan: Bool { config.value(of: ShopKey.annualPlan) == "true" }
            }

            """
        ),
        (
            "Cart.swift",
            """
            import Experiments

            struct Cart {
                let config: RemoteConfigService
                private(set) var items: [String] = []

                mutating func add(_ item: String) -> Bool {
                    let limit = Int(config.value(of: ShopKey.maxCartItems)) ?? 100
                    guard items.count < limit else { return false }
                    items.append(item)
                    return true
                }

                var offersExpressPay: Bool { config.value(of: ShopKey.expressPay) == "true" }
                var isOnePage: Bool { config.value(of: ShopKey.checkoutFlow) == "one_page" }
            }

            """
        ),
        (
            "Search.swift",
            """
            import Experiments

            struct Search {
                let config: RemoteConfigService

                var understandsMeaning: Bool { config.value(of: ShopKey.searchEngine) == "semantic" }
                var limit: Int { Int(config.value(of: ShopKey.searchResultLimit)) ?? 40 }
            }

            """
        ),
    ]
}
