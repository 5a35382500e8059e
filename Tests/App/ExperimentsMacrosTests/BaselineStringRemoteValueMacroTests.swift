import Testing

@Suite("@BaselineStringRemoteValue")
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
        extension A: BaselineStringRemoteValue, CaseIterable, Equatable {
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

                extension A: BaselineStringRemoteValue, CaseIterable, Equatable {
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

    @Test("An enum is refused at its keyword, once, and the macro for it offered")
    func onEnum() {
        expectRefusal(
            of: """
                @BaselineStringRemoteValue
                enum A: String {
                    case a
                }
                """,
            "@BaselineStringRemoteValue should be applied to struct", at: 2, 1, fixIt: "use @StringRemoteValue")
    }

    @Test("An empty struct is refused at its name, once, and the macro for it offered")
    func noVariant() {
        expectRefusal(
            of: """
                @BaselineStringRemoteValue
                struct A {
                }
                """,
            "No Variant enum was found in @BaselineStringRemoteValue struct", at: 2, 8,
            fixIt: "use @BaselineBoolRemoteValue",
            fixed: """
                @BaselineBoolRemoteValue
                struct A {
                }
                """)
    }

    @Test("An enum that is not called Variant is refused at its name, and renamed")
    func misnamedVariant() {
        expectRefusal(
            of: """
                @BaselineStringRemoteValue
                struct A {
                    enum Kind: String {
                        case a
                    }
                }
                """,
            "The enum of a @BaselineStringRemoteValue struct should be called Variant, not 'Kind'", at: 3, 10,
            fixIt: "rename 'Kind' to 'Variant'",
            fixed: """
                @BaselineStringRemoteValue
                struct A {
                    enum Variant: String {
                        case a
                    }
                }
                """)
    }

    @Test("A Variant without String is refused once, at its name, and String offered")
    func variantWithoutText() {
        expectRefusal(
            of: """
                @BaselineStringRemoteValue
                struct A {
                    enum Variant {
                        case a
                    }
                }
                """,
            "@StringRemoteValue needs enum that conforms to String", at: 3, 10, fixIt: "add 'String' as the raw type")
    }

    @Test("A private Variant is refused, because no extension could reach it, and fileprivate offered")
    func privateVariant() {
        expectRefusal(
            of: """
                @BaselineStringRemoteValue
                struct A {
                    private enum Variant: String {
                        case a
                    }
                }
                """,
            "Variant can't be private, because what the macro adds to it stands outside the struct", at: 3, 18,
            fixIt: "write 'fileprivate'",
            fixed: """
                @BaselineStringRemoteValue
                struct A {
                    fileprivate enum Variant: String {
                        case a
                    }
                }
                """)
    }

    @Test("A public struct in a type that is not public gets no public members: no extension could have them")
    func publicInInternal() {
        expect(
            """
            enum Outer {
                @BaselineBoolRemoteValue
                public struct A {
                    static let `default` = A(baseline: true, isEnabled: true)
                    init?(name: String) {}
                    init(baseline: Bool, isEnabled: Bool) {}
                    var name: String { "" }
                }
            }
            """,
            expandsTo: """
                enum Outer {
                    public struct A {
                        static let `default` = A(baseline: true, isEnabled: true)
                        init?(name: String) {}
                        init(baseline: Bool, isEnabled: Bool) {}
                        var name: String { "" }

                        let baseline: Bool

                        let isEnabled: Bool
                    }
                }

                extension Outer.A: BaselineBoolRemoteValue, BaselineStringRemoteValue, CaseIterable, Equatable, StringRemoteValue {
                    static var allCases: [Self] {
                        [
                            Self(baseline: true, isEnabled: false),
                            Self(baseline: false, isEnabled: false),
                            Self(baseline: true, isEnabled: true),
                            Self(baseline: false, isEnabled: true)
                        ]
                    }
                }
                """)
    }

    @Test("A stored property is refused where it is declared: nothing could set it")
    func storedProperty() {
        expectRefusal(
            of: """
                @BaselineStringRemoteValue
                struct A {
                    enum Variant: String {
                        case a
                    }
                    let note: String
                }
                """,
            "@BaselineStringRemoteValue should be applied to a struct without stored properties: "
                + "'note' could never be set",
            at: 6, 9)
    }
}
