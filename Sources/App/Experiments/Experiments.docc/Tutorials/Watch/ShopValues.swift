import Experiments

/// What the shop can be told from afar.
enum Shop {
    @RemoteValuesNamespace
    enum Value {
        /// Which paywall a visitor sees: an experiment, whose first group also serves those outside it.
        struct PaywallType {
            enum Variant: String {
                case a, b, c
            }
        }

        /// How a visitor is welcomed.
        enum OnboardingFlow: String {
            case short, long, none
        }

        /// The new checkout.
        @BoolRemoteValue(enabledByDefault: true)
        enum CheckoutRedesign {}

        /// Gift cards in the basket.
        enum GiftCards {}

        @IntRemoteValue(default: 3, in: 1...6)
        struct ItemsPerRow {}

        @DoubleRemoteValue(default: 0, in: 0...0.9)
        struct Discount {}

        /// The banner above the shelves.
        @JSONRemoteValue
        struct Banner {
            var title = "Welcome"
            var isClosable = true
        }
    }
}
