import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros
import SyntaxReading

/// A mistake in a catalogue of keys.
enum CatalogProblem: DiagnosticMessage {
    case notAnEnum
    case notInKeys
    case isACase(String)
    case conditional
    case notALiteral(String)
    case noName
    case sameName(String, String)
    case optionalDefault
    case defaultNotListed(String)
    case detailsElsewhere
    case list
    case noDefault
    case otherNumber(String)

    private static let macro = "@" + CatalogDeclaration.attribute
    private static let details = "@" + CatalogEntry.attribute

    var message: String {
        switch self {
        case .notAnEnum: "\(Self.macro) should be applied to enum"
        case .notInKeys:
            "\(Self.macro) should be in an extension of Keys, so that its keys can be named with a dot: "
                + "extension Keys { \(Self.macro) enum … }"
        case .isACase(let name):
            "A catalogue has static properties, so the case '\(name)' is not a key; write static let \(name) = and its default"
        case .conditional:
            "\(Self.macro) can't see which branch is compiled; put #if around a separate catalogue"
        case .notALiteral(let what):
            "The \(what) should be written as a string literal, so that it is known while compiling"
        case .noName: "The name of a key can't be empty"
        case .sameName(let name, let property):
            "Key '\(name)' is declared twice: '\(property)' has that name, too; give one of them another with "
                + "\(Self.details)(\"…\")"
        case .optionalDefault: "The default of an optional key is nil"
        case .defaultNotListed(let text): "The default '\(text)' is not one of the listed texts"
        case .detailsElsewhere:
            "\(Self.details) should be applied to a static property of an enum with \(Self.macro); a key of its own "
                + "takes its range, cases and texts as arguments of Key(…) and described(…)"
        case .list: "A list or dictionary is read as JSON: add \(Self.details)(isJSON: true)"
        case .noDefault:
            "A key without a default says how it is read: add \(Self.details)(optional: .string()), or .int(), .bool …"
        case .otherNumber(let type): "Keys of decimal numbers have the type Double, not \(type)"
        }
    }

    var severity: DiagnosticSeverity { .error }

    var diagnosticID: MessageID { MessageID(domain: "Experiments", id: "catalog") }
}

extension MacroExpansionContext {
    /// Reports a problem of a catalogue at the node that causes it.
    func report(_ problem: CatalogProblem, at node: some SyntaxProtocol) {
        diagnose(Diagnostic(node: Syntax(node), message: problem))
    }
}
