import SwiftCompilerPlugin
import SwiftSyntaxMacros

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
    ]
}
