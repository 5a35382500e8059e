import TestSupport
import Testing

@Suite("@BaselineBoolRemoteValue", .inTurn)
struct BaselineBoolRemoteValueMacroTests {
    private func members(_ access: String = "") -> String {
        """
            \(access)let baseline: Bool

            \(access)let isEnabled: Bool

            \(access)init?(name: String) {
                let baseline = name.hasSuffix("_baseline")
                let name = baseline ? String(name.dropLast("_baseline".count)) : name
                guard let isEnabled = Bool(name) else {
                    return nil
                }
                self.init(baseline: baseline, isEnabled: isEnabled)
            }

            \(access)init(baseline: Bool, isEnabled: Bool) {
                self.baseline = baseline
                self.isEnabled = isEnabled
            }
        """
    }

    private func conformance(_ access: String = "", isEnabled: Bool = false) -> String {
        let protocols =
            "BaselineBoolRemoteValue, BaselineStringRemoteValue, CaseIterable, Equatable, StringRemoteValue"
        return """
            nonisolated extension A: \(protocols) {
                \(access)static var allCases: [Self] {
                    [
                        Self(baseline: true, isEnabled: false),
                        Self(baseline: false, isEnabled: false),
                        Self(baseline: true, isEnabled: true),
                        Self(baseline: false, isEnabled: true)
                    ]
                }
                \(access)var name: String {
                    (isEnabled ? "true" : "false") + (baseline ? "_baseline" : "")
                }
                \(access)static let `default` = Self(baseline: true, isEnabled: \(isEnabled))
            }
            """
    }

    @Test("An empty struct gets its members; its default is a disabled baseline")
    func plain() {
        expect(
            """
            @BaselineBoolRemoteValue
            struct A {
            }
            """,
            expandsTo: """
                struct A {

                \(members())
                }

                \(conformance())
                """)
    }

    @Test("enabledByDefault makes the default an enabled baseline")
    func enabledByDefault() {
        expect(
            """
            @BaselineBoolRemoteValue(enabledByDefault: true)
            struct A {
            }
            """,
            expandsTo: """
                struct A {

                \(members())
                }

                \(conformance(isEnabled: true))
                """)
    }

    @Test("A public struct gets public members")
    func publicStruct() {
        expect(
            """
            @BaselineBoolRemoteValue
            public struct A {
            }
            """,
            expandsTo: """
                public struct A {

                \(members("public "))
                }

                \(conformance("public "))
                """)
    }

    @Test("A struct in a public extension gets public members")
    func publicExtension() {
        expect(
            """
            public extension Values {
                @BaselineBoolRemoteValue
                struct A {
                }
            }
            """,
            expandsTo: """
                public extension Values {
                    struct A {

                        public let baseline: Bool

                        public let isEnabled: Bool

                        public init?(name: String) {
                            let baseline = name.hasSuffix("_baseline")
                            let name = baseline ? String(name.dropLast("_baseline".count)) : name
                            guard let isEnabled = Bool(name) else {
                                return nil
                            }
                            self.init(baseline: baseline, isEnabled: isEnabled)
                        }

                        public init(baseline: Bool, isEnabled: Bool) {
                            self.baseline = baseline
                            self.isEnabled = isEnabled
                        }
                    }
                }

                \(conformance("public ").replacing("extension A", with: "extension Values.A"))
                """)
    }

    @Test("An enum is refused at its keyword, once, and the macro for it offered with its argument")
    func onEnum() {
        expectRefusal(
            of: """
                @BaselineBoolRemoteValue(enabledByDefault: true)
                enum A {
                }
                """,
            "@BaselineBoolRemoteValue should be applied to struct", at: 2, 1, fixIt: "use @BoolRemoteValue",
            fixed: """
                @BoolRemoteValue(enabledByDefault: true)
                enum A {
                }
                """)
    }

    @Test("A struct with a nested enum is refused at that enum, once, and the macro for it offered")
    func nestedEnum() {
        expectRefusal(
            of: """
                @BaselineBoolRemoteValue
                struct A {
                    enum Variant: String {
                        case a
                    }
                }
                """,
            "@BaselineBoolRemoteValue should be applied to empty struct", at: 3, 10,
            fixIt: "use @BaselineStringRemoteValue")
    }

    @Test("A stored property is refused where it is declared: nothing could set it")
    func storedProperty() {
        expectRefusal(
            of: """
                @BaselineBoolRemoteValue
                struct A {
                    var count: Int
                    static let limit = 3
                    var isLarge: Bool { count > Self.limit }
                }
                """,
            "@BaselineBoolRemoteValue should be applied to a struct without stored properties: "
                + "'count' could never be set",
            at: 3, 9)
    }

    @Test("An argument that is not a literal is refused at the argument")
    func nonLiteral() {
        expectRefusal(
            of: """
                @BaselineBoolRemoteValue(enabledByDefault: !true)
                struct A {
                }
                """,
            "enabledByDefault should be written as true or false, so that it is known while compiling", at: 1,
            44)
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

                nonisolated extension Outer.A: BaselineBoolRemoteValue, BaselineStringRemoteValue, CaseIterable, Equatable, StringRemoteValue {
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
}
