import Experiments

// The values of the guide, written by hand; `ByMacro` has the same with macros.

/// Written by hand, as an app does that wants no macros.
enum ByHand {
    enum PaywallType: String, CaseIterable, StringInitializableRemoteValue {
        case a, b, c
    }

    enum PaywallTypeWithDefault: String, CaseIterable, StringInitializableRemoteValue {
        case a, b, c

        static let `default`: Self = .b
    }

    enum AFeatureEnabled: CaseIterable, BoolEnumRemoteValue {
        case enabled
        case disabled
    }

    enum AFeatureEnabledByDefault: CaseIterable, BoolEnumRemoteValue {
        case enabled
        case disabled

        static let `default`: Self = .enabled
    }

    struct StringBaselineTest: CaseIterable, BaselineStringRemoteValue {

        enum Variant: String, CaseIterable, StringInitializableRemoteValue {
            case a, b, c
        }

        let baseline: Bool
        let variant: Variant

        init(baseline: Bool, variant: Variant) {
            self.baseline = baseline
            self.variant = variant
        }

        init?(name: String) {
            let baseline = name.hasSuffix("_baseline")
            let name = baseline ? String(name.dropLast("_baseline".count)) : name
            guard let variant = Variant(name: name) else {
                return nil
            }
            self.baseline = baseline
            self.variant = variant
        }

        var name: String {
            variant.name
        }

        static var allCases: [StringBaselineTest] {
            Variant.allCases.flatMap {
                [
                    StringBaselineTest(baseline: true, variant: $0),
                    StringBaselineTest(baseline: false, variant: $0),
                ]
            }
        }
    }

    struct StringBaselineTestWithDefault: CaseIterable, BaselineStringRemoteValue {

        enum Variant: String, CaseIterable, StringInitializableRemoteValue {
            case a, b, c
        }

        let baseline: Bool
        let variant: Variant

        init(baseline: Bool, variant: Variant) {
            self.baseline = baseline
            self.variant = variant
        }

        init?(name: String) {
            let baseline = name.hasSuffix("_baseline")
            let name = baseline ? String(name.dropLast("_baseline".count)) : name
            guard let variant = Variant(name: name) else {
                return nil
            }
            self.baseline = baseline
            self.variant = variant
        }

        var name: String {
            variant.name
        }

        static var allCases: [StringBaselineTestWithDefault] {
            Variant.allCases.flatMap {
                [
                    StringBaselineTestWithDefault(baseline: true, variant: $0),
                    StringBaselineTestWithDefault(baseline: false, variant: $0),
                ]
            }
        }

        static let `default`: Self = StringBaselineTestWithDefault(baseline: true, variant: .b)
    }

    struct BoolBaselineTest: CaseIterable, BaselineBoolRemoteValue {

        let baseline: Bool
        let isEnabled: Bool

        init(baseline: Bool, isEnabled: Bool) {
            self.baseline = baseline
            self.isEnabled = isEnabled
        }

        init?(name: String) {
            let baseline = name.hasSuffix("_baseline")
            let name = baseline ? String(name.dropLast("_baseline".count)) : name
            let isEnabled: Bool? =
                if name == "true" {
                    true
                } else if name == "false" {
                    false
                } else {
                    nil
                }

            guard let isEnabled else { return nil }

            self.baseline = baseline
            self.isEnabled = isEnabled
        }

        var name: String {
            isEnabled ? "Enabled" : "Disabled"
        }

        static var allCases: [BoolBaselineTest] {
            [
                BoolBaselineTest(baseline: true, isEnabled: true),
                BoolBaselineTest(baseline: false, isEnabled: true),
                BoolBaselineTest(baseline: true, isEnabled: false),
                BoolBaselineTest(baseline: false, isEnabled: false),
            ]
        }
    }

    struct BoolBaselineTestWithDefault: CaseIterable, BaselineBoolRemoteValue {

        let baseline: Bool
        let isEnabled: Bool

        init(baseline: Bool, isEnabled: Bool) {
            self.baseline = baseline
            self.isEnabled = isEnabled
        }

        init?(name: String) {
            let baseline = name.hasSuffix("_baseline")
            let name = baseline ? String(name.dropLast("_baseline".count)) : name
            guard let isEnabled = Bool(name) else { return nil }
            self.baseline = baseline
            self.isEnabled = isEnabled
        }

        var name: String {
            isEnabled ? "Enabled" : "Disabled"
        }

        static var allCases: [BoolBaselineTestWithDefault] {
            [
                BoolBaselineTestWithDefault(baseline: true, isEnabled: true),
                BoolBaselineTestWithDefault(baseline: false, isEnabled: true),
                BoolBaselineTestWithDefault(baseline: true, isEnabled: false),
                BoolBaselineTestWithDefault(baseline: false, isEnabled: false),
            ]
        }

        static let `default`: Self = BoolBaselineTestWithDefault(baseline: true, isEnabled: false)
    }
}
