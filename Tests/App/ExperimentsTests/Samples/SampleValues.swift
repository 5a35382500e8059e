import Experiments
import ExperimentsMacros

// The values of the guide; `ByHand` has the same without macros.

/// Written with macros.
enum ByMacro {
    @StringRemoteValue
    enum PaywallType: String {
        case a, b, c
    }

    @StringRemoteValue
    enum PaywallTypeWithDefault: String {
        case a, b, c

        static let `default`: Self = .b
    }

    @BoolRemoteValue
    enum AFeatureEnabled {}

    @BoolRemoteValue
    enum AFeatureEnabledByDefault {
        static let `default`: Self = .enabled
    }

    @BoolRemoteValue(enabledByDefault: true)
    enum AFeatureEnabledByArgument {}

    @BaselineStringRemoteValue
    struct StringBaselineTestMacro {

        enum Variant: String {
            case a, b, c
        }
    }

    @BaselineStringRemoteValue
    struct StringBaselineTestMacroWithDefault {

        enum Variant: String {
            case a, b, c

            static let `default`: Self = .b
        }
    }

    @BaselineBoolRemoteValue
    struct BoolBaselineTestMacro {}

    @BaselineBoolRemoteValue(enabledByDefault: true)
    struct BoolBaselineTestMacroWithDefault {}
}

/// A namespace that gives each type its macro.
enum Remote {

    @RemoteValuesNamespace
    enum Value {

        struct PaywallType {

            enum Variant: String {
                case a, b, c
            }
        }

        struct AFeatureEnabled {}

        // use only to override default
        @BaselineBoolRemoteValue(enabledByDefault: true)
        struct BFeatureEnabled {}

        enum CFeatureEnabled {}

        enum OnboardingType: String {
            case x, y, z
        }
    }
}

/// What the guide calls `Key`, with every type of the namespace.
enum Key: String, CaseIterable, RemoteKey {

    case paywallType = "paywall_type"
    case aFeatureEnabled = "a_feature_enabled"
    case bFeatureEnabled = "b_feature_enabled"
    case cFeatureEnabled = "c_feature_enabled"
    case onboardingType = "onboarding_type"

    var name: String {
        rawValue
    }

    var valueType: any RemoteValue.Type {
        switch self {
        case .paywallType:
            Remote.Value.PaywallType.self
        case .aFeatureEnabled:
            Remote.Value.AFeatureEnabled.self
        case .bFeatureEnabled:
            Remote.Value.BFeatureEnabled.self
        case .cFeatureEnabled:
            Remote.Value.CFeatureEnabled.self
        case .onboardingType:
            Remote.Value.OnboardingType.self
        }
    }
}

/// Public types, whose members must be usable wherever they are.
@StringRemoteValue
public enum PublicTheme: String {
    case light, dark
}

@BoolRemoteValue
public enum PublicFlag {}

@BaselineStringRemoteValue
public struct PublicLayout {
    public enum Variant: String {
        case list, grid
    }
}

@BaselineStringRemoteValue
public struct HalfPublicLayout {
    enum Variant: String {
        case list, grid
    }
}

@BaselineBoolRemoteValue
public struct PublicSwitch {}

@IntRemoteValue(default: 3, in: 1...10)
public struct ItemsPerRow {}

@DoubleRemoteValue(default: 0.2, in: 0...1)
struct Discount {}

@BaselineIntRemoteValue(default: 5)
struct TrialDays {}

@BaselineDoubleRemoteValue(default: 1.5, in: -2...2)
struct Speed {}

@JSONRemoteValue
public struct Banner {
    var title = "Welcome"
    var discount = 0
}

/// Types of every other visibility.
enum Inner {
    @BaselineStringRemoteValue
    public struct PublicInside {
        public enum Variant: String {
            case a
        }
    }
}

extension Inner {
    @StringRemoteValue
    enum InExtension: String {
        case a
    }
}

extension PublicTheme {
    @BaselineBoolRemoteValue
    public struct Nested {}
}

@BaselineStringRemoteValue
private struct FilePrivate {
    fileprivate enum Variant: String {
        case a
    }
}

@BoolRemoteValue
private enum PrivateFlag {}

/// A range and a default that are no literals.
enum Limits {
    static let most = 100
}

@IntRemoteValue(default: Limits.most / 2, in: 0...Limits.most)
struct Volume {}
