/// The code of the demo's app, where keys are declared and read.
enum DemoCode {
    /// A file, with its name in the folder of the app.
    typealias File = (name: String, text: String)

    static let files: [File] = [
        (
            "ShopKeys.swift",
            """
            import Experiments

            /// The keys that the shop reads.
            extension Keys {
                static let paywallType = Key("paywall_type", default: "control")
                static let annualPlan = Key("annual_plan_enabled", default: true)
                static let trialDays = Key("trial_days", default: 7, in: 0...30)
                static let checkoutFlow = Key("checkout_flow", default: "classic")
                static let expressPay = Key("express_pay_enabled", default: false)
                static let maxCartItems = Key("max_cart_items", default: 100, in: 1...500)
                static let searchEngine = Key("search_engine", default: "classic")
                static let searchResultLimit = Key("search_result_limit", default: 40, in: 10...200)
                static let supportChat = Key("support_chat_enabled", default: true)
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
                    switch config[.paywallType] {
                    case "benefits_first": "Everything you get"
                    case "price_first": "Only 3.99 a month"
                    default: "Become a member"
                    }
                }

                var trial: String? {
                    let days = config[.trialDays]
                    return days == 0 ? nil : "\\(days) days free"
                }

                var showsAnnualPlan: Bool { config[.annualPlan] }
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

                /// Returns whether there was room for it.
                mutating func add(_ item: String) -> Bool {
                    guard items.count < config[.maxCartItems] else { return false }
                    items.append(item)
                    return true
                }

                var offersExpressPay: Bool { config[.expressPay] }
                var isOnePage: Bool { config[.checkoutFlow] == "one_page" }
            }

            """
        ),
        (
            "Search.swift",
            """
            import Experiments

            struct Search {
                let config: RemoteConfigService

                var understandsMeaning: Bool { config[.searchEngine] == "semantic" }
                var limit: Int { config[.searchResultLimit] }
                var offersChat: Bool { config[.supportChat] }
            }

            """
        ),
    ]
}
