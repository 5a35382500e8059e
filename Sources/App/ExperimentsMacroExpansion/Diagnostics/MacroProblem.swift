import ExperimentsSyntaxReading
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// A mistake in the use of a macro.
struct MacroProblem: DiagnosticMessage {
    let message: String
    let severity: DiagnosticSeverity
    let diagnosticID: MessageID

    init(_ message: String, _ severity: DiagnosticSeverity = .error, id: String = #function) {
        self.message = message
        self.severity = severity
        diagnosticID = MessageID(domain: "Experiments", id: String(id.prefix { $0 != "(" }))
    }

    static func notAnEnum(_ macro: MacroName) -> MacroProblem {
        MacroProblem("\(macro) should be applied to enum")
    }

    static func notAStruct(_ macro: MacroName) -> MacroProblem {
        MacroProblem("\(macro) should be applied to struct")
    }

    static var noStringRawType: MacroProblem {
        MacroProblem("\(MacroName.string) needs enum that conforms to String")
    }

    static var stringRawType: MacroProblem { MacroProblem("\(MacroName.bool) can't have String rawValue") }

    static func foreignCase(_ name: String) -> MacroProblem {
        MacroProblem(
            "\(MacroName.bool) has the cases enabled and disabled only, so '\(name)' can never be a remote value"
        )
    }

    static var noVariant: MacroProblem {
        MacroProblem("No Variant enum was found in \(MacroName.baselineString) struct")
    }

    static func misnamedVariant(_ name: String) -> MacroProblem {
        MacroProblem(
            "The enum of a \(MacroName.baselineString) struct should be called Variant, not '\(name)'")
    }

    static var privateVariant: MacroProblem {
        MacroProblem("Variant can't be private, because what the macro adds to it is outside the struct")
    }

    static var notEmpty: MacroProblem {
        MacroProblem("\(MacroName.baselineBool) should be applied to empty struct")
    }

    static func storedProperty(_ macro: MacroName, _ name: String) -> MacroProblem {
        MacroProblem(
            "\(macro) should be applied to a struct without stored properties: '\(name)' could never be set")
    }

    static var ignoredArgument: MacroProblem {
        MacroProblem(
            "enabledByDefault parameter is ignored as `default` property is already declared", .warning)
    }

    static var notALiteral: MacroProblem {
        MacroProblem(
            "enabledByDefault should be written as true or false, so that it is known while compiling")
    }

    static func defaultOutsideRange(value: String, range: String) -> MacroProblem {
        MacroProblem("The default \(value) is outside the range \(range)")
    }

    static func emptyRange(_ range: String) -> MacroProblem {
        MacroProblem("The range \(range) ends before it begins")
    }

    static var noDefault: MacroProblem {
        MacroProblem("\(MacroName.json) needs `default`, or an initial value for every stored property")
    }
}

extension MacroExpansionContext {
    /// Reports a problem at the node that causes it.
    func report(_ problem: MacroProblem, at node: some SyntaxProtocol, offering fixIt: FixIt? = nil) {
        diagnose(Diagnostic(node: Syntax(node), message: problem, fixIts: fixIt.map { [$0] } ?? []))
    }
}
