import Experiments
import TestSupport
import Testing

@Suite("The values of the guide", .inTurn)
struct SampleValueTests {
    @Test(
        "A multivariant value is its first case by default, or the one it declares, in both ways of writing it"
    )
    func stringDefaults() {
        #expect(ByHand.PaywallType.default == .a)
        #expect(ByMacro.PaywallType.default == .a)
        #expect(ByHand.PaywallTypeWithDefault.default == .b)
        #expect(ByMacro.PaywallTypeWithDefault.default == .b)
    }

    @Test("An on-or-off value is disabled by default, unless declared or argued otherwise")
    func boolDefaults() {
        #expect(ByHand.AFeatureEnabled.default == .disabled)
        #expect(ByMacro.AFeatureEnabled.default == .disabled)
        #expect(ByHand.AFeatureEnabledByDefault.default == .enabled)
        #expect(ByMacro.AFeatureEnabledByDefault.default == .enabled)
        #expect(ByMacro.AFeatureEnabledByArgument.default == .enabled)
        #expect(ByMacro.AFeatureEnabled.allCases == [.enabled, .disabled])
    }

    @Test("A baseline value is a baseline by default, with the variant's default")
    func baselineStringDefaults() {
        #expect(ByHand.StringBaselineTest.default.variant == .a)
        #expect(ByHand.StringBaselineTest.default.baseline)
        #expect(ByHand.StringBaselineTestWithDefault.default.variant == .b)
        #expect(ByMacro.StringBaselineTestMacro.default == .init(baseline: true, variant: .a))
        #expect(ByMacro.StringBaselineTestMacroWithDefault.default == .init(baseline: true, variant: .b))
    }

    @Test("A baseline boolean is a disabled baseline by default, unless argued otherwise")
    func baselineBoolDefaults() {
        #expect(ByMacro.BoolBaselineTestMacro.default == .init(baseline: true, isEnabled: false))
        #expect(ByMacro.BoolBaselineTestMacroWithDefault.default == .init(baseline: true, isEnabled: true))
        #expect(ByHand.BoolBaselineTestWithDefault.default.isEnabled == false)
        #expect(ByHand.BoolBaselineTest.default.baseline)
    }

    @Test("Every case's text makes that case again")
    func roundTrip() {
        #expect(ByMacro.PaywallType.allCases.allSatisfy { ByMacro.PaywallType(name: $0.name) == $0 })
        #expect(ByMacro.StringBaselineTestMacro.allCases.count == 6)
        #expect(
            ByMacro.StringBaselineTestMacro.allCases.allSatisfy {
                ByMacro.StringBaselineTestMacro(name: $0.name) == $0
            }
        )
        #expect(ByMacro.BoolBaselineTestMacro.allCases.count == 4)
        #expect(
            ByMacro.BoolBaselineTestMacro.allCases.allSatisfy {
                ByMacro.BoolBaselineTestMacro(name: $0.name) == $0
            })
        #expect(
            ByMacro.AFeatureEnabled.allCases.allSatisfy {
                ByMacro.AFeatureEnabled(booleanLiteral: $0.isEnabled) == $0
            })
    }

    @Test("A namespace gives each of its types the macro it needs")
    func namespace() {
        #expect(Remote.Value.PaywallType.default == .init(baseline: true, variant: .a))
        #expect(Remote.Value.AFeatureEnabled.default == .init(baseline: true, isEnabled: false))
        #expect(Remote.Value.BFeatureEnabled.default == .init(baseline: true, isEnabled: true))
        #expect(Remote.Value.CFeatureEnabled.default == .disabled)
        #expect(Remote.Value.OnboardingType.default == .x)
    }

    @Test("Public types just work, and are remote values outside their module")
    func publicTypes() {
        #expect(PublicTheme.default == .light)
        #expect(PublicFlag.default == .disabled)
        #expect(PublicLayout(name: "grid_baseline") == PublicLayout(baseline: true, variant: .grid))
        #expect(HalfPublicLayout(name: "grid")?.variant == .grid)
        #expect(PublicSwitch(name: "true")?.isEnabled == true)
    }
}
