import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacrosGenericTestSupport
import TestSupport
import Testing

/// A mistake in a catalog, the words for it, and where they stand.
struct CatalogMistake: CustomTestStringConvertible {
    let declaration: String
    let message: String
    let column: Int

    var testDescription: String { declaration }
}

extension RemoteKeysMacroTests {
    private static let detailsElsewhere =
        "@KeyDetails should be applied to a static property of an enum with @RemoteKeys; a key of its own takes its range, "
        + "cases and texts as arguments of Key(…) and described(…)"

    private static let mistakes = [
        CatalogMistake(
            declaration: "@KeyDetails(\"known\") static let b = 4",
            message:
                "Key 'known' is declared twice: 'known' has that name, too; give one of them another with "
                + "@KeyDetails(\"…\")",
            column: 21),
        CatalogMistake(
            declaration: "@KeyDetails(name) static let b = 4",
            message: "The name should be written as a string literal, so that it is known while compiling",
            column: 21),
        CatalogMistake(
            declaration: "@KeyDetails(\"\") static let b = 4", message: "The name of a key can't be empty",
            column: 21),
        CatalogMistake(
            declaration: "@KeyDetails(in: 1...3) static let b = 4",
            message: "The default 4 is outside the range 1...3",
            column: 47),
        CatalogMistake(
            declaration: "@KeyDetails(in: 3...1) static let b = 2",
            message: "The range 3...1 ends before it begins",
            column: 25),
        CatalogMistake(
            declaration: "@KeyDetails(oneOf: [\"x\", \"y\"]) static let b = \"z\"",
            message: "The default 'z' is not one of the listed texts", column: 55),
        CatalogMistake(
            declaration: "@KeyDetails(optional: .int) static let b: Int? = 3",
            message: "The default of an optional key is nil", column: 58),
        CatalogMistake(
            declaration: "case b",
            message:
                "A catalog has static properties, so the case 'b' is not a key; declare it with its default: static let b = …",
            column: 14),
        CatalogMistake(
            declaration: "@KeyDetails(in: 1...3) let b = 4",
            message: detailsElsewhere, column: 9),
        CatalogMistake(
            declaration: "static let b = [1, 2]",
            message: "A list or dictionary is read as JSON: add @KeyDetails(isJSON: true)", column: 20),
        CatalogMistake(
            declaration: "static let b: [String: Int] = [:]",
            message: "A list or dictionary is read as JSON: add @KeyDetails(isJSON: true)", column: 20),
        CatalogMistake(
            declaration: "static let b: String? = nil",
            message:
                "A key without a default says how it is read: add @KeyDetails(optional: .string()), or .int(), "
                + ".bool …",
            column: 20),
        CatalogMistake(
            declaration: "static let b: Float = 0.5",
            message: "Keys of decimal numbers have the type Double, not Float", column: 23),
    ]

    @Test("A mistake is reported at its place, and makes no key", arguments: mistakes)
    func refused(mistake: CatalogMistake) {
        let bare = mistake.declaration.replacing(#/^@KeyDetails\(.*?\) /#, with: "")
        expect(
            """
            extension Keys {
                @RemoteKeys enum Shop {
                    static let known = 1
                    \(mistake.declaration)
                }
            }
            """,
            expandsTo: """
                extension Keys {
                    enum Shop {
                        static let known = 1
                        \(bare)

                        /// The keys of the catalog, in order.
                        static let allKeys: [any RemoteKey] = [Keys.known]
                    }

                    static let known = Key("known", default: Shop.known)
                }
                """,
            diagnostics: [DiagnosticSpec(message: mistake.message, line: 4, column: mistake.column)])
    }

    @Test("A catalog elsewhere than in an extension of Keys, or of another kind, is none")
    func elsewhere() {
        expectRefusal(
            of: """
                extension Settings {
                    @RemoteKeys
                    enum Shop {
                        static let columns = 3
                    }
                }
                """,
            "@RemoteKeys should be in an extension of Keys, so that its keys can be named with a dot: "
                + "extension Keys { @RemoteKeys enum … }",
            at: 3, 10)
        expectRefusal(
            of: """
                extension Keys {
                    @RemoteKeys
                    struct Shop {
                    }
                }
                """,
            "@RemoteKeys should be applied to enum", at: 2, 5)
    }

    @Test("Details of a key that is not a part of a catalog are refused, because nothing reads them")
    func detailsOfAPlainKey() {
        expect(
            """
            extension Keys {
                @KeyDetails(in: 1...6) static let rows = Key("rows", default: 3)
            }
            """,
            expandsTo: """
                extension Keys {
                    static let rows = Key("rows", default: 3)
                }
                """,
            diagnostics: [DiagnosticSpec(message: Self.detailsElsewhere, line: 2, column: 5)])
    }

    @Test("Declarations that depend on a condition are refused")
    func conditional() {
        expect(
            """
            extension Keys {
                @RemoteKeys enum Shop {
                    static let known = 1
                    #if DEBUG
                    static let other = 2
                    #endif
                }
            }
            """,
            expandsTo: """
                extension Keys {
                    enum Shop {
                        static let known = 1
                        #if DEBUG
                        static let other = 2
                        #endif

                        /// The keys of the catalog, in order.
                        static let allKeys: [any RemoteKey] = [Keys.known]
                    }

                    static let known = Key("known", default: Shop.known)
                }
                """,
            diagnostics: [
                DiagnosticSpec(
                    message:
                        "@RemoteKeys can't see which branch is compiled; put #if around a separate catalog",
                    line: 4, column: 9)
            ])
    }
}
