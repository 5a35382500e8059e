import Experiments

/// The keys that the shop reads.
enum ShopKey: String, CaseIterable, TitledRemoteKey {
    case paywallType = "paywall_type"
    case onboardingFlow = "onboarding_flow"
    case checkoutRedesign = "checkout_redesign"
    case giftCards = "gift_cards_enabled"
    case itemsPerRow = "items_per_row"
    case discount = "discount"
    case banner = "banner"

    var valueType: any RemoteValue.Type {
        switch self {
        case .paywallType: Shop.Value.PaywallType.self
        case .onboardingFlow: Shop.Value.OnboardingFlow.self
        case .checkoutRedesign: Shop.Value.CheckoutRedesign.self
        case .giftCards: Shop.Value.GiftCards.self
        case .itemsPerRow: Shop.Value.ItemsPerRow.self
        case .discount: Shop.Value.Discount.self
        case .banner: Shop.Value.Banner.self
        }
    }

    var title: String {
        switch self {
        case .paywallType: "Paywall"
        case .onboardingFlow: "Onboarding"
        case .checkoutRedesign: "New checkout"
        case .giftCards: "Gift cards"
        case .itemsPerRow: "Items per row"
        case .discount: "Discount"
        case .banner: "Banner"
        }
    }
}
