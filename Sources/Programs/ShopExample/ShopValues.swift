import Experiments
import ExperimentsMacros

/// The value types of the shop's keys for which a plain type such as `Int` is not enough.
enum Shop {
    /// The paywall that a visitor sees. It is an experiment; the first group is also shown to visitors who do not take
    /// part.
    @BaselineStringRemoteValue
    struct PaywallType {
        enum Variant: String {
            case a, b, c
        }
    }

    /// The welcome for a new visitor.
    enum OnboardingFlow: String, CaseIterable {
        case short, long, none
    }

    /// The banner above the shelves.
    struct Banner: Codable {
        var title = "Welcome"
        var isClosable = true
    }
}
