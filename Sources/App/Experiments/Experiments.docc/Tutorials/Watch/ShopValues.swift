import Experiments
import ExperimentsMacros

/// The value types of the shop's keys for which a plain type such as `Int` is not enough.
enum Shop {
    /// Which paywall a visitor sees: an experiment, whose first group also serves those outside it.
    @BaselineStringRemoteValue
    struct PaywallType {
        enum Variant: String {
            case a, b, c
        }
    }

    /// How a visitor is welcomed.
    enum OnboardingFlow: String, CaseIterable {
        case short, long, none
    }

    /// The banner above the shelves.
    struct Banner: Codable {
        var title = "Welcome"
        var isClosable = true
    }
}
