import SwiftDiagnostics
import SwiftSyntaxMacrosGenericTestSupport
import TestSupport
import Testing

@Suite("@BoolRemoteValue", .inTurn)
struct BoolRemoteValueMacroTests {
    private let members = """
            case enabled

            case disabled

            init(booleanLiteral: Bool) {
                self = booleanLiteral ? .enabled : .disabled
            }

            var isEnabled: Bool {
                self == .enabled
            }
        """

    @Test("An empty enum gets its cases, what a boolean needs, and disabled as default")
    func empty() {
        expect(
            """
            @BoolRemoteValue
            enum A {
            }
            """,
            expandsTo: """
                enum A {

                \(members)
                }

                nonisolated extension A: BoolRemoteValue, CaseIterable, Equatable {
                    static let `default`: Self = .disabled
                }
                """)
    }

    @Test("enabledByDefault decides the default", arguments: [(true, "enabled"), (false, "disabled")])
    func enabledByDefault(_ argument: Bool, _ value: String) {
        expect(
            """
            @BoolRemoteValue(enabledByDefault: \(argument))
            enum A {
            }
            """,
            expandsTo: """
                enum A {

                \(members)
                }

                nonisolated extension A: BoolRemoteValue, CaseIterable, Equatable {
                    static let `default`: Self = .\(value)
                }
                """)
    }

    @Test("An enum with a default of its own keeps it")
    func ownDefault() {
        expect(
            """
            @BoolRemoteValue
            enum A {
                static let `default`: Self = .enabled
            }
            """,
            expandsTo: """
                enum A {
                    static let `default`: Self = .enabled

                \(members)
                }

                nonisolated extension A: BoolRemoteValue, CaseIterable, Equatable {
                }
                """)
    }

    @Test("An argument beside a default of its own is idle: a warning at the argument, which can be removed")
    func idleArgument() {
        expect(
            """
            @BoolRemoteValue(enabledByDefault: true)
            enum A {
                static let `default`: Self = .enabled
            }
            """,
            expandsTo: """
                enum A {
                    static let `default`: Self = .enabled

                \(members)
                }

                nonisolated extension A: BoolRemoteValue, CaseIterable, Equatable {
                }
                """,
            diagnostics: [
                .init(
                    message:
                        "enabledByDefault parameter is ignored as `default` property is already declared",
                    line: 1, column: 18, severity: .warning, fixIts: [.init(message: "remove the argument")])
            ],
            fixed: """
                @BoolRemoteValue
                enum A {
                    static let `default`: Self = .enabled
                }
                """)
    }

    @Test(
        "A conformance that is stated is not added again",
        arguments: [
            ("BoolRemoteValue", "CaseIterable, Equatable"),
            ("CaseIterable", "BoolRemoteValue, Equatable"),
            ("BoolRemoteValue, CaseIterable", "Equatable"),
        ])
    func partlyConforming(_ stated: String, _ added: String) {
        expect(
            """
            @BoolRemoteValue
            enum A: \(stated) {
            }
            """,
            expandsTo: """
                enum A: \(stated) {

                \(members)
                }

                nonisolated extension A: \(added) {
                    static let `default`: Self = .disabled
                }
                """)
    }

    @Test("Cases that are written out already are not added again")
    func ownCases() {
        expect(
            """
            @BoolRemoteValue
            enum A {
                case enabled, disabled
            }
            """,
            expandsTo: """
                enum A {
                    case enabled, disabled

                    init(booleanLiteral: Bool) {
                        self = booleanLiteral ? .enabled : .disabled
                    }

                    var isEnabled: Bool {
                        self == .enabled
                    }
                }

                nonisolated extension A: BoolRemoteValue, CaseIterable, Equatable {
                    static let `default`: Self = .disabled
                }
                """)
    }

    @Test("A public enum gets public members", arguments: ["public", "package"])
    func access(_ access: String) {
        expect(
            """
            @BoolRemoteValue
            \(access) enum A {
            }
            """,
            expandsTo: """
                \(access) enum A {

                    case enabled

                    case disabled

                    \(access) init(booleanLiteral: Bool) {
                        self = booleanLiteral ? .enabled : .disabled
                    }

                    \(access) var isEnabled: Bool {
                        self == .enabled
                    }
                }

                nonisolated extension A: BoolRemoteValue, CaseIterable, Equatable {
                    \(access) static let `default`: Self = .disabled
                }
                """)
    }

    @Test("A case of another name is refused at that case")
    func foreignCase() {
        expectRefusal(
            of: """
                @BoolRemoteValue
                enum A {
                    case enabled, off
                }
                """,
            "@BoolRemoteValue has the cases enabled and disabled only, so 'off' can never be a remote value",
            at: 3, 19, equatable: "A")
    }

    @Test("An argument that is not a literal is refused at the argument")
    func nonLiteral() {
        expectRefusal(
            of: """
                @BoolRemoteValue(enabledByDefault: Flags.all)
                enum A {
                }
                """,
            "enabledByDefault should be written as true or false, so that it is known while compiling", at: 1,
            36,
            equatable: "A")
    }

    @Test("An enum of texts is refused at String, once, and the macro for it offered")
    func onStrings() {
        expectRefusal(
            of: """
                @BoolRemoteValue
                enum A: String {
                    case a
                }
                """,
            "@BoolRemoteValue can't have String rawValue", at: 2, 9, fixIt: "use @StringRemoteValue",
            fixed: """
                @StringRemoteValue
                enum A: String {
                    case a
                }
                """, equatable: "A")
    }

    @Test("A class is refused at its keyword, once")
    func onClass() {
        expectRefusal(
            of: """
                @BoolRemoteValue
                final class A {
                }
                """,
            "@BoolRemoteValue should be applied to enum", at: 2, 7)
    }
}
