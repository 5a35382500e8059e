import Experiments
import ExperimentsMacros
import Foundation

enum PaywallPage: String, CaseIterable {
    case a, b, c
}

enum Pace: Int, CaseIterable {
    case slow = 1
    case fast = 10
}

struct Promotion: Codable, Equatable {
    var title = "Welcome"
    var discount = 0
}

@StringRemoteValue
enum Theme: String {
    case light, dark
}

extension Keys {
    static let paywall = Key("paywall_type", default: PaywallPage.a).described(
        title: "Paywall", group: "Shop")
    static let giftCards = Key("gift_cards", default: false)
    static let columns = Key("columns", default: 3, in: 1...6)
    static let discount = Key("discount", default: 0.25, in: 0...0.9)
    static let greeting = Key("greeting", default: "hello")
    static let tone = Key("tone", default: "formal", oneOf: ["formal", "casual"])
    static let price = Key("price", default: Decimal(string: "9.99") ?? 0)
    static let help = Key("help", default: URL(filePath: "/help"))
    static let opening = Key("opening", default: Date(timeIntervalSince1970: 0))
    static let timeout = Key("timeout", default: Duration.seconds(90))
    static let pace = Key("pace", default: Pace.slow)
    static let promotion = Key("promotion", json: Promotion())
    static let limit = Key("limit", optional: .int(in: 1...100))
    static let theme = Key("theme", Theme.self)
    static let darkTheme = Key("dark_theme", default: Theme.dark)
    static let ranking = Key("ranking", default: PaywallPage.a).exposing("ranking_test")
    static let layout = Key("page_layout", default: PaywallPage.a).atLaunch
}
