import SwiftDiagnostics
import SwiftSyntaxMacrosGenericTestSupport
import TestSupport
import Testing

@Suite("@StringRemoteValue", .inTurn)
struct StringRemoteValueMacroTests {
    @Test("An enum of texts gets the conformances it lacks, in alphabetical order")
    func plain() {
        expect(
            """
            @StringRemoteValue
            enum PaywallType: String {
                case a, b
                case c = "c_test"
            }
            """,
            expandsTo: """
                enum PaywallType: String {
                    case a, b
                    case c = "c_test"
                }

                nonisolated extension PaywallType: CaseIterable, Equatable, StringRemoteValue {
                }
                """)
    }

    @Test(
        "A conformance that is stated is not added again",
        arguments: [
            ("CaseIterable, StringRemoteValue", "Equatable"),
            ("CaseIterable", "Equatable, StringRemoteValue"),
            ("StringRemoteValue", "CaseIterable, Equatable"),
            ("Swift.CaseIterable, @unchecked Equatable", "StringRemoteValue"),
        ])
    func partlyConforming(_ stated: String, _ added: String) {
        expect(
            """
            @StringRemoteValue
            enum A: String, \(stated) {
                case a
            }
            """,
            expandsTo: """
                enum A: String, \(stated) {
                    case a
                }

                nonisolated extension A: \(added) {
                }
                """)
    }

    @Test("An enum that conforms to everything gets no extension")
    func fullyConforming() {
        expect(
            """
            @StringRemoteValue
            enum A: String, CaseIterable, Equatable, StringRemoteValue {
                case a
            }
            """,
            expandsTo: """
                enum A: String, CaseIterable, Equatable, StringRemoteValue {
                    case a
                }
                """)
    }

    @Test("An enum without a raw type is refused at its name, and String offered")
    func noRawType() {
        expectRefusal(
            of: """
                @StringRemoteValue
                enum A {
                    case a
                }
                """,
            "@StringRemoteValue needs enum that conforms to String", at: 2, 6,
            fixIt: "add 'String' as the raw type",
            fixed: """
                @StringRemoteValue
                enum A: String {
                    case a
                }
                """, equatable: "A")
    }

    @Test("An enum with conformances but no raw type is offered String before them")
    func noRawTypeButConformances() {
        expectRefusal(
            of: """
                @StringRemoteValue
                enum A: CaseIterable {
                    case a
                }
                """,
            "@StringRemoteValue needs enum that conforms to String", at: 2, 6,
            fixIt: "add 'String' as the raw type",
            fixed: """
                @StringRemoteValue
                enum A: String, CaseIterable {
                    case a
                }
                """, equatable: "A")
    }

    @Test("An enum with another raw type is refused, and nothing offered")
    func otherRawType() {
        expectRefusal(
            of: """
                @StringRemoteValue
                enum A: Int {
                    case a
                }
                """,
            "@StringRemoteValue needs enum that conforms to String", at: 2, 6, equatable: "A")
    }

    @Test("A class is refused at its keyword")
    func onClass() {
        expectRefusal(
            of: """
                @StringRemoteValue
                class A {
                }
                """,
            "@StringRemoteValue should be applied to enum", at: 2, 1)
    }

    @Test("A struct of variants is offered the macro for it")
    func onStructOfVariants() {
        expect(
            """
            @StringRemoteValue
            struct A {
                enum Variant: String {
                    case a
                }
            }
            """,
            expandsTo: """
                struct A {
                    enum Variant: String {
                        case a
                    }
                }
                """,
            diagnostics: [
                .init(
                    message: "@StringRemoteValue should be applied to enum", line: 2, column: 1,
                    fixIts: [.init(message: "use @BaselineStringRemoteValue")])
            ],
            fixed: """
                @BaselineStringRemoteValue
                struct A {
                    enum Variant: String {
                        case a
                    }
                }
                """)
    }
}
