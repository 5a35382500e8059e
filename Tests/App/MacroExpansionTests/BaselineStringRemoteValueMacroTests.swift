import TestSupport
import Testing

@Suite("@BaselineStringRemoteValue", .inTurn)
struct BaselineStringRemoteValueMacroTests {
    private func members(_ access: String = "", variant: String = "") -> String {
        """
            \(access)let baseline: Bool

            \(variant)let variant: Variant

            \(access)init?(name: String) {
                let baseline = name.hasSuffix("_baseline")
                let name = baseline ? String(name.dropLast("_baseline".count)) : name
                guard let variant = Variant(name: name) else {
                    return nil
                }
                self.init(baseline: baseline, variant: variant)
            }

            \(variant)init(baseline: Bool, variant: Variant) {
                self.baseline = baseline
                self.variant = variant
            }
        """
    }

    private func conformance(_ access: String = "") -> String {
        """
        nonisolated extension A: BaselineStringRemoteValue, CaseIterable, Equatable {
            \(access)static var allCases: [Self] {
                Variant.allCases.flatMap {
                    [
                        Self(baseline: true, variant: $0),
                        Self(baseline: false, variant: $0)
                    ]
                }
            }
            \(access)var name: String {
                baseline ? variant.name + "_baseline" : variant.name
            }
            \(access)static let `default` = Self(baseline: true, variant: .default)
        }
        """
    }

    @Test("A struct of variants gets its members, and Variant the macro it needs")
    func plain() {
        expect(
            """
            @BaselineStringRemoteValue
            struct A {
                enum Variant: String {
                    case a, b
                }
            }
            """,
            expandsTo: """
                struct A {
                    @StringRemoteValue
                    enum Variant: String {
                        case a, b
                    }

                \(members())
                }

                \(conformance())
                """,
            only: ["BaselineStringRemoteValue"])
    }

    @Test("A Variant that carries the macro already keeps it, once")
    func variantWithMacro() {
        expect(
            """
            @BaselineStringRemoteValue
            struct A {
                @StringRemoteValue
                enum Variant: String {
                    case a
                }
            }
            """,
            expandsTo: """
                struct A {
                    @StringRemoteValue
                    enum Variant: String {
                        case a
                    }

                \(members())
                }

                \(conformance())
                """,
            only: ["BaselineStringRemoteValue"])
    }

    @Test("An enum beside Variant is left as it is")
    func enumBesideVariant() {
        expect(
            """
            @BaselineStringRemoteValue
            struct A {
                enum Colour {
                    case red
                }
                enum Variant: String {
                    case a
                }
            }
            """,
            expandsTo: """
                struct A {
                    enum Colour {
                        case red
                    }
                    @StringRemoteValue
                    enum Variant: String {
                        case a
                    }

                \(members())
                }

                \(conformance())
                """,
            only: ["BaselineStringRemoteValue"])
    }

    @Test("In a public struct everything is public, but what mentions Variant only if that is")
    func publicStruct() {
        expect(
            """
            @BaselineStringRemoteValue
            public struct A {
                public enum Variant: String {
                    case a
                }
            }
            """,
            expandsTo: """
                public struct A {
                    @StringRemoteValue
                    public enum Variant: String {
                        case a
                    }

                \(members("public ", variant: "public "))
                }

                \(conformance("public "))
                """,
            only: ["BaselineStringRemoteValue"])
        expect(
            """
            @BaselineStringRemoteValue
            public struct A {
                enum Variant: String {
                    case a
                }
            }
            """,
            expandsTo: """
                public struct A {
                    @StringRemoteValue
                    enum Variant: String {
                        case a
                    }

                \(members("public "))
                }

                \(conformance("public "))
                """,
            only: ["BaselineStringRemoteValue"])
    }

    @Test("A struct with a default of its own keeps it")
    func ownDefault() {
        expect(
            """
            @BaselineStringRemoteValue
            struct A {
                enum Variant: String {
                    case a, b
                }
                static let `default` = A(baseline: false, variant: .b)
            }
            """,
            expandsTo: """
                struct A {
                    @StringRemoteValue
                    enum Variant: String {
                        case a, b
                    }
                    static let `default` = A(baseline: false, variant: .b)

                \(members())
                }

                nonisolated extension A: BaselineStringRemoteValue, CaseIterable, Equatable {
                    static var allCases: [Self] {
                        Variant.allCases.flatMap {
                            [
                                Self(baseline: true, variant: $0),
                                Self(baseline: false, variant: $0)
                            ]
                        }
                    }
                    var name: String {
                        baseline ? variant.name + "_baseline" : variant.name
                    }
                }
                """,
            only: ["BaselineStringRemoteValue"])
    }
}
