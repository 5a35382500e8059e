import ExperimentsCore

/// Typed keys as an app declares them.
enum BenchKey: String, CaseIterable, RemoteKey {
    case paywall = "paywall_type"
    case newOnboarding = "new_onboarding_flow_enabled"
    case missing = "key_that_is_missing"
    case overridden = "checkout_button_color"
    case incorrect = "incorrect_value"

    var valueType: any RemoteValue.Type { Variant.self }

    enum Variant: String, CaseIterable, StringRemoteValue {
        case first = "a"
        case second = "b"
        case third = "c"
    }
}
