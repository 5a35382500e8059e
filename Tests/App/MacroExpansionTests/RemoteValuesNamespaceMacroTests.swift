import TestSupport
import Testing

@Suite("@RemoteValuesNamespace", .inTurn)
struct RemoteValuesNamespaceMacroTests {
    @Test("Each kind of member gets its macro")
    func plain() {
        expect(
            """
            @RemoteValuesNamespace
            enum Value {
                struct PaywallType {
                    enum Variant: String {
                        case a
                    }
                }
                struct AFeatureEnabled {
                }
                enum CFeatureEnabled {
                }
                enum OnboardingType: String {
                    case x
                }
            }
            """,
            expandsTo: """
                enum Value {
                    @BaselineStringRemoteValue
                    struct PaywallType {
                        enum Variant: String {
                            case a
                        }
                    }
                    @BaselineBoolRemoteValue
                    struct AFeatureEnabled {
                    }
                    @BoolRemoteValue
                    enum CFeatureEnabled {
                    }
                    @StringRemoteValue
                    enum OnboardingType: String {
                        case x
                    }
                }
                """,
            only: ["RemoteValuesNamespace"])
    }

    @Test("A member that carries a macro is left as it is, and so is one made by hand")
    func present() {
        let members = """
                @BaselineStringRemoteValue
                struct A {
                    enum Variant: String {
                        case a
                    }
                }
                @BaselineBoolRemoteValue(enabledByDefault: true)
                struct B {
                }
                @Experiments.BoolRemoteValue
                enum C {
                }
                @StringRemoteValue
                enum D: String {
                    case x
                }
                @IntRemoteValue(default: 3)
                struct E {
                }
                struct F: JSONRemoteValue {
                    let title: String
                }
                final class G {
                }
                typealias H = Int
            """
        expect(
            """
            @RemoteValuesNamespace
            enum Value {
            \(members)
            }
            """,
            expandsTo: """
                enum Value {
                \(members)
                }
                """,
            only: ["RemoteValuesNamespace"])
    }
}
