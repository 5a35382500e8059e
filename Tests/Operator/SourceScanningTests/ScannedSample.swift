import Experiments
import ExperimentsMacros

// This file is compiled with the tests and also read by them as text: what the scanner finds in it must be what the
// types say when they run.

enum ScannedKey: String, CaseIterable, RemoteKey {
    case paywall = "paywall_type"
    case theme
    case layout, checkout
    case gifts
    case perRow = "items_per_row"
    case discount
    case trial
    case banner
    case handmade
    case flag

    var valueType: any RemoteValue.Type {
        switch self {
        case .paywall: Scanned.Value.Paywall.self
        case .theme: Scanned.Value.Theme.self
        case .layout, .checkout: Scanned.Value.Checkout.self
        case .gifts: Scanned.Value.Gifts.self
        case .perRow: Scanned.Value.PerRow.self
        case .discount: Scanned.Discount.self
        case .trial: Trial.self
        case .banner: Scanned.Value.Banner.self
        case .handmade: Handmade.self
        default: HandmadeFlag.self
        }
    }
}

enum Scanned {
    @RemoteValuesNamespace
    enum Value {
        struct Paywall {
            enum Variant: String {
                case a, b
                case c = "c \"quoted\""

                static let `default`: Self = .b
            }
        }

        enum Theme: String {
            case light, dark
        }

        struct Checkout {}

        @BoolRemoteValue(enabledByDefault: true)
        enum Gifts {}

        @IntRemoteValue(default: 3, in: 1...6)
        struct PerRow {}

        @JSONRemoteValue
        struct Banner {
            var title = "Welcome"
            var count = 2
            var isShown = true
        }
    }
}

extension Scanned {
    @DoubleRemoteValue(default: -0.5, in: -1...1)
    struct Discount {}
}

@BaselineIntRemoteValue(default: 14)
struct TrialDays {}

typealias Trial = TrialDays

enum Handmade: String, CaseIterable, StringInitializableRemoteValue {
    case one, two

    static var `default`: Self { .two }
}

enum HandmadeFlag: CaseIterable, BoolEnumRemoteValue {
    case enabled, disabled
}
