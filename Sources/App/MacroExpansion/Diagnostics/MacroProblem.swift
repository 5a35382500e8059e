import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros
import SyntaxReading

/// A mistake in the use of a macro.
enum MacroProblem: DiagnosticMessage {
    case notAnEnum(MacroName)
    case notAStruct(MacroName)
    case noStringRawType
    case stringRawType
    case foreignCase(String)
    case noVariant
    case misnamedVariant(String)
    case privateVariant
    case notEmpty
    case storedProperty(MacroName, String)
    case ignoredArgument
    case notALiteral
    case defaultOutsideRange(value: String, range: String)
    case emptyRange(String)
    case noDefault

    var message: String {
        switch self {
        case .notAnEnum(let macro): "\(macro) should be applied to enum"
        case .notAStruct(let macro): "\(macro) should be applied to struct"
        case .noStringRawType: "\(MacroName.string) needs enum that conforms to String"
        case .stringRawType: "\(MacroName.bool) can't have String rawValue"
        case .foreignCase(let name):
            "\(MacroName.bool) has the cases enabled and disabled only, so '\(name)' can never be a remote value"
        case .noVariant: "No Variant enum was found in \(MacroName.baselineString) struct"
        case .misnamedVariant(let name):
            "The enum of a \(MacroName.baselineString) struct should be called Variant, not '\(name)'"
        case .privateVariant:
            "Variant can't be private, because what the macro adds to it stands outside the struct"
        case .notEmpty: "\(MacroName.baselineBool) should be applied to empty struct"
        case .storedProperty(let macro, let name):
            "\(macro) should be applied to a struct without stored properties: '\(name)' could never be set"
        case .ignoredArgument: "enabledByDefault parameter is ignored as `default` property is already declared"
        case .notALiteral: "enabledByDefault should be written as true or false, so that it is known while compiling"
        case .defaultOutsideRange(let value, let range): "The default \(value) is outside the range \(range)"
        case .emptyRange(let range): "The range \(range) ends before it begins"
        case .noDefault:
            "\(MacroName.json) needs `default`, or an initial value for every stored property"
        }
    }

    var severity: DiagnosticSeverity {
        if case .ignoredArgument = self { .warning } else { .error }
    }

    var diagnosticID: MessageID { MessageID(domain: "Experiments", id: identifier) }

    private var identifier: String {
        switch self {
        case .notAnEnum: "notAnEnum"
        case .notAStruct: "notAStruct"
        case .noStringRawType: "noStringRawType"
        case .stringRawType: "stringRawType"
        case .foreignCase: "foreignCase"
        case .noVariant: "noVariant"
        case .misnamedVariant: "misnamedVariant"
        case .privateVariant: "privateVariant"
        case .notEmpty: "notEmpty"
        case .storedProperty: "storedProperty"
        case .ignoredArgument: "ignoredArgument"
        case .notALiteral: "notALiteral"
        case .defaultOutsideRange: "defaultOutsideRange"
        case .emptyRange: "emptyRange"
        case .noDefault: "noDefault"
        }
    }
}

extension MacroExpansionContext {
    /// Reports a problem at the node that causes it.
    func report(_ problem: MacroProblem, at node: some SyntaxProtocol, _ fixIts: FixIt...) {
        diagnose(Diagnostic(node: Syntax(node), message: problem, fixIts: fixIts))
    }

    func report(_ problem: MacroProblem, at node: some SyntaxProtocol, offering fixIt: FixIt?) {
        diagnose(Diagnostic(node: Syntax(node), message: problem, fixIts: fixIt.map { [$0] } ?? []))
    }
}
