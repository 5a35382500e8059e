import Experiments

/// The keys that the shop reads, each with its name at the source, its default, and the valid values.
extension Keys {
    static let paywall = Key("paywall_type", Shop.PaywallType.self).described(title: "Paywall").exposing(
        "Paywall")
    static let onboarding = Key("onboarding_flow", default: Shop.OnboardingFlow.short).described(
        title: "Onboarding")
    static let checkoutRedesign = Key("checkout_redesign", default: true).described(title: "New checkout")
    static let giftCards = Key("gift_cards_enabled", default: false).described(title: "Gift cards")
    static let itemsPerRow = Key("items_per_row", default: 3, in: 1...6).described(title: "Items per row")
    static let discount = Key("discount", default: 0, in: 0...0.9).described(title: "Discount")
    static let banner = Key("banner", json: Shop.Banner()).described(title: "Banner")

    /// All keys of the shop, for reports.
    static let shop: [any RemoteKey] = [
        paywall, onboarding, checkoutRedesign, giftCards, itemsPerRow, discount, banner,
    ]
}
