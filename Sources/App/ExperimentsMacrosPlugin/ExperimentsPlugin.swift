import ExperimentsMacroExpansion
import SwiftCompilerPlugin
import SwiftSyntaxMacros

/// The program that the compiler asks to expand the macros.
///
/// It is separate from the implementation of the macros. If tests depended on a plugin, the compiler would build all
/// tests and their dependencies a second time, for the host machine.
@main
struct ExperimentsPlugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [
        StringRemoteValueMacro.self,
        BoolRemoteValueMacro.self,
        BaselineStringRemoteValueMacro.self,
        BaselineBoolRemoteValueMacro.self,
        RemoteValuesNamespaceMacro.self,
        IntRemoteValueMacro.self,
        DoubleRemoteValueMacro.self,
        BaselineIntRemoteValueMacro.self,
        BaselineDoubleRemoteValueMacro.self,
        JSONRemoteValueMacro.self,
        RemoteKeysMacro.self,
        KeyDetailsMacro.self,
    ]
}
