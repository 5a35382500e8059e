import Experiments
import ExperimentsMacros

@StringRemoteValue
enum PaywallType: String { case a, b, c }

@IntRemoteValue(default: 14, in: 0...30)
struct TrialDays {}

@BoolRemoteValue
enum NewCheckout {}

@DoubleRemoteValue(default: 49.9)
struct FreeShippingFrom {}

enum Key: String, CaseIterable, RemoteKey {
    case paywallType = "paywall_type"
    case trialDays = "trial_days"
    case newCheckout = "new_checkout"
    case freeShippingFrom = "free_shipping_from"

    var valueType: any RemoteValue.Type {
        switch self {
        case .paywallType: PaywallType.self
        case .trialDays: TrialDays.self
        case .newCheckout: NewCheckout.self
        case .freeShippingFrom: FreeShippingFrom.self
        }
    }
}
